# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Collects the lines of all drives: from UDisks2, the kept snapshots and the runs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress

from driveproof.domain.dashboard import DriveLine, KeptOfDrive, line_of
from driveproof.domain.drive.drive import DRIVE_KINDS, BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.health.rest import Occasion
from driveproof.domain.health.verdict import UNKNOWN
from driveproof.engine.health.service import HealthService
from driveproof.engine.health.view import DriveReading, HealthView
from driveproof.history.glance import kept_of
from driveproof.history.store import History

MOST_ASKED = 24
"""For at most this many drives UDisks2 is queried for attributes; on a machine with more, the last
kept snapshots are used instead.
"""
AT_ONCE = 8
SECONDS = 3.0
"""How long a list waits for all of them together."""


class Dashboard:
    """Each call may block: call it in a thread where there is a window. It queries no drive, and
    creates no history where there is none.
    """

    def __init__(self, service: HealthService, history: History) -> None:
        self._service = service
        self._history = history

    def kept(
        self, devices: Iterable[BlockDevice], inventory: Inventory
    ) -> Mapping[str, KeptOfDrive]:
        """What the history has about these drives, by kernel name.

        A drive without an identity of its own is left out; the result is empty where the history
        cannot be read.
        """
        found: dict[str, KeptOfDrive] = {}
        there = self._history.there
        for device in devices:
            if not self._service.can_be_kept(device, inventory):
                continue
            if not there:
                found[device.name] = KeptOfDrive()
                continue
            with suppress(DriveproofError):
                found[device.name] = kept_of(self._history, device.identity)
        return found

    def lines(self, inventory: Inventory) -> tuple[DriveLine, ...]:
        """A line for each listed device, in the order of the list."""
        devices = inventory.listed()
        known = [one for one in devices if one.kind in DRIVE_KINDS and one.health != UNKNOWN]
        few = len(known) <= MOST_ASKED
        views = self._asked(known, inventory) if few else self._last(known, inventory)
        kept = self.kept((one for one in devices if one.kind in DRIVE_KINDS), inventory)
        return tuple(
            _line(device, inventory, views.get(device.name), kept.get(device.name))
            for device in devices
        )

    def _asked(
        self, devices: list[BlockDevice], inventory: Inventory
    ) -> Mapping[str, HealthView | None]:
        """What UDisks2 knows of each, without asking a drive; one that does not answer in time is
        left out.
        """
        readings: dict[str, DriveReading] = {}
        todo = list(reversed(devices))

        def work() -> None:
            with suppress(IndexError, DriveproofError):
                while True:
                    device = todo.pop()
                    reading = self._service.read(
                        device, inventory, occasion=Occasion.LISTED, timeout=SECONDS
                    )
                    readings[device.name] = reading

        threads = [
            threading.Thread(target=work, name="list", daemon=True)
            for _ in range(min(AT_ONCE, len(devices)))
        ]
        end = time.monotonic() + SECONDS
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(max(0.0, end - time.monotonic()))
        there = self._history.there
        return {
            device.name: self._service.view(device, inventory, reading, compared=there)
            for device in devices
            if (reading := readings.get(device.name)) is not None and reading.health.known
        }

    def _last(
        self, devices: list[BlockDevice], inventory: Inventory
    ) -> Mapping[str, HealthView | None]:
        """What was kept last of each."""
        found: dict[str, HealthView | None] = {}
        if not self._history.there:
            return found
        for device in devices:
            if not self._service.can_be_kept(device, inventory):
                continue
            with suppress(DriveproofError):
                snapshot = self._service.kept.latest(device.identity)
                if snapshot is not None:
                    reading = DriveReading(snapshot.health)
                    found[device.name] = self._service.view(device, inventory, reading)
        return found


def _line(
    device: BlockDevice, inventory: Inventory, view: HealthView | None, kept: KeptOfDrive | None
) -> DriveLine:
    if view is None:
        return line_of(device, inventory, kept=kept)
    return line_of(device, inventory, health=view.health, verdict=view.verdict, kept=kept)
