# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sentence at a fixed height: nothing moves when it starts or stops warning."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QWidget

from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.baseline import BaselineBox
from driveproof.ui.widgets.copy_button import CopyButton
from driveproof.ui.widgets.labels import Label
from driveproof.wording.catalogue import _

NARROW = 640  # pixels: below this, a warning takes one line more


class Notice(QWidget):
    """Shows a quiet sentence or a warning; a command in it can be selected and copied."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.warns = False
        self.label = Label(theme, color="muted", wrap=True, selectable=True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.copy = CopyButton(_("Copy the command"))
        self.copy.setStyleSheet("padding-top: 0; padding-bottom: 0;")
        self.copy.hide()
        row = BaselineBox(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * GRID)
        row.addWidget(self.label, 1)
        row.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignTop)
        theme.changed.connect(self._reserve)
        self._reserve()

    def _reserve(self) -> None:
        lines = 2 if self.width() >= NARROW else 3
        self.setMinimumHeight(lines * QFontMetrics(self._theme.body()).lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._reserve()

    def text(self) -> str:
        """The text."""
        return self.label.text()

    def say(self, text: str, *, warns: bool = False, command: str = "") -> None:
        """Show it; `command` is what the button copies."""
        self.warns = warns
        self.label.set_color(Tone.PLAIN if warns else Tone.NOTE)
        self.label.say(text)
        self.copy.text_to_copy = command
        self.copy.setVisible(bool(command))
