# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm's bars beside fio's, on one scale."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from driveproof.domain.figure import Table
from driveproof.domain.metric import MetricName
from driveproof.domain.run.hdparm import hdparm_rows
from driveproof.domain.run.run import Run, Summary
from driveproof.ui.charts import painting
from driveproof.ui.charts.bars import SHORTEST, BarMark, Bars
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.rows import AnswerRows
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_metric, write_range
from driveproof.wording.table import cell_text

PAIR = 58.0
FIGURE = 220.0  # pixels: the program and the median


class HdparmChart(AnswerRows):
    """A pair of bars for each way to read: hdparm's median and fio's, with minimum and maximum.

    It does not zoom: bars begin at zero.
    """

    def __init__(self, run: Run, figures: Table, *, binary: bool = False) -> None:
        super().__init__(figures, binary=binary)
        self.rows = [row for row in hdparm_rows(run) if row.timed or row.measured]
        self._titles = list(map(cell_text, figures.column("source")))
        # Reads from memory have no fio counterpart, and would shrink the other bars to dots.
        self._top = max(
            (
                summary.high
                for row in self.rows
                if row.fio is not None
                for summary in (row.timed, row.measured)
                if summary is not None
            ),
            default=0.0,
        )

    def heights(self) -> list[float]:
        return [PAIR] * max(1, len(self.rows))

    def _left(self, width: float, look: ChartStyle) -> float:
        titles = max((look.width(look.normal, title) for title in self._titles), default=0.0)
        return min(titles, width * 0.3) + 24

    def across(self, width: float, look: ChartStyle) -> tuple[float, float]:
        """The room for the widest spread is the same in each row, so that bars are comparable."""
        found = [
            write_range(MetricName.BANDWIDTH, summary, binary=self.binary)
            for row in self.rows
            for summary in (row.timed, row.measured)
            if summary is not None
        ]
        spread = max((look.width(look.small, one) for one in found), default=0.0)
        return self._left(width, look) + FIGURE + 16, width - spread - 16

    def draw(self, plot: ChartPlot) -> None:
        look, beside = plot.look, plot.beside
        width = plot.rect().width()
        left = self._left(width, look)
        bands = self.bands(plot, (0.0, 1.0))
        self.draw_head(plot, 0, _("Sequential 2 MiB reads"))
        found: list[BarMark] = []
        for row, way, band in zip(self.rows, self._titles, bands, strict=False):
            title = painting.elided(way, look.normal, left - 16)
            beside.text(QPointF(0, band.middle), title, look.normal, look.text)
            pairs = [
                (row.hdparm.name if row.hdparm else "", row.timed, look.muted),
                ("fio", row.measured, look.read),
            ]
            there = [
                (name, summary, color) for name, summary, color in pairs if summary is not None
            ]
            for number, (name, summary, color) in enumerate(there):
                away = (number - (len(there) - 1) / 2) * 24
                y = band.middle + away * band.box.height() / PAIR
                self._draw_figures(plot, left, y, name, summary)
                if self._top <= 0 or plot.area.width() < SHORTEST:
                    continue
                if summary.median > self._top:
                    self._draw_beyond(plot, y)
                    continue
                found.append(BarMark.of(summary, self._top, band.place - away, color))
            beside.rule(0, width, band.box.bottom(), look.line)
        plot.item("bars", Bars, z=10).set_bars(found, look, PAIR)

    @staticmethod
    def _draw_beyond(plot: ChartPlot, y: float) -> None:
        """In place of a bar: the text fits here or goes below the figure."""
        look, said = plot.look, _("memory, not to scale")
        if look.width(look.small, said) <= plot.area.width():
            plot.beside.text(QPointF(plot.area.left(), y), said, look.small, look.muted)
            return
        at = QPointF(plot.area.left() - 16, y + 17)
        plot.beside.text(at, said, look.small, look.muted, painting.RIGHT)

    def _draw_figures(
        self, plot: ChartPlot, left: float, y: float, name: str, summary: Summary
    ) -> None:
        """The program and the median before the bar, the spread after it."""
        look, beside = plot.look, plot.beside
        beside.text(QPointF(left, y), name, look.small, look.muted)
        value = write_metric(MetricName.BANDWIDTH, summary.median, binary=self.binary)
        beside.text(QPointF(left + FIGURE, y), value, look.normal, look.text, painting.RIGHT)
        spread = write_range(MetricName.BANDWIDTH, summary, binary=self.binary)
        at = QPointF(plot.rect().width(), y)
        beside.text(at, spread, look.small, look.muted, painting.RIGHT)
