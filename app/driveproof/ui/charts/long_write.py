# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sustained write over the bytes written, its change points marked."""

from __future__ import annotations

import numpy as np

from driveproof.domain.figure import Plot
from driveproof.ui.charts.chart import Margins
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.marks import Heights
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.scan import Throughput
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text
from driveproof.wording.units import bandwidth_value, format_size


class LongWrite(Throughput):
    """Bandwidth over bytes written, with a border at each change and the rate of each stretch."""

    margins = Margins(58.0, 84.0)

    def __init__(self, figures: Plot, *, binary: bool = False) -> None:
        self.figures = figures
        whole = max((band.end for band in figures.bands), default=0.0)
        super().__init__(round(whole), (), binary=binary, title="")
        self.title = f"{say_text(figures.title)} · {self.quantity.unit}"
        points = np.array(figures.series[0].points, dtype=np.float64).reshape(-1, 2)
        self.offsets, self.values = points.T
        seconds = sum((band.end - band.begin) / band.level for band in figures.bands if band.level)
        self.mean = whole / seconds if seconds else None

    def draw(self, plot: ChartPlot) -> None:
        self.draw_axes(plot)
        if self.empty:
            return
        heights = self.values / self.quantity.divisor
        plot.curve("write", self.offsets, heights, plot.look.write, area=True)
        for number, rule in enumerate(self.figures.rules):
            plot.border_at(f"change {number}", rule.at, plot.look.text)
        binary = self.quantity.binary
        levels = [band.level for band in self.figures.bands if band.level is not None]
        if len(levels) > 1:
            named = [(self.on_axis(one), bandwidth_value(one, binary=binary)[0]) for one in levels]
            plot.item("rates", Heights, z=21).set_heights(named, plot.look)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        found = super().reading(plot, x, y)
        index = self.nearest(plot, x, y)
        if found is None or index is None:
            return found
        at, value = float(self.offsets[index]), float(self.values[index])
        return PointerReading(found.words, [(at, self.on_axis(value), plot.look.write)])

    def describe(self) -> str:
        if self.empty:
            return _("No data")
        changes = ", ".join(format_size(one.at) for one in self.figures.rules)
        whole = super().describe()
        if not changes:
            return whole
        return _("{figures}; lasting changes at {places}").format(figures=whole, places=changes)
