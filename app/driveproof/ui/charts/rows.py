# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Charts of rows: figures as text, and a column with a plot that has a mark for each row."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from driveproof.domain import figure
from driveproof.domain.run.run import Summary
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, ChartTable
from driveproof.ui.charts.chart_style import ChartStyle, shade_color
from driveproof.ui.charts.marks import SHORTEST, BarMark, Bars
from driveproof.ui.charts.plot import ChartPlot
from driveproof.wording.say import say_text
from driveproof.wording.table import cell_text, spoken_text
from driveproof.wording.units import NARROW

HEAD = 32.0
"""Height of the column headers, in pixels."""
_LINE = 1.0  # keeps the last grid line inside the chart
_STRETCH = 1.6  # how much higher than necessary rows become if there is room


@dataclass(frozen=True)
class DrawnRow:
    """A row as drawn, in pixels, over the full width."""

    number: int
    box: QRectF
    place: float
    """Its middle on the vertical axis of the plot."""

    @property
    def middle(self) -> float:
        """Its middle in pixels."""
        return self.box.center().y()


class RowsChart(Chart):
    """The base of charts with a named row per test.

    Every value is written out, so there is no pointer reading, and no row can be hidden. A row can
    be `selected`; `hovered` is the one below the pointer.
    """

    foot = 0.0
    """Height below the rows in pixels, for axis labels."""

    described: tuple[tuple[int, ...], tuple[int, ...]] = ((0, 1), (3,))
    """The columns of the table that name a row, and those that say what it shows."""

    def __init__(self) -> None:
        self.selected: int | None = None
        self.hovered: int | None = None

    @abstractmethod
    def heights(self) -> Sequence[float]:
        """The height of each row in pixels, from the top; not empty."""

    def describe(self) -> str:
        names, figures = self.described
        said = (
            f"{', '.join(row[at] for at in names)}: {', '.join(row[at] for at in figures)}"
            for row in self.table().rows
        )
        return "; ".join(said).replace(NARROW, " ")

    @abstractmethod
    def across(self, width: float, look: ChartStyle) -> tuple[float, float]:
        """The left and right edge of the plot if the chart is `width` pixels wide."""

    @property
    def height(self) -> float:
        """The height that the rows need, in pixels."""
        return HEAD + self._tall + self.foot + _LINE

    @property
    def least_height(self) -> float:
        return self.height

    @property
    def _tall(self) -> float:
        return sum(self.heights())

    def plot_rect(self, rect: QRectF, look: ChartStyle) -> QRectF:
        """The area of the rows, as wide as their marks; rows stretch and shrink to fit."""
        left, right = self.across(rect.width(), look)
        room = rect.height() - HEAD - self.foot - _LINE
        tall = max(1.0, min(room, _STRETCH * self._tall))
        return QRectF(rect.left() + left, rect.top() + HEAD, max(1.0, right - left), tall)

    def row_at(self, plot: QRectF, y: float) -> int | None:
        """The index of the row at a vertical pixel, None where there is none."""
        if not plot.top() < y <= plot.bottom():
            return None
        reached = (y - plot.top()) / plot.height() * self._tall
        ends = list(accumulate(self.heights()))
        return next((number for number, end in enumerate(ends) if reached <= end), None)

    def bands(self, plot: ChartPlot, span: tuple[float, float]) -> list[DrawnRow]:
        """Set the range of the plot, `span` across and the rows downwards; returns the rows."""
        plot.range(span, (-self._tall, 0.0))
        area, width = plot.area, plot.rect().width()
        scale = area.height() / self._tall
        found, top = [], 0.0
        for number, height in enumerate(self.heights()):
            box = QRectF(0, area.top() + top * scale, width, height * scale)
            found.append(DrawnRow(number, box, -(top + height / 2)))
            top += height
        return found

    def title_middle(self, look: ChartStyle) -> tuple[float, QFont]:
        """That of the headers."""
        return HEAD / 2, look.small

    def draw_head(self, plot: ChartPlot, left: float, words: str) -> None:
        """Draw the header of the first column, and the line below the headers."""
        look = plot.look
        plot.beside.text(QPointF(left, HEAD / 2), words, look.small, look.muted)
        plot.beside.rule(0, plot.rect().width(), HEAD, look.line)

    def draw_ground(self, plot: ChartPlot, band: DrawnRow) -> None:
        """Highlight the selected row and the one below the pointer."""
        look, box = plot.look, band.box.adjusted(0, 1, 0, 0)
        if band.number == self.selected:
            plot.beside.fill(box, look.shade)
            plot.beside.fill(QRectF(box.left(), box.top(), 3, box.height()), look.accent)
        elif band.number == self.hovered:
            plot.beside.fill(box, painting.mixed(look.shade, look.surface, 0.6))


def in_two_lines(title: str) -> tuple[str, ...]:
    """The name of a test over a narrow column: "Random 4 KiB", "Q32 read"."""
    return tuple(title.split(", ", 1))


_LINE_OF_BAR, _EDGE = 24.0, 16.0  # the height of a bar in its row, and what a row has more
_TWO_LINES = 44.0  # the height of a row with text below its figure
_GAP = 16.0  # pixels between the columns
_TITLES = (0.24, 0.4)  # of the width: what titles have at least, and at most
_BARS = 80.0  # pixels that bars have before titles are whole
_BESIDE = 210.0  # pixels at most of what is said beside the bars
_AWAY = 9.0  # pixels of two lines from the middle of both
_KEY = 8.0  # pixels of the square before the name of a part


class _Columns(NamedTuple):
    """In pixels: where the names of the bars begin and end, where the figures end, and how wide
    what is beside the bars is.
    """

    names: float
    names_end: float
    figures: float
    beside: float


class AnswerRows(RowsChart):
    """A table of an answer as rows: it says what the chart is called and what is read of it."""

    def __init__(self, answered: figure.Table, *, binary: bool) -> None:
        super().__init__()
        self._answered = answered
        self.binary = binary

    @property
    def name(self) -> str:
        return say_text(self._answered.title)

    def table(self) -> ChartTable:
        return ChartTable.of(self._answered, binary=self.binary)

    def describe(self) -> str:
        return spoken_text(self._answered, binary=self.binary)

    def text(self, cell: figure.Cell) -> str:
        """A cell as it is drawn."""
        return cell_text(cell, binary=self.binary)


class BarRows(AnswerRows):
    """The rows of an answer as bars: titles and figures stand before them, the rest behind."""

    def __init__(self, figures: figure.Rows, *, binary: bool = False) -> None:
        super().__init__(figures.table, binary=binary)
        self.figures = figures

    def heights(self) -> list[float]:
        rows = self.figures.rows
        two_lines = any(bar.below or bar.beyond for row in rows for bar in row.bars)
        least = _TWO_LINES if two_lines else _EDGE
        return [max(least, _LINE_OF_BAR * len(row.bars) + _EDGE) for row in rows] or [_EDGE]

    def across(self, width: float, look: ChartStyle) -> tuple[float, float]:
        columns = self._columns(width, look)
        return columns.figures + _GAP, width - columns.beside - _GAP

    def _columns(self, width: float, look: ChartStyle) -> _Columns:
        """Where there is little room titles are cut, then bars give way, then names are cut."""

        def widest(font: QFont, cells: Iterable[figure.Cell]) -> float:
            return max((look.width(font, self.text(cell)) for cell in cells), default=0.0)

        rows = self.figures.rows
        bars = [bar for row in rows for bar in row.bars]
        titles = widest(look.normal, (row.title for row in rows))
        font = look.small if titles else look.normal
        names = widest(font, (bar.name for bar in bars))
        figures = max(
            widest(look.normal, (bar.figure for bar in bars)),
            widest(look.small, (bar.below for bar in bars)),
        )
        for bar in bars:  # what may go below its figure reaches no further than to its name
            if bar.beyond is not None:
                instead = look.width(look.small, self.text(bar.beyond))
                figures = max(figures, instead + look.width(font, self.text(bar.name)) - names)
        beside = max(
            widest(look.normal, (row.beside for row in rows)),
            widest(look.small, (bar.beside for bar in bars)),
        )
        beside = min(beside + 1, _BESIDE)
        room = width - figures - beside - 3 * _GAP

        def first(wanted: float, free: float) -> float:
            least, most = (share * width for share in _TITLES)
            return min(wanted, max(least, min(free - _BARS, most)))

        if not titles:
            end = first(names, room)
            return _Columns(0.0, end, end + _GAP + figures, beside)
        begin = first(titles, room - names - _GAP) + _GAP
        end = begin + max(0.0, min(names, room - begin))
        gap = _GAP if names else 0.0
        return _Columns(begin, end, end + gap + figures, beside)

    def draw(self, plot: ChartPlot) -> None:
        look, beside, width = plot.look, plot.beside, plot.rect().width()
        columns = self._columns(width, look)
        bands = self.bands(plot, (0.0, 1.0))
        self.draw_head(plot, 0, say_text(self.figures.head))
        self._draw_key(plot)
        found: list[BarMark] = []
        for row, height, band in zip(self.figures.rows, self.heights(), bands, strict=False):
            title = painting.elided(self.text(row.title), look.normal, columns.names - _GAP)
            beside.text(QPointF(0, band.middle), title, look.normal, look.text)
            top = self.figures.top(row)
            for number, bar in enumerate(row.bars):
                away = (number - (len(row.bars) - 1) / 2) * _LINE_OF_BAR
                y = band.middle + away * band.box.height() / height
                self._draw_text(plot, columns, row, bar, y)
                drawn = bar.beyond is None and top > 0 and plot.area.width() >= SHORTEST
                if drawn and bar.summary is not None:
                    found.append(_mark(bar, bar.summary, top, band.place - away, look))
            if len(row.bars) != 1:
                said = painting.elided(self.text(row.beside), look.normal, columns.beside)
                at = QPointF(width, band.middle)
                beside.text(at, said, look.normal, look.text, painting.RIGHT)
            beside.rule(0, width, band.box.bottom(), look.line)
        plot.item("bars", Bars, z=10).set_bars(found, look, _LINE_OF_BAR)

    def _draw_text(
        self, plot: ChartPlot, columns: _Columns, row: figure.Row, bar: figure.Bar, y: float
    ) -> None:
        """Name and figure before a bar, and what is behind it; a bar by itself has that of its row
        as well. What is in place of a bar goes below the figure where it does not fit.
        """
        look, room = plot.look, columns.names_end - columns.names
        font, color = (
            (look.small, look.muted) if row.title is not None else (look.normal, look.text)
        )
        name = painting.elided(self.text(bar.name), font, room)
        plot.beside.text(QPointF(columns.names, y), name, font, color)
        below, instead = self.text(bar.below), self.text(bar.beyond)
        if look.width(look.small, instead) > plot.area.width():
            below, instead = instead, ""
        plot.beside.text(QPointF(plot.area.left(), y), instead, look.small, look.muted)
        self._draw_two(plot, QPointF(columns.figures, y), self.text(bar.figure), below)
        whole = row.beside if len(row.bars) == 1 else None
        said = painting.elided(self.text(whole), look.normal, columns.beside)
        small = painting.elided(self.text(bar.beside), look.small, columns.beside)
        self._draw_two(plot, QPointF(plot.rect().width(), y), said, small)

    @staticmethod
    def _draw_two(plot: ChartPlot, at: QPointF, said: str, small: str) -> None:
        """Two lines that end there, or the one there is in their middle."""
        look, away = plot.look, _AWAY if said and small else 0.0
        lines = ((said, look.normal, look.text, -away), (small, look.small, look.muted, away))
        for text, font, color, down in lines:
            plot.beside.text(at + QPointF(0, down), text, font, color, painting.RIGHT)

    def _draw_key(self, plot: ChartPlot) -> None:
        """The parts with their colours, above the bars, as many as there is room for."""
        look, x = plot.look, plot.area.left()
        for cell, shade in self.figures.key:
            name = self.text(cell)
            wide = _KEY + 6 + look.width(look.small, name)
            if x + wide > plot.area.right():
                return
            square = QRectF(x, (HEAD - _KEY) / 2, _KEY, _KEY)
            plot.beside.fill(square, shade_color(shade, look))
            plot.beside.text(QPointF(x + _KEY + 6, HEAD / 2), name, look.small, look.muted)
            x += wide + _GAP


def _mark(bar: figure.Bar, summary: Summary, top: float, y: float, look: ChartStyle) -> BarMark:
    parts = tuple((share, shade_color(shade, look)) for share, shade in bar.parts)
    limit = None if bar.limit is None else bar.limit.number / top
    return BarMark.of(summary, top, y, shade_color(bar.shade, look), limit=limit, parts=parts)
