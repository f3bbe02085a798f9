# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The monitor page on a machine whose counters a test moves."""

from __future__ import annotations

from pathlib import Path
from threading import Event

from tests.builders.rig import Rig
from tests.fakes.made_machine import MadeMachine

from driveproof.engine.live import LiveMonitor
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.ui.monitor.page import MonitorPage

GB = 10**9


SECONDS = 2.0


class Live:
    """Watches the NVMe of the made machine; each look is two seconds and 100 MB of reads later."""

    def __init__(self, root: Path) -> None:
        made = MadeMachine(root)
        self.machine = made
        self.drive = made.nvme(0, "Fast", 1000 * GB, serial="F1", temperature=41.0)
        self.sysfs = Sysfs(root)
        self.looks = 0
        self.answers = Event()
        """Not set: a look does not come back."""
        self.answers.set()

    def clock(self) -> float:
        assert self.answers.wait(20)
        self.looks += 1
        reads = 1000 * self.looks
        sectors = 100_000_000 // 512 * self.looks
        counts = (reads, 0, sectors, 500 * self.looks, 0, 0, 0, 0, 0, 500 * self.looks, 0)
        self.machine.statistics(self.drive, *counts)
        return SECONDS * self.looks

    def __call__(self, name: str) -> LiveMonitor:
        return LiveMonitor(name, self.sysfs, clock=self.clock)


def open_page(rig: Rig) -> MonitorPage:
    rig.overview.monitor_button.setFocus()
    rig.overview.monitor_button.click()
    assert rig.monitor.isVisible()
    return rig.monitor


def looked(rig: Rig, page: MonitorPage, count: int) -> None:
    """Wait for so many samples; the timer's second is not waited for."""

    def seen() -> bool:
        if not page.tasks.busy:
            page.timer.timeout.emit()
        return page.totals.samples >= count

    rig.qtbot.waitUntil(seen)
