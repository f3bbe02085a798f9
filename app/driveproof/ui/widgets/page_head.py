# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The top of a page: a sentence on the left, the page's one primary button on the right."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.labels import ElidedLabel, Label

BUTTON_HEIGHT = 34


def primary_button(text: str, parent: QWidget | None = None) -> QPushButton:
    """The button for the main action of a page; its text says what it will do."""
    button = QPushButton(text, parent)
    button.setProperty("primary", True)
    button.setMinimumHeight(BUTTON_HEIGHT)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


def quiet_button(text: str, parent: QWidget | None = None) -> QPushButton:
    """A button that looks like a link, for an action beside a row."""
    button = QPushButton(text, parent)
    button.setProperty("quiet", True)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


class PageHead(QWidget):
    """`title` states, `detail` explains; widgets added by `add` are in the right corner.

    The title is one line and ends in an ellipsis if there is no room; with `wrap` it takes as many
    lines as it needs, for a sentence that is useless when cut.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, wrap: bool = False) -> None:
        super().__init__(parent)
        self.title: Label = (
            Label(theme, size="heading", selectable=True, wrap=True)
            if wrap
            else ElidedLabel(theme, size="heading", selectable=True)
        )
        self.detail = ElidedLabel(theme, color="muted", selectable=True)
        words = QVBoxLayout()
        words.setSpacing(GRID // 2)
        words.addWidget(self.title)
        words.addWidget(self.detail)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GRID)
        self._row.addLayout(words, 1)

    def add(self, widget: QWidget) -> None:
        """Add a widget at the right end."""
        self._row.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)

    def say(self, title: str, detail: str = "") -> None:
        """Set both texts; an empty detail takes no space."""
        self.title.say(title)
        self.detail.say(detail)
        self.detail.setVisible(bool(detail))
