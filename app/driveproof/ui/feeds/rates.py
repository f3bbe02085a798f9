# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast a drive probably is, read in a thread once for each drive that is asked for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import DriveproofError
from driveproof.domain.profile.estimate import Rates
from driveproof.ui.tasks.queue import TaskQueue

if TYPE_CHECKING:
    from driveproof.composition.measure_page import MeasuringService


class DriveSpeed(NamedTuple):
    """The expected rates, the class, and the write cache in bytes, as far as they are known."""

    rates: Rates | None = None
    speed: SpeedClass = SpeedClass.OTHER
    cache: float | None = None


class DriveRates(QObject):
    """What is known of the device that was asked for last. Emits `changed` when that is read."""

    changed = Signal()

    def __init__(self, measuring: MeasuringService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._measuring = measuring
        self._tasks = TaskQueue(self)
        self._path = ""
        """Of which device `_found` is."""
        self._found = DriveSpeed()
        self._wanted = False

    @property
    def known(self) -> DriveSpeed:
        """Nothing where no device was asked for."""
        return self._found if self._wanted else DriveSpeed()

    def ask(self, device: BlockDevice | None, inventory: Inventory, *, again: bool = False) -> None:
        """Read those of this device, unless they were; `again`: after a run they may differ. What
        is known of it stays while none is asked for.
        """
        self._wanted = device is not None
        if device is None:
            return
        path = device.path
        if path != self._path:
            self._path, self._found, again = path, DriveSpeed(), True
        if again:
            read, cache = self._measuring.rates, self._measuring.write_cache
            done, found = partial(self._have_rates, path), partial(self._have_cache, path)
            self._tasks.add(lambda: read(device, inventory), done, key="rates")
            self._tasks.add(lambda: cache(device, inventory), found, key="write cache")

    def _have_rates(
        self,
        path: str,
        found: tuple[Rates | None, SpeedClass] | None,
        _error: DriveproofError | None,
    ) -> None:
        if found is not None and path == self._path:
            self._found = DriveSpeed(*found, self._found.cache)
            self.changed.emit()

    def _have_cache(self, path: str, found: float | None, error: DriveproofError | None) -> None:
        if error is None and path == self._path and found != self._found.cache:
            self._found = self._found._replace(cache=found)
            self.changed.emit()
