# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A window with a thread that sends it inventories, for tests."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any, cast

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from driveproof.composition.services import Services
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import MachineError
from driveproof.ui.dashboard.page import DashboardPage
from driveproof.ui.runs.page import HistoryPage
from driveproof.ui.shell.pages import HISTORY
from driveproof.ui.shell.window import MainWindow
from driveproof.ui.tasks.inbox import Inbox

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

    @property
    def dashboard(self) -> DashboardPage:
        page = self.window.dashboard
        assert page is not None
        return page

    def open_history(self) -> HistoryPage:
        """Show the History page."""
        self.window.show_page(HISTORY)
        return self.history_page()

    def history_page(self) -> HistoryPage:
        """The History page, once everything that it requested has been read."""
        return cast(HistoryPage, Settled(self.window.pages.history_page()))


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
