# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scans of several sides on top of each other: throughput, or access time, by position."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np

from driveproof.domain.figure import Positions
from driveproof.domain.metric import MetricName
from driveproof.domain.run.columns import Floats
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import size_marks
from driveproof.ui.charts.chart import Chart, ChartTable
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.marks import Dots
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.positions import position_chart
from driveproof.ui.charts.quantity import bandwidth
from driveproof.ui.charts.sides import many, name_color, side_color
from driveproof.ui.charts.ticks import latency_label, linear_ticks, log_marks
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_size


class OverlaidScan(Chart):
    """The same test of several sides, by their names: bandwidths as lines from zero, latencies as
    dots (log).
    """

    zooms = True

    def __init__(
        self,
        names: Sequence[str],
        sides: Sequence[Positions],
        *,
        binary: bool = False,
    ) -> None:
        self.direction = sides[0].direction
        self.sequential = sides[0].metric is MetricName.BANDWIDTH
        self.names, self.key_names = names, many(names)
        self.parts = [position_chart(side, binary=binary) for side in sides]
        self.title = self.parts[0].title
        self.size = max((part.size for part in self.parts), default=1)
        self.quantity = bandwidth(binary=binary)
        values = np.concatenate([part.values for part in self.parts] or [np.empty(0)])
        self.low, self.high = 0.0, 1.0
        self._ticks: tuple[float, ...] = (0.0, 1.0)
        if len(values) and self.sequential:
            self._ticks = linear_ticks(float(values.max()) / self.quantity.divisor)
            self.high = self._ticks[-1] * self.quantity.divisor
        elif len(values):
            self.low, self.high = float(values.min()) / 1.4, float(values.max()) * 1.4

    @property
    def empty(self) -> bool:
        """Whether nothing was scanned."""
        return all(part.empty for part in self.parts)

    def _on_axis(self, values: Floats) -> Floats:
        """The position of values on the vertical axis."""
        heights: Floats = values / self.quantity.divisor if self.sequential else np.log10(values)
        return heights

    def draw(self, plot: ChartPlot) -> None:
        if self.sequential:
            top = self._ticks[-1]
            up = (0.0, top)
            marks = [(tick, self.quantity.mark(tick, top)) for tick in self._ticks]
        else:
            up = (math.log10(self.low), math.log10(self.high)) if self.low else (0.0, 1.0)
            ticks = log_marks(self.low, self.high, most=max(2, int(plot.area.height() / 28)))
            marks = [(up[0], ""), *((math.log10(tick), latency_label(tick)) for tick in ticks)]
        plot.range((0.0, float(self.size)), up)
        if self.empty:
            plot.say(_("No data"))
            return
        plot.left_marks(marks)
        plot.bottom.marks = partial(size_marks, self.size)
        plot.bottom.grid_lines = False
        for number, (name, part) in enumerate(zip(self.names, self.parts, strict=True)):
            color = side_color(plot.look, number, self.direction, len(self.names))
            text = name_color(plot.look, number, color, len(self.names))
            plot.key("line", name, color, series=name, text=text)
            if self.sequential:
                for order, (offsets, values) in enumerate(part.passes):
                    key = f"side {number} pass {order}"
                    plot.curve(key, offsets, self._on_axis(values), color, series=name)
            elif not part.empty:
                dots = plot.item(f"side {number}", Dots, z=10, series=name)
                faint = painting.with_alpha(color, 0.6)
                dots.set_dots(part.offsets, self._on_axis(part.values), faint, radius=1.6)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        if self.empty:
            return None
        words, dots = [_("at {place}").format(place=format_size(x))], []
        for number, (name, part) in enumerate(zip(self.names, self.parts, strict=True)):
            if part.empty or not plot.shows(name):
                continue
            index = int(np.argmin(np.abs(part.offsets - x)))
            value = float(part.values[index])
            said = painting.elided(shown(name), plot.look.normal, 120)
            words.append(f"{said} {part.write(value)}")
            color = side_color(plot.look, number, self.direction, len(self.names))
            dots.append((float(part.offsets[index]), part.on_axis(value), color))
        return PointerReading("   ".join(words), dots)

    def table(self) -> ChartTable:
        rows = [
            (shown(name), *row)
            for name, part in zip(self.names, self.parts, strict=True)
            for row in part.table().rows
        ]
        heads = (_("Side"), _("Position"))
        value = self.parts[0].column() if self.parts else ""
        return ChartTable((*heads, _("Byte"), value), tuple(rows))

    def describe(self) -> str:
        return "; ".join(
            f"{shown(name)}: {part.describe()}"
            for name, part in zip(self.names, self.parts, strict=True)
        )
