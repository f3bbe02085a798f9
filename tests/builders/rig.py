# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A window with a thread that sends it inventories, for tests."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from driveproof.composition.services import Services
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import MachineError
from driveproof.ui.feeds.pages import (
    CHECK,
    DRIVES,
    EXPERIMENT,
    HEALTH,
    HISTORY,
    MEASURE,
    MISSING,
    MONITOR,
    OVERVIEW,
    TRIM,
)
from driveproof.ui.shell.window import MainWindow
from driveproof.ui.tasks.inbox import Inbox

if TYPE_CHECKING:
    from driveproof.ui.check.page import CheckPage
    from driveproof.ui.dashboard.page import DashboardPage
    from driveproof.ui.experiment.page import ExperimentPage
    from driveproof.ui.health.page import HealthPage
    from driveproof.ui.measure.page import MeasurePage
    from driveproof.ui.monitor.page import MonitorPage
    from driveproof.ui.overview.missing import MissingPage
    from driveproof.ui.overview.page import OverviewPage
    from driveproof.ui.runs.page import HistoryPage
    from driveproof.ui.trim.page import TrimPage

SECONDS = 30.0


@dataclass
class Rig:
    """A window and its services."""

    window: MainWindow
    news: Inbox
    services: Services
    qtbot: QtBot

    def tell(self, news: Inventory | MachineError) -> None:
        """Send an inventory from a thread, as the watcher does; returns when the window has it."""
        thread = threading.Thread(target=self.news.put, args=(news,))
        thread.start()
        thread.join()
        self.qtbot.waitUntil(lambda: self.news.empty)
        QApplication.processEvents()

    @property
    def drive(self) -> str:
        """The kernel's name of the selected drive, "" where all are shown."""
        selected = self.window.sidebar.current()
        return "" if selected is None else selected.name

    # The pages, made if they were not shown before; but not all drives.

    @property
    def dashboard(self) -> DashboardPage:
        return cast("DashboardPage", self.window.pages.made[DRIVES])

    @property
    def overview(self) -> OverviewPage:
        return cast("OverviewPage", self.window.pages.page(OVERVIEW))

    @property
    def health(self) -> HealthPage:
        return cast("HealthPage", self.window.pages.page(HEALTH))

    @property
    def trim(self) -> TrimPage:
        return cast("TrimPage", self.window.pages.page(TRIM))

    @property
    def measure(self) -> MeasurePage:
        return cast("MeasurePage", self.window.pages.page(MEASURE))

    @property
    def check(self) -> CheckPage:
        return cast("CheckPage", self.window.pages.page(CHECK))

    @property
    def experiment(self) -> ExperimentPage:
        return cast("ExperimentPage", self.window.pages.page(EXPERIMENT))

    @property
    def monitor(self) -> MonitorPage:
        return cast("MonitorPage", self.window.pages.page(MONITOR))

    @property
    def missing(self) -> MissingPage:
        return cast("MissingPage", self.window.pages.page(MISSING))

    def open_history(self) -> HistoryPage:
        """Show the History page."""
        self.window.show_page(HISTORY)
        return self.history_page()

    def history_page(self) -> HistoryPage:
        """The History page, once everything that it requested has been read."""
        return cast("HistoryPage", Settled(self.window.pages.page(HISTORY)))


def select(page: HistoryPage, run_id: str) -> None:
    """Select a run of the list."""
    row = page.list.model.row_of(run_id)
    assert row is not None
    page.list.table.choose([row])


class Settled:
    """A History page that reads and stores in a thread: every access waits for that."""

    def __init__(self, page: HistoryPage) -> None:
        self.__dict__["_page"] = page

    def __getattr__(self, name: str) -> Any:
        page = self.__dict__["_page"]
        assert page.history.finish(SECONDS)
        return getattr(page, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.__dict__["_page"], name, value)
