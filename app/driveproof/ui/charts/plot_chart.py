# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws a plot: its lines, what is marked on them, and their figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from driveproof.domain import figure
from driveproof.domain.figure import Ink, Plot, Series
from driveproof.domain.quantity import Unit
from driveproof.domain.run.columns import Floats
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import HorizontalAxis
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.chart_style import ChartStyle, shade_color
from driveproof.ui.charts.frame import LABEL_ROOM, MOST_IN_TITLE, PointerReading
from driveproof.ui.charts.marks import Dots, HeightLines, SpreadBars, UprightLines
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.quantity import Quantity
from driveproof.ui.charts.ticks import headroom, linear_ticks, log_marks, span_ticks
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import cell_text, spoken_text

DASHES: tuple[tuple[float, ...], ...] = ((), (6.0, 3.0), (2.0, 2.5), (8.0, 3.0, 2.0, 3.0))
"""What tells lines of one colour apart."""
_DOT = 12.0  # pixels between two dots: with less only the line is drawn
MOST_ROWS = 20_000
"""Of the table: more than anybody reads, and it stays fast."""
_NAME = 120.0  # pixels of a name before its value
_APART = 6.0  # pixels between two states: less would make a vertical stroke of their line
_SPREADS = 5.0  # pixels between the spreads of one moment
_ROOM = 1.4  # above the greatest and below the least value on a logarithmic axis, as a factor
_DECADE = 28.0  # pixels between two ticks of such an axis
_SPECK, _FAINT = 1.6, 0.6  # the radius of the points of a cloud, in pixels, and their opacity
_FLAT = 0.6  # of the greatest value: a line above that would be flat on an axis from zero


class _Line(NamedTuple):
    """A series as arrays; `name` is its own among those of one key.

    `x` and `up` are places on the axes, `y` the values. `low` and `high` are the least and the
    greatest with their spread, None where it has no value, and `step` is the usual one of `x`.
    """

    series: Series
    name: str
    x: Floats
    y: Floats
    up: Floats
    low: float | None
    high: float | None
    step: float

    @property
    def known(self) -> bool:
        """Whether it has any value."""
        return self.high is not None


class PlotChart(Chart):
    """Values over time, dates, bytes, latencies or a count; of several lines each can be hidden.

    `of` is what the vertical axis counts, in at most `most` steps; without a `title` that of the
    plot is shown. `figures` are the table of what is drawn, by default that of its points.
    `nothing` is said where there is nothing to draw.
    """

    margins = Margins(58.0, 24.0)
    title_at_edge = True

    def __init__(
        self,
        plot: Plot,
        of: Quantity,
        *,
        title: str = "",
        figures: figure.Table | None = None,
        most: int = 4,
        nothing: str = "",
    ) -> None:
        self.quantity, self._most = of, most
        self._given = title
        self._nothing = nothing or _("No data")
        self.show(plot, figures)

    def show(self, plot: Plot, figures: figure.Table | None = None) -> None:
        """Show another plot, or the same as far as it is known now."""
        self.shown, self._figures = plot, figures
        self.title = self._given or say_text(plot.title)
        columns = [np.array(one.points, dtype=np.float64).reshape(-1, 2).T for one in plot.series]
        self.axis = HorizontalAxis(
            plot.x, max((float(x[-1]) for x, _y in columns if len(x)), default=0.0)
        )
        self.zooms = plot.x.unit is not Unit.COUNT and not self.axis.live
        self._lines: list[_Line] = []
        for number, (one, (x, y)) in enumerate(zip(plot.series, columns, strict=True)):
            parts = sum(other.key == one.key for other in plot.series[:number])
            self._lines.append(self._line(one, f"{one.key} {parts}" if parts else one.key, x, y))
        self._measured = [line for line in self._lines if not line.series.dashed]
        self._several = len({line.series.key for line in self._measured}) > 1
        self._dated = plot.x.unit is Unit.MOMENT
        named = {line.series.key: value_text(line.series.title) for line in self._measured}
        names = tuple(named.values())
        self.key_names = names if len(names) > MOST_IN_TITLE and not self._dated else ()

    def _line(self, one: Series, name: str, x: Floats, y: Floats) -> _Line:
        x = self.axis.on(x)
        values = np.append(y, np.array(one.spread).ravel())
        values = values[np.isfinite(values)]
        return _Line(
            one,
            name,
            x,
            y,
            self._up(y),
            float(values.min()) if len(values) else None,
            float(values.max()) if len(values) else None,
            float(np.median(np.diff(x))) if len(x) > 1 else 0.0,
        )

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(line.known for line in self._measured)

    @property
    def across(self) -> tuple[float, float]:
        """The ends of the horizontal axis."""
        return self.axis.ends

    @property
    def closest(self) -> float:
        steps = [line.step for line in self._lines if len(line.x) > 1]
        return 0.0 if self._dated else 4 * min(steps, default=0.0)

    def plot_rect(self, rect: QRectF, look: ChartStyle) -> QRectF:
        """The data area. The names of lines over dates are right of it."""
        right = 0.0
        if self._dated and self._several:
            names = [value_text(line.series.title) for line in self._measured]
            widest = max(look.width(look.small, name) for name in names)
            right = min(widest + LABEL_ROOM, rect.width() * 0.4)
        return super().plot_rect(rect, look).adjusted(0, 0, -right, 0)

    def _key(self, line: _Line) -> str:
        """What hides a line, "" for the only one."""
        return line.series.key if self._several else ""

    def _up(self, values: Floats) -> Floats:
        """Where values are on the vertical axis: in its unit, or as powers of ten of theirs."""
        if self.shown.y.log:
            powers: Floats = np.log10(values)
            return powers
        return values / self.quantity.divisor

    def _powers(self, plot: ChartPlot) -> tuple[float, float]:
        """The ends of a logarithmic vertical axis; sets its ticks."""
        low, high = self._extent(self._lines)
        low, high = low / _ROOM, high * _ROOM
        marks = log_marks(low, high, most=max(2, int(plot.area.height() / _DECADE)))
        write = self.quantity.mark
        ticks = [(math.log10(mark), write(mark, high)) for mark in marks]
        plot.left_marks([(math.log10(low), ""), *ticks])  # the base has a line but no label
        return math.log10(low), math.log10(high)

    @staticmethod
    def _extent(lines: Sequence[_Line]) -> tuple[float, float]:
        """The least and the greatest value of lines, 0 without any."""
        low = min((line.low for line in lines if line.low is not None), default=0.0)
        high = max((line.high for line in lines if line.high is not None), default=0.0)
        return low, high

    def _levels(self, plot: ChartPlot) -> tuple[float, float, tuple[float, ...]]:
        """The ends of a linear vertical axis and its ticks, in its unit."""
        divisor, axis = self.quantity.divisor, self.shown.y
        if axis.ends is not None:
            low, high = (end / divisor for end in axis.ends)
            return low, high, linear_ticks(high, self._most)
        shown = [line for line in self._measured if plot.shows(self._key(line))]
        low, high = (end / divisor for end in self._extent(shown))
        ticks = linear_ticks(max(high, axis.least / divisor), self._most)
        if axis.near and high != 0 and not 0 <= low <= _FLAT * high:
            middle, half = (low + high) / 2, max((high - low) / 2, abs(high) * 0.02, 1e-9)
            ticks = span_ticks(middle - half, middle + half, self._most)
        if self.quantity.whole:
            ticks = _whole(ticks, high)
        top = ticks[-1]
        if any(rule.named for rule in self.shown.rules):
            top = headroom(ticks[0], top, high, plot.area.height())
        return ticks[0], top, ticks

    def draw(self, plot: ChartPlot) -> None:
        if self.shown.y.log and not self.empty:
            plot.range(self.across, self._powers(plot))
        else:
            low, top, ticks = self._levels(plot)
            plot.range(self.across, (low, top))
            marks = [(tick, self.quantity.mark(tick, ticks[-1])) for tick in ticks]
            plot.left_marks([] if self.empty and not self.axis.live else marks)
        if self.shows_axis:
            plot.bottom.marks = partial(self.axis.marks, zoomed=plot.span is not None)
            plot.bottom.grid_lines = self._has_grid
        if self.empty and not self.axis.live:  # where something may come there is an axis
            plot.say(self._nothing)
            return
        self._draw_marks(plot)
        lines = self._lines.copy()
        if not self.shown.sides:  # the newest of which is over the others
            lines.reverse()  # the first ones lie over the others, and all lie over areas
        lines.sort(key=lambda line: not line.series.area)
        for line in lines:
            self._draw_line(plot, line)
        if self._several:
            self._draw_names(plot)

    @property
    def _has_grid(self) -> bool:
        """Whether there are vertical grid lines: named rules would be taken for them."""
        if self.shown.x.log:
            return not any(rule.named for rule in self.shown.rules)
        return self.shown.x.unit is Unit.BYTES

    def _draw_marks(self, plot: ChartPlot) -> None:
        """The rules and bands."""
        repeats = self.shown.x.repeats
        for order in range(1, repeats):
            plot.border_at(f"repeat {order}", order * self.across[1] / repeats)
        for number, rule in enumerate(self.shown.rules):
            if not rule.named:
                plot.border_at(f"{rule.key} {number}", rule.at, plot.look.muted)
        if named := [rule for rule in self.shown.rules if rule.named]:
            at = self.axis.on(np.array([rule.at for rule in named])).tolist()
            places = list(zip(at, (say_text(rule.title) for rule in named), strict=True))
            z = 9.0 if self._dated else 20.0
            item = plot.item("rules", UprightLines, z=z)
            item.set_places(places, plot.look, dashed=self._dated)
        for band in self.shown.bands:
            if not band.part:
                plot.shade(band.key, band.begin, band.end)
        parts = [band.level for band in self.shown.bands if band.part and band.level]
        if len(parts) > 1:
            levels = [(one / self.quantity.divisor, self.quantity.bare(one)) for one in parts]
            plot.item("levels", HeightLines, z=21).set_heights(levels, plot.look)

    def _draw_names(self, plot: ChartPlot) -> None:
        """At the ends of lines over dates, else in the legend."""
        look = plot.look
        for line in {line.series.key: line for line in self._measured}.values():
            one, color = line.series, shade_color(line.series.shade, look)
            name = value_text(one.title)
            if self._dated:
                room = plot.rect().width() - plot.area.right() - LABEL_ROOM
                words = painting.elided(name, look.small, room)
                plot.label(words, color, line.x, line.up, one.key)
            elif line.known or self.axis.live:
                plot.key("line", name, color, series=one.key, text=self._name_color(one, look))
        for band in self.shown.bands:
            plot.key("area", say_text(band.title), look.line)

    def _name_color(self, series: Series, look: ChartStyle) -> QColor | None:
        """That of a name in the legend. A side of a comparison has its colour, where that is strong
        enough to be read.
        """
        if not self.shown.sides:
            return None
        if self.key_names:
            return look.text
        return None if series.shade.ink is Ink.MUTED else shade_color(series.shade, look)

    def _corners(self, line: _Line) -> tuple[Floats, Floats]:
        """The corners of a line, in the unit of the axis."""
        if not line.series.steps:
            return line.x, line.up
        return np.repeat(np.append(line.x, self.across[1]), 2)[1:-1], np.repeat(line.up, 2)

    def _draw_line(self, plot: ChartPlot, line: _Line) -> None:
        one, (x, y), series = line.series, self._corners(line), self._key(line)
        color = shade_color(one.shade, plot.look)
        if one.states:
            x, y = self._apart(plot, x, y)
        if len(one.spread):
            self._draw_spreads(plot, line, color)
        if one.cloud:
            faint = painting.with_alpha(color, _FAINT)
            item = plot.item(line.name, Dots, z=10, series=series)
            item.set_dots(x, y, faint, radius=_SPECK)
            return
        thick = color
        if one.dots and len(x) * _DOT <= plot.area.width():
            edge = plot.look.surface if self._dated else None
            dots = plot.item(f"{line.name} dots", Dots, z=12, series=series)
            dots.set_dots(x, y, color, radius=3.2 if self._dated else 3.0, edge=edge)
            thick = color if self._dated else painting.with_alpha(color, 0.5)
        dash = (6.0, 3.0) if one.dashed else DASHES[one.dash % len(DASHES)]
        width = 1.8 if self._dated else 1.2 if one.steps and self.shown.x.log else 1.5
        plot.curve(line.name, x, y, thick, width=width, dash=dash, area=one.area, series=series)

    def _apart(self, plot: ChartPlot, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """The states that have room beside each other; of several at almost one time the last. A
        zoom separates them.
        """
        low, high = plot.span or self.across
        gap = _APART * (high - low) / max(1.0, plot.area.width())
        kept: list[int] = []
        for at in range(len(x) - 1, -1, -1):
            if not kept or x[kept[-1]] - x[at] >= gap:
                kept.append(at)
        return x[kept[::-1]], y[kept[::-1]]

    def _draw_spreads(self, plot: ChartPlot, line: _Line, color: QColor) -> None:
        pale = painting.mixed(color, plot.look.surface, 0.6)
        item = plot.item(f"{line.series.key} spreads", SpreadBars, z=10, series=self._key(line))
        low, high = np.array(line.series.spread).T / self.quantity.divisor
        keys = [other.series.key for other in self._measured]
        beside = (keys.index(line.series.key) - (len(keys) - 1) / 2) * _SPREADS
        item.set_spreads(line.x, low, high, pale, beside)

    def _span(self, line: _Line, at: int) -> str:
        """Where a point is; a step has two ends."""
        begin = self.axis.place(float(line.x[at]))
        if not line.series.steps:
            return begin
        end = float(line.x[at + 1]) if at + 1 < len(line.x) else self.across[1]
        return _("{low} to {high}").format(low=begin, high=self.axis.place(float(end)))

    def _nearest(self, line: _Line, place: float) -> int | None:
        """The point at a position of the axis; None for a gap, and outside of the axis."""
        first, last = self.across
        if not len(line.x) or not first <= place <= last:
            return None
        at = int(np.argmin(np.abs(line.x - place)))
        if line.series.steps:
            at = max(0, int(np.searchsorted(line.x, place, side="right")) - 1)
        return at if math.isfinite(line.y[at]) else None

    def _value(self, line: _Line, at: int) -> str:
        """The value of a point, its spread and what is said of it."""
        one, write = line.series, self.quantity.write
        value = write(float(line.y[at]))
        if len(one.spread) and one.spread[at][0] < one.spread[at][1]:
            low, high = (write(float(end)) for end in one.spread[at])
            value = _("{median} ({low} to {high})").format(median=value, low=low, high=high)
        note = cell_text(one.notes[at]) if one.notes else ""
        return "   ".join(filter(None, (value, note)))

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        found = [
            (line, at)
            for line in self._measured
            if plot.shows(self._key(line)) and (at := self._nearest(line, x)) is not None
        ]
        nearest: dict[str, tuple[_Line, int]] = {}
        for line, at in found:  # of the parts of one line
            other = nearest.setdefault(line.series.key, (line, at))
            if abs(line.x[at] - x) < abs(other[0].x[other[1]] - x):
                nearest[line.series.key] = line, at
        found = list(nearest.values())
        alone = self._dated and self._several
        if alone and found:  # only the point that is nearest to the pointer

            def distance(one: tuple[_Line, int]) -> float:
                line, at = one
                across = plot.x_of(float(line.x[at])) - plot.x_of(x)
                up = 0.0 if y is None else plot.y_of(float(line.up[at])) - plot.y_of(y)
                return across**2 + up**2

            found = [min(found, key=distance)]
        if not found:
            return None
        words, dots = [self.axis.reading(self._span(*found[0]))], []
        for line, at in found:
            one = line.series
            name = painting.elided(value_text(one.title), plot.look.normal, _NAME)
            value = self._value(line, at)
            words.append(f"{name} {value}" if self._several else value)
            place = x if one.steps else float(line.x[at])
            dots.append((place, float(line.up[at]), shade_color(one.shade, plot.look)))
        return PointerReading("   ".join(words), dots, hair=not alone)

    def table(self) -> ChartTable:
        if self._figures is not None:
            return ChartTable.of(self._figures, binary=self.quantity.binary)
        rows: dict[str, dict[str, str]] = {}
        for line in self._measured:
            for at, value in enumerate(line.y[:MOST_ROWS].tolist()):
                if math.isfinite(value):
                    row = rows.setdefault(self._span(line, at), {})
                    row.setdefault(line.series.key, self.quantity.write(value))
        series = [line.series for line in self._measured]
        titles = [value_text(one.title) for one in series]
        if len(titles) == 1:
            titles = [self.quantity.title]
        heads = (say_text(self.shown.x.title), *titles)
        found = ((place, *(row.get(one.key, "–") for one in series)) for place, row in rows.items())
        return ChartTable(heads, tuple(found))

    def describe(self) -> str:
        if self.empty:
            return self._nothing
        if self.shown.spoken:
            binary = self.quantity.binary
            return "; ".join(say_text(one, binary=binary) for one in self.shown.spoken)
        if self._figures is not None and self._figures.spoken:
            return spoken_text(self._figures, binary=self.quantity.binary)
        parts = [self._described(line) for line in self._measured if line.known]
        for rule in (rule for rule in self.shown.rules if rule.named):
            at = float(self.axis.on(np.array(rule.at)))
            parts.append(
                _("{name}: {text}").format(name=say_text(rule.title), text=self.axis.place(at))
            )
        for band in self.shown.bands:
            text = _("{low} to {high}").format(
                low=self.axis.place(band.begin), high=self.axis.place(band.end)
            )
            if band.part and band.level is not None:
                level = self.quantity.write(band.level)
                text = _("{first}, {second}").format(first=text, second=level)
            parts.append(_("{name}: {text}").format(name=say_text(band.title), text=text))
        return "; ".join(parts)

    def _described(self, line: _Line) -> str:
        """A line in a part of a sentence."""
        name, at = value_text(line.series.title), int(np.nanargmax(line.y))
        most = self.quantity.write(float(line.y[at]))
        if self.axis.live:
            now = self.quantity.write(float(line.y[np.isfinite(line.y)][-1]))
            return _("{name} now {now}, at most {most}").format(name=name, now=now, most=most)
        return _("{name}: at most {most}, at {place}").format(
            name=name, most=most, place=self._span(line, at)
        )


def _whole(ticks: tuple[float, ...], high: float) -> tuple[float, ...]:
    """Whole numbers near the ticks, which reach as high."""
    rounded = sorted({float(round(tick)) for tick in ticks})
    found = tuple(rounded) if len(rounded) > 1 else (rounded[0], rounded[0] + 1.0)
    return (*found, high) if found[-1] < high else found
