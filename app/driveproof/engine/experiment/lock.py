# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One program at a time works on a session; a lock that a kill cannot leave behind."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from driveproof.domain.errors import Advice, MachineError, RefusedError


@contextmanager
def locked(folder: Path, experiment_id: str) -> Iterator[None]:
    """Raises RefusedError while another holds it, MachineError where no lock can be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(
            folder / f"{experiment_id}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600
        )
    except OSError as error:
        raise MachineError(
            "The session {id} cannot be locked: {error}.",
            id=experiment_id,
            error=error.strerror,
            advice=Advice("{path} has to be writable.", path=folder),
        ) from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise RefusedError(
                "Another Driveproof works on the session {id} now.",
                id=experiment_id,
                advice=Advice("Wait for it to end."),
            ) from error
        except OSError as error:
            raise MachineError(
                "The session {id} cannot be locked: {error}.",
                id=experiment_id,
                error=error.strerror,
            ) from error
        yield
    finally:
        os.close(handle)
