# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The core of the program: its folders, and what every face needs, made once. Each further
subject has a module of its own here, which takes the `Application`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from driveproof.composition.rendering import Draw, cannot_draw
from driveproof.domain.errors import MachineError
from driveproof.domain.notes import Note
from driveproof.history.store import History

if TYPE_CHECKING:
    from driveproof.domain.dashboard import DriveLine
    from driveproof.domain.drive.drive import Inventory
    from driveproof.domain.health.changes import Pair
    from driveproof.engine.health.service import HealthService
    from driveproof.engine.ongoing import Works
    from driveproof.engine.run.given_up import GivenUpDevices
    from driveproof.engine.run.testfile import TestFileRegistry

NAME = "driveproof"


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders that the program keeps its files in."""

    config: Path
    """The person's own profiles and the window's settings."""
    data: Path
    """The history."""
    state: Path
    """Records of what the next start has to clean up."""
    runtime: Path
    """What is of no use after the next boot: in memory, so that it keeps no disk awake."""

    @classmethod
    def of_the_person(cls) -> Folders:
        """The folders that the XDG Base Directory Specification names; `runtime` is that of the
        records where no session has made one.
        """
        state = platformdirs.user_state_path(NAME)
        running = os.environ.get("XDG_RUNTIME_DIR", "")
        return cls(
            platformdirs.user_config_path(NAME),
            platformdirs.user_data_path(NAME),
            state,
            Path(running) / NAME if running else state,
        )

    @classmethod
    def below(cls, place: Path) -> Folders:
        """Every folder below one base folder."""
        return cls(place / "config", place / "data", place / "state", place / "runtime")


TEST_FILES = "testfiles"
"""The folder of the record of test files."""
GIVEN_UP = "given-up"
"""That of the record of devices that a killed run has left formatted."""


class Application:
    """Makes the parts of the program that its threads share, once. Nothing is opened or read before
    it is needed.

    `draw` writes charts and reports into files.
    """

    pause: Callable[[float], object] = staticmethod(time.sleep)
    """Waits so many seconds between two readings of the kernel's counters."""

    def __init__(
        self,
        folders: Folders | None = None,
        *,
        history: History | None = None,
        draw: Draw = cannot_draw,
    ) -> None:
        self.folders = folders or Folders.of_the_person()
        self.draw = draw
        self.history = history or History(self.folders.data / "history.sqlite")

    @cached_property
    def health_service(self) -> HealthService:
        """One for all callers, made before there is a second thread: it knows which drive is being
        read now.
        """
        from driveproof.engine.health.reader import HealthReader  # noqa: PLC0415
        from driveproof.engine.health.service import HealthService  # noqa: PLC0415
        from driveproof.engine.health.use_since import UseSince  # noqa: PLC0415
        from driveproof.system.kernel.link_state import link_state  # noqa: PLC0415

        reader = HealthReader(
            history=self.history, use=UseSince(self.folders.runtime / "read-disks.json")
        )
        return HealthService(
            reader,
            self.history,
            link=link_state,
            elsewhere=lambda path: self.works.disturbing(path) is not None,
        )

    @cached_property
    def works(self) -> Works:
        """What this process tells others of its work, and reads of theirs; one for all threads,
        made by the first that begins work.
        """
        from driveproof.engine.ongoing import Works  # noqa: PLC0415

        return Works(self.folders.data / "running")

    @cached_property
    def given_up_devices(self) -> GivenUpDevices:
        """The record of devices that a run formats, for the case that it is killed."""
        from driveproof.engine.run.given_up import GivenUpDevices  # noqa: PLC0415

        return GivenUpDevices(self.folders.state / GIVEN_UP)

    @property
    def test_files(self) -> TestFileRegistry:
        """The record of test files, by which those of a killed process are removed."""
        from driveproof.engine.run.testfile import TestFileRegistry  # noqa: PLC0415

        return TestFileRegistry(self.folders.state / TEST_FILES)

    def inventory(self) -> Inventory:
        """The inventory of block devices. Raises MachineError without UDisks2."""
        from driveproof.system.udisks.client import read_inventory  # noqa: PLC0415

        return read_inventory()

    def inventory_or_none(self) -> Inventory | None:
        """The inventory, None without UDisks2: a folder can still be measured."""
        try:
            return self.inventory()
        except MachineError:
            return None

    def drive_lines(self, inventory: Inventory) -> tuple[DriveLine, ...]:
        """Each listed device at a glance; no drive is asked for it."""
        from driveproof.engine.dashboard import Dashboard  # noqa: PLC0415

        return Dashboard(self.health_service, self.history).lines(inventory)

    def run_health(self, run_id: str) -> tuple[Pair, ...]:
        """The health of a run's drives, before and after it; () where unknown."""
        from driveproof.history.snapshots import Snapshots  # noqa: PLC0415

        try:
            return Snapshots(self.history).all_of_run(run_id)
        except MachineError:
            return ()

    def notify(self, title: str, text: str) -> bool:
        """Show a notification, where there is a desktop; returns whether it was shown."""
        from driveproof.system.desktop.notify import notify  # noqa: PLC0415

        return notify(title, text)

    def sweep(self) -> None:
        """Remove what a killed process left behind, in any folder; cheap when there is nothing."""
        if _has_any(self.folders.state / TEST_FILES):
            self.test_files.sweep()

    def given_up(self) -> tuple[Note, ...]:
        """What is to be said of devices that a killed run left formatted, until it is
        acknowledged.
        """
        if not _has_any(self.folders.state / GIVEN_UP):
            return ()
        return tuple(device.note() for device in self.given_up_devices.left())


def _has_any(folder: Path) -> bool:
    """Whether something is in a folder; a home that may not be entered is no fault here."""
    try:
        with os.scandir(folder) as entries:
            return any(entries)
    except OSError:
        return False
