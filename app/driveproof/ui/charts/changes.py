# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws changes: a row for each test with both figures, the interval and the verdict, or the
variants of each test below its title.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp, isfinite, log
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform

from driveproof.domain.comparison.difference import WITHIN, Verdict
from driveproof.domain.comparison.side_names import HEADS
from driveproof.domain.figure import Cell, Changed, Changes, Interval
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import ChartTable
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.curve import DataItem, visible
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.rows import HEAD, AnswerRows, DrawnRow, RowsChart, in_two_lines
from driveproof.ui.charts.ticks import plain_number, span_ticks
from driveproof.wording.catalogue import _
from driveproof.wording.figures import interval_text
from driveproof.wording.say import value_text
from driveproof.wording.table import cell_text, change_text, verdict_text
from driveproof.wording.units import NARROW, signed

ROW, FOOT = 39.0, 26.0
_TITLE, _LINE = 34.0, 30.0  # heights of rows: of the title of a test, and of a variant below it
LEFT = 14.0
OVERHANG = 24.0  # pixels: how far axis labels may extend beyond the plot
_BETWEEN = 16.0  # pixels from one line of a title to the next
_DOT = 4.0  # pixels: its radius
_LEAST_PLOT = 60.0  # pixels
_WIDEST_HEAD = 150.0  # of a column of figures: a longer header is cut
_WIDEST, _NARROWEST = 10.0, 1.12  # of the axis, as a factor from the baseline
_SETTLED = (1 - WITHIN, 1 + WITHIN)  # an interval between these is "within 10 %"
# Round numbers to both sides, the more important pairs first; from twice on as far by factor.
_MARKS = (
    _SETTLED, (1 / 10, 10), (1 / 5, 5), (1 / 3, 3), (1 / 2, 2), (0.7, 1.5), (0.8, 1.2),
    (0.95, 1.05),
)  # fmt: skip


@dataclass(frozen=True)
class _Line:
    """A row as text. `begins`: it is the first of its test, whose title and first figure are
    written once. `brief_name` is the name where there is little room.
    """

    title: str
    first: str
    other: str
    change: Interval
    name: str
    brief_name: str
    begins: bool
    doubted: bool

    @property
    def changed(self) -> str:
        """The change in percent."""
        return change_text(self.change) or "–"

    def verdict(self, *, short: bool) -> str:
        """The verdict; one that is undecided says what may be there if there is room for that."""
        if short or self.change.verdict is not Verdict.UNDECIDED:
            return verdict_text(self.change)
        interval = interval_text(self.change.low, self.change.high)
        return _("undecided, {interval}").format(interval=interval)

    def named(self, *, short: bool) -> str:
        """Whose figure the other one is, "" where that is clear."""
        return self.brief_name if short else self.name


class IntervalMark(NamedTuple):
    """A value and its interval on the horizontal axis, at height `y`."""

    y: float
    value: float
    ends: tuple[float, float] | None
    color: QColor


def interval_mark(
    change: Interval, y: float, place: Callable[[float], float], look: ChartStyle
) -> IntervalMark | None:
    """A change at height `y`, where `place` says where a ratio is; None for an unknown one."""
    if change.ratio is None:
        return None
    ends = None
    if change.low is not None and change.high is not None:
        ends = place(change.low), place(change.high)
    return IntervalMark(y, place(change.ratio), ends, verdict_color(look, change.verdict))


class IntervalMarks(DataItem):
    """A dot with a line through it for each value.

    The dot is hollow without an interval, and a triangle at the plot's edge if the value is beyond
    it.
    """

    def __init__(self) -> None:
        super().__init__()
        self._marks: list[IntervalMark] = []
        self._look: ChartStyle | None = None

    def set_marks(self, marks: Sequence[IntervalMark], look: ChartStyle) -> None:
        """Draw other values."""
        self._marks, self._look = list(marks), look
        self.update()

    def boundingRect(self) -> QRectF:
        """Including what a mark at an edge of the plot paints beyond it."""
        rect = visible(self)
        return rect.adjusted(-0.1 * rect.width(), 0, 0.1 * rect.width(), 0)

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        look = self._look
        if look is None:
            return
        around = place.mapRect(rect).adjusted(-8, 0, 8, 0)
        painter.setClipRect(around, Qt.ClipOperation.ReplaceClip)

        def across(value: float) -> float:
            return place.m11() * min(max(value, rect.left()), rect.right()) + place.dx()

        for mark in self._marks:
            y, x = place.m22() * mark.y + place.dy(), across(mark.value)
            if mark.ends is not None:
                low, high = map(across, mark.ends)
                if high > low:
                    painter.setPen(QPen(mark.color, 2.0))
                    painter.drawLine(QPointF(low, y), QPointF(high, y))
                for end in (low, high):
                    if abs(end - x) > _DOT + 1:  # an end within the dot would be ears on it
                        painting.hairline(painter, (end, y - 5, end, y + 5), mark.color)
            painter.setPen(QPen(mark.color, 1.6))
            painter.setBrush(look.surface if mark.ends is None else mark.color)
            if rect.left() <= mark.value <= rect.right():
                painter.drawEllipse(QPointF(x, y), _DOT, _DOT)
                continue
            tip = 6.0 if mark.value > rect.right() else -6.0
            corners = [QPointF(x + tip, y), QPointF(x, y - 5), QPointF(x, y + 5)]
            painter.drawPolygon(QPolygonF(corners))


@dataclass(frozen=True)
class _Columns:
    """The right edges of both medians, the change and the verdict, the plot, and the left edge of
    the sides' names (0 without any), in pixels.

    `short`: verdicts are written in a word or two, `folded`: in two lines. `brief`: sides have
    their short names.
    """

    before: float
    after: float
    change: float
    verdict: float
    plot: tuple[float, float]
    names: float
    short: bool
    folded: bool
    brief: bool

    @property
    def plotted(self) -> bool:
        """Whether there is room for the plot."""
        return self.plot[1] - self.plot[0] > _LEAST_PLOT


class Intervals(RowsChart):
    """Rows of changes; with `brief` the verdicts leave the room to the intervals.

    The horizontal axis is the logarithm of a ratio: half and double are equally far.
    """

    zooms = True
    closest = 0.04
    foot = FOOT

    def __init__(
        self, figures: Changes | None, *, binary: bool = False, brief: bool = False
    ) -> None:
        super().__init__()
        self.figures, self.binary, self._brief = figures, binary, brief
        heads = figures.heads if figures else HEADS
        self.heads = tuple(map(self._text, heads))
        self.brief_heads = tuple(map(self._text, (figures and figures.brief_heads) or heads))
        self.rows = tuple(self._lines())
        self.reach = self._reach()

    def _text(self, cell: Cell) -> str:
        return cell_text(cell, binary=self.binary)

    def _lines(self) -> Iterator[_Line]:
        for row in self.figures.rows if self.figures else ():
            for place, one in enumerate(row.others or (Changed(None, None),)):
                name = self._text(one.name)
                yield _Line(
                    title=self._text(row.title),
                    first=self._text(row.first) or "–",
                    other=self._text(one.figure) or "–",
                    change=one.change or Interval(None),
                    name=name,
                    brief_name=self._text(one.brief) or name,
                    begins=not place,
                    doubted=one.doubted,
                )

    @property
    def name(self) -> str:
        before, after = self.heads
        words = _("Tests: {before}, {after}, difference and verdict")
        return words.format(before=before, after=after)

    def _reach(self) -> float:
        """How far the axis extends to either side, as a factor."""
        changes = [row.change for row in self.rows]
        found = [v for one in changes for v in (one.ratio, one.low, one.high) if v and v > 0]
        farthest = max((abs(log(v)) for v in found if isfinite(v)), default=0.0)
        return min(max(exp(farthest * 1.12), _NARROWEST), _WIDEST)

    def heights(self) -> list[float]:
        return [ROW] * max(1, len(self.rows))

    def _columns(self, width: float, look: ChartStyle) -> _Columns:
        """Without enough room the remark after the verdict goes first, then long headers, then the
        plot; then verdicts take two lines, and so do titles beside the names of sides.
        """

        def widest(texts: Iterable[str], more: float) -> float:
            return max((look.width(look.normal, text) for text in texts), default=0.0) + more

        right = width - 10
        rows = self.rows
        values = max(widest((text for row in rows for text in (row.first, row.other)), 18.0), 80.0)
        named = max(look.width(look.small, head) for head in self.heads) + 14
        narrow, wide = values, max(values, min(named, _WIDEST_HEAD))
        changes = max(widest((row.changed for row in rows), 0.0), 64.0)
        titles = widest((row.title for row in rows), 20.0)
        sides = widest((row.name for row in rows), 16.0) if any(row.name for row in rows) else 0.0
        change, room, short, folded = right, 0.0, False, False
        for least, short, folded, values in (
            (150.0, False, False, wide), (110.0, False, False, wide), (110.0, True, False, wide),
            (110.0, True, False, narrow), (0.0, True, False, narrow), (0.0, True, True, narrow),
        ):  # fmt: skip
            font = look.small if folded else look.normal
            verdicts = [row.verdict(short=short or self._brief) for row in rows]
            lines = (line for words in verdicts for line in _lines(words, folded=folded))
            change = right - max((look.width(font, line) for line in lines), default=0.0) - 20.0
            room = change - changes - 12 - LEFT - 2 * values - least
            if room >= titles + sides:
                break
        if brief := bool(sides) and room < titles + sides:
            sides = widest((row.named(short=True) for row in rows), 16.0)
            lines = (line for row in rows for line in in_two_lines(row.title))
            titles = max((look.width(look.small, line) for line in lines), default=0.0) + 20.0
        titles_end = max(110.0, min(titles + sides, room))
        names = 0.0
        if sides:
            names = min(titles - 8, max(titles_end - min(90.0, sides), 0.6 * titles_end))
        before = LEFT + titles_end + values
        plot = before + values + 28, change - changes - 24
        return _Columns(before, before + values, change, right, plot, names, short, folded, brief)

    def across(self, width: float, look: ChartStyle) -> tuple[float, float]:
        return self._columns(width, look).plot

    def draw(self, plot: ChartPlot) -> None:
        look, beside, width = plot.look, plot.beside, plot.rect().width()
        columns = self._columns(width, look)
        end = log(self.reach)
        bands = self.bands(plot, (-end, end))
        columns_of = self.figures.table.columns if self.figures else ()
        self.draw_head(plot, LEFT, value_text(columns_of[0].title) if columns_of else "")
        room = columns.after - columns.before - 10
        named = self.brief_heads if columns.brief else self.heads
        heads = painting.elided_apart(named, look.small, room)
        for x, words in zip((columns.before, columns.after), heads, strict=True):
            beside.text(QPointF(x, HEAD / 2), words, look.small, look.muted, painting.RIGHT)
        if columns.plotted:
            left = columns.plot[0]
            words = _("Difference (95 % interval)").replace(" %", f"{NARROW}%")
            room = columns.change - left
            if painting.elided(words, look.small, room) != words:
                words = _("Difference")
            words = painting.elided(words, look.small, room)
            beside.text(QPointF(left, HEAD / 2), words, look.small, look.muted)
        if not self.rows:
            at = QPointF(LEFT, bands[0].middle)
            beside.text(at, _("No test is on both sides."), look.normal, look.muted)
            return
        for band, row in zip(bands, self.rows, strict=True):
            self.draw_ground(plot, band)
            self._draw_row(plot, columns, band, row)
        if columns.plotted:
            plot.bottom.marks, plot.bottom.overhang = partial(self._marks, look), OVERHANG
            for number, ratio in enumerate(_SETTLED):
                plot.border_at(f"within {number}", on_axis(ratio), look.grid)
            plot.border_at("no difference", 0.0, look.line)
            plot.item("intervals", IntervalMarks, z=10).set_marks(self._drawn(bands, look), look)

    def _drawn(self, bands: Sequence[DrawnRow], look: ChartStyle) -> list[IntervalMark]:
        pairs = zip(bands, self.rows, strict=True)
        marks = (interval_mark(row.change, band.place, on_axis, look) for band, row in pairs)
        return [mark for mark in marks if mark is not None]

    def _draw_row(self, plot: ChartPlot, columns: _Columns, band: DrawnRow, row: _Line) -> None:
        look, beside, width = plot.look, plot.beside, plot.rect().width()
        y, color = band.middle, verdict_color(look, row.change.verdict)
        self._draw_title(plot, columns, band, row)
        if row.begins:
            at = QPointF(columns.before, y)
            beside.text(at, row.first, look.normal, look.muted, painting.RIGHT)
        for x, words, ink in (
            (columns.after, row.other, look.text), (columns.change, row.changed, color),
        ):  # fmt: skip
            beside.text(QPointF(x, y), words, look.normal, ink, painting.RIGHT)
        font = look.small if columns.folded else look.normal
        verdict = row.verdict(short=columns.short or self._brief)
        lines = _lines(verdict, folded=columns.folded)
        for at, line in _placed(lines, QPointF(columns.verdict, y)):
            beside.text(at, line, font, color, painting.RIGHT)
        start, ink = 0.0, look.line
        if band.number + 1 < len(self.rows) and not self.rows[band.number + 1].begins:
            start, ink = LEFT + columns.names, look.grid
        beside.rule(start, width - 1, band.box.bottom(), ink)

    def _draw_title(self, plot: ChartPlot, columns: _Columns, band: DrawnRow, row: _Line) -> None:
        look, names, y = plot.look, columns.names, band.middle
        width = columns.before - LEFT
        room = width - look.width(look.normal, row.first) - 14
        used = 0.0
        if row.begins:
            free = names - 6 if names else room
            if columns.brief:
                self._draw_lines(plot, in_two_lines(row.title), y, free)
            else:
                words = painting.elided(row.title, look.normal, free)
                used = plot.beside.text(QPointF(LEFT, y), words, look.normal, look.text)
        if names:
            free = room - names if row.begins else width - names - 10
            words = row.named(short=columns.brief)
            font = look.small if columns.brief else look.normal
            cut = painting.elided_middle if columns.brief else painting.elided
            words = cut(words, font, free)
            at = QPointF(LEFT + names, y)
            used = names + plot.beside.text(at, words, look.normal, look.muted)
        if row.doubted and room - used > 16:
            plot.beside.ring(QPointF(LEFT + used + 10, y), look.warning)

    @staticmethod
    def _draw_lines(plot: ChartPlot, lines: Sequence[str], y: float, room: float) -> None:
        look = plot.look
        for at, line in _placed(lines, QPointF(LEFT, y)):
            words = painting.elided_middle(line, look.small, room)
            plot.beside.text(at, words, look.small, look.text)

    def _marks(self, look: ChartStyle, low: float, high: float, room: float) -> list[Tick]:
        """Round factors on both sides, as many as have room; round percentages when zoomed in."""
        if high - low < 2 * log(self.reach) * (1 - 1e-9):
            percents = span_ticks(100 * (exp(low) - 1), 100 * (exp(high) - 1), 5)
            ratios = [1 + percent / 100 for percent in percents if percent > -100]
            return [Tick(log(ratio), ratio_text(ratio)) for ratio in ratios]
        pixels = room / (high - low)
        taken = [(0.0, look.width(look.small, ratio_text(1)) / 2)]
        marks = [1.0]
        for mark in _MARKS:
            if max(mark[1], 1 / mark[0]) > self.reach:
                continue
            half = max(look.width(look.small, ratio_text(one)) for one in mark) / 2
            away = [abs(log(one)) * pixels for one in mark]
            if all(abs(at - other) > half + width + 16 for other, width in taken for at in away):
                taken += [(at, half) for at in away]
                marks += mark
        return [Tick(log(mark), ratio_text(mark)) for mark in sorted(marks)]

    def table(self) -> ChartTable:
        if self.figures is None:
            return ChartTable((), ())
        return ChartTable.of(self.figures.table, binary=self.binary)

    def describe(self) -> str:
        parts = []
        for row in self.rows:
            test = f"{row.title}  {row.name}".rstrip()
            parts.append(f"{test}: {row.changed}, {row.verdict(short=self._brief)}")
        return "; ".join(parts).replace(NARROW, " ") or _("No test is on both sides.")


def _placed(lines: Sequence[str], middle: QPointF) -> Iterator[tuple[QPointF, str]]:
    """Lines below each other, and where they are; `middle` is that of all of them."""
    for number, line in enumerate(lines):
        yield middle + QPointF(0, _BETWEEN * (number - (len(lines) - 1) / 2)), line


def _lines(words: str, *, folded: bool) -> tuple[str, ...]:
    """The text, in two lines as narrow as can be if `folded` and it has several words."""
    parts = words.split(" ") if folded else []
    pairs = ((" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts)))
    return min(pairs, key=lambda pair: max(map(len, pair)), default=(words,))


def on_axis(ratio: float) -> float:
    """The position of a ratio on the horizontal axis."""
    return log(max(ratio, 1e-9))


def verdict_color(look: ChartStyle, verdict: Verdict | None) -> QColor:
    """The colour of a verdict; its text says the same."""
    colors = {
        Verdict.FASTER: look.good,
        Verdict.SLOWER: look.bad,
        Verdict.POSSIBLE: look.text,
    }
    return look.muted if verdict is None else colors.get(verdict, look.muted)


def ratio_text(ratio: float) -> str:
    """A label of the axis: "0", "+25 %", "×3"."""
    if ratio == 1:
        return "0"
    if ratio >= 3:
        return f"×{ratio:g}"
    return f"{signed(100 * (ratio - 1))}{NARROW}%"


class VariantChart(AnswerRows):
    """Tests of few changes: the title of each in a row of its own, below it a row for each variant
    with its figure and its change.

    The horizontal axis is the change in percent.
    """

    zooms = True
    closest = 1.0
    foot = FOOT

    def __init__(self, figures: Changes, *, binary: bool = False) -> None:
        super().__init__(figures.table, binary=binary)
        self.figures = figures
        changes = [0.0]
        for found in (one.change for row in figures.rows for one in row.others):
            if found is not None and found.ratio is not None:
                ends = (found.low, found.ratio, found.high)
                changes += [end - 1 for end in ends if end is not None]
        # At least 5 % to either side: magnified noise would look like a difference.
        ticks = span_ticks(100 * min(*changes, -0.05), 100 * max(*changes, 0.05), 5)
        self._ticks = [tick for tick in ticks if tick > -100]
        if len(self._ticks) < len(ticks):  # nothing can be slower than -100 %
            self._ticks.insert(0, -100.0)
        own, self._column = figures.heads
        self.tests: list[tuple[Cell, list[tuple[Cell, Cell, Interval | None]]]] = []
        for row in figures.rows:
            lines = [(one.name, one.figure, one.change) for one in row.others]
            first = [] if row.first is None else [(own, row.first, None)]
            self.tests.append((row.title, [*first, *lines]))

    def heights(self) -> list[float]:
        found = []
        for _title, lines in self.tests:
            found += [_TITLE, *(_LINE for _line in lines)]
        return found or [_LINE]

    def across(self, width: float, look: ChartStyle) -> tuple[float, float]:
        def widest(cells: Iterable[Cell]) -> float:
            return max((look.width(look.normal, self.text(cell)) for cell in cells), default=0.0)

        lines = [line for _title, lines in self.tests for line in lines]
        names, figures, verdicts = (widest(line[place] for line in lines) for place in range(3))
        titles = widest(title for title, _lines in self.tests)
        left = max(14 + min(names, 180.0) + 16 + figures + 24, min(titles, width / 4) + 24)
        return left, max(left + 40.0, width - verdicts - 16)

    def draw(self, plot: ChartPlot) -> None:
        look, beside = plot.look, plot.beside
        bands = iter(self.bands(plot, (self._ticks[0], self._ticks[-1])))
        left, width = plot.area.left(), plot.rect().width()
        # Translators: the head of a column, {variant} is like "Scheduler".
        first = _("{variant}, median").format(variant=self.text(self._column))
        self.draw_head(plot, 0, painting.elided(first, look.small, left - 12))
        own = self.text(self.figures.heads[0])
        head = _("Change from {base}, with interval").format(base=own)
        head = painting.elided(head, look.small, width - left - plot.corner)
        beside.text(QPointF(left, HEAD / 2), head, look.small, look.muted)
        found = []
        for called, lines in self.tests:
            band = next(bands)
            if band.number:
                beside.rule(0, width, band.box.top(), look.line)
            # Nothing else is in its row.
            title = painting.elided(self.text(called), look.normal, width)
            beside.text(QPointF(0, band.middle + 2), title, look.normal, look.text)
            for name, figure, change in lines:
                band = next(bands)
                self._draw_row(plot, band.middle, name, figure, change)
                if change and (mark := interval_mark(change, band.place, _percent, look)):
                    found.append(mark)
        plot.bottom.marks, plot.bottom.grid_lines = self._marks, True
        plot.bottom.overhang = OVERHANG
        plot.border_at("no change", 0.0, look.muted)
        plot.item("changes", IntervalMarks, z=10).set_marks(found, look)

    def _marks(self, low: float, high: float, room: float) -> list[Tick]:
        ticks = self._ticks
        if high - low < (ticks[-1] - ticks[0]) * (1 - 1e-9):
            ticks = list(span_ticks(low, high, max(2, min(5, int(room / 70)))))
        return [
            Tick(
                tick, f"{'+' * (tick > 0)}{plain_number(round(tick, 6))}{NARROW}%" if tick else "0"
            )
            for tick in ticks
        ]

    def _draw_row(
        self, plot: ChartPlot, y: float, variant: Cell, figure: Cell, change: Interval | None
    ) -> None:
        """Name and figure before the plot, the verdict after it."""
        look, beside = plot.look, plot.beside
        right = plot.area.left() - 24
        used = beside.text(
            QPointF(right, y), self.text(figure), look.normal, look.text, painting.RIGHT
        )
        name = painting.elided(self.text(variant), look.normal, right - 14 - used - 8)
        beside.text(QPointF(14, y), name, look.normal, look.muted)
        if change is not None:
            at = QPointF(plot.area.right() + 16, y)
            color = verdict_color(look, change.verdict)
            beside.text(at, self.text(change), look.normal, color)


def _percent(ratio: float) -> float:
    """Where a ratio is on the horizontal axis."""
    return 100 * (ratio - 1)
