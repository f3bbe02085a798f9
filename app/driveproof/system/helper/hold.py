# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A device that the helper lets one caller use: one prompt for all tests of a run."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from contextlib import closing
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.helper.protocol import Caches, HdparmTest
from driveproof.system.bus import Connection

if TYPE_CHECKING:
    from driveproof.helper.identity import WrittenSectors
    from driveproof.helper.protocol import WirePhase
    from driveproof.helper.scan import Scan
    from driveproof.system.helper.job import HelperJob


class CapacityPart(StrEnum):
    """The helper's method for a part of a check of capacity."""

    FILL = "StartFill"
    READ_BACK = "StartReadBack"
    PROBE = "StartProbe"


class Hold:
    """Runs one test after the other on one connection; leaving it releases the device."""

    def __init__(
        self,
        connection: Connection,
        begin: Callable[..., HelperJob],
        release: Callable[[], Any],
    ) -> None:
        self._connection = connection
        self._begin = begin
        self._release = release

    def hang_up(self) -> None:
        """From any thread: make a waiting call raise, and end everything."""
        with contextlib.suppress(OSError):
            self._connection.sock.shutdown(2)

    def close(self) -> None:
        """Release the device; others can use it when this returns."""
        with contextlib.suppress(DriveproofError, OSError):
            self._release()
        self._connection.close()


class ReadHold(Hold):
    """A device that may be read, all of it."""

    def start(self, phase: WirePhase, length: int) -> HelperJob:
        """Start fio on the first `length` bytes, 0 for all. Raises DriveproofError."""
        return self._begin("StartReadTest", phase.wire(), 0, length)

    def scan(self, scan: Scan) -> HelperJob:
        """Let fio read places all over it and log each I/O. Raises DriveproofError."""
        return self._begin("StartScan", scan.wire())

    def check(self, length: int, offset: int = 0) -> HelperJob:
        """Read `length` bytes once, 0 for all, over bad places. Raises DriveproofError.

        The output is a line for each place: offset, bytes, nanoseconds, and 0 or the system's error
        number.
        """
        return self._begin("StartReadCheck", offset, length)

    def hdparm(self, test: HdparmTest) -> HelperJob:
        """Start one of hdparm's timings. Raises DriveproofError."""
        return self._begin("StartHdparm", int(test))

    def drop_caches(self, caches: Caches = Caches.ALL) -> None:
        """Drop the machine's page cache and its kin, and wait for the end. Raises
        DriveproofError.
        """
        with closing(self._begin("DropCaches", int(caches))) as job:
            job.read()
            ending = job.wait()
        if ending.status or ending.reason:
            raise MachineError("The caches were not emptied: {why}", why=ending.why)


class WriteHold(Hold):
    """A range of a device whose data are given up: it may be overwritten and discarded."""

    def start(self, phase: WirePhase, offset: int, length: int, *, writes: bool) -> HelperJob:
        """Start fio on a range within what is held. Raises DriveproofError."""
        method = "StartWriteTest" if writes else "StartReadTest"
        return self._begin(method, phase.wire(), offset, length)

    def discard(self, offset: int, length: int) -> HelperJob:
        """Discard a range within what is held: its data are lost. Raises DriveproofError.

        The output is lines of JSON: start and length in bytes.
        """
        return self._begin("StartDiscard", offset, length)

    def discard_unwritten(self, offset: int, length: int, unwritten: WrittenSectors) -> HelperJob:
        """The same, if the kernel has counted no write to the device since it said `unwritten`."""
        return self._begin("StartDiscardUnwritten", offset, length, *unwritten)

    def check_capacity(
        self, part: CapacityPart, offset: int, length: int, number: int
    ) -> HelperJob:
        """Start a part of a check of capacity on a range within what is held: whole blocks of
        4 KiB, and the number of the check. Raises DriveproofError.

        The output is a line for each place (helper/places.py).
        """
        return self._begin(part.value, offset, length, number)
