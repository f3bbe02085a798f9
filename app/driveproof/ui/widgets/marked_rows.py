# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings in rows: a mark with its word, the subject, and the sentence."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import clear, vertical
from driveproof.ui.widgets.line import HairLine

MARK_WIDTH = 96
NAME_WIDTH = 104


class MarkedRows(QWidget):
    """Rows of a mark, a name, and wrapping text, with a hairline below each."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2 * GRID)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(2, 1)
        self._row = 0

    def clear(self) -> None:
        """Remove all rows."""
        clear(self._grid)
        self._row = 0

    def add(self, mark: Label | None, name: str, text: str, note: str = "") -> None:
        """Add a row; without a mark its column is left out."""
        theme = self._theme
        title = Label(theme, name, color="muted", wrap=True)
        title.setMinimumWidth(NAME_WIDTH)
        cell = QWidget()
        words = vertical(cell, margins=(0, GRID, 0, GRID), spacing=2)
        said = Label(theme, text, wrap=True, selectable=True)
        word = f"{mark.text()}. " if mark is not None else ""
        said.setAccessibleName(f"{name}: {word}{text}")
        words.addWidget(said)
        if note:
            words.addWidget(Label(theme, note, size="small", color="muted", wrap=True))
        title.setContentsMargins(0, GRID, 0, GRID)
        top = Qt.AlignmentFlag.AlignTop
        if mark is not None:
            mark.setMinimumWidth(MARK_WIDTH)
            mark.setContentsMargins(0, GRID, 0, GRID)
            self._grid.addWidget(mark, self._row, 0, top)
        self._grid.addWidget(title, self._row, int(mark is not None), 1, 1 + (mark is None), top)
        self._grid.addWidget(cell, self._row, 2)
        self._grid.addWidget(HairLine(theme), self._row + 1, 0, 1, 3)
        self._row += 2
