# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A window with the thread that brings it news, for tests."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from driveproof.composition.services import Services
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import MachineError
from driveproof.ui.shell.window import MainWindow
from driveproof.ui.tasks.inbox import Inbox


@dataclass
class Desk:
    """A window and what it is connected to."""

    window: MainWindow
    news: Inbox
    services: Services
    qtbot: QtBot

    def tell(self, news: Inventory | MachineError) -> None:
        """News from a thread, as the watcher brings it; returns when the window has it."""
        thread = threading.Thread(target=self.news.put, args=(news,))
        thread.start()
        thread.join()
        self.qtbot.waitUntil(lambda: self.news.empty)
        QApplication.processEvents()
