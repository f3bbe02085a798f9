# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Latency over time: how many I/Os took how long in each interval, with p50 and p99."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Linear, Table, paint_levels
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.line import broken_line
from driveproof.ui.charts.ticks import latency_label, log_limits, log_ticks
from driveproof.ui.charts.time_chart import OverTime
from driveproof.ui.charts.timeline import HEAT_EDGES, Floats, Timeline, Track, envelope
from driveproof.wording.catalogue import _
from driveproof.wording.phase import direction_word
from driveproof.wording.units import format_latency

LEVELS = 12
MOST_COLUMNS = 600


def shares(counts: npt.NDArray[np.int64]) -> Floats:
    """Counts of I/Os as the share of their interval (each row of the array sums to 1)."""
    total = counts.sum(axis=1, keepdims=True)
    return counts / np.maximum(total, 1)


def shade_levels(share: Floats) -> npt.NDArray[np.int64]:
    """Shares as steps of shading, 0 for none: by the square root, so that a rare slow I/O shows.

    Half of the I/Os in one cell is the darkest step.
    """
    step = np.ceil(np.sqrt(np.minimum(share / 0.5, 1.0)) * LEVELS).astype(np.int64)
    return np.where(share > 0, np.clip(step, 1, LEVELS), 0)


def merged(
    start: Floats, end: Floats, counts: npt.NDArray[np.int64], most: int
) -> tuple[Floats, Floats, npt.NDArray[np.int64]]:
    """Neighbouring columns put together until there are at most `most`."""
    if len(start) <= most:
        return start, end, counts
    size = math.ceil(len(start) / most)
    first = np.arange(0, len(start), size)
    last = np.minimum(first + size, len(start)) - 1
    return start[first], end[last], np.add.reduceat(counts, first, axis=0)


class LatencyChart(OverTime):
    """Heat map of the latencies of a phase over time, on a logarithmic axis."""

    def __init__(
        self, timeline: Timeline, title: str = "", directions: tuple[str, ...] | None = None
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
        """The decades that hold every I/O, in seconds."""
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

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        plot = self.plot_rect(rect)
        self.paint_title(painter, rect, look)
        if plot.width() < 20 or plot.height() < 10:
            return
        low, high = self.limits()
        scale = Linear(math.log10(low), math.log10(high))
        self.paint_ground(painter, plot, look)
        if not self.timeline.empty:
            ticks = log_ticks(low, high)
            marks = [(scale.share(math.log10(tick)), latency_label(tick)) for tick in ticks]
            paint_levels(painter, plot, look, marks)
        painter.save()
        painter.setClipRect(plot.adjusted(-1, -1, 1, 1))
        tracks = self._tracks()
        for number, track in enumerate(tracks):
            self._paint_cells(painter, plot, look, track, scale=scale, part=(number, len(tracks)))
        self.paint_events(painter, plot, look)
        ends: list[tuple[float, str, str]] = []
        for track in tracks:
            for column in ("p50", "p99"):
                y = self._paint_percentile(painter, plot, look, track, column, scale=scale)
                if y is not None:
                    words = column
                    if len(tracks) > 1:
                        words = f"{column} {direction_word(track.direction)[:1]}"
                    ends.append((y, words, track.direction))
        painter.restore()
        right = self.last_x(plot)
        for y, words, direction in self.spread_labels(ends, plot):
            color = look.direction(direction) if len(tracks) > 1 else look.muted
            painting.text(painter, QPointF(right + 6, y), words, look.small, color)
        self.paint_time(painter, plot, look)

    def _paint_cells(
        self,
        painter: QPainter,
        plot: QRectF,
        look: Look,
        track: Track,
        *,
        scale: Linear,
        part: tuple[int, int],
    ) -> None:
        """The cells of one direction; two directions share each interval side by side."""
        view = self.scale
        inside = (track.column("end") > view.low) & (track.column("start") < view.high)
        start, end, counts = merged(
            track.column("start")[inside],
            track.column("end")[inside],
            track.heat()[inside],
            min(MOST_COLUMNS, max(1, int(plot.width() / 2))),
        )
        levels = shade_levels(shares(counts))
        edges = plot.bottom() - plot.height() * (
            (np.log10(HEAT_EDGES) - scale.low) / (scale.high - scale.low)
        )
        span = view.high - view.low
        left = plot.left() + (start - view.low) / span * plot.width()
        right = plot.left() + (end - view.low) / span * plot.width()
        left += (right - left) * part[0] / part[1]
        right -= (right - left) * (part[1] - part[0] - 1) / (part[1] - part[0])
        color = look.direction(track.direction)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        overlap = 0.25 if painting.is_vector(painter) else 0.0
        for level in range(1, LEVELS + 1):
            columns, rows = np.nonzero(levels == level)
            if not len(columns):
                continue
            strength = 0.08 + 0.84 * level / LEVELS
            painter.setBrush(painting.mixed(color, look.surface, strength))
            x, top = left[columns], edges[rows + 1]
            width, height = right[columns] - x + overlap, edges[rows] - top + overlap
            painter.drawRects(
                list(map(QRectF, x.tolist(), top.tolist(), width.tolist(), height.tolist()))
            )
        painter.restore()

    def _paint_percentile(
        self,
        painter: QPainter,
        plot: QRectF,
        look: Look,
        track: Track,
        column: str,
        *,
        scale: Linear,
    ) -> float | None:
        view = self.scale
        seconds, values = broken_line(track, column)
        seconds, values = envelope(seconds, values, view.low, view.high, int(plot.width()))
        with np.errstate(divide="ignore", invalid="ignore"):
            share = (np.log10(values) - scale.low) / (scale.high - scale.low)
        y = plot.bottom() - share * plot.height()
        y[~np.isfinite(y)] = np.nan
        x = plot.left() + (seconds - view.low) / (view.high - view.low) * plot.width()
        dash = (4.0, 3.0) if column == "p99" else ()
        painting.curve(painter, x, y, look.text, width=1.0 if dash else 1.5, dash=dash)
        good = y[np.isfinite(y)]
        return float(good[-1]) if len(good) else None

    def paint_pointer(self, painter: QPainter, rect: QRectF, look: Look, at: QPointF) -> None:
        seconds = self.seconds_at(rect, at.x())
        if seconds is None:
            return
        self.paint_hair(painter, rect, look, seconds)
        plot = self.plot_rect(rect)
        words = [self.moment(seconds)]
        tracks = self._tracks()
        for track in tracks:
            index = self.sample_at(track, seconds)
            if index is None:
                continue
            values = [float(track.column(name)[index]) for name in ("p50", "p99")]
            if not all(map(math.isfinite, values)):
                continue
            said = f"p50 {format_latency(values[0])}  p99 {format_latency(values[1])}"
            words.append(f"{direction_word(track.direction)} {said}" if len(tracks) > 1 else said)
            if len(tracks) == 1 and plot.top() <= at.y() <= plot.bottom():
                words.append(self._cell_words(plot, at.y(), track, index))
        self.paint_value(painter, rect, look, "  ".join(filter(None, words)))

    def _cell_words(self, plot: QRectF, y: float, track: Track, index: int) -> str:
        """The cell under the pointer: "0.4 % took 1 to 1.3 ms"."""
        low, high = (math.log10(limit) for limit in self.limits())
        latency = 10 ** (low + (plot.bottom() - y) / plot.height() * (high - low))
        row = int(np.clip(np.searchsorted(HEAT_EDGES, latency) - 1, 0, len(HEAT_EDGES) - 2))
        counts = track.cells[index]
        total = int(counts.sum())
        if not total or not counts[row]:
            return ""
        return _("{0} % took {1} to {2}").format(
            f"{100 * counts[row] / total:.2g}",
            format_latency(float(HEAT_EDGES[row])),
            format_latency(float(HEAT_EDGES[row + 1])),
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
                        _("{0} {1} between {2} and {3}").format(
                            direction_word(track.direction),
                            column,
                            format_latency(float(value.min())),
                            format_latency(float(value.max())),
                        )
                    )
        return "; ".join(parts) or _("no numbers yet")
