# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A strip that shows a running task: its name, its progress, and a button."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QProgressBar, QWidget

from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.labels import ElidedLabel
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.page_head import quiet_button

_STEPS = 1000
_PROGRESS_WIDTH = 220


class Strip(QWidget):
    """Hidden until a task is running. Emits `acted` for its button."""

    acted = Signal()

    def __init__(self, theme: Theme, button: str, progress: str) -> None:
        """`button` is the text of the button, `progress` the accessible name of the progress
        bar.
        """
        super().__init__()
        self._theme = theme
        self.title = ElidedLabel(theme, strong=True)
        self.detail = ElidedLabel(theme, color="muted")
        self.progress = QProgressBar()
        self.progress.setRange(0, _STEPS)
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(_PROGRESS_WIDTH, 4)
        self.progress.setAccessibleName(progress)
        self.button = quiet_button(button)
        self.button.clicked.connect(self.acted)
        words = vertical(spacing=GRID // 2)
        words.addWidget(self.title)
        words.addWidget(self.detail)
        row = horizontal(self, margins=(2 * GRID, 12, 2 * GRID, 12), spacing=3 * GRID)
        row.addLayout(words, 1)
        row.addWidget(self.progress, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self.update)
        self.hide()

    def say(self, title: str, detail: str, share: float | None, *, leads: bool = True) -> None:
        """Show the task's name, its progress as text, and its progress from 0 to 1, None if
        unknown; `leads`: the button leads to it.
        """
        self.button.setVisible(leads)
        self.title.say(title)
        self.detail.say(detail)
        self.detail.setVisible(bool(detail))
        self.progress.setRange(0, 0 if share is None else _STEPS)
        self.progress.setValue(round(_STEPS * (share or 0.0)))
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colors.line, 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
