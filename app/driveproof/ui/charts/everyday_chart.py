# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Both ways of each everyday write as a pair of bars."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from driveproof.domain.metric import MetricName
from driveproof.domain.run.everyday import bandwidth, everyday_rows, iops
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.ui.charts import painting
from driveproof.ui.charts.bars import SHORTEST, BarMark, Bars
from driveproof.ui.charts.chart import Table
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.plot import Plot
from driveproof.ui.charts.rows import RowsChart
from driveproof.wording import everyday as words
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_metric, write_range
from driveproof.wording.profile import test_title
from driveproof.wording.units import format_iops

PAIR = 64.0
FIGURE = 96.0  # pixels of the speed
DETAIL = 190.0


class EverydayChart(RowsChart):
    """A pair of bars for each test, on a scale of its own: how long they are to each other counts.

    Behind them what an fsync took, and how much was still in memory.
    """

    def __init__(self, run: Run, *, binary: bool = False) -> None:
        super().__init__()
        self.rows = everyday_rows(run)
        self.binary = binary
        self._profile = run.profile

    @property
    def name(self) -> str:
        return _("Everyday writes")

    def heights(self) -> list[float]:
        return [PAIR] * max(1, len(self.rows))

    def _left(self, width: float, look: Look) -> float:
        titles = (test_title(row.title, self._profile) for row in self.rows)
        widest = max((look.width(look.normal, title) for title in titles), default=0.0)
        return min(widest, width * 0.24) + 20

    def _way(self, width: float, look: Look) -> float:
        """The width of the ways, in pixels."""
        titles = (words.way_title(each=each) for each in (False, True))
        widest = max(look.width(look.small, title) for title in titles) + 12
        return min(widest, max(0.0, width - self._left(width, look) - FIGURE - DETAIL - 16))

    def across(self, width: float, look: Look) -> tuple[float, float]:
        """Between the figures on the left and the details on the right."""
        return self._left(width, look) + self._way(width, look) + FIGURE + 16, width - DETAIL - 16

    def draw(self, plot: Plot) -> None:
        look, beside = plot.look, plot.beside
        width = plot.rect().width()
        left, way_width = self._left(width, look), self._way(width, look)
        bands = self.bands(plot, (0.0, 1.0))
        self.draw_head(plot, 0, _("Random writes including fsync"))
        found: list[BarMark] = []
        for row, band in zip(self.rows, bands, strict=False):
            title = test_title(row.title, self._profile)
            shown = painting.elided(title, look.normal, left - 12)
            beside.text(QPointF(0, band.middle), shown, look.normal, look.text)
            top = max(
                (rate.high for one in row.phases if (rate := bandwidth(one)) is not None),
                default=0.0,
            )
            for number, phase in enumerate(row.phases):
                summary = bandwidth(phase)
                if summary is None:
                    continue
                away = (number - (len(row.phases) - 1) / 2) * 24
                y = band.middle + away * band.box.height() / PAIR
                way = words.way_title(each=bool(phase.work.fsync))
                way = painting.elided(way, look.small, way_width - 12)
                beside.text(QPointF(left, y), way, look.small, look.muted)
                value = write_metric(MetricName.BANDWIDTH, summary.median, binary=self.binary)
                at = QPointF(left + way_width + FIGURE, y)
                beside.text(at, value, look.normal, look.text, painting.RIGHT)
                detail = painting.elided(self._detail(phase), look.small, DETAIL)
                at = QPointF(width, y)
                beside.text(at, detail, look.small, look.muted, painting.RIGHT)
                if top > 0 and plot.area.width() >= SHORTEST:
                    color = look.muted if phase.work.fsync else look.write
                    found.append(BarMark.of(summary, top, band.place - away, color))
            beside.rule(0, width, band.box.bottom(), look.line)
        plot.item("bars", Bars, z=10).set_bars(found, look, PAIR)

    @staticmethod
    def _detail(phase: PhaseResult) -> str:
        said = words.fsync_text(phase)
        if phase.work.fsync:
            return _("fsync {time}").format(time=said) if said else ""
        memory = words.memory_text(phase)
        if not memory:
            return _("fsync {time}").format(time=said) if said else ""
        return _("fsync {time}, {share} in memory").format(time=said, share=memory)

    def table(self) -> Table:
        rows = []
        for row in self.rows:
            for phase in row.phases:
                summary, ios = bandwidth(phase), iops(phase)
                if summary is None or ios is None:
                    continue
                rows.append(
                    (
                        test_title(row.title, self._profile),
                        words.way_title(each=bool(phase.work.fsync)),
                        str(summary.count),
                        write_metric(MetricName.BANDWIDTH, summary.median, binary=self.binary),
                        write_range(MetricName.BANDWIDTH, summary, binary=self.binary),
                        format_iops(ios.median),
                        words.fsync_text(phase),
                        words.memory_text(phase),
                        words.processes_text(phase, binary=self.binary),
                    )
                )
        heads = (
            _("Test"),
            _("Way"),
            _("Repeats"),
            _("Median"),
            _("Least to greatest"),
            "IOPS",
            _("fsync"),
            _("Still in memory"),
            _("Each process"),
        )
        return Table(heads, tuple(rows))
