# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the pages of a window share."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.experiment.places import device_of
from driveproof.ui.feeds.experiments import ExperimentFeed
from driveproof.ui.feeds.health_watch import HealthWatch
from driveproof.ui.feeds.lookups import Lookups
from driveproof.ui.feeds.pages import EXPERIMENT, Page, PageRequest, ShowExperiment
from driveproof.ui.feeds.running import ElsewhereFeed, RunningFeed
from driveproof.wording.health.verdict import verdict_of_drive

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from driveproof.composition.services import Services
    from driveproof.ui.settings import Settings
    from driveproof.ui.theme.style import Theme


LOOK_MS = 60_000
"""Milliseconds between two looks. A timer until midnight would be late by the time that the machine
sleeps, and by a change of clock or time zone.
"""


class Today(QObject):
    """Emits `changed` when the date is another one than before. It looks while it is `watching`."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._date = date.today()
        self.timer = QTimer(self)
        self.timer.setInterval(LOOK_MS)
        self.timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
        self.timer.timeout.connect(self.look)

    def set_watching(self, watching: bool) -> None:
        """Look every minute, and at once: it may have been hidden for days."""
        if watching:
            self.look()
            self.timer.start()
        else:
            self.timer.stop()

    @Slot()
    def look(self) -> None:
        """Compare the date with that of the last look."""
        now = date.today()
        if now != self._date:
            self._date = now
            self.changed.emit()


class PageContext(QObject):
    """The services, the theme, the settings, what is known of the drives, and what runs: made once
    for a `window`, and handed to each of its pages.

    Emits `led(page, wanted, drive)` for `lead_to`, `folder_asked` when the person is to choose a
    folder to measure in, and `kept` when something was kept in the history.
    """

    led = Signal(object, object, str)
    folder_asked = Signal()
    kept = Signal()

    def __init__(
        self, services: Services, theme: Theme, settings: Settings, window: QWidget | None = None
    ) -> None:
        super().__init__(window)
        self.services, self.theme, self.settings = services, theme, settings
        self.inventory = Inventory()
        """The devices, as last read."""
        self.device: BlockDevice | None = None
        """The selected one."""
        self.gone = False
        """Whether it was unplugged."""
        self.watch = HealthWatch(services, settings, self)
        self.lookups = Lookups(services, self)
        self.experiments = ExperimentFeed(services, self)
        self.running = RunningFeed(self)
        self.today = Today(self)
        self.elsewhere = ElsewhereFeed(
            services.works, lambda: window is not None and window.isVisible(), self
        )
        self.elsewhere.changed.connect(self.running.works_changed)
        self.elsewhere.ended.connect(self.kept)
        self.kept.connect(self.experiments.read)

    def lead_to(
        self, page: Page | None = None, wanted: PageRequest | None = None, *, drive: str = ""
    ) -> None:
        """Show a page, and there what is wanted, of the drive of this kernel name; without a page
        the one on screen, without a drive that of the selected one.
        """
        self.led.emit(page, wanted, drive)

    def lead_to_experiment(self, experiment_id: str) -> None:
        """Show an experiment that was begun, with its drive."""
        found = (one for one in self.experiments.experiments if one.id == experiment_id)
        experiment = next(found, None)
        device = device_of(experiment, self.inventory) if experiment is not None else None
        drive = "" if device is None or device is self.device else device.name
        self.lead_to(EXPERIMENT, ShowExperiment(experiment_id), drive=drive)

    def failing(self, path: str) -> str:
        """What is wrong with the failing drive of a target; "" if none of its drives is failing."""
        device = self.inventory.device_at(path)
        failing = self.watch.failing(device, self.inventory) if device is not None else None
        if device is None or failing is None:
            return ""
        drive, view = failing
        return verdict_of_drive(view.verdict, device, drive)

    def works_on(self, device: BlockDevice) -> bool:
        """Whether the drive of a device is measured, checked or trimmed now, here or elsewhere."""
        if self.elsewhere.on(device.path, self.inventory) is not None:
            return True
        now = self.running.now
        target = self.inventory.device_at(now.path) if now is not None else None
        if target is None:
            return now is not None
        whole = self.inventory.whole_disk
        return whole(target).name == whole(device).name

    def works_elsewhere(self, path: str) -> str:
        """What another process does to the drive of a target; "" for nothing."""
        return self.elsewhere.sentence(path, self.inventory)
