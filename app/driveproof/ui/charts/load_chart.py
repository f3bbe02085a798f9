# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Load curves: I/Os a second against latency, of one run with its knee or of several runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QTransform

from driveproof.domain.access import Direction
from driveproof.domain.load_points import depth_of
from driveproof.domain.metric import LATENCY_TITLES, MetricName
from driveproof.domain.run.cap import CappedLoad
from driveproof.domain.run.columns import Floats
from driveproof.domain.run.load_curve import LoadCurve, LoadPoint
from driveproof.methods.iops_at_latency.answer import cap_said, deeper, depths_table
from driveproof.methods.load_curve.answer import (
    DRAWN,
    plot_of,
    points_table,
)
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.curve import DataItem
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.marks import Dots, Uprights
from driveproof.ui.charts.plot import VEIL, ChartPlot
from driveproof.ui.charts.sides import name_color, side_color
from driveproof.ui.charts.ticks import latency_label, log_marks, short_number, span_ticks
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, value_text
from driveproof.wording.units import format_iops, format_latency

_EMPTY: Floats = np.empty(0)
DASH = (5.0, 3.0)
HEADROOM = 1.08


class Path(DataItem):
    """A line through points in any order: a curve that bends back is drawn as it is."""

    def __init__(self) -> None:
        super().__init__()
        self._x, self._y = _EMPTY, _EMPTY
        self._color = QColor()
        self._width = 1.8
        self._dash: tuple[float, ...] = ()

    def set_path(
        self, x: Floats, y: Floats, color: QColor, *, width: float, dash: tuple[float, ...] = ()
    ) -> None:
        """Draw another line; it breaks where `y` is NaN."""
        self._x, self._y, self._color, self._width, self._dash = x, y, color, width, dash
        self.update()

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        x, y = place.m11() * self._x + place.dx(), place.m22() * self._y + place.dy()
        painting.curve(painter, x, y, self._color, width=self._width, dash=self._dash)


@dataclass(frozen=True)
class Word:
    """A text beside a point of the axes: if possible below it and to its right, or `above` it. One
    that is not `needed` is left out where it would lie on a line: the table has it.
    """

    x: float
    y: float
    text: str
    color: QColor
    above: bool = False
    needed: bool = False


class Words(DataItem):
    """Texts beside points, where no line runs through them; one that would cover an earlier one,
    one of `before`, or the words at the right end of a limit (its height and text) is left out.
    """

    room = 60.0
    """Pixels right of the axes where they may still be."""
    lines: Sequence[tuple[Floats, Floats]] = ()
    """The corners of the lines around them."""

    def __init__(self) -> None:
        super().__init__()
        self._words: list[Word] = []
        self._look: ChartStyle | None = None
        self._before: tuple[Words, ...] = ()
        self._limit: tuple[float, str] | None = None
        self.taken: list[QRectF] = []

    def set_words(
        self,
        words: Sequence[Word],
        look: ChartStyle,
        before: Sequence[Words] = (),
        limit: tuple[float, str] | None = None,
    ) -> None:
        """Show other texts, the most important first."""
        self._words, self._look = list(words), look
        self._before, self._limit = tuple(before), limit
        self.update()

    def boundingRect(self) -> QRectF:
        rect = super().boundingRect()
        return rect.adjusted(0, -0.2 * rect.height(), 0.2 * rect.width(), 0.2 * rect.height())

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        look = self._look
        if look is None:
            return
        plot = place.mapRect(rect)
        painter.setClipRect(plot.adjusted(0, -12, self.room, 12), Qt.ClipOperation.ReplaceClip)
        taken = [box for one in self._before if one.isVisible() for box in one.taken]
        if self._limit is not None:
            level, text = place.m22() * self._limit[0] + place.dy(), self._limit[1]
            wide = look.width(look.small, text) + 12
            taken.append(QRectF(plot.right() - wide, level - 16, wide, 18))
        self.taken = []
        ink = [_along(place.m11() * x + place.dx(), place.m22() * y + place.dy())
               for x, y in self.lines]  # fmt: skip
        for word in self._words:
            x, y = place.m11() * word.x + place.dx(), place.m22() * word.y + place.dy()
            width = look.width(look.small, word.text)
            sides = (-9.0, 10.0) if word.above else (10.0, -9.0)
            boxes = [
                QRectF(left - 2, y + side - 6, width + 4, 12)
                for side in sides
                for left in (x + 7, x - 7 - width)
            ]
            whole = plot.adjusted(0, -12, self.room, 12)
            free = [
                box for box in boxes if whole.contains(box) and not any(map(box.intersects, taken))
            ]
            clear = [box for box in free if not any(_runs_through(line, box) for line in ink)]
            if not clear and not (word.needed and boxes[0] in free):
                continue
            box = clear[0] if clear else boxes[0]
            taken.append(box)
            self.taken.append(box)
            at = QPointF(box.left() + 2, box.center().y())
            painting.text(painter, at, word.text, look.small, word.color)


def _along(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Points on a line, at most three pixels apart."""
    if len(x) < 2:
        return x, y
    steps = max(2, math.ceil(float(np.nanmax(np.hypot(np.diff(x), np.diff(y)), initial=0.0)) / 3))
    share = np.linspace(0.0, 1.0, steps + 1)
    return (
        (x[:-1, None] + np.diff(x)[:, None] * share).ravel(),
        (y[:-1, None] + np.diff(y)[:, None] * share).ravel(),
    )


def _runs_through(line: tuple[Floats, Floats], box: QRectF) -> bool:
    x, y = line
    across = (x > box.left() + 1) & (x < box.right() - 1)
    return bool((across & (y > box.top()) & (y < box.bottom())).any())


class LoadChart(Chart):
    """Each curve as its median latency and its p99 over I/Os a second; the numbers at the points
    are requests in flight. A single curve has its knee; of several the first is muted.

    `log` spaces the I/Os logarithmically; latencies always are.
    """

    margins = Margins(66.0, 56.0)

    def __init__(
        self,
        curves: Sequence[LoadCurve],
        names: Sequence[str] = (),
        *,
        log: bool = False,
        title: str = "",
        under: Sequence[CappedLoad] = (),
    ) -> None:
        """`under` are the same curves under a latency cap, whose answers are marked."""
        self.under = tuple(under)
        # The first is the line with the dots.
        self.shown = (under[0].cap.metric, MetricName.P99) if under else DRAWN
        if under and under[0].cap.metric == MetricName.P99:
            self.shown = (MetricName.P99, MetricName.MEAN)
        self.curves = tuple(curves)
        self.names = tuple(names) or ("",) * len(self.curves)
        self.log = log
        self.title = title or _("IOPS and latency by requests in flight")
        self.lines = [
            [point for point in curve.line if point.iops is not None] for curve in self.curves
        ]

    def x_value(self, iops: float) -> float:
        return math.log10(max(iops, 1e-3)) if self.log else iops

    @staticmethod
    def _y(seconds: float | None) -> float:
        return math.nan if not seconds else math.log10(seconds)

    @staticmethod
    def _iops(point: LoadPoint) -> float:
        return 0.0 if point.iops is None else point.iops.median

    def draw(self, plot: ChartPlot) -> None:
        seen = [number for number, name in enumerate(self.names) if plot.shows(name)]
        points = [point for number in seen for point in self.lines[number]]
        known = [s for p in points for m in self.shown if (s := p.latency(m))]
        known += [one.cap.seconds for one in self.under[:1]]
        if not known:
            plot.range((0.0, 1.0), (-4.0, -2.0))
            plot.say(_("No data"))
            return
        self._set_axes(plot, [self._iops(point) for point in points], known)
        written: list[Words] = []
        for number, curve in enumerate(self.curves):
            written.append(self._draw_curve(plot, number, curve, written))
        if self.under:
            cap = self.under[0].cap
            # with few I/Os in flight nothing is near the cap
            plot.line_at("cap", math.log10(cap.seconds), say_text(cap_said(cap)), left=True)
        elif len(self.curves) == 1:
            self._draw_knee(plot, self.curves[0])

    def _corners(self, points: Sequence[LoadPoint], metric: MetricName) -> tuple[Floats, Floats]:
        """The corners of the line of a latency."""
        return (
            np.array([self.x_value(self._iops(point)) for point in points], dtype=np.float64),
            np.array([self._y(point.latency(metric)) for point in points], dtype=np.float64),
        )

    def _set_axes(self, plot: ChartPlot, rates: list[float], latencies: list[float]) -> None:
        low, high = math.log10(min(latencies)), math.log10(max(latencies))
        edge = max(0.08, 0.08 * (high - low))
        bottom, top = low - 1.6 * edge, high + 1.6 * edge
        if self.log:
            span = math.log10(min(rates)), math.log10(max(rates))
            wide = max(0.05, 0.04 * (span[1] - span[0]))
            across = span[0] - wide, span[1] + wide
        else:
            across = 0.0, max(rates) * HEADROOM
        plot.range(across, (bottom, top))
        marks = log_marks(10**bottom, 10**top, 5)
        plot.left_marks([(math.log10(at), latency_label(at)) for at in marks])
        plot.bottom.marks = self._marks

    def _marks(self, low: float, high: float, room: float) -> list[Tick]:
        most = max(2, int(room / 110))
        if self.log:
            found = log_marks(10**low, 10**high, most)
            return [Tick(math.log10(at), short_number(at, found[-1])) for at in found]
        ticks = span_ticks(0.0, high, min(most, 6))
        return [Tick(at, short_number(at, ticks[-1])) for at in ticks if at <= high * 1.0001]

    def _color(self, look: ChartStyle, number: int) -> QColor:
        direction = self.curves[number].direction
        if self.under:
            return look.direction(direction)
        way = Direction.READ if direction == Direction.MIXED else direction
        return look.direction(way) if len(self.curves) == 1 else side_color(look, number, way)

    def _draw_curve(
        self, plot: ChartPlot, number: int, curve: LoadCurve, before: Sequence[Words]
    ) -> Words:
        """The texts beside it, which are painted after those of the curves before it."""
        look, name, line = plot.look, self.names[number], self.lines[number]
        color = self._color(look, number)
        words: list[Word] = []
        for place, metric in enumerate(self.shown):
            x, y = self._corners(line, metric)
            path = plot.item(f"{metric} {number}", Path, z=10 - place, series=name)
            path.set_path(x, y, color, width=1.5 if place else 2.0, dash=DASH if place else ())
            if len(x) and math.isfinite(y[-1]):
                text = say_text(LATENCY_TITLES[metric])
                words.append(Word(float(x[-1]), float(y[-1]), text, color, above=True, needed=True))
            if place == 0:
                dots = plot.item(f"dots {number}", Dots, z=12, series=name)
                dots.set_dots(x, y, color, radius=3.4, edge=look.surface)
                knee = self.under[number].answer if self.under else curve.knee
                self._mark(plot, number, knee, color)
                order = sorted(range(len(line)), key=lambda at: (line[at] is not knee, -at))
                words += [
                    Word(
                        float(x[at]), float(y[at]), str(line[at].in_flight), look.muted,
                        needed=line[at] is knee,
                    )
                    for at in order
                    if math.isfinite(y[at])
                ]  # fmt: skip
        item = plot.item(f"words {number}", Words, z=13 + 0.01 * number, series=name)
        item.lines = [
            self._corners(points, one)
            for other, points in zip(self.names, self.lines, strict=True)
            for one in self.shown
            if plot.shows(other)
        ]
        caps = [
            (math.log10(one.cap.seconds), say_text(cap_said(one.cap))) for one in self.under[:1]
        ]
        item.set_words(words, look, before, caps[0] if caps else None)
        if name:
            plot.key("line", shown(name), color, series=name, text=name_color(look, number, color))
        return item

    def _mark(self, plot: ChartPlot, number: int, point: LoadPoint | None, color: QColor) -> None:
        """A larger dot at the answer of a search."""
        seconds = None if point is None else point.latency(self.shown[0])
        if not self.under or point is None or not seconds:
            return
        dots = plot.item(f"answer {number}", Dots, z=12.5, series=self.names[number])
        x, y = self.x_value(self._iops(point)), self._y(seconds)
        dots.set_dots(np.array([x]), np.array([y]), color, radius=6.5, edge=plot.look.text)

    def _draw_knee(self, plot: ChartPlot, curve: LoadCurve) -> None:
        named = [(self.x_value(rule.at), say_text(rule.title)) for rule in plot_of(curve).rules]
        if not named:
            return
        (_low, high), _up = plot.box.viewRange()
        plot.shade("beyond", named[0][0], high)
        item = plot.item("knee", Uprights, z=9)
        item.set_places(
            named,
            plot.look,
            dashed=True,
            beyond=painting.mixed(plot.look.text, plot.look.surface, VEIL),
        )

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        near: list[tuple[float, int, int]] = []
        for number, line in enumerate(self.lines):
            if not plot.shows(self.names[number]):
                continue
            for place, point in enumerate(line):
                across = plot.x_of(self.x_value(self._iops(point))) - plot.x_of(x)
                at = self._y(point.latency(self.shown[0]))
                up = 0.0 if y is None or math.isnan(at) else plot.y_of(at) - plot.y_of(y)
                near.append((across**2 + up**2, number, place))
        if not near:
            return None
        _distance, number, place = min(near)
        point = self.lines[number][place]
        words = [
            shown(self.names[number]),
            _("depth {depth}").format(depth=value_text(depth_of(point))),
        ]
        words.append(format_iops(self._iops(point)))
        dots = []
        for metric in self.shown:
            seconds = point.latency(metric)
            if seconds:
                words.append(f"{say_text(LATENCY_TITLES[metric])} {format_latency(seconds)}")
                place_x, place_y = self.x_value(self._iops(point)), self._y(seconds)
                dots.append((place_x, place_y, self._color(plot.look, number)))
        return PointerReading("   ".join(filter(None, words)), dots, hair=False)

    def table(self) -> ChartTable:
        if self.under:
            return ChartTable.of(depths_table(self.under))
        rows: list[tuple[str, ...]] = []
        several = len(self.curves) > 1
        heads: tuple[str, ...] = ()
        for name, curve in zip(self.names, self.curves, strict=True):
            found = ChartTable.of(points_table(curve))
            heads = (_("Side"), *found.columns) if several else found.columns
            rows += [(shown(name), *line) if several else line for line in found.rows]
        return ChartTable(heads, tuple(rows))

    def describe(self) -> str:
        said = []
        for one in self.under:
            what = deeper(one)
            said += [] if what is None else [say_text(what)]
        for name, curve in zip(self.names, self.curves if not self.under else (), strict=False):
            knee, most = curve.knee, curve.most
            if knee is None or most is None:
                continue
            text = _(
                "Knee at depth {depth} with {iops}, most at depth {deepest} with {most}."
            ).format(
                depth=value_text(depth_of(knee)),
                iops=format_iops(self._iops(knee)),
                deepest=value_text(depth_of(most)),
                most=format_iops(self._iops(most)),
            )
            said.append(f"{shown(name)}: {text}" if name else text)
        return " ".join(said) or _("Nothing was measured.")


def cap_chart(found: Sequence[CappedLoad], *, log: bool = False) -> LoadChart:
    """Every direction of a search under a cap, with the cap as a line."""
    words = {"read": _("Reads"), "write": _("Writes"), "mixed": _("Both at once")}
    names = [words[one.direction] for one in found]
    return LoadChart(
        [one.curve for one in found], names, log=log, title=_("Latency and IOPS"), under=found
    )
