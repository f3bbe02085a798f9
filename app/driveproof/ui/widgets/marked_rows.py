# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings in rows: a mark with its word, the subject, and the sentence."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.rows import LinedGrid

MARK_WIDTH = 96
NAME_WIDTH = 104


class MarkedRows(QWidget):
    """Rows of a mark, a name, and wrapping text, with a hairline below each."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._grid = LinedGrid(theme, 3, gap=2 * GRID, below=True)
        self._grid.setColumnStretch(2, 1)
        self.setLayout(self._grid)

    def clear(self) -> None:
        """Remove all rows."""
        self._grid.clear()

    def add(
        self,
        mark: Label | None,
        name: str,
        text: str,
        note: str = "",
        *,
        where: str = "",
        do: str = "",
        below: QWidget | None = None,
    ) -> None:
        """Add a row. Without a mark or a name there is no column for it. `where` stands below the
        name, `do`, the note and the widget stand below the text.
        """
        theme = self._theme
        word = f"{mark.text()}. " if mark is not None else ""
        words = [Label(theme, one, wrap=True, selectable=True) for one in (text, do) if one]
        words[0].setAccessibleName(f"{name}: {word}{text}" if name else f"{word}{text}")
        if note:
            words.append(Label(theme, note, size="small", color="muted", wrap=True))
        cell = _stacked(*words, *filter(None, (below,)))
        row, _line = self._grid.new_row()
        column = 0
        top = Qt.AlignmentFlag.AlignTop
        if mark is not None:
            mark.setMinimumWidth(MARK_WIDTH)
            mark.setContentsMargins(0, GRID, 0, GRID)
            self._grid.addWidget(mark, row, 0, top)
            column = 1
        if name:
            names = [Label(theme, name, color="muted", wrap=True)]
            if where:
                names.append(Label(theme, where, size="small", color="muted", wrap=True))
            names[0].setMinimumWidth(NAME_WIDTH)
            self._grid.addWidget(_stacked(*names), row, column, 1, 2 - column, top)
            column = 2
        self._grid.addWidget(cell, row, column, 1, 3 - column)


def _stacked(*parts: QWidget) -> QWidget:
    cell = QWidget()
    column = vertical(cell, margins=(0, GRID, 0, GRID), spacing=2)
    for part in parts:
        column.addWidget(part)
    return cell
