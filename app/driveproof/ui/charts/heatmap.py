# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Latency over time: how many I/Os took how long in each interval, with p50 and p99."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from driveproof.domain.access import Direction
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Table
from driveproof.ui.charts.frame import Reading
from driveproof.ui.charts.heat_cells import LEVELS, Columns
from driveproof.ui.charts.line import broken_line
from driveproof.ui.charts.plot import Plot
from driveproof.ui.charts.ticks import latency_label, log_limits, log_ticks
from driveproof.ui.charts.time_chart import OverTime
from driveproof.ui.charts.timeline import HEAT_EDGES, Floats, Timeline, Track
from driveproof.wording.catalogue import _
from driveproof.wording.phase import direction_word
from driveproof.wording.units import format_latency

MOST_COLUMNS = 600
_OF_DIRECTION = 0.4  # the share of its direction's colour in the line of a percentile


def shares(counts: npt.NDArray[np.int64]) -> Floats:
    """Counts of I/Os as a fraction of their interval (each row of the array sums to 1)."""
    total = counts.sum(axis=1, keepdims=True)
    return counts / np.maximum(total, 1)


def shade_levels(share: Floats) -> npt.NDArray[np.int64]:
    """Fractions as shading levels, 0 for none: by the square root, so that a rare slow I/O shows.

    Half of the I/Os in one cell is the darkest level.
    """
    step = np.ceil(np.sqrt(np.minimum(share / 0.5, 1.0)) * LEVELS).astype(np.int64)
    return np.where(share > 0, np.clip(step, 1, LEVELS), 0)


def merged(
    start: Floats, end: Floats, counts: npt.NDArray[np.int64], most: int
) -> tuple[Floats, Floats, npt.NDArray[np.int64]]:
    """Merge neighbouring columns until there are at most `most`."""
    if len(start) <= most:
        return start, end, counts
    size = math.ceil(len(start) / most)
    first = np.arange(0, len(start), size)
    last = np.minimum(first + size, len(start)) - 1
    return start[first], end[last], np.add.reduceat(counts, first, axis=0)


class LatencyChart(OverTime):
    """Heat map of the latencies of a phase over time, on a logarithmic axis."""

    shows_legend = False

    def __init__(
        self, timeline: Timeline, title: str = "", directions: tuple[Direction, ...] | None = None
    ) -> None:
        super().__init__(timeline, title)
        self.directions = directions

    def _tracks(self) -> list[Track]:
        return [
            track
            for name, track in self.timeline.tracks.items()
            if track.rows and (self.directions is None or name in self.directions)
        ]

    def limits(self) -> tuple[float, float]:
        """The decades that contain every I/O, in seconds."""
        used = [
            np.flatnonzero(heat.any(axis=0))
            for track in self._tracks()
            if (heat := track.heat()).any()
        ]
        if not used:
            return 1e-5, 1e-2
        low = min(int(rows[0]) for rows in used)
        high = max(int(rows[-1]) for rows in used)
        return log_limits(float(HEAT_EDGES[low]), float(HEAT_EDGES[high + 1]))

    def draw(self, plot: Plot) -> None:
        low, high = self.limits()
        plot.range(self.across, (math.log10(low), math.log10(high)))
        if not self.timeline.empty:
            marks = [(math.log10(tick), latency_label(tick)) for tick in log_ticks(low, high)]
            plot.left_marks(marks)
        tracks = self._tracks()
        for number, track in enumerate(tracks):
            self._draw_cells(plot, track, part=(number, len(tracks)))
        self.draw_time(plot)
        for track in tracks:
            for column in ("p50", "p99"):
                self._draw_percentile(plot, track, column, alone=len(tracks) == 1)

    def _draw_cells(self, plot: Plot, track: Track, *, part: tuple[int, int]) -> None:
        """The cells of one direction; two directions share each interval side by side."""
        low, high = plot.span or plot.full
        inside = (track.column("end") > low) & (track.column("start") < high)
        start, end, counts = merged(
            track.column("start")[inside],
            track.column("end")[inside],
            track.heat()[inside],
            min(MOST_COLUMNS, max(1, int(plot.area.width() / 2))),
        )
        width = (end - start) / part[1]
        columns = Columns(
            start + width * part[0], end - width * (part[1] - part[0] - 1),
            shade_levels(shares(counts)),
        )  # fmt: skip
        color = plot.look.direction(track.direction)
        plot.heat(f"cells {track.direction}", columns, np.log10(HEAT_EDGES), color)

    def _draw_percentile(self, plot: Plot, track: Track, column: str, *, alone: bool) -> None:
        seconds, values = broken_line(track, column)
        with np.errstate(divide="ignore", invalid="ignore"):
            y = np.log10(values)
        y[~np.isfinite(y)] = np.nan
        dash = (4.0, 3.0) if column == "p99" else ()
        words, color = column, plot.look.text
        if not alone:  # dark enough for the cells below, and still that of its direction
            words = f"{column} {direction_word(track.direction)[:1]}"
            color = painting.mixed(plot.look.direction(track.direction), color, _OF_DIRECTION)
        plot.curve(
            f"{column} {track.direction}", seconds, y, color,
            width=1.0 if dash else 1.5, dash=dash, series=words,
        )  # fmt: skip
        good = y[np.isfinite(y)]
        if len(good):
            color = plot.look.muted if alone else plot.look.direction(track.direction)
            plot.label(words, color, float(good[-1]), words)

    def reading(self, plot: Plot, x: float, y: float | None) -> Reading | None:
        words = [self.moment(x)]
        tracks = self._tracks()
        for track in tracks:
            index = self.sample_at(track, x)
            if index is None:
                continue
            values = [float(track.column(name)[index]) for name in ("p50", "p99")]
            if not all(map(math.isfinite, values)):
                continue
            said = f"p50 {format_latency(values[0])}  p99 {format_latency(values[1])}"
            words.append(f"{direction_word(track.direction)} {said}" if len(tracks) > 1 else said)
            if len(tracks) == 1 and y is not None:
                words.append(self._cell_words(y, track, index))
        return Reading("  ".join(filter(None, words)))

    def _cell_words(self, exponent: float, track: Track, index: int) -> str:
        """The cell under the pointer: "0.4 % took 1 to 1.3 ms"."""
        row = int(np.clip(np.searchsorted(HEAT_EDGES, 10**exponent) - 1, 0, len(HEAT_EDGES) - 2))
        counts = track.cells[index]
        total = int(counts.sum())
        if not total or not counts[row]:
            return ""
        return _("{share} % took {low} to {high}").format(
            share=f"{100 * counts[row] / total:.2g}",
            low=format_latency(float(HEAT_EDGES[row])),
            high=format_latency(float(HEAT_EDGES[row + 1])),
        )

    def table(self) -> Table:
        rows = []
        for track in self._tracks():
            for row in track.rows:
                values = [format_latency(v) if math.isfinite(v) else "–" for v in row[4:7]]
                when = self.moment(row[1] - 1e-6)
                rows.append((when, direction_word(track.direction), *values))
        heads = (_("Time"), _("Direction"))
        return Table((*heads, "p50", "p95", "p99"), tuple(rows))

    def describe(self) -> str:
        parts = []
        for track in self._tracks():
            for column in ("p50", "p99"):
                value = track.column(column)
                value = value[np.isfinite(value)]
                if len(value):
                    parts.append(
                        _("{direction} {percentile} between {low} and {high}").format(
                            direction=direction_word(track.direction),
                            percentile=column,
                            low=format_latency(float(value.min())),
                            high=format_latency(float(value.max())),
                        )
                    )
        return "; ".join(parts) or _("no numbers yet")
