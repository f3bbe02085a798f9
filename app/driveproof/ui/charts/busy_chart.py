# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The share of the time that a watched drive was busy, over a recording."""

from __future__ import annotations

import math

import numpy as np

from driveproof.domain.run.columns import Floats
from driveproof.domain.run.observed import Observed
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.ticks import linear_ticks, plain_number, time_label, time_ticks
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW, format_duration, format_percent

_LABEL = 110.0  # pixels between two marks of the time


class BusyChart(Chart):
    """An area from zero; gaps where the kernel's counters did not tell."""

    zooms = True
    margins = Margins(52.0, 48.0)  # as of the lines above it, which have names at their ends
    title_at_edge = True

    def __init__(self, observed: Observed) -> None:
        self.title = _("{first}, {second}").format(first=_("Busy"), second="%")
        self.observed = observed

    @property
    def closest(self) -> float:
        return 4.0

    @property
    def _columns(self) -> tuple[Floats, Floats]:
        looks = self.observed.looks
        seconds = np.array([look.seconds for look in looks], dtype=np.float64)
        busy = [math.nan if look.busy is None else 100 * look.busy for look in looks]
        return seconds, np.array(busy, dtype=np.float64)

    def draw(self, plot: ChartPlot) -> None:
        seconds, busy = self._columns
        known = busy[np.isfinite(busy)]
        ticks = linear_ticks(float(known.max()) if len(known) else 0.0, most=3)
        end = float(seconds[-1]) if len(seconds) else 1.0
        plot.range((0.0, end), (0.0, ticks[-1]))
        plot.left_marks([(tick, f"{plain_number(tick)}{NARROW}%") for tick in ticks])
        plot.bottom.marks = _marks
        plot.bottom.grid_lines = False
        if len(known):
            plot.curve("busy", seconds, busy, plot.look.accent, area=True)
        else:
            plot.say(_("the kernel does not count that"))

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        seconds, busy = self._columns
        if not len(seconds):
            return None
        at = int(np.argmin(np.abs(seconds - x)))
        if not math.isfinite(busy[at]):
            return None
        words = f"{time_label(float(seconds[at]))}   {format_percent(float(busy[at]) / 100)}"
        return PointerReading(words, [(float(seconds[at]), float(busy[at]), plot.look.accent)])

    def table(self) -> ChartTable:
        rows = tuple(
            (
                format_duration(look.seconds),
                "–" if look.busy is None else format_percent(look.busy, figures=2),
                "–" if look.queue is None else f"{look.queue:.3g}",
            )
            for look in self.observed.looks
        )
        return ChartTable((_("Until"), _("Busy"), _("Queue")), rows)

    def describe(self) -> str:
        _seconds, busy = self._columns
        known = busy[np.isfinite(busy)]
        if not len(known):
            return _("the kernel does not count that")
        return _("busy at most {share} of the time").format(
            share=format_percent(float(known.max()) / 100)
        )


def _marks(low: float, high: float, room: float) -> list[Tick]:
    ticks = time_ticks(low, high, max(2, int(room / _LABEL)))
    return [Tick(tick, time_label(tick)) for tick in ticks if tick >= 0]
