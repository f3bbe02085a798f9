# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The core of the program: what every face needs, made once. Each further subject has a module of
its own here, which takes the `Application`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from driveproof.composition.folders import Folders
from driveproof.composition.rendering import FileRenderer, no_renderer
from driveproof.domain.errors import MachineError
from driveproof.domain.notes import Note
from driveproof.engine.dashboard import Dashboard
from driveproof.engine.health.reader import HealthReader
from driveproof.engine.health.service import HealthService
from driveproof.engine.ongoing import Works
from driveproof.engine.run.given_up import GivenUpDevices
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.history.snapshots import Snapshots
from driveproof.history.store import History
from driveproof.system.desktop.fwupd import firmware_news
from driveproof.system.desktop.notify import notify
from driveproof.system.kernel.link_state import link_state
from driveproof.system.udisks.client import read_inventory

if TYPE_CHECKING:
    from driveproof.domain.dashboard import DriveLine, DriveNews, Kept
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.health.changes import Pair

TEST_FILES = "testfiles"
"""The folder of the record of test files."""

__all__ = ["Application", "Folders"]


class Application:
    """Makes the parts of the program that its threads share, once. Nothing is opened or read before
    it is needed.

    `renderer()` makes the object that writes charts and reports; it is called when the first is
    requested.
    """

    pause: Callable[[float], object] = staticmethod(time.sleep)
    """Waits so many seconds between two readings of the kernel's counters."""

    def __init__(
        self,
        folders: Folders | None = None,
        *,
        history: History | None = None,
        renderer: Callable[[], FileRenderer] = no_renderer,
    ) -> None:
        self.folders = folders or Folders.of_the_person()
        self.renderer = renderer
        self.history = history or History(self.folders.data / "history.sqlite")
        self.works = Works(self.folders.data / "running")
        self.given_up_devices = GivenUpDevices(self.folders.state / "given-up")
        # One for all callers: it knows which drive is being read now.
        self.health_service = HealthService(
            HealthReader(), self.history, link=link_state, news=firmware_news
        )

    @property
    def test_files(self) -> TestFileRegistry:
        """The record of test files, by which those of a killed process are removed."""
        return TestFileRegistry(self.folders.state / TEST_FILES)

    def inventory(self) -> Inventory:
        """The inventory of block devices. Raises MachineError without UDisks2."""
        return read_inventory()

    def inventory_or_none(self) -> Inventory | None:
        """The inventory, None without UDisks2: a folder can still be measured."""
        try:
            return self.inventory()
        except MachineError:
            return None

    def drive_lines(self, inventory: Inventory) -> tuple[DriveLine, ...]:
        """Each listed device at a glance; no drive is asked for it."""
        return Dashboard(self.health_service, self.history).lines(inventory)

    def kept_of(self, devices: Sequence[BlockDevice], inventory: Inventory) -> Mapping[str, Kept]:
        """What the history knows of drives at a glance, by kernel name; keeps what arrays are."""
        board = Dashboard(self.health_service, self.history)
        board.note_arrays(inventory)
        return board.kept(devices, inventory)

    def news_of(
        self, devices: Sequence[BlockDevice], inventory: Inventory, since: datetime
    ) -> tuple[DriveNews, ...]:
        """What happened to drives since a moment, as far as it was kept."""
        return Dashboard(self.health_service, self.history).news(devices, inventory, since)

    def run_health(self, run_id: str) -> tuple[Pair, ...]:
        """The health of a run's drives, before and after it; () where unknown."""
        try:
            return Snapshots(self.history).all_of_run(run_id)
        except MachineError:
            return ()

    def notify(self, title: str, text: str) -> bool:
        """Show a notification, where there is a desktop; returns whether it was shown."""
        return notify(title, text)

    def sweep(self) -> None:
        """Remove what a killed process left behind, in any folder; cheap when there is nothing."""
        folder = self.folders.state / TEST_FILES
        if os.path.isdir(folder):  # noqa: PTH112 - a home that may not be entered is no fault here
            self.test_files.sweep()

    def given_up(self) -> tuple[Note, ...]:
        """What is to be said of devices that a killed run left formatted, until it is
        acknowledged.
        """
        return tuple(device.note() for device in self.given_up_devices.left())
