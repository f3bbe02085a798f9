# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chart as large as its window, until Escape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

from driveproof.ui.theme.style import GRID, MARGIN
from driveproof.wording.catalogue import _

if TYPE_CHECKING:
    from driveproof.ui.charts.view import ChartView


class Enlarged(QWidget):
    """Covers the window with a new `view` of the chart of `source`; it scrolls if the chart is
    higher.
    """

    closed = Signal()

    def __init__(self, source: ChartView, view: ChartView) -> None:
        super().__init__(source.window())
        self._window = source.window()
        self.view = view
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._back = QPushButton(_("Back (Esc)"))
        self._back.setProperty("quiet", True)
        self._back.clicked.connect(self.leave)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 2 * GRID, MARGIN, MARGIN)
        column.setSpacing(GRID)
        column.addWidget(self._back, 0, Qt.AlignmentFlag.AlignRight)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(view)
        column.addWidget(area, 1)
        self._window.installEventFilter(self)
        source.destroyed.connect(self.leave)

    def open(self) -> None:
        """Cover the window."""
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self.view.setFocus()

    @Slot()
    def leave(self) -> None:
        """Uncover the window."""
        if isValid(self._window):
            self._window.removeEventFilter(self)
        self.hide()
        self.closed.emit()
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._window:
            self.setGeometry(self._window.rect())
        return False

    def event(self, event: QEvent) -> bool:
        # Handle Escape before it becomes a shortcut of the window (which may end a run).
        ours = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if ours and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)
