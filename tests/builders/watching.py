# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A monitor over fake drives, for tests of what it reads and announces."""

from __future__ import annotations

import queue
from collections.abc import Callable
from functools import partial

from tests.builders.health_drives import Clock, Drives, drive, judge

from driveproof.domain.health.verdict import HealthVerdict
from driveproof.domain.watch import DriveEvent
from driveproof.engine.announcer import Announcer
from driveproof.engine.health.monitor import HealthMonitor
from driveproof.engine.health.service import HealthService
from driveproof.engine.health.view import HealthView
from driveproof.engine.watch import News
from driveproof.engine.watch_record import WatchRecord
from driveproof.history.store import History

WAIT = 20.0
IDENTITY = drive().identity


class Watching:
    """A monitor over fake drives, and its reports."""

    def __init__(
        self,
        history: History,
        timeout: float = 5.0,
        clock: Callable[[], float] | None = None,
        rule: Callable[..., HealthVerdict] = judge,
    ) -> None:
        self.history = history
        self.clock = Clock()
        self.drives = Drives(self.clock)
        self.views: queue.Queue[HealthView] = queue.Queue()
        self.events: queue.Queue[DriveEvent] = queue.Queue()
        service = HealthService(self.drives, history, judge=rule, now=self.clock.now)
        self.news = News(WatchRecord(history.path.parent / "announced.json"), service.kept)
        monitor = partial(HealthMonitor, service, clock=clock or self.clock, timeout=timeout)
        self.monitor = Announcer(monitor, self.news, self.views.put, self.events.put)
        self.monitor.start()

    def view(self) -> HealthView:
        return self.views.get(timeout=WAIT)

    def after(self, seconds: float, name: str = "sda") -> HealthView:
        """The next view of a drive, so many seconds later."""
        self.clock.seconds += seconds
        self.monitor.look_now(name)
        return self.view()

    def told(self) -> list[str]:
        """What happened to drives since the last call; every view has arrived before."""
        waiting = True
        while waiting:
            with self.news.record.turn():  # it announces in its turn
                waiting = bool(self.monitor._views)
        found = []
        while not self.events.empty():
            event = self.events.get()
            grades = [str(one) for one in (event.before, event.grade) if one is not None]
            found.append(" ".join([event.what, *grades]))
        return found
