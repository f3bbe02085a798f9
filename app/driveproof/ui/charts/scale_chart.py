# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sum against the number of hosts: how many times what one host does, a line for each test."""

from __future__ import annotations

import math

import numpy as np

from driveproof.domain.hosts.answer import rate_of, scale_title, scaling_table
from driveproof.domain.run.columns import Floats
from driveproof.domain.run.hosts import Scale, host_scales
from driveproof.domain.run.run import Run
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.frame import LABEL_ROOM, PointerReading
from driveproof.ui.charts.load_chart import DASH, Path
from driveproof.ui.charts.marks import Dots
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.ticks import linear_ticks, short_number
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.say import value_text
from driveproof.wording.table import Style, text_columns


class ScaleChart(Chart):
    """Hosts are spaced by doublings; the dashed line is as many times as there are hosts."""

    margins = Margins(48.0, 182.0)

    def __init__(self, run: Run, *, binary: bool = False) -> None:
        self.run, self.binary = run, binary
        self.scales = host_scales(run)
        self.counts = sorted({point.hosts for one in self.scales for point in one.points})
        self.title = _("Scaling; dashed: linear")

    @property
    def name(self) -> str:
        return self.title

    def _title(self, scale: Scale) -> str:
        return value_text(scale_title(self.run, scale))

    @staticmethod
    def _times(scale: Scale) -> Floats:
        """The sums as multiples of what one host does."""
        first = scale.points[0]
        alone = first.total.median / first.hosts
        return np.array([point.total.median / alone if alone else 0.0 for point in scale.points])

    @staticmethod
    def _at(scale: Scale) -> Floats:
        return np.array([math.log2(point.hosts) for point in scale.points])

    def draw(self, plot: ChartPlot) -> None:
        if len(self.counts) < 2:
            plot.range((0.0, 1.0), (0.0, 1.0))
            plot.say(_("No data"))
            return
        most = max(float(self._times(one).max()) for one in self.scales)
        ticks = linear_ticks(max(most * 1.15, 2.0))
        last = math.log2(self.counts[-1])
        plot.range((-0.05 * last, 1.02 * last), (0.0, ticks[-1]))
        plot.left_marks([(tick, short_number(tick, ticks[-1])) for tick in ticks])
        below = [Tick(math.log2(count), f"{count}") for count in self.counts]
        plot.marks(left=plot.left.marks, bottom=lambda _low, _high, _room: below)
        # Doublings are evenly spaced, so that as many times one is no straight line.
        at = np.linspace(0.0, last, 64)
        faint = painting.with_alpha(plot.look.text, 0.45)
        plot.item("ideal", Path, z=8).set_path(at, np.exp2(at), faint, width=1.2, dash=DASH)
        plot.frame.labels_from = last
        for number, one in enumerate(self.scales):
            x, y = self._at(one), self._times(one)
            color = plot.look.direction(one.direction)
            plot.item(f"line {number}", Path, z=10).set_path(x, y, color, width=1.8)
            dots = plot.item(f"dots {number}", Dots, z=12)
            dots.set_dots(x, y, color, radius=3.2, edge=plot.look.surface)
            room = self.margins.right - LABEL_ROOM
            words = painting.elided(self._title(one), plot.look.small, room)
            plot.label(words, color, x, y)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        near: list[tuple[float, Scale, int]] = []
        for one in self.scales:
            for place, (across, up) in enumerate(zip(self._at(one), self._times(one), strict=True)):
                wide = plot.x_of(float(across)) - plot.x_of(x)
                high = 0.0 if y is None else plot.y_of(float(up)) - plot.y_of(y)
                near.append((wide**2 + high**2, one, place))
        if not near:
            return None
        _distance, scale, place = min(near, key=lambda one: one[0])
        point = scale.points[place]
        hosts = ngettext("{count} host", "{count} hosts", point.hosts).format(count=point.hosts)
        value = value_text(rate_of(point.total.median, scale.phase), binary=self.binary)
        words = f"{self._title(scale)}   {hosts}   {value}"
        at = (math.log2(point.hosts), float(self._times(scale)[place]))
        return PointerReading(words, [(*at, plot.look.direction(scale.direction))], hair=False)

    def table(self) -> ChartTable:
        columns = text_columns(scaling_table(self.run), Style.WINDOW, binary=self.binary)
        rows = zip(*(column.cells for column in columns), strict=True)
        return ChartTable(tuple(column.head for column in columns), tuple(rows))

    def describe(self) -> str:
        return "; ".join(
            f"{self._title(one)}: " + ", ".join(f"{times:.2g}" for times in self._times(one))
            for one in self.scales
        )
