# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the helper lets a run use of a device, from its first job on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from driveproof.system.helper.client import Opened
from driveproof.system.helper.hold import Hold
from driveproof.system.helper.job import HelperJob

_Hold = TypeVar("_Hold", bound=Hold)


class DeviceHold(Generic[_Hold]):
    """Takes hold of the device with the first job, so that a cancel at the prompt ends it."""

    def __init__(self, take: Callable[[Opened], _Hold]) -> None:
        self._take = take
        self._hold: _Hold | None = None

    def start(self, begin: Callable[[_Hold], HelperJob], connected: Opened) -> HelperJob:
        """Begin a job on it. Raises DriveproofError, RefusedError when it is not authorized."""
        if self._hold is None:
            self._hold = self._take(connected)
        connected(self._hold.hang_up)
        return begin(self._hold)

    def close(self) -> None:
        """Let go of the device."""
        if self._hold is not None:
            self._hold.close()
