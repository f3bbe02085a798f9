# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Charts of rows: figures as text, and a column with a plot that has a mark for each row."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from driveproof.domain import figure
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, ChartTable
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.plot import ChartPlot
from driveproof.wording.say import say_text
from driveproof.wording.table import spoken_text
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


class AnswerRows(RowsChart):
    """A chart of rows that draws a table of an answer: what it is called, its figures and what is
    read of it are those of the table.
    """

    def __init__(self, figures: figure.Table, *, binary: bool = False) -> None:
        super().__init__()
        self.figures = figures
        self.binary = binary

    @property
    def name(self) -> str:
        return say_text(self.figures.title)

    def table(self) -> ChartTable:
        return ChartTable.of(self.figures, binary=self.binary)

    def describe(self) -> str:
        return spoken_text(self.figures, binary=self.binary)
