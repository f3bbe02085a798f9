# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes results of other programs into the history: every file is read before anything is kept."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, Protocol

from driveproof.domain.errors import Advice, DriveproofError, MachineError, UsageError
from driveproof.domain.run.assignment import KnownDrive, assigned
from driveproof.domain.run.run import Run, RunHead
from driveproof.history.ids import new_id
from driveproof.importers.fields import MAX_BYTES, UnfitError

MAX_FILES = 1000
MAX_RUNS = 1000
_PIECE = 2**20
_SECOND = timedelta(seconds=1)


class Imported(NamedTuple):
    """The runs of the files in their order; `known` are the ids of those that were in the history
    before, and are not stored again: counted twice, they would make a difference look certain.
    """

    runs: tuple[Run, ...]
    known: frozenset[str] = frozenset()

    @property
    def new(self) -> tuple[Run, ...]:
        """Those that are stored now."""
        return tuple(run for run in self.runs if run.id not in self.known)


class RunStore(Protocol):
    """Where runs are kept."""

    def save(self, *runs: Run) -> None:
        """Keep them, all or none."""

    def find_all(self, word: str) -> tuple[str, ...]:
        """The run ids that a word selects. Raises MachineError when there is none."""

    def heads(self) -> list[RunHead]:
        """All runs without their tests, newest first."""

    def load(self, name: str) -> Run:
        """A run as it is kept."""


def import_files(
    store: RunStore, paths: Sequence[str], label: str = "", drive: KnownDrive | None = None
) -> Imported:
    """Read every file, then keep all their runs at once, with new ids.

    A run that the history has already keeps its id, label and drive there. `label` names all
    others; without it each keeps its own. `drive` is the drive they are assigned to; without it
    each keeps what its file says. Raises MachineError, with the file's name, for a file that is
    missing or is no result: then nothing of any file is kept.
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
    runs, known = list[Run](), set[str]()
    heads = store.heads()
    for run in found:
        if (kept := _kept(store, heads, run)) is not None:
            known.add(kept.id)
            runs.append(kept)
            continue
        name = _free_id(store, now, taken)
        taken.add(name)
        target = run.target if drive is None else assigned(run.target, drive)
        runs.append(replace(run, id=name, label=label or run.label, target=target))
    imported = Imported(tuple(runs), frozenset(known))
    store.save(*imported.new)
    return imported


def _kept(store: RunStore, heads: Iterable[RunHead], run: Run) -> Run | None:
    """The run of the history that is the same measurement; None where there is none."""
    for head in heads:
        # Other programs' files have whole seconds.
        if head.title == run.title and abs(head.started - run.started) < _SECOND:
            kept = store.load(head.id)
            if _counted(kept) == _counted(run):
                return kept
    return None


def _counted(run: Run) -> list[tuple[object, ...]]:
    """What was read and written in each repeat, which no two measurements have in common: bytes, or
    bytes per second where a file has nothing else.
    """
    return [
        (phase.name, repeat.order, direction, result.bytes or round(result.bandwidth))
        for phase in run.phases
        for repeat in phase.repeats
        for direction, result in repeat.directions.items()
    ]


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
