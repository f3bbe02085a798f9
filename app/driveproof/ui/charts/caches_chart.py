# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The readings of the same blocks as bars, with who served the bytes."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import QPointF

from driveproof.domain.figure import Measure, Table
from driveproof.domain.run.run import Run
from driveproof.ui.charts import painting
from driveproof.ui.charts.bars import SHORTEST, BarMark, Bars
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.rows import AnswerRows
from driveproof.wording.catalogue import _
from driveproof.wording.table import cell_text

LINE, EDGE = 24.0, 16.0
NAME, FIGURE = 80.0, 96.0  # pixels of the reading and of its speed
SERVED = 210.0


class CachesChart(AnswerRows):
    """A bar for each reading, past the page cache and through it, each way on a scale of its own:
    memory would make all others dots.
    """

    def __init__(self, _run: Run, figures: Table, *, binary: bool = False) -> None:
        super().__init__(figures, binary=binary)
        self.rows = [list(group) for _mode, group in groupby(figures.rows, key=lambda row: row[0])]

    def heights(self) -> list[float]:
        return [LINE * len(rows) + EDGE for rows in self.rows] or [LINE]

    def _left(self, width: float, look: ChartStyle) -> float:
        titles = (cell_text(rows[0][0]) for rows in self.rows)
        widest = max((look.width(look.normal, title) for title in titles), default=0.0)
        return min(widest, width * 0.24) + 20

    def across(self, width: float, look: ChartStyle) -> tuple[float, float]:
        """Between the figures on the left and the devices on the right."""
        return self._left(width, look) + NAME + FIGURE + 16, width - SERVED - 16

    def draw(self, plot: ChartPlot) -> None:
        look, beside = plot.look, plot.beside
        width = plot.rect().width()
        left = self._left(width, look)
        bands = self.bands(plot, (0.0, 1.0))
        self.draw_head(plot, 0, _("Random reads, one at a time"))
        found: list[BarMark] = []
        for rows, band in zip(self.rows, bands, strict=False):
            title = painting.elided(cell_text(rows[0][0]), look.normal, left - 12)
            beside.text(QPointF(0, band.middle), title, look.normal, look.text)
            top = max(row[2].summary.high for row in rows if isinstance(row[2], Measure))
            for number, (_mode, name, rate, _p50, served) in enumerate(rows):
                away = (number - (len(rows) - 1) / 2) * LINE
                y = band.middle + away
                beside.text(QPointF(left, y), cell_text(name), look.small, look.muted)
                value = cell_text(rate, binary=self.binary)
                at = QPointF(left + NAME + FIGURE, y)
                beside.text(at, value, look.normal, look.text, painting.RIGHT)
                text = painting.elided(cell_text(served), look.small, SERVED)
                beside.text(QPointF(width, y), text, look.small, look.muted, painting.RIGHT)
                if isinstance(rate, Measure) and top > 0 and plot.area.width() >= SHORTEST:
                    found.append(BarMark.of(rate.summary, top, band.place - away, look.read))
            beside.rule(0, width, band.box.bottom(), look.line)
        plot.item("bars", Bars, z=10).set_bars(found, look, LINE)
