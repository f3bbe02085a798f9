# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The top of a page: a sentence on the left, the page's one primary button on the right."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.labels import ElidedLabel, FoldedLabel, Label
from driveproof.ui.widgets.layouts import BaselineBox, vertical

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
        self._side = BaselineBox()
        self._side.setSpacing(GRID)
        self._side.addStretch(1)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GRID)
        self._row.addLayout(words, 1)
        self._row.addLayout(self._side)

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
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a button has another text, or is gone
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Put the buttons beside the words or below them, and there below each other if need be."""
        title = QFontMetrics(self.title.font()).horizontalAdvance(self.title.text()) + GRID
        side = self._width_of_buttons()
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        beside = min(title, _LEAST_WORDS) + GRID + side <= self.width()
        for box, wanted in (
            (self._row, across if beside else down),
            (self._side, across if side <= self.width() else down),
        ):
            if wanted != box.direction():
                box.setDirection(wanted)

    def minimumSizeHint(self) -> QSize:
        """As narrow as with the buttons below each other: a page that was not shown yet has not
        put them there, and would take the room of the list of drives.
        """
        hint = super().minimumSizeHint()
        least = [self.title, self.detail, *self._buttons()]
        width = max(widget.minimumSizeHint().width() for widget in least if not widget.isHidden())
        return QSize(min(hint.width(), width), hint.height())

    def _buttons(self) -> list[QWidget]:
        items = (self._side.itemAt(place) for place in range(self._side.count()))
        widgets = [item.widget() for item in items if item is not None and not item.isEmpty()]
        return [widget for widget in widgets if widget is not None]

    def _width_of_buttons(self) -> int:
        """The pixels that they take side by side."""
        return sum(widget.sizeHint().width() + GRID for widget in self._buttons())
