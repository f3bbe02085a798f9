# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The base of charts over time: an axis with repeats, warm-up, stalls and other programs' I/O."""

from __future__ import annotations

import numpy as np

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.run.timeline import DirectionTrack, RepeatSpan, Timeline
from driveproof.engine.run.events import RepeatStarted
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart
from driveproof.ui.charts.plot import VEIL, ChartPlot
from driveproof.ui.charts.ticks import plain_number, time_label, time_ticks
from driveproof.wording.catalogue import _
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
