# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm's bars beside fio's, on one scale."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from driveproof.domain.metric import MetricName
from driveproof.domain.run.run import Run, Summary
from driveproof.domain.run.special_runs import hdparm_rows
from driveproof.ui.charts import painting
from driveproof.ui.charts.bars import SHORTEST, BarMark, Bars
from driveproof.ui.charts.chart import Table
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.plot import Plot
from driveproof.ui.charts.rows import RowsChart
from driveproof.wording import special_runs as words
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_metric, write_range

PAIR = 58.0
FIGURE = 220.0  # pixels: the program and the median


class HdparmChart(RowsChart):
    """A pair of bars for each way to read: hdparm's median and fio's, with minimum and maximum.

    It does not zoom: bars begin at zero.
    """

    def __init__(self, run: Run, *, binary: bool = False) -> None:
        super().__init__()
        self.rows = hdparm_rows(run)
        self.binary = binary
        # Reads from memory have no fio counterpart, and would shrink the other bars to dots.
        self._top = max(
            (
                summary.high
                for row in self.rows
                if row.fio is not None
                for phase in (row.hdparm, row.fio)
                if (summary := words.bandwidth_of(phase)) is not None
            ),
            default=0.0,
        )

    @property
    def name(self) -> str:
        return _("hdparm and fio")

    def heights(self) -> list[float]:
        return [PAIR] * max(1, len(self.rows))

    def _left(self, width: float, look: Look) -> float:
        titles = max(
            (look.width(look.normal, words.way_title(row.way)) for row in self.rows), default=0.0
        )
        return min(titles, width * 0.3) + 24

    def across(self, width: float, look: Look) -> tuple[float, float]:
        """The room for the widest spread is the same in each row, so that bars are comparable."""
        found = [
            write_range(MetricName.BANDWIDTH, summary, binary=self.binary)
            for row in self.rows
            for phase in (row.hdparm, row.fio)
            if (summary := words.bandwidth_of(phase)) is not None
        ]
        spread = max((look.width(look.small, one) for one in found), default=0.0)
        return self._left(width, look) + FIGURE + 16, width - spread - 16

    def draw(self, plot: Plot) -> None:
        look, beside = plot.look, plot.beside
        width = plot.rect().width()
        left = self._left(width, look)
        bands = self.bands(plot, (0.0, 1.0))
        self.draw_head(plot, 0, _("Sequential 2 MiB reads"))
        found: list[BarMark] = []
        for row, band in zip(self.rows, bands, strict=False):
            title = painting.elided(words.way_title(row.way), look.normal, left - 16)
            beside.text(QPointF(0, band.middle), title, look.normal, look.text)
            pairs = [
                (row.hdparm.name if row.hdparm else "", row.hdparm, look.muted),
                ("fio", row.fio, look.read),
            ]
            there = [(name, summary, color) for name, phase, color in pairs
                     if (summary := words.bandwidth_of(phase)) is not None]  # fmt: skip
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
    def _draw_beyond(plot: Plot, y: float) -> None:
        """In place of a bar: the text fits here or goes below the figure."""
        look, said = plot.look, _("memory, not to scale")
        if look.width(look.small, said) <= plot.area.width():
            plot.beside.text(QPointF(plot.area.left(), y), said, look.small, look.muted)
            return
        at = QPointF(plot.area.left() - 16, y + 17)
        plot.beside.text(at, said, look.small, look.muted, painting.RIGHT)

    def _draw_figures(self, plot: Plot, left: float, y: float, name: str, summary: Summary) -> None:
        """The program and the median before the bar, the spread after it."""
        look, beside = plot.look, plot.beside
        beside.text(QPointF(left, y), name, look.small, look.muted)
        value = write_metric(MetricName.BANDWIDTH, summary.median, binary=self.binary)
        beside.text(QPointF(left + FIGURE, y), value, look.normal, look.text, painting.RIGHT)
        spread = write_range(MetricName.BANDWIDTH, summary, binary=self.binary)
        at = QPointF(plot.rect().width(), y)
        beside.text(at, spread, look.small, look.muted, painting.RIGHT)

    def table(self) -> Table:
        rows = []
        for row in self.rows:
            for name, phase in (("hdparm", row.hdparm), ("fio", row.fio)):
                summary = words.bandwidth_of(phase)
                if phase is None or summary is None:
                    continue
                rows.append(
                    (
                        words.way_title(row.way),
                        phase.name if name == "hdparm" else f"fio, {phase.name}",
                        str(summary.count),
                        write_metric(MetricName.BANDWIDTH, summary.median, binary=self.binary),
                        write_range(MetricName.BANDWIDTH, summary, binary=self.binary),
                        words.printed(summary) if name == "hdparm" else "",
                    )
                )
        heads = (
            _("Way"),
            _("By"),
            _("Repeats"),
            _("Median"),
            _("Least to greatest"),
            _("hdparm output"),
        )
        return Table(heads, tuple(rows))
