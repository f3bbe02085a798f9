# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws a plot: its lines from zero upwards, what is marked on them, and their figures."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from driveproof.domain import figure
from driveproof.domain.figure import Plot, Series
from driveproof.domain.quantity import Unit
from driveproof.domain.run.columns import Floats
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.marks import Dots, Heights
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.position_chart import size_marks
from driveproof.ui.charts.quantity import Quantity
from driveproof.ui.charts.rows import shade_color
from driveproof.ui.charts.ticks import linear_ticks, time_label, time_ticks
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text
from driveproof.wording.table import spoken_text
from driveproof.wording.units import format_size, group_digits

_LABEL = 110.0  # pixels between two marks of the time
_COUNTED = 12  # marks of an axis that counts, at most


class _Line(NamedTuple):
    """A series as arrays; `known`: whether it has any value."""

    series: Series
    x: Floats
    y: Floats
    known: bool


class PlotChart(Chart):
    """Values over seconds, bytes or a count; of several lines each can be hidden.

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
        self.zooms = plot.x.unit in (Unit.SECONDS, Unit.BYTES)
        self._lines: list[_Line] = []
        for one in plot.series:
            x, y = np.array(one.points, dtype=np.float64).reshape(-1, 2).T
            self._lines.append(_Line(one, x, y, bool(np.isfinite(y).any())))
        self._measured = [line for line in self._lines if not line.series.dashed]

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(line.known for line in self._measured)

    @property
    def across(self) -> tuple[float, float]:
        """The ends of the horizontal axis."""
        if self.shown.x.ends is not None:
            return self.shown.x.ends
        return 0.0, max([1e-6, *(float(line.x[-1]) for line in self._lines if len(line.x))])

    @property
    def closest(self) -> float:
        steps = [float(np.median(np.diff(line.x))) for line in self._lines if len(line.x) > 1]
        return 4 * min(steps, default=0.0)

    def _corners(self, line: _Line) -> tuple[Floats, Floats]:
        """The corners of a line, in the unit of the axis."""
        y = line.y / self.quantity.divisor
        if not line.series.steps:
            return line.x, y
        return np.repeat(np.append(line.x, self.across[1]), 2)[1:-1], np.repeat(y, 2)

    def draw(self, plot: ChartPlot) -> None:
        several = len(self._measured) > 1
        known = [
            float(np.nanmax(line.y))
            for line in self._measured
            if line.known and plot.shows(line.series.key if several else "")
        ]
        ticks = linear_ticks(max(known, default=0.0) / self.quantity.divisor, self._most)
        plot.range(self.across, (0.0, ticks[-1]))
        if self.shows_axis:
            plot.bottom.marks = self._marks
            plot.bottom.grid_lines = self.shown.x.unit is Unit.BYTES
        if self.empty:
            plot.say(self._nothing)
            return
        plot.left_marks([(tick, self.quantity.mark(tick, ticks[-1])) for tick in ticks])
        for number, rule in enumerate(self.shown.rules):
            plot.border_at(f"{rule.key} {number}", rule.at, plot.look.muted)
        for band in self.shown.bands:
            if not band.part:
                plot.shade(band.key, band.begin, band.end)
        parts = [band.level for band in self.shown.bands if band.part and band.level]
        if len(parts) > 1:
            levels = [(one / self.quantity.divisor, self.quantity.bare(one)) for one in parts]
            plot.item("levels", Heights, z=21).set_heights(levels, plot.look)
        lines = self._lines.copy()
        lines.reverse()  # the first ones lie over the others, and all lie over areas
        for line in sorted(lines, key=lambda line: not line.series.area):
            self._draw_line(plot, line, several=several)
        if several:
            self._draw_legend(plot)

    def _draw_legend(self, plot: ChartPlot) -> None:
        for one in (line.series for line in self._measured if line.known):
            color = shade_color(one.shade, plot.look)
            plot.key("line", say_text(one.title), color, series=one.key)
        for band in self.shown.bands:
            plot.key("area", say_text(band.title), plot.look.line)

    def _draw_line(self, plot: ChartPlot, line: _Line, *, several: bool) -> None:
        one, (x, y) = line.series, self._corners(line)
        color, series = shade_color(one.shade, plot.look), one.key if several else ""
        if one.dots:
            dots = plot.item(f"{one.key} dots", Dots, z=12, series=series)
            dots.set_dots(x, y, color, radius=3.0)
            color = painting.with_alpha(color, 0.5)
        dash = (6.0, 3.0) if one.dashed else ()
        plot.curve(one.key, x, y, color, dash=dash, area=one.area, series=series)

    def _marks(self, low: float, high: float, room: float) -> list[Tick]:
        match self.shown.x.unit:
            case Unit.SECONDS:
                ticks = time_ticks(low, high, max(2, int(room / _LABEL)))
                return [Tick(tick, time_label(tick)) for tick in ticks if tick >= 0]
            case Unit.BYTES:
                return size_marks(self.across[1], low, high, room)
        every = max(1, int(high) // _COUNTED)
        return [Tick(float(at), f"{at}") for at in range(every, int(high) + 1, every)]

    def _place(self, x: float) -> str:
        """A position on the horizontal axis."""
        match self.shown.x.unit:
            case Unit.SECONDS:
                return time_label(round(x, 2))
            case Unit.BYTES:
                return format_size(x)
        return f"{say_text(self.shown.x.title)} {group_digits(round(x))}"

    def _span(self, line: _Line, at: int) -> str:
        """Where a point is; a step has two ends."""
        begin = self._place(float(line.x[at]))
        if not line.series.steps:
            return begin
        end = float(line.x[at + 1]) if at + 1 < len(line.x) else self.across[1]
        return _("{low} to {high}").format(low=begin, high=self._place(end))

    def _nearest(self, line: _Line, place: float) -> int | None:
        """The point at a position of the axis; None for a gap, and outside of the axis."""
        first, last = self.across
        if not len(line.x) or not first <= place <= last:
            return None
        at = int(np.argmin(np.abs(line.x - place)))
        if line.series.steps:
            at = max(0, int(np.searchsorted(line.x, place, side="right")) - 1)
        return at if math.isfinite(line.y[at]) else None

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        words: list[str] = []
        dots = []
        several = len(self._measured) > 1
        for line in self._measured:
            one, at = line.series, self._nearest(line, x)
            if at is None or (several and not plot.shows(one.key)):
                continue
            value = self.quantity.write(float(line.y[at]))
            words = words or [self._span(line, at)]
            words.append(f"{say_text(one.title)} {value}" if several else value)
            place = x if one.steps else float(line.x[at])
            height = float(line.y[at]) / self.quantity.divisor
            dots.append((place, height, shade_color(one.shade, plot.look)))
        return PointerReading("   ".join(words), dots) if words else None

    def table(self) -> ChartTable:
        if self._figures is not None:
            return ChartTable.of(self._figures, binary=self.quantity.binary)
        rows: dict[str, dict[str, str]] = {}
        for line in self._measured:
            for at, value in enumerate(line.y.tolist()):
                if math.isfinite(value):
                    row = rows.setdefault(self._span(line, at), {})
                    row[line.series.key] = self.quantity.write(value)
        series = [line.series for line in self._measured]
        titles = [say_text(one.title) for one in series]
        if len(titles) == 1:
            titles = [self.quantity.title]
        heads = (say_text(self.shown.x.title), *titles)
        found = ((place, *(row.get(one.key, "–") for one in series)) for place, row in rows.items())
        return ChartTable(heads, tuple(found))

    def describe(self) -> str:
        if self.empty:
            return self._nothing
        if self._figures is not None and self._figures.spoken:
            return spoken_text(self._figures, binary=self.quantity.binary)
        parts = []
        for line in self._measured:
            if line.known:
                at = int(np.nanargmax(line.y))
                parts.append(
                    _("{name}: at most {most}, at {place}").format(
                        name=say_text(line.series.title),
                        most=self.quantity.write(float(line.y[at])),
                        place=self._span(line, at),
                    )
                )
        for band in self.shown.bands:
            text = _("{low} to {high}").format(
                low=self._place(band.begin), high=self._place(band.end)
            )
            if band.part and band.level is not None:
                level = self.quantity.write(band.level)
                text = _("{first}, {second}").format(first=text, second=level)
            parts.append(_("{name}: {text}").format(name=say_text(band.title), text=text))
        return "; ".join(parts)
