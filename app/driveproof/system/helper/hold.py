# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A device that the helper holds for one caller: the tests of a whole run, asked about once."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from driveproof.domain.errors import DriveproofError
from driveproof.system.bus import Connection

if TYPE_CHECKING:
    from driveproof.helper.protocol import Phase
    from driveproof.system.helper.job import HelperJob


class WriteHold:
    """One test after the other, on one connection; leaving it lets go of the device."""

    def __init__(
        self,
        connection: Connection,
        begin: Callable[..., HelperJob],
        release: Callable[[], Any],
    ) -> None:
        self._connection = connection
        self._begin = begin
        self._release = release

    def start(self, phase: Phase, offset: int, length: int, *, writes: bool) -> HelperJob:
        """fio on a range within what is held. Raises DriveproofError."""
        method = "StartWriteTest" if writes else "StartReadTest"
        return self._begin(method, phase.wire(), offset, length)

    def hang_up(self) -> None:
        """From any thread: what waits for an answer here raises, and everything ends."""
        with contextlib.suppress(OSError):
            self._connection.sock.shutdown(2)

    def close(self) -> None:
        """Let go of the device: when this returns, others can have it."""
        with contextlib.suppress(DriveproofError, OSError):
            self._release()
        self._connection.close()
