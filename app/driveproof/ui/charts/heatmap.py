# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Latency over time: how many I/Os took how long in each interval, with p50 and p99."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QTransform

from driveproof.domain.access import Direction
from driveproof.domain.run.columns import Floats
from driveproof.domain.run.timeline import HEAT_EDGES, DirectionTrack, Timeline
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import ChartTable
from driveproof.ui.charts.curve import DataItem
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.ticks import latency_label, log_limits, log_ticks, short_number
from driveproof.ui.charts.time_chart import TimeChart, broken_line
from driveproof.wording.catalogue import _
from driveproof.wording.phase import direction_word
from driveproof.wording.units import format_latency, group_digits

LEVELS = 12
_FAINTEST = 0.36  # the colour's share in the first level: a single I/O is seen on either ground
_BEND = 1.4  # above 1: most of the contrast is where most I/Os are
MOST_COLUMNS = 600
_EDGES = np.log10(HEAT_EDGES)
_OF_DIRECTION = 0.4  # the share of its direction's colour in the line of a percentile
_LEAST_SCALE = 10  # I/Os: with fewer in a cell than this, none is the darkest
_GAP = 0.1  # of a typical interval: a shorter gap before the next one is not drawn


def top_of_scale(most: int) -> int:
    """What the darkest level stands for: 1, 2 or 5 times a power of ten, `most` I/Os or more.

    Round numbers, so that the shades hardly change while a run goes on.
    """
    power = 10 ** (len(str(max(most, _LEAST_SCALE))) - 1)
    return next(step * power for step in (1, 2, 5, 10) if step * power >= most)


def shade_levels(counts: npt.NDArray[np.int64], top: int) -> npt.NDArray[np.int64]:
    """I/Os in a cell as shading levels, 0 for none: by the logarithm, from 1 for a single I/O to
    the darkest for `top`. The slowest accesses are few, and matter most.
    """
    step = np.rint((LEVELS - 1) * np.log(np.maximum(counts, 1)) / np.log(top))
    return np.where(counts > 0, np.clip(1 + step, 1, LEVELS), 0).astype(np.int64)


def closed(start: Floats, end: Floats, gap: float) -> Floats:
    """The ends, moved to the start of the next interval where that is less than `gap` seconds away:
    snapshots are not read at the same instant.
    """
    if len(end) < 2:
        return end
    after = start[1:] - end[:-1]
    return np.append(np.where((after > 0) & (after < gap), start[1:], end[:-1]), end[-1])


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


class LatencyChart(TimeChart):
    """Heat map of the latencies of a phase over time, on a logarithmic axis."""

    shows_legend = False

    def __init__(
        self, timeline: Timeline, title: str = "", directions: tuple[Direction, ...] | None = None
    ) -> None:
        super().__init__(timeline, title)
        self.directions = directions

    def _tracks(self) -> list[DirectionTrack]:
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

    def draw(self, plot: ChartPlot) -> None:
        low, high = self.limits()
        plot.range(self.across, (math.log10(low), math.log10(high)))
        if not self.timeline.empty:
            marks = [(math.log10(tick), latency_label(tick)) for tick in log_ticks(low, high)]
            plot.left_marks(marks)
        tracks = self._tracks()
        found = [self._visible(plot, track) for track in tracks]
        top = top_of_scale(max((int(one[2].max(initial=0)) for one in found), default=0))
        for number, (track, (start, end, counts)) in enumerate(zip(tracks, found, strict=True)):
            width = (end - start) / len(tracks)  # two directions share an interval side by side
            begin = start + width * number
            columns = HeatColumns(begin, begin + width, shade_levels(counts, top))
            cells = plot.item(f"cells {track.direction}", HeatCells, z=5)
            cells.set_columns(columns, _EDGES, self._shades(plot, track))
        if any(counts.any() for _start, _end, counts in found):
            most = group_digits(top)
            plot.ramp(
                _("1 to {most} I/Os per cell").format(most=most),
                f"1–{short_number(top, top)}",
                [self._shades(plot, track) for track in tracks],
            )
        self.draw_time(plot)
        for track in tracks:
            for column in ("p50", "p99"):
                self._draw_percentile(plot, track, column, alone=len(tracks) == 1)

    @staticmethod
    def _shades(plot: ChartPlot, track: DirectionTrack) -> tuple[QColor, ...]:
        return shades(plot.look.direction(track.direction), plot.look.surface)

    def _visible(
        self, plot: ChartPlot, track: DirectionTrack
    ) -> tuple[Floats, Floats, npt.NDArray[np.int64]]:
        """The intervals of a direction that are seen, and the counts of their cells."""
        low, high = plot.span or plot.full
        start, end = track.column("start"), track.column("end")
        inside = (end > low) & (start < high)
        return merged(
            start[inside],
            closed(start, end, _GAP * track.usual)[inside],
            track.heat()[inside],
            min(MOST_COLUMNS, max(1, int(plot.area.width() / 2))),
        )

    def _draw_percentile(
        self, plot: ChartPlot, track: DirectionTrack, column: str, *, alone: bool
    ) -> None:
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
        color = plot.look.muted if alone else plot.look.direction(track.direction)
        plot.label(words, color, seconds, y, words)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
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
        return PointerReading("  ".join(filter(None, words)))

    def _cell_words(self, exponent: float, track: DirectionTrack, index: int) -> str:
        """The cell under the pointer: "12 of 3 000 I/Os took 1 to 1.3 ms"."""
        row = int(np.clip(np.searchsorted(HEAT_EDGES, 10**exponent) - 1, 0, len(HEAT_EDGES) - 2))
        counts = track.cells[index]
        total = int(counts.sum())
        if not total or not counts[row]:
            return ""
        return _("{count} of {total} I/Os took {low} to {high}").format(
            count=group_digits(int(counts[row])),
            total=group_digits(total),
            low=format_latency(float(HEAT_EDGES[row])),
            high=format_latency(float(HEAT_EDGES[row + 1])),
        )

    def table(self) -> ChartTable:
        rows = []
        for track in self._tracks():
            for row in track.rows:
                values = [format_latency(v) if math.isfinite(v) else "–" for v in row[4:7]]
                when = self.moment(row[1] - 1e-6)
                rows.append((when, direction_word(track.direction), *values))
        heads = (_("Time"), _("Direction"))
        return ChartTable((*heads, "p50", "p95", "p99"), tuple(rows))

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
        return "; ".join(parts) or _("No data")


def shades(color: QColor, ground: QColor) -> tuple[QColor, ...]:
    """The colours of levels 1 to LEVELS."""
    return _shades(color.rgb(), ground.rgb())


@cache
def _shades(color: int, ground: int) -> tuple[QColor, ...]:
    """The same of colours as #AARRGGBB."""
    pair = QColor.fromRgb(color), QColor.fromRgb(ground)
    return tuple(
        painting.mixed(*pair, _FAINTEST + (1 - _FAINTEST) * (level / (LEVELS - 1)) ** _BEND)
        for level in range(LEVELS)
    )


def _to_pixels(edges: Floats) -> Floats:
    """The nearest borders between pixels; edges that differ by a rounding error get the same."""
    return np.floor(edges + (0.5 + 1e-6))


@dataclass(frozen=True, eq=False)
class HeatColumns:
    """Intervals from `start` to `end` in seconds, with a row of shading levels (0 for none) for
    each.
    """

    start: Floats
    end: Floats
    levels: npt.NDArray[np.int64]


class HeatCells(DataItem):
    """The columns of one direction.

    Rows are equally high; `edges` are their borders in the unit of the axis. Intervals may differ
    in length and have gaps, which an ImageItem cannot show.
    """

    def __init__(self) -> None:
        super().__init__()
        self.colors: tuple[QColor, ...] = ()
        self._edges: Floats = np.array([0.0, 1.0])
        self._columns: HeatColumns | None = None
        self.image: tuple[tuple[object, ...], QImage] | None = None
        self._memory: npt.NDArray[np.uint32] | None = None  # of the image, which does not own it

    def set_columns(self, columns: HeatColumns, edges: Floats, colors: tuple[QColor, ...]) -> None:
        """Draw other cells."""
        self._columns, self._edges, self.colors = columns, edges, colors
        self.image = None
        self.update()

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        columns = self._columns
        if columns is None or not len(columns.start):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        plot = place.mapRect(rect)
        painter.setClipRect(plot)
        left = place.m11() * columns.start + place.dx()
        right = place.m11() * columns.end + place.dx()
        edges = place.m22() * self._edges + place.dy()
        if painting.is_vector(painter):
            self._paint_shapes(painter, left, right, edges, plot)
        else:
            self._paint_image(painter, left, right, edges, plot)

    def _paint_image(
        self, painter: QPainter, left: Floats, right: Floats, edges: Floats, plot: QRectF
    ) -> None:
        """Every edge lies between two pixels of the device: a scaled image would shift some by
        one. Cached until it changes.
        """
        to_device = painter.deviceTransform()
        whole = to_device.mapRect(plot).toRect()
        key = (whole, to_device.m11(), to_device.m22(), left[0], right[-1], edges[0], edges[-1])
        if self.image is None or self.image[0] != key:
            across = to_device.m11() * np.stack((left, right)) + to_device.dx()
            down = to_device.m22() * edges + to_device.dy()
            self.image = None
            self.image = (key, self._pixels(_to_pixels(across), _to_pixels(down), whole))
        place = to_device.inverted()[0].mapRect(QRectF(whole))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(place, self.image[1])

    def _pixels(self, across: Floats, down: Floats, whole: QRect) -> QImage:
        """The pixels of the device in `whole`; `across` and `down` are the edges in its pixels."""
        assert self._columns is not None
        wide, high = max(1, whole.width()), max(1, whole.height())
        column, row = whole.left() + np.arange(wide), whole.top() + np.arange(high)
        at = np.maximum(np.searchsorted(across[0], column, side="right") - 1, 0)
        # An interval that is narrower than a pixel still has one.
        inside = (across[0][at] <= column) & (column < np.maximum(across[1], across[0] + 1)[at])
        # `down` falls: latency rises upwards. Beyond its ends there is a step without cells.
        step = np.clip(np.searchsorted(-down, -row, side="left") - 1, -1, len(down) - 1)
        steps, of_row = np.unique(step, return_inverse=True)
        table = np.array([0, *(color.rgba() for color in self.colors)], dtype=np.uint32)
        cells = np.pad(table[self._columns.levels], ((0, 0), (0, 1)))
        lines = np.where(inside, cells[:, steps].T[:, at], np.uint32(0))
        self._memory = lines[of_row]  # whole lines are copied: fast
        return QImage(self._memory.data, wide, high, 4 * wide, QImage.Format.Format_ARGB32)

    def _paint_shapes(
        self, painter: QPainter, left: Floats, right: Floats, edges: Floats, plot: QRectF
    ) -> None:
        """One path per level, with runs along time merged, keeps a page small and sharp."""
        assert self._columns is not None
        paths = [QPainterPath() for _ in range(LEVELS + 1)]
        levels = self._columns.levels
        left, right = np.maximum(left, plot.left()), np.minimum(right, plot.right())
        near = np.concatenate(([False], left[1:] - right[:-1] < 0.5, [False]))
        for row in range(levels.shape[1]):
            top, bottom = max(edges[row + 1], plot.top()), min(edges[row], plot.bottom())
            cells = levels[:, row]
            if bottom <= top or not cells.any():
                continue
            changes = np.diff(cells, prepend=-1, append=-1) != 0
            borders = np.flatnonzero(changes | ~near)
            for first, after in pairwise(borders.tolist()):
                width = right[after - 1] - left[first]
                if cells[first] and width > 0:
                    path = paths[cells[first]]
                    path.addRect(left[first], top, width + 0.25, bottom - top + 0.25)
        for color, path in zip(self.colors, paths[1:], strict=True):
            painter.fillPath(path, color)
