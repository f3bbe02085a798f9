# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The readings of the same blocks as bars, with who served the bytes."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from driveproof.domain.metric import MetricName
from driveproof.domain.run.caches import bandwidth, readings_of
from driveproof.domain.run.run import Run
from driveproof.ui.charts import painting
from driveproof.ui.charts.bars import SHORTEST, BarMark, Bars
from driveproof.ui.charts.chart import Table
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.plot import Plot
from driveproof.ui.charts.rows import RowsChart
from driveproof.wording import caches as words
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_metric, write_range

LINE, EDGE = 24.0, 16.0
NAME, FIGURE = 80.0, 96.0  # pixels of the reading and of its speed
SERVED = 210.0


class CachesChart(RowsChart):
    """A bar for each reading, past the page cache and through it, each way on a scale of its own:
    memory would make all others dots.
    """

    def __init__(self, run: Run, *, binary: bool = False) -> None:
        super().__init__()
        self.rows = readings_of(run)
        self.binary = binary

    @property
    def name(self) -> str:
        return _("The same blocks, read again and again")

    def heights(self) -> list[float]:
        return [LINE * len(row.phases) + EDGE for row in self.rows] or [LINE]

    def _left(self, width: float, look: Look) -> float:
        titles = (words.way_title(direct=row.direct) for row in self.rows)
        widest = max((look.width(look.normal, title) for title in titles), default=0.0)
        return min(widest, width * 0.24) + 20

    def across(self, width: float, look: Look) -> tuple[float, float]:
        """Between the figures on the left and the devices on the right."""
        return self._left(width, look) + NAME + FIGURE + 16, width - SERVED - 16

    def draw(self, plot: Plot) -> None:
        look, beside = plot.look, plot.beside
        width = plot.rect().width()
        left = self._left(width, look)
        bands = self.bands(plot, (0.0, 1.0))
        self.draw_head(plot, 0, _("Random reads, one at a time"))
        found: list[BarMark] = []
        for row, band in zip(self.rows, bands, strict=False):
            title = painting.elided(words.way_title(direct=row.direct), look.normal, left - 12)
            beside.text(QPointF(0, band.middle), title, look.normal, look.text)
            rates = [bandwidth(phase) for phase in row.phases]
            top = max((rate.high for rate in rates if rate is not None), default=0.0)
            for number, (phase, rate) in enumerate(zip(row.phases, rates, strict=True)):
                if rate is None:
                    continue
                away = (number - (len(row.phases) - 1) / 2) * LINE
                y = band.middle + away
                name = _("reading {number}").format(number=phase.work.reading)
                beside.text(QPointF(left, y), name, look.small, look.muted)
                value = write_metric(MetricName.BANDWIDTH, rate.median, binary=self.binary)
                at = QPointF(left + NAME + FIGURE, y)
                beside.text(at, value, look.normal, look.text, painting.RIGHT)
                served = painting.elided(words.served_text(phase), look.small, SERVED)
                beside.text(QPointF(width, y), served, look.small, look.muted, painting.RIGHT)
                if top > 0 and plot.area.width() >= SHORTEST:
                    found.append(BarMark.of(rate, top, band.place - away, look.read))
            beside.rule(0, width, band.box.bottom(), look.line)
        plot.item("bars", Bars, z=10).set_bars(found, look, LINE)

    def table(self) -> Table:
        rows = []
        for row in self.rows:
            for phase in row.phases:
                rate = bandwidth(phase)
                if rate is not None:
                    rows.append(
                        (
                            words.way_title(direct=row.direct),
                            str(phase.work.reading),
                            str(rate.count),
                            write_metric(MetricName.BANDWIDTH, rate.median, binary=self.binary),
                            write_range(MetricName.BANDWIDTH, rate, binary=self.binary),
                            words.served_text(phase),
                        )
                    )
        heads = (_("Way"), _("Reading"), _("Repeats"), _("Median"), _("Least to greatest"))
        return Table((*heads, _("Served by")), tuple(rows))
