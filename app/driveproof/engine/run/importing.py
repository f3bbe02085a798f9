# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes results of other programs into the history: every file is read before anything is kept."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Protocol

from driveproof.domain.errors import Advice, DriveproofError, MachineError, UsageError
from driveproof.domain.run.assignment import KnownDrive, assigned
from driveproof.domain.run.run import Run
from driveproof.history.ids import new_id
from driveproof.importers.fields import MAX_BYTES, UnfitError

MAX_FILES = 1000
MAX_RUNS = 1000
_PIECE = 2**20


class RunStore(Protocol):
    """Where runs are kept."""

    def save(self, *runs: Run) -> None:
        """Keep them, all or none."""

    def find_all(self, word: str) -> tuple[str, ...]:
        """The run ids that a word selects. Raises MachineError when there is none."""


def import_files(
    store: RunStore, paths: Sequence[str], label: str = "", drive: KnownDrive | None = None
) -> tuple[Run, ...]:
    """Read every file, then keep all their runs at once; the runs, with their new ids.

    `label` names them all; without it each keeps its own. `drive` is the drive they are assigned
    to; without it each keeps what its file says. Raises MachineError, with the file's
    name, for a file that is missing or is no result: then nothing of any file is kept.
    """
    if len(paths) > MAX_FILES:
        raise UsageError(
            "{count} selected; the maximum is {most}.",
            count=len(paths),
            most=MAX_FILES,
        )
    found: list[Run] = []
    for path in paths:
        found += read_file(path)
        if len(found) > MAX_RUNS:
            raise MachineError(
                "The files have more than {most} results.",
                most=MAX_RUNS,
                advice=Advice("Choose fewer."),
            )
    now, taken = datetime.now(UTC), set[str]()
    runs = []
    for run in found:
        name = _free_id(store, now, taken)
        taken.add(name)
        target = run.target if drive is None else assigned(run.target, drive)
        runs.append(replace(run, id=name, label=label or run.label, target=target))
    store.save(*runs)
    return tuple(runs)


def read_file(path: str) -> tuple[Run, ...]:
    """The runs in a file, none of them kept. Raises MachineError with the file's name."""
    from driveproof.importers.detect import read_results  # noqa: PLC0415 - numpy

    data, modified = _content(path)
    try:
        return read_results(data, modified)
    except UnfitError as error:
        raise MachineError(
            "{path} cannot be imported. {why}", path=path, why=error, advice=error.advice
        ) from error


def _content(path: str) -> tuple[bytes, datetime]:
    """What is in a file, one byte more than is read at most, and when it was last changed."""
    if not path:
        raise UsageError("The target is empty.", advice=Advice("Name a file."))
    try:
        # Without waiting: a pipe that nobody writes to would hold us for ever.
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
        with os.fdopen(descriptor, "rb", buffering=0) as file:
            state = os.fstat(descriptor)
            if not stat.S_ISREG(state.st_mode):
                raise MachineError(
                    "{path} is not a file.", path=path, advice=Advice("Name a file.")
                )
            parts, size = [], 0
            while size <= MAX_BYTES and (part := file.read(min(_PIECE, MAX_BYTES + 1 - size))):
                parts.append(part)
                size += len(part)
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise MachineError(
            "{path} cannot be read: {reason}.",
            path=path,
            reason=reason,
            advice=Advice("Choose another file."),
        ) from error
    return b"".join(parts), _changed(state.st_mtime)


def _changed(seconds: float) -> datetime:
    """A date that can be kept: a file's may be any number."""
    return datetime.fromtimestamp(min(max(seconds, 2**25), 2**32)).astimezone()


def _free_id(store: RunStore, now: datetime, taken: set[str]) -> str:
    while True:
        name = new_id(now)
        if name in taken:
            continue
        try:
            store.find_all(name)
        except DriveproofError:
            return name
