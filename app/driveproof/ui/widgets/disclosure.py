# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A line that expands to details that most people do not need."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QWidget

from driveproof.ui.theme.icons import line_icon
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.opener import Opener


class Disclosure(QWidget):
    """A title with an arrow; a click shows and hides the widget below it.

    Emits `opened` before the widget is shown, so that it can be filled then.
    """

    opened = Signal()

    def __init__(self, theme: Theme, title: str, inner: QWidget) -> None:
        super().__init__()
        self._theme = theme
        self.button = Opener(title)
        self.button.setIconSize(QSize(12, 12))
        self.inner = inner
        inner.setVisible(False)
        layout = vertical(self, spacing=GRID)
        layout.addWidget(self.button)
        layout.addWidget(inner)
        self.button.opened.connect(self._toggled)
        theme.changed.connect(self._restyle)
        self._restyle()

    @Slot(bool)
    def _toggled(self, opened: bool) -> None:
        if opened:
            self.opened.emit()
        self.inner.setVisible(opened)
        self._restyle()

    def _restyle(self) -> None:
        name = "chevron-down" if self.button.is_open else "chevron-right"
        self.button.setIcon(line_icon(name, self._theme.colors.accent, 12))
