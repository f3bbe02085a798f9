# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's results over time: a line for each test, its spread, and where the firmware changed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QTransform

from driveproof.domain.comparison.over_time import MetricSeries, RunPoint, SeriesGroup
from driveproof.domain.health.snapshot import FirmwareChange
from driveproof.domain.run.columns import Floats
from driveproof.ui.charts import axis, painting
from driveproof.ui.charts.chart import Chart, ChartTable, Linear, Margins
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.curve import DataItem
from driveproof.ui.charts.frame import LABEL_ROOM, PointerReading
from driveproof.ui.charts.marks import Dots, Uprights
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.quantity import over_runs
from driveproof.ui.charts.ticks import date_ticks, headroom, linear_ticks
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.dates import date_and_time
from driveproof.wording.phase import direction_word
from driveproof.wording.profile import run_title, test_title
from driveproof.wording.units import group_digits

DASHES: tuple[tuple[float, ...], ...] = ((), (6.0, 3.0), (2.0, 2.5), (8.0, 3.0, 2.0, 3.0))
"""What tells the tests of one direction apart; the colour is the direction's."""
DOTS = 60
"""With more runs than this only lines and spreads are drawn, without dots."""
_EDGE = 3.0  # pixels on each side of a spread's ends
_APART = 5.0  # pixels between the spreads of a run's tests


class Spreads(DataItem):
    """A vertical line from the least to the greatest repeat of each run."""

    def __init__(self) -> None:
        super().__init__()
        self._x: Floats = np.empty(0)
        self.low, self.high = self._x, self._x
        self._color = QColor()
        self._beside = 0.0

    def set_spreads(
        self, x: Floats, low: Floats, high: Floats, color: QColor, beside: float
    ) -> None:
        """Draw other spreads, in axis coordinates, so many pixels beside their places."""
        self._x, self.low, self.high = x, low, high
        self._color, self._beside = color, beside
        self.update()

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        for x, low, high in zip(self._x, self.low, self.high, strict=True):
            if not rect.left() <= x <= rect.right() or low == high:
                continue
            across = place.m11() * x + place.dx() + self._beside
            bottom, top = (place.m22() * y + place.dy() for y in (low, high))
            painting.hairline(painter, (across, bottom, across, top), self._color)
            for y in (bottom, top):
                painting.hairline(painter, (across - _EDGE, y, across + _EDGE, y), self._color)


class OverTimeChart(Chart):
    """A line through the medians of each test, from zero; a click on a name hides its line."""

    zooms = True
    margins = Margins(64.0, 0.0)

    def __init__(
        self, group: SeriesGroup, changes: Sequence[FirmwareChange] = (), *, binary: bool = False
    ) -> None:
        self.group = group
        self.quantity = over_runs(group.metric, binary=binary)
        self.title = self.quantity.axis
        self.changes = tuple(changes)
        self.names = [_name(series, group) for series in group.series]
        self.x = [np.array([p.at.timestamp() for p in one.points]) for one in group.series]
        self.medians = [self._column(one, "median") for one in group.series]

    def _column(self, series: MetricSeries, what: str) -> Floats:
        values = [getattr(point.summary, what) for point in series.points]
        return np.array(values, dtype=np.float64) / self.quantity.divisor

    @property
    def name(self) -> str:
        return _("{quantity} of {profile} over time").format(
            quantity=self.quantity.title, profile=_profile(self.group)
        )

    def plot_rect(self, rect: QRectF, look: ChartStyle) -> QRectF:
        """The data area; the names of the lines are right of it."""
        return super().plot_rect(rect, look).adjusted(0, 0, -self._names_room(rect, look), 0)

    def _names_room(self, rect: QRectF, look: ChartStyle) -> float:
        widest = max((look.width(look.small, name) for name in self.names), default=0.0)
        return min(widest + LABEL_ROOM, rect.width() * 0.4)

    @property
    def span(self) -> Linear:
        """The time axis; a single run is in the middle of a day."""
        every = np.concatenate([*self.x, np.empty(0)])
        if not len(every):
            return Linear(0.0, 1.0)
        low, high = float(every.min()), float(every.max())
        edge = (high - low) * 0.03 or 43200.0
        return Linear(low - edge, high + edge)

    def draw(self, plot: ChartPlot) -> None:
        if not self.names:
            plot.say(_("No data"))
            return
        seen = [number for number, name in enumerate(self.names) if plot.shows(name)]
        highs = [float(self._column(self.group.series[number], "high").max()) for number in seen]
        highest = max(highs, default=1.0)
        ticks = linear_ticks(highest)
        top, span = ticks[-1], self.span
        if self.changes:
            top = headroom(0.0, top, highest, plot.area.height())
        plot.range((span.low, span.high), (0.0, top))
        plot.left_marks([(tick, self.quantity.mark(tick, ticks[-1])) for tick in ticks])
        plot.bottom.marks = _days
        plot.bottom.grid_lines = False
        for number, series in enumerate(self.group.series):
            self._draw_series(plot, number, series)
        news = [(one.at.timestamp(), _news(one)) for one in self.changes]
        plot.item("news", Uprights, z=9).set_places(news, plot.look, dashed=True)

    def _draw_series(self, plot: ChartPlot, number: int, series: MetricSeries) -> None:
        name, color = self.names[number], self._color(plot.look, series)
        x, y = self.x[number], self.medians[number]
        dash = self._dash(number)
        room = plot.rect().width() - plot.area.right() - LABEL_ROOM
        words = painting.elided(name, plot.look.small, room)
        plot.label(words, color, x, y, name)
        plot.curve(f"line {number}", x, y, color, width=1.8, dash=dash, series=name)
        pale = painting.mixed(color, plot.look.surface, 0.6)
        spreads = plot.item(f"spread {number}", Spreads, z=10, series=name)
        low, high = self._column(series, "low"), self._column(series, "high")
        beside = (number - (len(self.names) - 1) / 2) * _APART
        spreads.set_spreads(x, low, high, pale, beside)
        if len(x) <= DOTS:
            dots = plot.item(f"dots {number}", Dots, z=11, series=name)
            dots.set_dots(x, y, color, radius=3.2, edge=plot.look.surface)

    def _dash(self, number: int) -> tuple[float, ...]:
        """The dashes of a line: other ones for each test of a direction."""
        direction = self.group.series[number].direction
        place = sum(one.direction == direction for one in self.group.series[:number])
        return DASHES[place % len(DASHES)]

    def _color(self, look: ChartStyle, series: MetricSeries) -> QColor:
        return look.direction(series.direction)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        """The run whose point is closest, in the line that is closest to the pointer."""
        near: list[tuple[float, int, int]] = []
        for number, name in enumerate(self.names):
            if plot.shows(name):
                index = int(np.argmin(np.abs(self.x[number] - x)))
                across = plot.x_of(float(self.x[number][index])) - plot.x_of(x)
                up = 0.0 if y is None else (
                    plot.y_of(float(self.medians[number][index])) - plot.y_of(y)
                )  # fmt: skip
                near.append((across**2 + up**2, number, index))
        if not near:
            return None
        _distance, number, index = min(near)
        series = self.group.series[number]
        point = series.points[index]
        words = [self.names[number], date_and_time(point.at), self._said(point), shown(point.label)]
        dot = QPointF(float(self.x[number][index]), float(self.medians[number][index]))
        color = self._color(plot.look, series)
        return PointerReading(
            "   ".join(filter(None, words)), [(dot.x(), dot.y(), color)], hair=False
        )

    def _said(self, point: RunPoint) -> str:
        summary, write = point.summary, self.quantity.write
        if summary.count < 2:
            return write(summary.median)
        return _("{median} ({low} to {high})").format(
            median=write(summary.median), low=write(summary.low), high=write(summary.high)
        )

    def table(self) -> ChartTable:
        columns = (
            _("Date"),
            _("Test"),
            _("Median"),
            _("Minimum"),
            _("Maximum"),
            _("Repeats"),
            _("Label"),
            _("Firmware"),
            _("Remark"),
        )
        write = self.quantity.write
        rows = [
            (
                point.at,
                number,
                (
                    date_and_time(point.at),
                    self.names[number],
                    write(point.summary.median),
                    write(point.summary.low),
                    write(point.summary.high),
                    group_digits(point.summary.count),
                    shown(point.label),
                    shown(point.firmware),
                    _disturbed(point),
                ),
            )
            for number, series in enumerate(self.group.series)
            for point in series.points
        ]
        rows.sort(key=lambda row: row[:2])
        return ChartTable(columns, tuple(cells for _at, _number, cells in rows))

    def describe(self) -> str:
        said = []
        for name, series in zip(self.names, self.group.series, strict=True):
            first, last = series.points[0], series.points[-1]
            said.append(
                _("{test}: {count} results, from {first} ({begin}) to {last} ({end}).").format(
                    test=name,
                    count=group_digits(len(series.points)),
                    first=self.quantity.write(first.summary.median),
                    begin=date_and_time(first.at),
                    last=self.quantity.write(last.summary.median),
                    end=date_and_time(last.at),
                )
            )
        said += [f"{date_and_time(one.at)}: {_news(one)}." for one in self.changes]
        return " ".join(said) or _("Nothing was measured.")


def group_title(group: SeriesGroup) -> str:
    """What a group is called where one is chosen: "Quick benchmark, MB/s"."""
    return f"{_profile(group)}: {over_runs(group.metric).title}"


def _profile(group: SeriesGroup) -> str:
    return run_title(group.title or group.profile, group.profile, group.cache)


def _name(series: MetricSeries, group: SeriesGroup) -> str:
    test = test_title(series.title, group.profile)
    return _("{first}, {second}").format(first=test, second=direction_word(series.direction))


def _disturbed(point: RunPoint) -> str:
    if not point.disturbed:
        return ""
    text = ngettext("{count} affected", "{count} affected", point.disturbed)
    return text.format(count=point.disturbed)


def _news(change: FirmwareChange) -> str:
    return _("firmware {before} → {after}").format(
        before=shown(change.before), after=shown(change.after)
    )


def _days(low: float, high: float, room: float) -> list[axis.Tick]:
    return [axis.Tick(at, words) for at, words in date_ticks(low, high, max(2, int(room / 120)))]
