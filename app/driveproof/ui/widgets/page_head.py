# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The top of a page: a sentence on the left, the page's one primary button on the right."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QPushButton, QWidget

from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.labels import ElidedLabel, FoldedLabel, Label
from driveproof.ui.widgets.layouts import BaselineBox, FlowBox, vertical

BUTTON_HEIGHT = 34
_LEAST_WORDS = 300


def primary_button(text: str, parent: QWidget | None = None) -> QPushButton:
    """The button for the main action of a page; its text says what it will do."""
    button = QPushButton(text, parent)
    button.setProperty("primary", True)
    button.setMinimumHeight(BUTTON_HEIGHT)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


def quiet_button(text: str, parent: QWidget | None = None, *, flush: bool = False) -> QPushButton:
    """A button that looks like a link, for an action beside a row. The words of a `flush` one begin
    where those of a text above it do.
    """
    button = QPushButton(text, parent)
    button.setProperty("quiet", True)
    button.setProperty("flush", flush)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


class PageHead(QWidget):
    """`title` states, `detail` explains; widgets added by `add` are in the right corner, or below
    where they would leave less than `_LEAST_WORDS` to the words.

    The title takes as many lines as it needs: a sentence is useless when cut. On a page that says
    the whole of it elsewhere it takes `most_lines`.
    """

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, most_lines: int | None = None
    ) -> None:
        super().__init__(parent)
        self.title = (
            Label(theme, size="heading", selectable=True, wrap=True)
            if most_lines is None
            else FoldedLabel(theme, most_lines, size="heading", selectable=True)
        )
        self.detail = ElidedLabel(theme, color="muted", selectable=True)
        words = vertical(spacing=GRID // 2)
        words.addWidget(self.title)
        words.addWidget(self.detail)
        self._side = BaselineBox(narrow=None)
        self._side.addStretch(1)
        row = FlowBox(self, narrow=self._needed)
        row.addLayout(words, 1)
        row.addLayout(self._side)

    def add(self, widget: QWidget, *, before: QWidget | None = None) -> None:
        """Add a widget at the right end, or before another one."""
        place = -1 if before is None else self._side.indexOf(before)
        corner = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
        self._side.insertWidget(place, widget, 0, corner)

    def say(self, title: str, detail: str = "") -> None:
        """Set both texts; an empty detail takes no space."""
        self.title.say(title)
        self.detail.say(detail)
        self.detail.setVisible(bool(detail))

    def _needed(self) -> int:
        """The pixels from which the buttons are beside the words."""
        title = QFontMetrics(self.title.font()).horizontalAdvance(self.title.text()) + GRID
        return min(title, _LEAST_WORDS) + GRID + self._side.width_across()
