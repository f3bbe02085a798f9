# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A rate over time of several sides on top of each other, with zoom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from driveproof.domain.access import Direction
from driveproof.domain.run.columns import Curve, Floats
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.quantity import Quantity
from driveproof.ui.charts.sides import line_up, many, name_color, side_color, slot_of
from driveproof.ui.charts.ticks import linear_ticks, time_label, time_ticks
from driveproof.ui.charts.time_chart import CLOSEST, LABEL_WIDTH
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW

MOST_ROWS = 20_000  # of the table: more than anybody reads, and it stays fast


@dataclass(frozen=True)
class SideTrace:
    """One side: its name and its complete repeats in order."""

    name: str
    curves: tuple[Curve, ...]


class Overlaid(Chart):
    """The complete repeats of each side in sequence, the sides on top of each other."""

    zooms = True

    def __init__(
        self, traces: Sequence[SideTrace], quantity: Quantity, direction: Direction, title: str
    ) -> None:
        self.title = title
        self.quantity = quantity
        self.direction = direction
        self.names = [trace.name for trace in traces]
        self.key_names = many(self.names)
        sides = [trace.curves for trace in traces]
        self.slot = slot_of(sides)
        self.repeats = max((len(curves) for curves in sides), default=0)
        self.lines: list[tuple[Floats, Floats]] = []
        for curves in sides:
            x, y = line_up(curves, self.slot, quantity.column)
            self.lines.append((x, y / quantity.divisor))
        lengths = [np.median(c.seconds) for curves in sides for c in curves if len(c.seconds)]
        self.least = CLOSEST * float(min(lengths, default=0.25) or 0.25)
        high = max((float(np.nanmax(y)) for _x, y in self.lines if np.isfinite(y).any()), default=0)
        self._ticks = linear_ticks(high)

    @property
    def closest(self) -> float:
        """The shortest range of time that a zoom may show, in seconds."""
        return self.least

    @property
    def empty(self) -> bool:
        """Whether there are no samples."""
        return not any(len(x) for x, _y in self.lines)

    @property
    def length(self) -> float:
        """The total time in seconds."""
        return max(self.slot * self.repeats, 1e-6)

    def moment(self, seconds: float) -> str:
        """A moment as text: "repeat 2, 1.25 s"."""
        if self.repeats < 2:
            return f"{seconds:.2f}{NARROW}s"
        order = min(self.repeats, int(seconds / self.slot) + 1) if self.slot else 1
        within = f"{seconds - (order - 1) * self.slot:.2f}{NARROW}s"
        return _("{first}, {second}").format(
            first=_("repeat {number}").format(number=order), second=within
        )

    def draw(self, plot: ChartPlot) -> None:
        look = plot.look
        if self.empty:
            plot.say(_("No data"))
        high = self._ticks[-1]
        plot.range((0.0, self.length), (0.0, high))
        if not self.empty:
            plot.left_marks([(tick, self.quantity.mark(tick, high)) for tick in self._ticks])
        for order in range(1, self.repeats):
            plot.border_at(f"repeat {order}", order * self.slot)
        for number, (name, (x, y)) in enumerate(zip(self.names, self.lines, strict=True)):
            color = side_color(look, number, self.direction, len(self.names))
            text = name_color(look, number, color, len(self.names))
            plot.key("line", name, color, series=name, text=text)
            plot.curve(f"side {number}", x, y, color, series=name)
        plot.bottom.grid_lines = False
        repeats = plot.span is None and self.repeats > 1
        plot.bottom.marks = self._repeat_marks if repeats else self._time_marks

    def _repeat_marks(self, _low: float, _high: float, _room: float) -> list[Tick]:
        words = _("repeat {number}")
        return [
            Tick((order - 0.5) * self.slot, words.format(number=order), brief=str(order))
            for order in range(1, self.repeats + 1)
        ]

    def _time_marks(self, low: float, high: float, room: float) -> list[Tick]:
        base = 0.0
        if self.slot and self.repeats > 1:  # seconds into the repeat in which the view begins
            base = int(low / self.slot) * self.slot
        ticks = time_ticks(low - base, high - base, max(2, int(room / LABEL_WIDTH)))
        return [Tick(tick + base, time_label(tick)) for tick in ticks]

    def _value(self, number: int, seconds: float) -> float:
        x, y = self.lines[number]
        index = int(np.searchsorted(x, seconds))
        return float(y[index]) if index < len(x) else float("nan")

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        if self.empty:
            return None
        words, dots = [self.moment(x)], []
        for number, name in enumerate(self.names):
            value = self._value(number, x)
            if not np.isfinite(value) or not plot.shows(name):
                continue
            said = self.quantity.write(value * self.quantity.divisor)
            words.append(f"{painting.elided(shown(name), plot.look.normal, 120)} {said}")
            dots.append((x, value, side_color(plot.look, number, self.direction, len(self.names))))
        return PointerReading("   ".join(words), dots)

    def table(self) -> ChartTable:
        rows = []
        for name, (x, y) in zip(self.names, self.lines, strict=True):
            for seconds, value in zip(x[:MOST_ROWS].tolist(), y[:MOST_ROWS].tolist(), strict=True):
                if value == value:  # noqa: PLR0124  (not the gaps)
                    said = self.quantity.write(value * self.quantity.divisor)
                    rows.append((self.moment(seconds - 1e-6), shown(name), said))
        heads = (_("Time"), _("Side"), self.quantity.axis)
        return ChartTable(heads, tuple(rows))

    def describe(self) -> str:
        parts = []
        for name, (_x, y) in zip(self.names, self.lines, strict=True):
            good = y[np.isfinite(y)] * self.quantity.divisor
            if len(good):
                parts.append(
                    _("{name}: {count} samples from {low} to {high}, median {median}").format(
                        name=shown(name),
                        count=len(good),
                        low=self.quantity.write(float(good.min())),
                        high=self.quantity.write(float(good.max())),
                        median=self.quantity.write(float(np.median(good))),
                    )
                )
        return "; ".join(parts) or _("No data")
