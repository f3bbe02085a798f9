# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Both ways of each everyday write as a pair of bars."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import QPointF

from driveproof.domain.figure import Cell, Measure, Table
from driveproof.domain.run.everyday import bandwidth, everyday_rows
from driveproof.domain.run.run import Run
from driveproof.ui.charts import painting
from driveproof.ui.charts.bars import SHORTEST, BarMark, Bars
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.rows import AnswerRows
from driveproof.wording.catalogue import _
from driveproof.wording.table import cell_text

PAIR = 64.0
FIGURE = 96.0  # pixels of the speed
DETAIL = 190.0


class EverydayChart(AnswerRows):
    """A pair of bars for each test, on a scale of its own: how long they are to each other counts.

    Behind them what an fsync took, and how much was still in memory.
    """

    def __init__(self, run: Run, figures: Table, *, binary: bool = False) -> None:
        super().__init__(figures, binary=binary)
        each = [
            bool(phase.work.fsync)
            for row in everyday_rows(run)
            for phase in row.phases
            if bandwidth(phase) is not None
        ]
        rows = zip(figures.rows, each, strict=True)
        self.rows = [list(group) for _test, group in groupby(rows, key=lambda row: row[0][0])]

    def heights(self) -> list[float]:
        return [PAIR] * max(1, len(self.rows))

    def _left(self, width: float, look: ChartStyle) -> float:
        titles = (cell_text(rows[0][0][0]) for rows in self.rows)
        widest = max((look.width(look.normal, title) for title in titles), default=0.0)
        return min(widest, width * 0.24) + 20

    def _way(self, width: float, look: ChartStyle) -> float:
        """The width of the ways, in pixels."""
        titles = (cell_text(row[1]) for rows in self.rows for row, _each in rows)
        widest = max((look.width(look.small, title) for title in titles), default=0.0) + 12
        return min(widest, max(0.0, width - self._left(width, look) - FIGURE - DETAIL - 16))

    def across(self, width: float, look: ChartStyle) -> tuple[float, float]:
        """Between the figures on the left and the details on the right."""
        return self._left(width, look) + self._way(width, look) + FIGURE + 16, width - DETAIL - 16

    def draw(self, plot: ChartPlot) -> None:
        look, beside = plot.look, plot.beside
        width = plot.rect().width()
        left, way_width = self._left(width, look), self._way(width, look)
        bands = self.bands(plot, (0.0, 1.0))
        self.draw_head(plot, 0, _("Random writes including fsync"))
        found: list[BarMark] = []
        for rows, band in zip(self.rows, bands, strict=False):
            title = painting.elided(cell_text(rows[0][0][0]), look.normal, left - 12)
            beside.text(QPointF(0, band.middle), title, look.normal, look.text)
            rates = [row[2].summary for row, _each in rows if isinstance(row[2], Measure)]
            top = max(rate.high for rate in rates)
            for number, ((row, each), rate) in enumerate(zip(rows, rates, strict=True)):
                away = (number - (len(rows) - 1) / 2) * 24
                y = band.middle + away * band.box.height() / PAIR
                way = painting.elided(cell_text(row[1]), look.small, way_width - 12)
                beside.text(QPointF(left, y), way, look.small, look.muted)
                value = cell_text(row[2], binary=self.binary)
                at = QPointF(left + way_width + FIGURE, y)
                beside.text(at, value, look.normal, look.text, painting.RIGHT)
                detail = painting.elided(_detail(row), look.small, DETAIL)
                at = QPointF(width, y)
                beside.text(at, detail, look.small, look.muted, painting.RIGHT)
                if top > 0 and plot.area.width() >= SHORTEST:
                    color = look.muted if each else look.write
                    found.append(BarMark.of(rate, top, band.place - away, color))
            beside.rule(0, width, band.box.bottom(), look.line)
        plot.item("bars", Bars, z=10).set_bars(found, look, PAIR)


def _detail(row: tuple[Cell, ...]) -> str:
    """What an fsync took, and how much was still in memory."""
    fsync, slow, memory = row[4:7]
    if fsync is None:
        return ""
    if slow is not None:
        time = _("{typical}, p99 {slow}").format(typical=cell_text(fsync), slow=cell_text(slow))
        return _("{first} {second}").format(first="fsync", second=time)
    if memory is None:
        return _("{first} {second}").format(first="fsync", second=cell_text(fsync))
    return _("fsync {time}, {share} in memory").format(
        time=cell_text(fsync), share=cell_text(memory)
    )
