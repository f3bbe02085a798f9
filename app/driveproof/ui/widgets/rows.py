# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Quiet rows with hairlines between them: of widgets, of names with values, of marked sentences."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import clear, vertical


class HairLine(QWidget):
    """One pixel wide, in the colour of lines."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedHeight(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.colors.line)


_FIGURES = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class LinedGrid(QGridLayout):
    """Rows of widgets, each with a hairline above it, or `below`.

    `gap` is between two columns and `height` that of a row at least, in pixels; a column after the
    first is placed as `place` says.
    """

    def __init__(
        self,
        theme: Theme,
        columns: int,
        *,
        gap: int,
        height: int = 0,
        place: Qt.AlignmentFlag = _FIGURES,
        below: bool = False,
    ) -> None:
        super().__init__()
        self.setContentsMargins(0, 0, 0, 0)
        self.setHorizontalSpacing(gap)
        self.setVerticalSpacing(0)
        self._theme = theme
        self._columns = columns
        self._height = height
        self._place = place
        self._below = below
        self._next = 0

    def add_head(self, *cells: QWidget, height: int = 0) -> None:
        """Add the titles of the columns, above which there is no line."""
        self.setRowMinimumHeight(self._next, height)
        self._fill(self._next, cells)
        self._next += 1

    def add_row(self, *cells: QWidget | None) -> HairLine:
        """Add a row, with nothing in the column of None; returns its line."""
        row, line = self.new_row()
        self._fill(row, cells)
        return line

    def new_row(self) -> tuple[int, HairLine]:
        """The number of a new row, and its line."""
        line = HairLine(self._theme)
        row = self._next + (not self._below)
        self.setRowMinimumHeight(row, self._height)
        self.addWidget(line, self._next + self._below, 0, 1, self._columns)
        self._next += 2
        return row, line

    def end(self) -> None:
        """A line below the last row."""
        self.addWidget(HairLine(self._theme), self._next, 0, 1, self._columns)

    def _fill(self, row: int, cells: tuple[QWidget | None, ...]) -> None:
        for column, cell in enumerate(cells):
            if cell is not None:
                self.addWidget(cell, row, column, self._place if column else Qt.AlignmentFlag(0))

    def clear(self, columns: int = 0) -> None:
        """Remove every row; the next ones have so many columns, 0 for as many as before."""
        clear(self)
        self._next = 0
        self._columns = columns or self._columns


def figure_rows(
    theme: Theme, rows: list[tuple[str, Label]], *, gap: int = GRID, wrap: bool = False
) -> LinedGrid:
    """Names, and their values at the right."""
    grid = LinedGrid(theme, 2, gap=gap, height=23)
    for name, value in rows:
        grid.add_row(Label(theme, name, color="muted", wrap=wrap), value)
    return grid


_NAME_WIDTH, _WIDEST_NAME = 132, 2 * 132
_GAP = 4 * GRID
_LONG_WORD = 24


class FactRows(QWidget):
    """Shows pairs of a name and a value in columns; values can be selected and copied."""

    def __init__(self, theme: Theme, *, columns: int = 2) -> None:
        super().__init__()
        self._theme = theme
        self._most = columns
        self._columns = 0
        self._names: list[str] = []
        self.values: list[Label] = []
        self._rows: list[tuple[Label, Label, HairLine]] = []
        self._facts: list[tuple[str, str]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(0)
        self._grid.setVerticalSpacing(0)

    def set_facts(self, facts: list[tuple[str, str]]) -> None:
        """Show these; if only values have changed, update in place, so that a selection stays."""
        self._facts = list(facts)
        names = [name for name, _ in facts]
        columns = self._fitting()
        if names != self._names:
            self._build(names)
            self._columns = 0
        if columns != self._columns:
            self._columns = columns
            self._place()
        for (name, text), value in zip(facts, self.values, strict=True):
            value.say(text)
            endless = len(max(text.split(" "), key=len)) > _LONG_WORD
            set_tip(value, text if endless else "")
            value.setAccessibleName(f"{name}: {text}")

    def facts(self) -> list[tuple[str, str]]:
        """What is shown."""
        return [(name, value.text()) for name, value in zip(self._names, self.values, strict=True)]

    def _fitting(self) -> int:
        """The number of columns in which no value is wider than its column."""
        metrics = QFontMetrics(self._theme.body())
        words = (word for _, text in self._facts for word in text.split(" "))
        each = self._names_width() + max(map(metrics.horizontalAdvance, words), default=0) + GRID
        return max(1, min(self._most, (self.width() + _GAP) // (each + _GAP)))

    def _names_width(self) -> int:
        """The width of a column of names; longer ones take two lines."""
        metrics = QFontMetrics(self._theme.body())
        longest = max((metrics.horizontalAdvance(name) for name, _ in self._facts), default=0)
        return max(_NAME_WIDTH, min(longest + GRID + 2, _WIDEST_NAME))

    def minimumSizeHint(self) -> QSize:
        """Narrower than the contents: one column is always possible.

        A single very long word must not push the page aside; its tool tip has all of it.
        """
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), 3 * _NAME_WIDTH), whole.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._facts and self._fitting() != self._columns:
            self.set_facts(self._facts)

    def _build(self, names: list[str]) -> None:
        clear(self._grid)
        self._names = names
        self.values, self._rows = [], []
        for name in names:
            title = Label(self._theme, name, color="muted", wrap=True)
            value = Label(self._theme, selectable=True, wrap=True)
            for label in (title, value):
                label.setContentsMargins(0, GRID - 1, GRID, GRID - 1)
                label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            self.values.append(value)
            self._rows.append((title, value, HairLine(self._theme)))

    def _place(self) -> None:
        """Lay the rows out in so many columns; the labels and a selection in them stay."""
        # takeAt() would leave a label its old item, and then Qt forgets no height of the new one.
        for label in (part for row in self._rows for part in row):
            self._grid.removeWidget(label)
        for column in range(self._most):
            used = column < self._columns
            self._grid.setColumnMinimumWidth(3 * column, self._names_width() if used else 0)
            self._grid.setColumnStretch(3 * column + 1, int(used))
            if column:
                self._grid.setColumnMinimumWidth(3 * column - 1, _GAP if used else 0)
        half = -(-len(self._rows) // self._columns)
        for place, (title, value, line) in enumerate(self._rows):
            row, column = 2 * (place % half), 3 * (place // half)
            self._grid.addWidget(title, row, column)
            self._grid.addWidget(value, row, column + 1)
            self._grid.addWidget(line, row + 1, column, 1, 2)


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
