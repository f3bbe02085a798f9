# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What of a latency is ours, and the first read after pauses, as bars."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from driveproof.domain.run.latency_breakdown import LatencyBreakdown, Share, breakdown_of
from driveproof.domain.run.run import Run
from driveproof.ui.charts import painting
from driveproof.ui.charts.bars import SHORTEST, BarMark, Bars
from driveproof.ui.charts.chart import Table
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.plot import Plot
from driveproof.ui.charts.rows import RowsChart
from driveproof.wording import latency_breakdown as words
from driveproof.wording.catalogue import _

LINE, EDGE = 26.0, 16.0
FIGURE, BESIDE = 84.0, 210.0  # pixels of the time, and of what is on the right


class LatencyBreakdownChart(RowsChart):
    """Two groups of bars, each on a scale of its own: a read that wakes a drive would make all
    others dots.
    """

    described = ((0,), (1,))

    def __init__(self, run: Run) -> None:
        super().__init__()
        breakdown = breakdown_of(run)
        self.breakdown = breakdown if breakdown is not None else LatencyBreakdown(())
        known = [one for one in self.breakdown.shares if one.latency is not None]
        groups = ([one for one in known if not one.pause], [one for one in known if one.pause])
        self.groups: list[list[Share]] = [group for group in groups if group]

    @property
    def name(self) -> str:
        return _("Latency breakdown")

    def heights(self) -> list[float]:
        return [LINE * len(group) + EDGE for group in self.groups] or [LINE]

    def _left(self, width: float, look: Look) -> float:
        titles = (words.share_title(one) for group in self.groups for one in group)
        widest = max((look.width(look.normal, title) for title in titles), default=0.0)
        return min(widest, width * 0.34) + 20

    def across(self, width: float, look: Look) -> tuple[float, float]:
        """Between the times on the left and the processor's on the right."""
        return self._left(width, look) + FIGURE + 16, width - BESIDE - 16

    def draw(self, plot: Plot) -> None:
        look, beside = plot.look, plot.beside
        width = plot.rect().width()
        left = self._left(width, look)
        bands = self.bands(plot, (0.0, 1.0))
        title = _("One 4 KiB read")
        if len(self.groups) > 1:
            title = _("One 4 KiB read; below: the first after a pause, own scale")
        self.draw_head(plot, 0, title)
        found: list[BarMark] = []
        for group, band in zip(self.groups, bands, strict=False):
            times = [one.latency for one in group]
            top = max((time.high for time in times if time is not None), default=0.0)
            for number, (one, time) in enumerate(zip(group, times, strict=True)):
                away = (number - (len(group) - 1) / 2) * LINE
                y = band.middle + away
                title = painting.elided(words.share_title(one), look.normal, left - 12)
                beside.text(QPointF(0, y), title, look.normal, look.text)
                at = QPointF(left + FIGURE, y)
                beside.text(at, words.latency_text(one), look.normal, look.text, painting.RIGHT)
                right = painting.elided(self._beside(one), look.small, BESIDE)
                beside.text(QPointF(width, y), right, look.small, look.muted, painting.RIGHT)
                if time is not None and top > 0 and plot.area.width() >= SHORTEST:
                    found.append(BarMark.of(time, top, band.place - away, look.read))
            beside.rule(0, width, band.box.bottom(), look.line)
        plot.item("bars", Bars, z=10).set_bars(found, look, LINE)

    def _beside(self, one: Share) -> str:
        """The processor's time of a read, or what slept."""
        if not one.pause:
            spent = words.processor_text(one)
            return _("processor {time}").format(time=spent) if spent else ""
        slept = words.woken_text(self.breakdown, one)
        return _("asleep: {what}").format(what=slept) if slept else ""

    def table(self) -> Table:
        return Table(words.breakdown_heads(), words.breakdown_rows(self.breakdown))
