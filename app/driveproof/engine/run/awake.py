# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps every processor from sleeping while a test has pauses."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from driveproof.domain.errors import DriveproofError
from driveproof.fio.command import busy_command
from driveproof.fio.process import FioProcess


@contextmanager
def kept_awake(fio: str, seconds: float) -> Iterator[DriveproofError | None]:
    """Keep all processors busy with work that gives way to any other (SCHED_IDLE, chrt(1)), for so
    many seconds at most; what made that impossible, None where it is done.
    """
    chrt = shutil.which("chrt")
    idle = [chrt, "--idle", "0"] if chrt else []
    try:
        process = FioProcess([*idle, *busy_command(fio, os.cpu_count() or 1, seconds)])
    except DriveproofError as error:
        yield error
        return
    try:
        yield None
    finally:
        process.end()
