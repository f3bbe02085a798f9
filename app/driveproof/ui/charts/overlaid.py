# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A rate over time of several sides over each other, as far into it as one likes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from driveproof.domain.run.columns import Curve
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Linear, Table, paint_bottom, paint_levels
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.clip import cut
from driveproof.ui.charts.quantity import Quantity
from driveproof.ui.charts.sides import SidesChart, line_up, paint_dot, side_color, slot_of
from driveproof.ui.charts.ticks import linear_ticks, time_label, time_ticks
from driveproof.ui.charts.timeline import Floats, envelope
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW

CLOSEST = 20  # at least so many usual samples are shown
MOST_ROWS = 20_000  # of the table: more than anybody reads, and it stays quick


@dataclass(frozen=True)
class Trace:
    """One side: its name and its whole repeats in their order."""

    name: str
    curves: tuple[Curve, ...]


class Overlaid(SidesChart):
    """`view` is the part of the time that is shown in seconds, None for all of it."""

    def __init__(
        self, traces: Sequence[Trace], quantity: Quantity, direction: str, title: str
    ) -> None:
        self.title = title
        self.quantity = quantity
        self.direction = direction
        self.names = [trace.name for trace in traces]
        sides = [trace.curves for trace in traces]
        self.slot = slot_of(sides)
        self.repeats = max((len(curves) for curves in sides), default=0)
        self.view: tuple[float, float] | None = None
        self.lines: list[tuple[Floats, Floats]] = []
        for curves in sides:
            x, y = line_up(curves, self.slot, quantity.column)
            self.lines.append((x, y / quantity.divisor))
        lengths = [np.median(c.seconds) for curves in sides for c in curves if len(c.seconds)]
        self._least = CLOSEST * float(min(lengths, default=0.25) or 0.25)
        high = max((float(np.nanmax(y)) for _, y in self.lines if np.isfinite(y).any()), default=0)
        self._ticks = linear_ticks(high)

    @property
    def empty(self) -> bool:
        """Whether there is no sample at all."""
        return not any(len(x) for x, _ in self.lines)

    @property
    def length(self) -> float:
        """Seconds of everything."""
        return max(self.slot * self.repeats, 1e-6)

    @property
    def scale(self) -> Linear:
        """The horizontal axis."""
        return Linear(*(self.view or (0.0, self.length)))

    def show(self, start: float, seconds: float) -> None:
        """Show so many seconds from `start` on, within what there is."""
        seconds = max(self._least, seconds)
        if seconds >= self.length:
            self.view = None
            return
        start = min(max(0.0, start), self.length - seconds)
        self.view = (start, start + seconds)

    def seconds_at(self, rect: QRectF, x: float) -> float | None:
        """The moment at a pixel column, None outside of the plot."""
        plot = self.plot_rect(rect)
        if not plot.left() <= x <= plot.right() or plot.width() <= 0:
            return None
        scale = self.scale
        return scale.low + (x - plot.left()) / plot.width() * (scale.high - scale.low)

    def moment(self, seconds: float) -> str:
        """A moment in words: "repeat 2, 1.25 s"."""
        if self.repeats < 2:
            return f"{seconds:.2f}{NARROW}s"
        order = min(self.repeats, int(seconds / self.slot) + 1) if self.slot else 1
        within = f"{seconds - (order - 1) * self.slot:.2f}{NARROW}s"
        return _("repeat {0}, {1}").format(order, within)

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        instead = _("no curve was kept") if self.empty else ""
        plot = self.paint_frame(painter, rect, look, instead)
        if plot is None:
            return
        up = Linear(0.0, self._ticks[-1])
        marks = [(up.share(t), self.quantity.mark(t, self._ticks[-1])) for t in self._ticks]
        paint_levels(painter, plot, look, marks)
        painter.save()
        painter.setClipRect(plot.adjusted(-1, -2, 1, 2))
        scale = self.scale
        self._paint_borders(painter, plot, look, scale)
        for number, (seconds, values) in enumerate(self.lines):
            x, y = envelope(seconds, values, scale.low, scale.high, int(plot.width()))
            x, y = cut(x, y, scale.low, scale.high)
            x = plot.left() + (x - scale.low) / (scale.high - scale.low) * plot.width()
            y = plot.bottom() - y / up.high * plot.height()
            painting.curve(painter, x, y, side_color(look, number, self.direction))
        painter.restore()
        self._paint_axis(painter, plot, look, scale)

    def _paint_borders(self, painter: QPainter, plot: QRectF, look: Look, scale: Linear) -> None:
        for order in range(1, self.repeats):
            if not scale.low <= order * self.slot <= scale.high:
                continue
            x = round(plot.left() + scale.share(order * self.slot) * plot.width())
            painting.hairline(painter, (x, plot.top(), x, plot.bottom()), look.grid)

    def _paint_axis(self, painter: QPainter, plot: QRectF, look: Look, scale: Linear) -> None:
        if self.view is None and self.repeats > 1:
            short = plot.width() / self.repeats < look.width(look.small, "repeat 10") + 16
            words = "{0}" if short else _("repeat {0}")
            paint_bottom(
                painter,
                plot,
                look,
                [
                    ((order - 0.5) / self.repeats, words.format(order))
                    for order in range(1, self.repeats + 1)
                ],
            )
            return
        base = 0.0
        if self.slot and self.repeats > 1:  # seconds of the repeat in which the view begins
            base = int(scale.low / self.slot) * self.slot
        ticks = time_ticks(scale.low - base, scale.high - base, max(2, int(plot.width() / 110)))
        paint_bottom(
            painter, plot, look, [(scale.share(tick + base), time_label(tick)) for tick in ticks]
        )

    def _value(self, number: int, seconds: float) -> float:
        x, y = self.lines[number]
        index = int(np.searchsorted(x, seconds))
        return float(y[index]) if index < len(x) else float("nan")

    def paint_pointer(self, painter: QPainter, rect: QRectF, look: Look, at: QPointF) -> None:
        seconds = self.seconds_at(rect, at.x())
        if seconds is None or self.empty:
            return
        plot = self.plot_rect(rect)
        painting.hairline(painter, (at.x(), plot.top(), at.x(), plot.bottom()), look.muted)
        words = [self.moment(seconds)]
        for number, name in enumerate(self.names):
            value = self._value(number, seconds)
            if not np.isfinite(value):
                continue
            said = self.quantity.write(value * self.quantity.divisor)
            words.append(f"{painting.elided(shown(name), look.normal, 120)} {said}")
            y = plot.bottom() - value / self._ticks[-1] * plot.height()
            paint_dot(painter, look, QPointF(at.x(), y), side_color(look, number, self.direction))
        self.paint_value(painter, rect, look, "   ".join(words))

    def table(self) -> Table:
        rows = []
        for name, (x, y) in zip(self.names, self.lines, strict=True):
            for seconds, value in zip(x[:MOST_ROWS].tolist(), y[:MOST_ROWS].tolist(), strict=True):
                if value == value:  # noqa: PLR0124  (not the gaps)
                    said = self.quantity.write(value * self.quantity.divisor)
                    rows.append((self.moment(seconds - 1e-6), shown(name), said))
        heads = (_("Time"), _("Side"), self.quantity.axis)
        return Table(heads, tuple(rows))

    def describe(self) -> str:
        parts = []
        for name, (_x, y) in zip(self.names, self.lines, strict=True):
            good = y[np.isfinite(y)] * self.quantity.divisor
            if len(good):
                parts.append(
                    _("{0}: {1} samples from {2} to {3}, median {4}").format(
                        shown(name),
                        len(good),
                        self.quantity.write(float(good.min())),
                        self.quantity.write(float(good.max())),
                        self.quantity.write(float(np.median(good))),
                    )
                )
        return "; ".join(parts) or _("no curve was kept")
