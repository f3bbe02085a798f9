# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One program at a time works on an experiment; a lock that a kill cannot leave behind."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from driveproof.domain.errors import Advice, MachineError, RefusedError


@contextmanager
def locked(folder: Path, experiment_id: str) -> Iterator[None]:
    """Raises RefusedError while another holds it, MachineError where no lock can be made.

    The file goes at the end, while it is still locked. Who had opened it before then holds a lock
    on a file that nobody else finds, and looks once more.
    """
    path = folder / f"{experiment_id}.lock"
    while True:
        handle = _opened(path, experiment_id)
        try:
            _lock(handle, experiment_id)
            if not _is_there(handle, path):
                continue
            try:
                yield
            finally:
                with suppress(OSError):
                    path.unlink()
            return
        finally:
            os.close(handle)


def _opened(path: Path, experiment_id: str) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise MachineError(
            "{path} cannot be written: {reason}.",
            path=path.parent,
            reason=error.strerror,
        ) from error


def _lock(handle: int, experiment_id: str) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise RefusedError(
            "Another Driveproof is working on it.",
            advice=Advice("Wait for it to end."),
        ) from error
    except OSError as error:
        raise MachineError(
            "{path} cannot be written: {reason}.",
            path=experiment_id,
            reason=error.strerror,
        ) from error


def _is_there(handle: int, path: Path) -> bool:
    """Whether the open file is the one that has the name now."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False
