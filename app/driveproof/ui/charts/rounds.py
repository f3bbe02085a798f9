# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rounds on the way to a steady state: IOPS of each, the judged window and its fitted line."""

from __future__ import annotations

import numpy as np

from driveproof.domain.metric import MetricName
from driveproof.domain.run.steady_state import WINDOW, Steady
from driveproof.ui.charts import painting, quantity
from driveproof.ui.charts.axis import Mark
from driveproof.ui.charts.chart import Chart, Margins, Table
from driveproof.ui.charts.frame import Reading
from driveproof.ui.charts.marks import Dots
from driveproof.ui.charts.plot import Plot
from driveproof.ui.charts.ticks import linear_ticks
from driveproof.wording.catalogue import _
from driveproof.wording.long_runs import round_rows
from driveproof.wording.units import format_iops, format_percent


class Rounds(Chart):
    """A dot for each round; the window that is judged is shaded, with the fitted line in it."""

    margins = Margins(58.0, 24.0)

    def __init__(self, found: Steady) -> None:
        self.found = found
        self.quantity = quantity.of_metric(MetricName.IOPS)
        self.title = _("Random 4 KiB write, IOPS of each round")
        self.window = found.reached or found.newest
        self.current: float | None = None
        """The IOPS of a round that has not ended, until now."""

    @property
    def name(self) -> str:
        return self.title

    def draw(self, plot: Plot) -> None:
        values = self.found.rounds
        current = () if self.current is None else (self.current,)
        count = max(len(values) + len(current), WINDOW)
        ticks = linear_ticks(max((*values, *current), default=1.0) / self.quantity.divisor)
        plot.range((0.5, count + 0.5), (0.0, ticks[-1]))
        plot.left_marks([(tick, self.quantity.mark(tick, ticks[-1])) for tick in ticks])
        every = max(1, count // 12)
        below = [Mark(float(at), f"{at}") for at in range(1, count + 1) if at % every == 0]
        plot.marks(left=plot.left.marks, bottom=lambda _low, _high, _room: below)
        if current:
            now = np.array([len(values) + 1.0]), np.array(current) / self.quantity.divisor
            faint = painting.with_alpha(plot.look.write, 0.4)
            plot.item("current", Dots, z=11).set_dots(*now, faint, radius=3.0)
        if not values:
            plot.say("" if current else _("No data"))
            return
        window = self.window
        if window is not None:
            plot.shade("window", window.first - 0.5, window.last + 0.5)
            ends = np.array([window.begin, window.end]) / self.quantity.divisor
            at = np.array([window.first, window.last], dtype=float)
            plot.curve("fit", at, ends, plot.look.text, dash=(6.0, 3.0))
        at = np.arange(1, len(values) + 1, dtype=float)
        heights = np.asarray(values) / self.quantity.divisor
        plot.curve("rounds", at, heights, painting.with_alpha(plot.look.write, 0.5))
        dots = plot.item("dots", Dots, z=12)
        dots.set_dots(at, heights, plot.look.write, radius=3.0)

    def reading(self, plot: Plot, x: float, y: float | None) -> Reading | None:
        del y
        number = round(x)
        if self.current is not None and number == len(self.found.rounds) + 1:
            words = _("round {number}, so far: {iops}").format(
                number=number, iops=format_iops(self.current)
            )
            return Reading(words, [])
        if not 1 <= number <= len(self.found.rounds):
            return None
        value = self.found.rounds[number - 1]
        words = _("Round {number}: {iops}.").format(number=number, iops=format_iops(value))
        window = self.found.windows[number - 1]
        if window is not None:
            words += "  " + _("range {range}, slope {slope}").format(
                range=format_percent(window.range), slope=format_percent(window.excursion)
            )
        return Reading(words, [(float(number), value / self.quantity.divisor, plot.look.write)])

    def table(self) -> Table:
        heads, *rows = round_rows(self.found)
        return Table(heads, tuple(rows))

    def describe(self) -> str:
        if not self.found.rounds:
            return _("No data")
        return ", ".join(format_iops(value) for value in self.found.rounds)
