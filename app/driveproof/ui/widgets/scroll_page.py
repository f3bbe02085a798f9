# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A page whose top stays in place while the rest scrolls."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from driveproof.ui.theme.style import GRID, MARGIN
from driveproof.ui.theme.stylesheet import SCROLL_BAR
from driveproof.ui.widgets.buttons import BackButton
from driveproof.ui.widgets.layouts import horizontal, vertical

BESIDE_BAR = MARGIN - SCROLL_BAR
"""The right margin of what scrolls: it ends where the top of the page ends, beside the bar."""


class _Area(QScrollArea):
    """Scrolls to what takes the focus. Qt does so for Tab, but not for a mnemonic.

    The place of the scroll bar is always kept, so that nothing moves when a page grows; the bar is
    only seen where there is something to scroll.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        bar = self.verticalScrollBar()
        bar.setEnabled(False)
        bar.rangeChanged.connect(self._show_bar)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow)

    @Slot(int, int)
    def _show_bar(self, first: int, last: int) -> None:
        self.verticalScrollBar().setEnabled(last > first)

    @Slot(QWidget, QWidget)
    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is None or QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            return  # what is clicked can be seen, and stays below the pointer
        inside = self.widget()
        if inside is not None and inside.isAncestorOf(now):
            self.ensureWidgetVisible(now)


def page_top(*rows: QWidget | QLayout, below: int = GRID) -> QVBoxLayout:
    """The top of such a page: its rows below each other. A link back, or a layout that begins with
    one, stands out to the left by the frame of the link.
    """
    top = vertical(margins=(MARGIN - GRID, 2 * GRID, MARGIN, below), spacing=GRID)
    for row in rows:
        if isinstance(row, BackButton):
            top.addWidget(row, 0, Qt.AlignmentFlag.AlignLeft)
        elif isinstance(row, QLayout):
            top.addLayout(row)
        else:
            inner = horizontal(margins=(GRID, 0, 0, 0))
            inner.addWidget(row)
            top.addLayout(inner)
    return top


def scroll_page(
    page: QWidget,
    top: QLayout,
    body: QWidget | None = None,
    *,
    first: QWidget | None = None,
    name: str = "",
) -> QScrollArea:
    """Lay out `page`; without a `body` its area is still empty. `first` goes above the top.

    The area takes no focus if it contains focusable widgets; with a `name` it does, so that keys
    can scroll it.
    """
    area = _Area()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.TabFocus if name else Qt.FocusPolicy.NoFocus)
    area.setAccessibleName(name)
    if body is not None:
        area.setWidget(body)
    column = vertical(page, spacing=0)
    if first is not None:
        column.addWidget(first)
    column.addLayout(top)
    column.addWidget(area, 1)
    column.addStretch(0)  # keeps the top together while the area is hidden
    return area
