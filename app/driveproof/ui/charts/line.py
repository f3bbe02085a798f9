# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A quantity over time: IOPS or bandwidth as an area from zero, temperature as a line."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor

from driveproof.domain.metric import MetricName
from driveproof.domain.run.columns import Floats
from driveproof.domain.run.sustained import SpeedChange
from driveproof.domain.run.timeline import DirectionTrack, Timeline, stall_length
from driveproof.ui.charts import painting
from driveproof.ui.charts.ceiling import Ceiling, top_for
from driveproof.ui.charts.chart import ChartTable, Linear
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.quantity import Quantity
from driveproof.ui.charts.ticks import linear_ticks, span_ticks
from driveproof.ui.charts.time_chart import TimeChart
from driveproof.ui.theme.text import without_key
from driveproof.wording.catalogue import _
from driveproof.wording.phase import direction_word


def broken_line(track: DirectionTrack, column: str) -> tuple[Floats, Floats]:
    """The corners of the line through a track's samples.

    A sample is drawn at its end. The line breaks (with a NaN) where a repeat begins, and omits the
    intervals without any completed I/O.
    """
    start, end, value = track.column("start"), track.column("end"), track.column(column)
    if not len(value):
        return end, value
    stalled = end - start > stall_length(track.usual)
    if len(value) < 2:
        stalled[:] = False
    value = np.where(stalled, np.nan, value)
    gap = np.ones(len(value), dtype=bool)
    gap[1:] = (start[1:] - end[:-1] > 0.5 * track.usual) | stalled[:-1]
    at = np.flatnonzero(gap)
    x = np.insert(end, np.repeat(at, 2), np.repeat(start[at], 2))
    pairs = np.stack((np.full(len(at), np.nan), value[at]), axis=1).ravel()
    return x, np.insert(value, np.repeat(at, 2), pairs)


class LineChart(TimeChart):
    """One quantity of a phase over time, a line for each direction."""

    def __init__(
        self,
        timeline: Timeline,
        quantity: Quantity,
        title: str = "",
        ceiling: Ceiling | None = None,
    ) -> None:
        super().__init__(timeline, title)
        self.ceiling = ceiling if quantity.column == MetricName.BANDWIDTH else None
        self.quantity = quantity
        self.changes: tuple[SpeedChange, ...] = ()
        """Where the speed of the newest repeat has changed for good, so far."""
        self._lines: dict[str, tuple[tuple[int, float], Floats, Floats]] = {}

    def _tracks(self) -> list[DirectionTrack]:
        tracks = [track for track in self.timeline.tracks.values() if track.rows]
        # both directions of a mixed phase heat the same drive
        return tracks[:1] if self.quantity.column == "temperature" else tracks

    def line(self, track: DirectionTrack) -> tuple[Floats, Floats]:
        """The corners of a track's line, in seconds and the axis' unit; cached until it grows."""
        kept = self._lines.get(track.direction)
        if kept is None or kept[0] != (len(track.rows), track.rows[-1][1]):
            x, y = broken_line(track, self.quantity.column)
            kept = ((len(track.rows), track.rows[-1][1]), x, y / self.quantity.divisor)
            self._lines[track.direction] = kept
        return kept[1], kept[2]

    def levels(self, plot: ChartPlot | None = None) -> tuple[Linear, tuple[float, ...]]:
        """The vertical axis and its ticks, in the axis' unit, for the visible part."""
        shown = [track for track in self._tracks() if plot is None or plot.shows(track.direction)]
        values = [
            value
            for track in shown or self._tracks()
            if np.isfinite(value := self.line(track)[1]).any()
        ]
        highest = max((float(np.nanmax(value)) for value in values), default=0.0)
        limit = self._limit(highest)
        high = max(highest, limit or 0.0)
        if self.quantity.from_zero:
            ticks = linear_ticks(high)
        else:
            low = min((float(np.nanmin(value)) for value in values), default=high)
            middle, half = (low + high) / 2, max(2.0, (high - low) / 2)
            ticks = span_ticks(middle - half, middle + half, 3)
        height = plot.area.height() if plot is not None else 0.0
        return Linear(ticks[0], top_for(limit, ticks[-1], highest, height)), ticks

    def _limit(self, highest: float) -> float | None:
        """The ceiling in the axis' unit; None when it is out of sight."""
        if self.ceiling is None or not self.ceiling.in_sight(highest * self.quantity.divisor):
            return None
        return self.ceiling.value / self.quantity.divisor

    def draw(self, plot: ChartPlot) -> None:
        look, tracks = plot.look, self._tracks()
        scale, ticks = self.levels(plot)
        plot.range(self.across, (scale.low, scale.high))
        if not self.timeline.empty:  # an axis without a number would be invented
            plot.left_marks([(tick, self.quantity.mark(tick, ticks[-1])) for tick in ticks])
        for track in tracks:
            x, y = self.line(track)
            color = self._color(look, track)
            series = track.direction if len(tracks) > 1 else ""
            plot.curve(track.direction, x, y, color, area=self.quantity.from_zero, series=series)
            if len(tracks) > 1:
                plot.label(direction_word(track.direction), color, x, y, series)
        if self.ceiling is not None and scale.high * self.quantity.divisor >= self.ceiling.value:
            # Where the axis begins and ends at the ceiling, it was in sight when the axis was
            # chosen.
            words = self.ceiling.words(binary=self.quantity.binary)
            plot.line_at("ceiling", self.ceiling.value / self.quantity.divisor, words)
        self._draw_changes(plot)
        self.draw_time(plot)

    def _draw_changes(self, plot: ChartPlot) -> None:
        """A border at each change; one that may still move is fainter."""
        if not self.changes or not self.timeline.spans:
            return
        begin, look = self.timeline.spans[-1].counted, plot.look
        for number, change in enumerate(self.changes):
            color = look.text if change.lasting else painting.with_alpha(look.text, 0.4)
            plot.border_at(f"change {number}", begin + change.moment, color)
        plot.key("mark", _("speed change"), look.text)

    def _color(self, look: ChartStyle, track: DirectionTrack) -> QColor:
        """Temperature belongs to the drive, not to a direction."""
        is_temperature = self.quantity.column == "temperature"
        return look.text if is_temperature else look.direction(track.direction)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        words, dots = [self.moment(x)], []
        tracks = self._tracks()
        for track in tracks:
            index = self.sample_at(track, x)
            if index is None or not plot.shows(track.direction):
                continue
            value = float(track.column(self.quantity.column)[index])
            if not np.isfinite(value):
                continue
            said = self.quantity.write(value)
            words.append(f"{direction_word(track.direction)} {said}" if len(tracks) > 1 else said)
            dots.append((x, value / self.quantity.divisor, self._color(plot.look, track)))
        return PointerReading("  ".join(words), dots)

    def table(self) -> ChartTable:
        columns = [_("Time"), without_key(_("&Seconds"))]
        rows = []
        for track in self._tracks():
            for index, row in enumerate(track.rows):
                value = float(track.column(self.quantity.column)[index])
                written = self.quantity.write(value) if np.isfinite(value) else "–"
                rows.append(
                    (
                        self.moment(row[1] - 1e-6),
                        f"{row[1] - row[0]:.2f}",
                        direction_word(track.direction),
                        written,
                    )
                )
        columns += [_("Direction"), self.quantity.axis]
        return ChartTable(tuple(columns), tuple(rows))

    def describe(self) -> str:
        parts = []
        for track in self._tracks():
            value = track.column(self.quantity.column)
            value = value[np.isfinite(value)]
            if len(value):
                parts.append(
                    _("{name}: {count} samples from {low} to {high}, median {median}").format(
                        name=direction_word(track.direction),
                        count=len(value),
                        low=self.quantity.write(float(value.min())),
                        high=self.quantity.write(float(value.max())),
                        median=self.quantity.write(float(np.median(value))),
                    )
                )
        if self.ceiling is not None and parts:
            parts.append(self.ceiling.words(binary=self.quantity.binary))
        if stall := self.timeline.longest_stall():
            parts.append(_("longest stall {seconds:.1f} s").format(seconds=stall[0]))
        return "; ".join(parts) or _("No data")
