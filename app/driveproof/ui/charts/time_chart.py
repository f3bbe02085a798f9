# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What charts over time share: the axis with its repeats, warm-up, stalls and other programs."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import AXIS_HEIGHT, TITLE_HEIGHT, Chart, Linear, paint_bottom
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.ticks import plain_number, time_label, time_ticks
from driveproof.ui.charts.timeline import Span, Timeline, Track
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW, three_digits


class OverTime(Chart):
    """Base of the charts whose horizontal axis is the time of a phase."""

    shows_legend = True

    def __init__(self, timeline: Timeline, title: str = "") -> None:
        self.timeline = timeline
        self.title = title
        self.view: tuple[float, float] | None = None
        """Part of the time to show, in seconds; all of it when None."""

    @property
    def scale(self) -> Linear:
        """The horizontal axis."""
        return Linear(*(self.view or (0.0, max(self.timeline.length, 1e-6))))

    def x_of(self, plot: QRectF, seconds: float) -> float:
        """The pixel column of a moment."""
        return plot.left() + self.scale.share(seconds) * plot.width()

    def last_x(self, plot: QRectF) -> float:
        """Where the lines end: their direct labels stand beside it."""
        last = max((span.end for span in self.timeline.spans), default=0.0)
        return min(plot.right(), max(plot.left(), self.x_of(plot, last)))

    def seconds_at(self, rect: QRectF, x: float) -> float | None:
        """The moment at a pixel column, None outside of the plot."""
        plot = self.plot_rect(rect)
        if not plot.left() <= x <= plot.right() or plot.width() <= 0:
            return None
        scale = self.scale
        return scale.low + (x - plot.left()) / plot.width() * (scale.high - scale.low)

    def x_at(self, rect: QRectF, seconds: float) -> float:
        """The reverse of `seconds_at`: for the hair line that charts share."""
        return self.x_of(self.plot_rect(rect), seconds)

    def moment(self, seconds: float) -> str:
        """A moment in words: "repeat 2, 1.25 s" or "warm-up"."""
        span = next((s for s in reversed(self.timeline.spans) if s.start <= seconds), None)
        if span is None:
            return f"{three_digits(seconds)}{NARROW}s"
        words = f"{seconds - span.counted:.2f}{NARROW}s"
        if seconds < span.counted:
            words = _("warm-up")
        if self.timeline.repeats > 1:
            words = _("repeat {0}, {1}").format(span.order, words)
        return words

    def sample_at(self, track: Track, seconds: float) -> int | None:
        """The sample that covers a moment."""
        if not track.rows:
            return None
        ends = track.column("end")
        index = int(np.searchsorted(ends, seconds))
        if index >= len(ends) or track.column("start")[index] - 1e-9 > seconds:
            return None
        return index

    def paint_ground(self, painter: QPainter, plot: QRectF, look: Look) -> None:
        """The shaded warm-ups, below everything else."""
        for span in self.timeline.spans:
            left, right = self.x_of(plot, span.start), self.x_of(plot, span.counted)
            if right > left:
                painting.fill(
                    painter, QRectF(left, plot.top(), right - left, plot.height()), look.shade
                )

    def paint_events(self, painter: QPainter, plot: QRectF, look: Look) -> None:
        """Stalls as hatched gaps with their length, other programs' I/O as a line at the base."""
        for start, end in self.timeline.stalls():
            left, right = self.x_of(plot, start), self.x_of(plot, end)
            band = QRectF(left, plot.top(), max(2.0, right - left), plot.height())
            painting.hatch(painter, band, look.warning)
            words = f"{three_digits(end - start)}{NARROW}s"
            if band.width() > look.width(look.small, words) + 4:
                at = QPointF(band.center().x(), plot.top() + 9)
                painting.text(painter, at, words, look.small, look.warning, align=painting.CENTRE)
        for start, end, _rate in self.timeline.foreign():
            left, right = self.x_of(plot, start), self.x_of(plot, end)
            strip = QRectF(left, plot.bottom() + 1, max(2.0, right - left), 3)
            painting.fill(painter, strip, look.warning)

    def paint_legend(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        """What the shades mean, at the right of the title's line; only what is to be seen."""
        if not self.shows_legend:
            return
        plot = self.plot_rect(rect)
        entries: list[tuple[str, str]] = []
        if self.timeline.warmup > 0:
            entries.append(("warm", _("warm-up, not counted")))
        if self.timeline.stalls():
            entries.append(("stall", _("no answer")))
        if self.timeline.foreign():
            entries.append(("foreign", _("other programs")))
        x = plot.right()
        y = rect.top() + TITLE_HEIGHT / 2 - 3
        least = plot.left() + look.width(look.normal, self.title) + 24
        for kind, words in entries:
            width = look.width(look.small, words)
            if x - width - 18 < least:
                break
            painting.text(painter, QPointF(x - width, y), words, look.small, look.muted)
            swatch = QRectF(x - width - 16, y - 5, 10, 10)
            if kind == "warm":
                painting.fill(painter, swatch, look.line)
            elif kind == "stall":
                painting.hatch(painter, swatch, look.warning)
            else:
                painting.fill(painter, swatch.adjusted(0, 4, 0, -3), look.warning)
            x -= width + 34

    def paint_time(self, painter: QPainter, plot: QRectF, look: Look) -> None:
        """The axis: the number of each repeat, or seconds from the end of the warm-up."""
        if not self.shows_axis:
            return
        line = self.timeline
        if line.repeats > 1 and self.view is None:
            self._paint_repeats(painter, plot, look)
            return
        zero = line.warmup if line.repeats == 1 else 0.0
        scale = self.scale
        ticks = time_ticks(scale.low - zero, scale.high - zero, max(2, int(plot.width() / 110)))
        marks = [(scale.share(tick + zero), time_label(tick)) for tick in ticks if tick >= 0]
        paint_bottom(painter, plot, look, marks)

    def _paint_repeats(self, painter: QPainter, plot: QRectF, look: Look) -> None:
        line = self.timeline
        y = plot.bottom() + AXIS_HEIGHT / 2 + 2
        free = plot.left() - 1
        for number in range(1, line.repeats + 1):
            span = line.spans[number - 1] if number <= len(line.spans) else None
            start = span.start if span else self._planned(number).start
            following = line.spans[number].start if number < len(line.spans) else start + line.slot
            middle = self.x_of(plot, (start + min(following, line.length)) / 2)
            words = _("repeat {0}").format(number)
            if look.width(look.small, words) > (plot.width() / line.repeats) - 8:
                words = str(number)
            width = look.width(look.small, words)
            if middle - width / 2 > free:
                at = QPointF(middle, y)
                color = look.muted if span else painting.mixed(look.muted, look.surface, 0.55)
                painting.text(painter, at, words, look.small, color, align=painting.CENTRE)
                free = middle + width / 2 + 6
        each = _("{0} s each").format(plain_number(round(line.seconds, 2)))
        if free + 4 < plot.right() + self.margins.right - look.width(look.small, each):
            painting.text(
                painter,
                QPointF(plot.right() + self.margins.right, y),
                each,
                look.small,
                look.muted,
                align=painting.RIGHT,
            )

    def _planned(self, number: int) -> Span:
        """Where a repeat that has not begun will be."""
        line = self.timeline
        base = line.spans[-1].end if line.spans else 0.0
        base = max(base, line.slot * len(line.spans))
        start = base + line.slot * (number - 1 - len(line.spans))
        return Span(number, start, start + line.warmup, start + line.slot)

    def paint_hair(self, painter: QPainter, rect: QRectF, look: Look, seconds: float) -> None:
        """The vertical hair line at a moment."""
        plot = self.plot_rect(rect)
        x = self.x_of(plot, seconds)
        painting.hairline(painter, (x, plot.top(), x, plot.bottom()), look.muted)

    def spread_labels(
        self, wanted: list[tuple[float, str, str]], plot: QRectF, distance: float = 14.0
    ) -> list[tuple[float, str, str]]:
        """Moves direct labels (y, words, direction) apart so that they do not touch."""
        placed: list[tuple[float, str, str]] = []
        for y, words, direction in sorted(wanted):
            least = placed[-1][0] + distance if placed else y
            placed.append((max(y, least), words, direction))
        over = placed[-1][0] - plot.bottom() if placed else 0.0
        return [(y - over, w, d) for y, w, d in placed] if over > 0 else placed
