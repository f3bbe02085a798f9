# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Collects the lines of all drives: from UDisks2, the kept snapshots and the runs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime

from driveproof.domain.dashboard import DriveLine, DriveNews, Kept, line_of, news_of, speed_of
from driveproof.domain.drive.array import is_news
from driveproof.domain.drive.drive import DRIVE_KINDS, BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.health.changes import comparable
from driveproof.domain.health.verdict import UNKNOWN
from driveproof.engine.health.service import HealthService
from driveproof.engine.health.view import HealthView, Reading
from driveproof.history.arrays import ArrayStates
from driveproof.history.checks import Checks
from driveproof.history.store import History
from driveproof.history.trims import Trims

MOST_RUNS = 60
"""How many of a drive's newest runs are searched for its speed."""
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

    def kept(self, devices: Iterable[BlockDevice], inventory: Inventory) -> Mapping[str, Kept]:
        """What the history has about these drives, by kernel name.

        A drive without an identity of its own is left out; the result is empty where the history
        cannot be read.
        """
        found: dict[str, Kept] = {}
        there = self._there()
        for device in devices:
            if not self._service.can_be_kept(device, inventory):
                continue
            if not there:
                found[device.name] = Kept()
                continue
            with suppress(DriveproofError):
                heads = self._history.heads(identity=device.identity, limit=MOST_RUNS)
                check = Checks(self._history).latest(device.identity)
                found[device.name] = Kept(
                    speed_of(heads),
                    check.taken if check is not None else None,
                    check.rating if check is not None else None,
                    check.id if check is not None else "",
                )
        return found

    def news(
        self, devices: Iterable[BlockDevice], inventory: Inventory, since: datetime
    ) -> tuple[DriveNews, ...]:
        """What happened to these drives since a moment, as far as it was kept, in their order."""
        found: list[DriveNews] = []
        if not self._there():
            return ()
        for device in devices:
            if self._service.can_be_kept(device, inventory):
                with suppress(DriveproofError):
                    found += self._news(device, since)
        with suppress(DriveproofError):
            found += self._array_news(inventory, since)
        return tuple(found)

    def _array_news(self, inventory: Inventory, since: datetime) -> Iterable[DriveNews]:
        states = ArrayStates(self._history)
        for one in inventory.devices:
            if one.array is None:
                continue
            before = states.before(one.identity, since)
            if before is not None and is_news(before, one.array):
                yield DriveNews(device=one.name, array_before=before, array_now=one.array)

    def note_arrays(self, inventory: Inventory, now: datetime | None = None) -> None:
        """Keep the states of all arrays, for the next time that somebody asks for news."""
        states = {one.identity: one.array for one in inventory.devices if one.array is not None}
        if states and self._there():
            with suppress(DriveproofError):
                ArrayStates(self._history).note(states, now or datetime.now(UTC))

    def _news(self, device: BlockDevice, since: datetime) -> tuple[DriveNews, ...]:
        identity = device.identity
        kept, trims = self._service.kept, Trims(self._history).of(identity, since)
        last = kept.latest(identity)
        if last is None or last.taken < since:
            return news_of(device.name, None, None, trims)
        before = kept.latest(identity, since, lambda one: comparable(one.health, last.health))
        heads = self._history.heads(identity=identity, limit=1)
        measured = bool(heads) and heads[0].started >= since
        health = before.health if before is not None else None
        return news_of(device.name, health, last.health, trims, measured=measured)

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

    def _there(self) -> bool:
        try:
            return self._history.path.exists()
        except OSError:
            return False

    def _asked(
        self, devices: list[BlockDevice], inventory: Inventory
    ) -> Mapping[str, HealthView | None]:
        """What UDisks2 knows of each, without asking a drive; one that does not answer in time is
        left out.
        """
        readings: dict[str, Reading] = {}
        todo = list(reversed(devices))

        def work() -> None:
            with suppress(IndexError, DriveproofError):
                while True:
                    device = todo.pop()
                    reading = self._service.read(device, inventory, update=False, timeout=SECONDS)
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
        there = self._there()
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
        if not self._there():
            return found
        for device in devices:
            if not self._service.can_be_kept(device, inventory):
                continue
            with suppress(DriveproofError):
                snapshot = self._service.kept.latest(device.identity)
                if snapshot is not None:
                    reading = Reading(snapshot.health)
                    found[device.name] = self._service.view(device, inventory, reading)
        return found


def _line(
    device: BlockDevice, inventory: Inventory, view: HealthView | None, kept: Kept | None
) -> DriveLine:
    if view is None:
        return line_of(device, inventory, kept=kept)
    return line_of(device, inventory, health=view.health, verdict=view.verdict, kept=kept)
