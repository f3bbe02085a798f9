# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers to a question of the window."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from tests.builders.rig import Rig


def answer(word: str, rig: Rig) -> None:
    """Click the button with this word in the question that comes next."""

    def click() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        assert box.textFormat() == Qt.TextFormat.PlainText
        next(b for b in box.buttons() if word in b.text()).click()

    QTimer.singleShot(0, rig.window, click)
