# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that are dragged and dropped."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
)
from PySide6.QtWidgets import QApplication
from tests.builders.rig import Rig

# With Shift a file manager proposes to move.
LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier


MOVE, COPY = Qt.DropAction.MoveAction, Qt.DropAction.CopyAction


def dragged(*urls: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl(url) if "://" in url else QUrl.fromLocalFile(url) for url in urls])
    return data


def drop(rig: Rig, data: QMimeData) -> bool:
    """Drag it in and let it go; whether the window took it."""
    window = rig.window
    enter = QDragEnterEvent(QPoint(300, 300), MOVE | COPY, data, LEFT, SHIFT)
    QApplication.sendEvent(window, enter)
    if not enter.isAccepted():
        QApplication.sendEvent(window, QDragLeaveEvent())
        return False
    move = QDragMoveEvent(QPoint(310, 300), MOVE | COPY, data, LEFT, SHIFT)
    QApplication.sendEvent(window, move)
    assert move.isAccepted()
    drop = QDropEvent(QPointF(310, 300), MOVE | COPY, data, LEFT, SHIFT)
    QApplication.sendEvent(window, drop)
    assert drop.isAccepted()
    assert drop.dropAction() == COPY
    return True
