# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The red banner on the pages of a failing drive: what is wrong, and what to do first."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from driveproof.domain.drive.drive import BlockDevice
from driveproof.engine.health.view import HealthView
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.buttons import quiet_button
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face
from driveproof.wording.finding import to_do_text
from driveproof.wording.health.verdict import verdict_of_drive

_TINT = 0.10
"""Opacity of the background: text keeps its contrast in both themes."""
_EDGE = 4
LOW = 600
"""The height of a window, in pixels, below which the reason has one line."""


class FailingBanner(QWidget):
    """Hidden while no drive is failing. Emits `visit` with the name of the drive to look at."""

    visit = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._drive = ""
        self.title = Label(theme, strong=True, wrap=True, selectable=True)
        self.line = ElidedLabel(theme, strong=True)
        self.line.hide()
        self.advice = Label(theme, wrap=True, selectable=True)
        self.button = quiet_button(_("Show its &health"))
        self.button.clicked.connect(lambda: self.visit.emit(self._drive))
        words = vertical(spacing=GRID // 2)
        words.addWidget(self.title)
        words.addWidget(self.line)
        words.addWidget(self.advice)
        row = horizontal(
            self,
            margins=(MARGIN + 2 * GRID, 2 * GRID + 12, MARGIN + 2 * GRID, 12),
            spacing=3 * GRID,
        )
        row.addLayout(words, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self.update)
        self.hide()

    def show_failing(self, device: BlockDevice, failing: tuple[BlockDevice, HealthView]) -> None:
        """What is wrong with a drive that this device is, or is on."""
        drive, view = failing
        self._drive = drive.name
        for label in (self.title, self.line):
            label.say(verdict_of_drive(view.verdict, device, drive))
        advice = (to_do_text(one, Face.WINDOW) for one in view.verdict.advice)
        first = next((shown(text) for text in advice if text), "")
        self.advice.say(first)
        self.advice.setVisible(bool(first))
        self.show()

    def set_window_height(self, height: int) -> None:
        """In a low window the page below needs the room: its button leads to the whole reason."""
        self.title.setVisible(height >= LOW)
        self.line.setVisible(height < LOW)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        red = self._theme.colors.bad
        inner = QRectF(self.rect()).adjusted(MARGIN, 2 * GRID, -MARGIN, 0)
        tint = QColor(red)
        tint.setAlphaF(_TINT)
        painter.setBrush(tint)
        painter.drawRect(inner)
        painter.setBrush(red)
        painter.drawRect(QRectF(inner.left(), inner.top(), _EDGE, inner.height()))
