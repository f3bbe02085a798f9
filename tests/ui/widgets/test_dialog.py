# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A dialog is wholly on the screen, wherever its window is and whatever it grows by."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from driveproof.ui.widgets.overlays import FRAME, Dialog


@pytest.mark.parametrize(("across", "down"), [(0, 0), (1, 0), (0, 1), (1, 1)])
@pytest.mark.parametrize("part", [0.3, 2.0])
def test_it_opens_and_grows_on_the_screen(
    across: int, down: int, part: float, qtbot: QtBot
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    room = window.screen().availableGeometry()
    window.resize(room.size() / 2)
    window.move(room.topLeft() + QPoint(across * room.width() // 2, down * room.height() // 2))
    window.show()
    dialog = Dialog(window)
    body = QWidget(dialog)
    body.setSizePolicy(body.sizePolicy().Policy.Ignored, body.sizePolicy().Policy.Ignored)
    QVBoxLayout(dialog).addWidget(body)
    dialog.resize(room.width() // 3, round(room.height() * part))
    dialog.open()
    assert room.contains(dialog.frameGeometry())
    assert dialog.height() <= room.height() - FRAME.height()
    dialog.grow(QSize(dialog.width(), room.height() * 3 // 4))
    assert dialog.height() >= room.height() * 3 // 4
    assert room.contains(dialog.frameGeometry())
    dialog.grow(room.size() * 2)
    assert dialog.height() == room.height() - FRAME.height()
    assert room.contains(dialog.frameGeometry())
    dialog.close()
