# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Charts over the time of a test: repeats, warm-up, stalls, other programs' I/O; and one quantity:
IOPS or bandwidth as an area from zero, temperature as a line.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.metric import MetricName
from driveproof.domain.run.ceiling import Ceiling
from driveproof.domain.run.columns import Floats
from driveproof.domain.run.sustained import SpeedChange
from driveproof.domain.run.timeline import DirectionTrack, RepeatSpan, Timeline, stall_length
from driveproof.engine.run.events import RepeatStarted
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.frame import LABEL_ROOM, PointerReading
from driveproof.ui.charts.plot import VEIL, ChartPlot
from driveproof.ui.charts.quantity import Quantity
from driveproof.ui.charts.ticks import (
    linear_ticks,
    plain_number,
    span_ticks,
    time_label,
    time_ticks,
    top_for,
)
from driveproof.ui.theme.text import without_key
from driveproof.wording.catalogue import _
from driveproof.wording.phase import direction_word
from driveproof.wording.say import say_text
from driveproof.wording.units import NARROW, three_digits

LABEL_WIDTH = 84.0  # pixels of the axis per tick
CLOSEST = 20  # a zoom shows at least this many typical samples


class Timelines:
    """The time lines of a running profile, one per phase: phases are measured in turn."""

    def __init__(self) -> None:
        self._lines: dict[int, Timeline] = {}

    def begin(self, event: RepeatStarted) -> Timeline:
        """The time line of the phase whose next repeat begins."""
        phase = event.phase
        both = (Direction.READ, Direction.WRITE)  # a task has those of the drive
        line = self._lines.setdefault(
            event.index,
            Timeline(
                both if phase.pattern == Pattern.TASK else phase.directions,
                warmup=phase.warmup,
                seconds=phase.seconds,
                repeats=event.repeats,
            ),
        )
        line.repeats = max(line.repeats, event.order)  # a test may go on
        line.begin(event.order)
        return line


class TimeChart(Chart):
    """A chart whose horizontal axis is the time of a phase."""

    shows_legend = True
    says_seconds = True
    """Whether the length of a repeat stands below the plot."""
    zooms = True

    def __init__(self, timeline: Timeline, title: str = "") -> None:
        self.timeline = timeline
        self.title = title

    def plot_rect(self, rect: QRectF, look: ChartStyle) -> QRectF:
        """Less wide where the names of directions, beside the ends of their lines, are long; the
        same for all charts of a phase.
        """
        tracks = [track for track in self.timeline.tracks.values() if track.rows]
        names = [direction_word(track.direction) for track in tracks] if len(tracks) > 1 else []
        needed = max((look.width(look.small, name) + LABEL_ROOM for name in names), default=0.0)
        more = max(0.0, needed - self.margins.right)
        return super().plot_rect(rect, look).adjusted(0, 0, -more, 0)

    @property
    def closest(self) -> float:
        """The shortest range of time that a zoom may show, in seconds."""
        tracks = [track.usual for track in self.timeline.tracks.values() if track.rows]
        return CLOSEST * min(tracks, default=0.25)

    def moment(self, seconds: float) -> str:
        """A moment as text: "repeat 2, 1.25 s" or "warm-up"."""
        span = next((s for s in reversed(self.timeline.spans) if s.start <= seconds), None)
        if span is None:
            return f"{three_digits(seconds)}{NARROW}s"
        words = f"{seconds - span.counted:.2f}{NARROW}s"
        if seconds < span.counted:
            words = _("warm-up")
        if self.timeline.repeats > 1:
            words = _("{first}, {second}").format(
                first=_("repeat {number}").format(number=span.order), second=words
            )
        return words

    def sample_at(self, track: DirectionTrack, seconds: float) -> int | None:
        """The sample that covers a moment."""
        if not track.rows:
            return None
        ends = track.column("end")
        index = int(np.searchsorted(ends, seconds))
        if index >= len(ends) or track.column("start")[index] - 1e-9 > seconds:
            return None
        return index

    def draw_time(self, plot: ChartPlot) -> None:
        """Draw warm-ups, stalls and other programs' I/O, with their entries in the legend."""
        line, look = self.timeline, plot.look
        for number, span in enumerate(line.spans):
            if span.counted > span.start:
                plot.shade(f"warm-up {number}", span.start, span.counted)
        for number, (start, end) in enumerate(line.stalls()):
            plot.stall(f"stall {number}", start, end)
        foreign = _joined([(start, end) for start, end, _rate in line.foreign()])
        for number, (start, end) in enumerate(foreign):
            plot.strip(f"foreign {number}", start, end)
        if self.shows_legend:
            if foreign:
                plot.key("mark", _("Other programs"), look.warning)
            if line.stalls():
                plot.key("hatch", _("no answer"), look.warning)
            if line.warmup > 0:
                veil = painting.mixed(look.text, look.surface, VEIL)
                plot.key("area", _("warm-up"), veil)
        plot.frame.labels_from = max((span.end for span in line.spans), default=0.0)
        if line.empty:
            plot.say(_("No data"))
        if self.shows_axis:
            repeats = line.repeats > 1 and plot.span is None
            plot.bottom.marks = self._repeat_marks if repeats else self._time_marks
            plot.bottom.grid_lines = False
            if repeats and self.says_seconds:
                seconds = plain_number(round(line.seconds, 2))
                plot.bottom.note = _("{seconds} s each").format(seconds=seconds)

    @property
    def across(self) -> tuple[float, float]:
        """The full range of time, in seconds."""
        return 0.0, max(self.timeline.length, 1e-6)

    def _time_marks(self, low: float, high: float, room: float) -> list[Tick]:
        """Seconds from the end of the warm-up; zoomed in, those of the repeat."""
        line = self.timeline
        zero = line.warmup
        if line.repeats > 1:
            begun = [span.counted for span in line.spans if span.counted <= low]
            zero = begun[-1] if begun else 0.0
        ticks = time_ticks(low - zero, high - zero, max(2, int(room / LABEL_WIDTH)))
        return [Tick(tick + zero, time_label(tick)) for tick in ticks if tick >= 0]

    def _repeat_marks(self, _low: float, _high: float, _room: float) -> list[Tick]:
        """The number of each repeat below its middle; those to come are faint."""
        line = self.timeline
        found = []
        for number in range(1, line.repeats + 1):
            span = line.spans[number - 1] if number <= len(line.spans) else None
            start = span.start if span else self._planned(number).start
            following = line.spans[number].start if number < len(line.spans) else start + line.slot
            words = _("repeat {number}").format(number=number)
            middle = (start + min(following, line.length)) / 2
            found.append(Tick(middle, words, span is None, str(number)))
        return found

    def _planned(self, number: int) -> RepeatSpan:
        """Where a repeat that has not begun will be."""
        line = self.timeline
        base = line.spans[-1].end if line.spans else 0.0
        base = max(base, line.slot * len(line.spans))
        start = base + line.slot * (number - 1 - len(line.spans))
        return RepeatSpan(number, start, start + line.warmup, start + line.slot)


def _joined(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Adjacent ranges merged: drawn side by side, their ends would show as seams."""
    found: list[tuple[float, float]] = []
    for start, end in spans:
        if found and start - found[-1][1] < 1e-6:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


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

    def levels(self, plot: ChartPlot | None = None) -> tuple[float, float, tuple[float, ...]]:
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
        return ticks[0], top_for(limit, ticks[-1], highest, height), ticks

    def _limit(self, highest: float) -> float | None:
        """The ceiling in the axis' unit; None when it is out of sight."""
        if self.ceiling is None or not self.ceiling.in_sight(highest * self.quantity.divisor):
            return None
        return self.ceiling.value / self.quantity.divisor

    def draw(self, plot: ChartPlot) -> None:
        look, tracks = plot.look, self._tracks()
        low, high, ticks = self.levels(plot)
        plot.range(self.across, (low, high))
        if not self.timeline.empty:  # an axis without a number would be invented
            plot.left_marks([(tick, self.quantity.mark(tick, ticks[-1])) for tick in ticks])
        for track in tracks:
            x, y = self.line(track)
            color = self._color(look, track)
            series = track.direction if len(tracks) > 1 else ""
            plot.curve(track.direction, x, y, color, area=self.quantity.from_zero, series=series)
            if len(tracks) > 1:
                plot.label(direction_word(track.direction), color, x, y, series)
        if self.ceiling is not None and high * self.quantity.divisor >= self.ceiling.value:
            # Where the axis begins and ends at the ceiling, it was in sight when the axis was
            # chosen.
            words = say_text(self.ceiling.said, binary=self.quantity.binary)
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
            parts.append(say_text(self.ceiling.said, binary=self.quantity.binary))
        if stall := self.timeline.longest_stall():
            parts.append(_("longest stall {seconds:.1f} s").format(seconds=stall[0]))
        return "; ".join(parts) or _("No data")
