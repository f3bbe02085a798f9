# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Locks for what a machine has only once, so that lanes of tests can run in parallel.

Each is a lock on a file that every machine has, so nothing is left behind: flock(2) ends with the
process that holds it, however that ends. udev keeps away from a block device that is locked
(systemd.io/BLOCK_DEVICE_LOCKING).
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PAGE_CACHE = Path("/proc/sys/vm/drop_caches")
LOOP_CONTROL = Path("/dev/loop-control")
# udevd's control socket: udevadm gives up at once where another one is being answered.
UDEV_CONTROL = Path("/sys/kernel/uevent_seqnum")


class Turn:
    """A lock that is shared or exclusive; it waits for the others."""

    def __init__(self, file: Path) -> None:
        kind = os.O_RDONLY if os.access(file, os.R_OK) else os.O_WRONLY
        self._descriptor = os.open(file, kind | os.O_CLOEXEC)

    def share(self) -> None:
        """Acquire it shared."""
        fcntl.flock(self._descriptor, fcntl.LOCK_SH)

    def take(self) -> None:
        """Acquire it exclusively."""
        fcntl.flock(self._descriptor, fcntl.LOCK_EX)

    def is_mine(self) -> bool:
        """Acquire it exclusively if nobody else holds it; whether that worked."""
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def give_back(self) -> None:
        """Release it."""
        fcntl.flock(self._descriptor, fcntl.LOCK_UN)

    def close(self) -> None:
        """Release it for good."""
        os.close(self._descriptor)


@contextmanager
def alone_with(file: Path) -> Iterator[None]:
    """Hold the lock exclusively."""
    turn = Turn(file)
    try:
        turn.take()
        yield
    finally:
        turn.close()


@contextmanager
def sharing(file: Path) -> Iterator[None]:
    """Hold the lock shared: nobody has it exclusively."""
    turn = Turn(file)
    try:
        turn.share()
        yield
    finally:
        turn.close()
