# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of an experiment by itself, with a shelf of experiments."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot
from tests.builders.demo import demo_inventory
from tests.builders.experimenting import DRIVE, Shelf
from tests.builders.made_trims import Trims

from driveproof.domain.experiment.experiment import Experiment
from driveproof.domain.experiment.start import Start
from driveproof.ui.experiment.page import ExperimentPage
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.widgets.labels import Label


@dataclass
class ShownExperiment:
    """The page with its services and its context."""

    page: ExperimentPage
    context: PageContext
    shelf: Shelf
    trims: Trims
    qtbot: QtBot
    back: list[None] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)
    busy: list[bool] = field(default_factory=list)

    def ask(self, **known: str) -> None:
        self.page.begin(DRIVE, demo_inventory(), Start(**known))

    def open(self, experiment: Experiment) -> None:
        self.shelf.experiments[experiment.id] = experiment
        self.page.open_experiment(experiment.id, demo_inventory())
        self.settle()

    def press_start(self) -> None:
        """Begin the next step with its button, and wait until it is over."""
        self.button.click()
        self.settle()

    def settle(self) -> None:
        """Wait until nothing is running."""
        page = self.page
        self.qtbot.waitUntil(lambda: not page.busy and not page.flow.tasks.busy, timeout=20_000)
        QApplication.processEvents()

    @property
    def view(self) -> int:
        return self.page.views.currentIndex()

    @property
    def button(self) -> QPushButton:
        return self.page.steps.panel.button

    def words(self) -> str:
        found = []
        for one in self.page.findChildren(QLabel):
            if one.isVisible():
                found.append(one.whole() if isinstance(one, Label) else one.text())
        return "\n".join(found)
