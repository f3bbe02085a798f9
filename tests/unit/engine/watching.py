# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A monitor over fake drives, for tests of what it reads and reports."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.unit.engine.health_drives import Clock, Drives, drive, judge

from driveproof.domain.health.verdict import HealthVerdict
from driveproof.engine.health.monitor import HealthMonitor
from driveproof.engine.health.service import HealthService
from driveproof.engine.health.view import HealthView
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
        self.worse: queue.Queue[tuple[HealthView, HealthVerdict]] = queue.Queue()
        service = HealthService(self.drives, history, judge=rule, now=self.clock.now)
        self.monitor = HealthMonitor(
            service,
            self.views.put,
            lambda view, before: self.worse.put((view, before)),
            clock=clock or self.clock,
            timeout=timeout,
        )
        self.monitor.start()

    def view(self) -> HealthView:
        return self.views.get(timeout=WAIT)

    def after(self, seconds: float, name: str = "sda") -> HealthView:
        """The next view of a drive, so many seconds later."""
        self.clock.seconds += seconds
        self.monitor.look_now(name)
        return self.view()

    def told(self) -> list[tuple[str, str]]:
        """The drives that got worse since the last call; every view has arrived before."""
        found = []
        while not self.worse.empty():
            view, before = self.worse.get()
            found.append((before.word, view.verdict.word))
        return found


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    store = History(tmp_path / "history.sqlite")
    yield store
    store.close()


@pytest.fixture
def watching(history: History) -> Iterator[Watching]:
    made = Watching(history)
    yield made
    made.monitor.stop()
