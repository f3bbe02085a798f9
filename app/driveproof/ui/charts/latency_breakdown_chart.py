# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What of a latency is ours, and the first read after pauses, as bars."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from driveproof.domain.figure import Cell, Measure, Table
from driveproof.domain.run.latency_breakdown import breakdown_of
from driveproof.domain.run.run import Run
from driveproof.ui.charts import painting
from driveproof.ui.charts.bars import SHORTEST, BarMark, Bars
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.rows import AnswerRows
from driveproof.wording.catalogue import _
from driveproof.wording.table import cell_text

LINE, EDGE = 26.0, 16.0
FIGURE, BESIDE = 84.0, 210.0  # pixels of the time, and of what is on the right


class LatencyBreakdownChart(AnswerRows):
    """Two groups of bars, each on a scale of its own: a read that wakes a drive would make all
    others dots.
    """

    def __init__(self, run: Run, figures: Table, *, binary: bool = False) -> None:
        super().__init__(figures, binary=binary)
        breakdown = breakdown_of(run)
        known = () if breakdown is None else breakdown.shares
        pauses = [one.pause for one in known if one.latency is not None]
        rows = list(zip(pauses, figures.rows, strict=True))
        groups = ([row for pause, row in rows if not pause], [row for pause, row in rows if pause])
        self.groups = [group for group in groups if group]

    def heights(self) -> list[float]:
        return [LINE * len(group) + EDGE for group in self.groups] or [LINE]

    def _left(self, width: float, look: ChartStyle) -> float:
        titles = (cell_text(row[0]) for group in self.groups for row in group)
        widest = max((look.width(look.normal, title) for title in titles), default=0.0)
        return min(widest, width * 0.34) + 20

    def across(self, width: float, look: ChartStyle) -> tuple[float, float]:
        """Between the times on the left and the processor's on the right."""
        return self._left(width, look) + FIGURE + 16, width - BESIDE - 16

    def draw(self, plot: ChartPlot) -> None:
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
            times = [row[1].summary for row in group if isinstance(row[1], Measure)]
            top = max((time.high for time in times), default=0.0)
            for number, (row, time) in enumerate(zip(group, times, strict=True)):
                away = (number - (len(group) - 1) / 2) * LINE
                y = band.middle + away
                title = painting.elided(cell_text(row[0]), look.normal, left - 12)
                beside.text(QPointF(0, y), title, look.normal, look.text)
                at = QPointF(left + FIGURE, y)
                beside.text(at, cell_text(row[1]), look.normal, look.text, painting.RIGHT)
                right = painting.elided(_beside(row), look.small, BESIDE)
                beside.text(QPointF(width, y), right, look.small, look.muted, painting.RIGHT)
                if top > 0 and plot.area.width() >= SHORTEST:
                    found.append(BarMark.of(time, top, band.place - away, look.read))
            beside.rule(0, width, band.box.bottom(), look.line)
        plot.item("bars", Bars, z=10).set_bars(found, look, LINE)


def _beside(row: tuple[Cell, ...]) -> str:
    """The CPU time of a read, or what slept."""
    *_figures, cpu, slept = row
    if cpu is not None:
        return _("{first} {second}").format(first=_("CPU"), second=cell_text(cpu))
    return "" if slept is None else _("asleep: {what}").format(what=cell_text(slept))
