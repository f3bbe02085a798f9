# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A machine whose counters move."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.fakes.made_machine import MadeMachine

from driveproof.cli.arguments import parser
from driveproof.cli.monitor import monitor
from driveproof.system.kernel.sysfs import Sysfs

GB = 10**9


class Machine:
    """A mirror of an SSD and a hard disk whose counters move at every pause."""

    def __init__(self, root: Path) -> None:
        self.made = MadeMachine(root)
        self.ssd = self.made.nvme(0, "Fast", 1000 * GB, serial="F1", temperature=40.5)
        self.disk = self.made.sata("sda", "Disk", 1000 * GB, 1, rotation=5400, temperature=31.0)
        self.array = self.made.raid(0, "raid1", "both", 999 * GB, [self.ssd, self.disk])
        self.sysfs = Sysfs(root)
        self.seconds = 0.0
        self.steps = 0
        self.before: Callable[[], object] = lambda: None

    def clock(self) -> float:
        return self.seconds

    def pause(self, seconds: float) -> None:
        """In each second 100 reads of 64 KiB that take 2 ms each, of the array and its SSD."""
        self.seconds += seconds
        self.steps += 1
        reads = round(100 * self.seconds)
        busy = round(200 * self.seconds)
        for made in (self.array, self.ssd):
            self.made.statistics(made, reads, 0, reads * 128, reads * 2, 0, 0, 0, 0, 0, busy, busy)
        self.before()

    def run(self, *words: str, target: str = "") -> int:
        """The subcommand on the array."""
        arguments = parser().parse_args(["monitor", target or "/dev/md0", *words])
        return monitor(arguments, self.sysfs, self.pause, self.clock)
