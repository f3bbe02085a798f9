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
from driveproof.wording.catalogue import _
from driveproof.wording.phase import direction_title
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
    band = None if bar.band is None else (bar.band[0] / top, bar.band[1] / top)
    color = shade_color(bar.shade, look)
    return BarMark.of(summary, top, y, color, limit=limit, band=band, parts=parts)


_LANE_ROW = 48.0  # the height of a row with bars beside each other
_BESIDE_FIGURES = 48.0  # pixels of a lane that are kept for its bars
_LEAST_TITLES, _MOST_TITLES = 0.26, 260.0  # of the width, and in pixels
_INDENT = 14.0  # of titles where a row is selected


class LaneRows(AnswerRows):
    """The rows of an answer with bars beside each other: its title, then figure, spread and bar in
    each lane.

    It does not zoom: bars begin at zero, and rows have scales of their own.
    """

    def __init__(self, figures: figure.Rows, *, binary: bool = False) -> None:
        super().__init__(figures.table, binary=binary)
        self.figures = figures

    def describe(self) -> str:
        parts = (say_text(one, binary=self.binary) for one in self.figures.spoken)
        return "; ".join(parts).replace(NARROW, " ")

    def heights(self) -> list[float]:
        return [_LANE_ROW] * max(1, len(self.figures.rows))

    def columns(self, width: float, look: ChartStyle) -> tuple[float, float, float]:
        """The widths of the titles, of each lane, and of the figures within that."""
        rows = self.figures.rows
        widest = max((look.width(look.normal, self.text(row.title)) for row in rows), default=0.0)
        titles = min(_MOST_TITLES, max(width * _LEAST_TITLES, widest + 34))
        each = (width - titles) / max(1, len(self.figures.lanes))
        texts = [look.width(look.small, self.text(bar.below)) for row in rows for bar in row.bars]
        wanted = max(min(150.0, each * 0.42), *texts, 0.0)
        if wanted > each - _BESIDE_FIGURES:  # the figures in words take precedence over the bars
            wanted = min(wanted, each - _GAP)
        return titles, each, wanted

    def across(self, width: float, look: ChartStyle) -> tuple[float, float]:
        titles, _each, number = self.columns(width, look)
        return titles + number + 16, width - 24

    def draw(self, plot: ChartPlot) -> None:
        look, beside = plot.look, plot.beside
        titles, each, number = self.columns(plot.rect().width(), look)
        long = max(1.0, each - number - 40)  # of the longest bar, in pixels
        bands = self.bands(plot, (0.0, plot.area.width() / long))
        head = say_text(self.figures.head)
        self.draw_head(plot, 0, head)
        end = look.width(look.small, head) + _GAP
        for place, lane in enumerate(self.figures.lanes):
            right = titles + each * place + number
            at = QPointF(min(right, plot.rect().width() - plot.corner), HEAD / 2)
            words = _lane_head(lane, at.x() - end, look)
            beside.text(at, words, look.small, look.muted, painting.RIGHT)
            end = at.x() + _GAP
            self._name_limit(plot, right + 16, long)
        if not self.figures.rows:
            words = _("Nothing was measured.")
            beside.text(QPointF(0, bands[0].middle), words, look.normal, look.muted)
            return
        found: list[BarMark] = []
        texts = [self.text(row.title) for row in self.figures.rows]
        names = painting.elided_apart(texts, look.normal, titles - 20)
        for row, band, words in zip(self.figures.rows, bands, names, strict=True):
            self.draw_ground(plot, band)
            indent, below = _INDENT if self.selected is not None else 0.0, self.text(row.below)
            up = 9 if below else 0
            beside.text(QPointF(indent, band.middle - up), words, look.normal, look.text)
            below = painting.elided(below, look.small, titles - 20)
            beside.text(QPointF(indent, band.middle + 10), below, look.small, look.muted)
            for bar in row.bars:
                left = titles + each * bar.lane + number
                self._draw_figures(plot, bar, QPointF(left, band.middle), number)
                if row.top > 0 and long >= SHORTEST and bar.summary is not None:
                    start = bar.lane * each / long
                    mark = _mark(bar, bar.summary, row.top, band.place, look)._replace(start=start)
                    found.append(mark)
                    if mark.band is not None:
                        at = QPointF(left + 16 + long * mark.band[1] - 3, band.middle + 15)
                        self._name_band(plot, bar, at, long * mark.band[1])
            beside.rule(0, plot.rect().width(), band.box.bottom(), look.line)
        plot.item("bars", Bars, z=10).set_bars(found, look, _LANE_ROW)

    def _draw_figures(self, plot: ChartPlot, bar: figure.Bar, at: QPointF, room: float) -> None:
        """The median and below it the spread, left of `at`; where half of the spread would be cut,
        only the table has it.
        """
        look, spread = plot.look, self.text(bar.below)
        if look.width(look.small, spread) > room:
            spread = ""
        up = QPointF(0, 9 if spread else 0)
        color = shade_color(bar.shade, look)
        plot.beside.text(at - up, self.text(bar.figure), look.normal, color, painting.RIGHT)
        below = at + QPointF(0, 10)
        plot.beside.text(below, spread, look.small, look.muted, painting.RIGHT)

    def _name_band(self, plot: ChartPlot, bar: figure.Bar, at: QPointF, room: float) -> None:
        """Its label at its right end below the bar."""
        words, look = self.text(bar.band_title), plot.look
        if look.width(look.small, words) <= room:
            plot.beside.text(at, words, look.small, look.muted, painting.RIGHT)

    def _name_limit(self, plot: ChartPlot, left: float, long: float) -> None:
        """Its label above the line, if the head of the lane has room for it."""
        shares = [
            bar.limit.number / row.top
            for row in self.figures.rows
            for bar in row.bars
            if bar.limit is not None and row.top > 0
        ]
        look, right = plot.look, plot.rect().width() - plot.corner
        for name in self.figures.limit if shares else ():
            words, end = self.text(name), min(left + long * shares[0], right)
            if look.width(look.small, words) <= end - left:
                at = QPointF(end, HEAD / 2)
                plot.beside.text(at, words, look.small, look.muted, painting.RIGHT)
                return


def _lane_head(lane: figure.Lane, room: float, look: ChartStyle) -> str:
    """The direction with the number of repeats; without it where there is no room."""
    title = whole = direction_title(lane.direction)
    fewest, most = lane.repeats
    if fewest < most:
        count = _("{low} to {high}").format(low=fewest, high=most)
        whole = _("{title}, median of {count}").format(title=title, count=count)
    elif most > 1:
        whole = _("{title}, median of {count}").format(title=title, count=most)
    elif most == 1:
        whole = _("{first}, {second}").format(first=title, second=_("one repeat"))
    fits = look.width(look.small, whole) <= room
    return whole if fits else painting.elided(title, look.small, room)
