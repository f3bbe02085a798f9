# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rounds on the way to a steady state: IOPS of each, the judged window and its fitted line."""

from __future__ import annotations

import numpy as np

from driveproof.domain import figure
from driveproof.domain.figure import Plot, Series
from driveproof.domain.metric import MetricName
from driveproof.domain.run.columns import Floats
from driveproof.domain.run.steady_state import WINDOW_ROUNDS
from driveproof.ui.charts import painting, quantity
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.marks import Dots
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.ticks import linear_ticks
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text
from driveproof.wording.table import cell_text
from driveproof.wording.units import format_iops


class Rounds(Chart):
    """A dot for each round; the window that is judged is shaded, with the fitted line in it. The
    table of `rounds` has a row for each.
    """

    margins = Margins(58.0, 24.0)

    def __init__(self, figures: Plot, rounds: figure.Table) -> None:
        self.figures, self.rounds = figures, rounds
        self.quantity = quantity.of_metric(MetricName.IOPS)
        self.title = say_text(figures.title)
        self.values = tuple(value for _number, value in figures.series[0].points)
        self.current: float | None = None
        """The IOPS of a round that has not ended, until now."""

    @property
    def name(self) -> str:
        return self.title

    def draw(self, plot: ChartPlot) -> None:
        values = self.values
        current = () if self.current is None else (self.current,)
        count = max(len(values) + len(current), WINDOW_ROUNDS)
        ticks = linear_ticks(max((*values, *current), default=1.0) / self.quantity.divisor)
        plot.range((0.5, count + 0.5), (0.0, ticks[-1]))
        plot.left_marks([(tick, self.quantity.mark(tick, ticks[-1])) for tick in ticks])
        every = max(1, count // 12)
        below = [Tick(float(at), f"{at}") for at in range(1, count + 1) if at % every == 0]
        plot.marks(left=plot.left.marks, bottom=lambda _low, _high, _room: below)
        if current:
            now = np.array([len(values) + 1.0]), np.array(current) / self.quantity.divisor
            faint = painting.with_alpha(plot.look.write, 0.4)
            plot.item("current", Dots, z=11).set_dots(*now, faint, radius=3.0)
        if not values:
            plot.say("" if current else _("No data"))
            return
        for band in self.figures.bands:
            plot.shade("window", band.begin, band.end)
        for line in self.figures.series[1:]:
            plot.curve("fit", *self._drawn(line), plot.look.text, dash=(6.0, 3.0))
        rounds = self._drawn(self.figures.series[0])
        plot.curve("rounds", *rounds, painting.with_alpha(plot.look.write, 0.5))
        plot.item("dots", Dots, z=12).set_dots(*rounds, plot.look.write, radius=3.0)

    def _drawn(self, line: Series) -> tuple[Floats, Floats]:
        x, y = np.array(line.points, dtype=np.float64).T
        return x, y / self.quantity.divisor

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        del y
        number = round(x)
        if self.current is not None and number == len(self.values) + 1:
            words = _("round {number}, so far: {iops}").format(
                number=number, iops=format_iops(self.current)
            )
            return PointerReading(words, [])
        if not 1 <= number <= len(self.values):
            return None
        value = self.values[number - 1]
        words = _("Round {number}: {iops}.").format(number=number, iops=format_iops(value))
        _number, _iops, spread, slope, *_state = self.rounds.rows[number - 1]
        if spread is not None:
            words += "  " + _("range {range}, slope {slope}").format(
                range=cell_text(spread), slope=cell_text(slope)
            )
        return PointerReading(
            words, [(float(number), value / self.quantity.divisor, plot.look.write)]
        )

    def table(self) -> ChartTable:
        return ChartTable.of(self.rounds)

    def describe(self) -> str:
        if not self.values:
            return _("No data")
        return ", ".join(map(format_iops, self.values))
