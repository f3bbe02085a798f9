# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several drives as bars: each alone, each while all are read, and all against what they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor

from driveproof.domain.figure import Cell, Measure, Table
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Rate
from driveproof.domain.run.run import Run, Summary
from driveproof.ui.charts import painting
from driveproof.ui.charts.bars import SHORTEST, BarMark, Bars
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.rows import AnswerRows
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_metric
from driveproof.wording.table import cell_text

LINE, EDGE = 24.0, 20.0
KEPT = 130.0  # pixels at most of what is left of a speed
_FADED = 0.45


class DriveRow(NamedTuple):
    """A drive, or a group of them that shares something; `limit` is what that carries."""

    title: str
    alone: Summary | None
    at_once: Summary | None
    beside: str
    limit: float | None = None


class MultiDriveChart(AnswerRows):
    """A pair of bars for each drive; below them one for each shared path and one for all, with the
    ceiling as a dashed line. All bars are on one scale.
    """

    def __init__(self, _run: Run, figures: Table, *, binary: bool = False) -> None:
        super().__init__(figures, binary=binary)
        self.rows = list(map(_row, figures.rows))

    def heights(self) -> list[float]:
        return [2 * LINE + EDGE] * max(1, len(self.rows))

    def _left(self, width: float, look: ChartStyle) -> float:
        widest = max((look.width(look.normal, row.title) for row in self.rows), default=0.0)
        return min(widest + 24, width * 0.32)

    def _figures(self, width: float, look: ChartStyle) -> tuple[float, float]:
        """Where the names of the two bars begin, and where their speeds end."""
        names = (look.width(look.small, name) for name in (_("Alone"), _("At once")))
        rates = (
            look.width(look.normal, self._value(rate))
            for row in self.rows
            for rate in (row.alone, row.at_once)
            if rate is not None
        )
        left = self._left(width, look)
        return left, left + max(names) + 24 + max(rates, default=0.0)

    def _kept(self, look: ChartStyle) -> float:
        """Pixels of what is left of a speed."""
        widest = max((look.width(look.normal, row.beside) for row in self.rows), default=0.0)
        return min(widest + 1, KEPT)

    def _value(self, rate: Summary) -> str:
        return write_metric(MetricName.BANDWIDTH, rate.median, binary=self.binary)

    def across(self, width: float, look: ChartStyle) -> tuple[float, float]:
        """Between the figures on the left and what is left of the speed on the right."""
        right = width - self._kept(look) - 16
        return self._figures(width, look)[1] + 16, right

    def draw(self, plot: ChartPlot) -> None:
        look, beside = plot.look, plot.beside
        width = plot.rect().width()
        left, figures = self._figures(width, look)
        bands = self.bands(plot, (0.0, 1.0))
        self.draw_head(plot, 0, _("Sequential reads"))
        top = self._top
        found: list[BarMark] = []
        for row, band in zip(self.rows, bands, strict=False):
            title = painting.elided(row.title, look.normal, left - 12)
            beside.text(QPointF(0, band.middle), title, look.normal, look.text)
            text = painting.elided(row.beside, look.normal, KEPT)
            beside.text(QPointF(width, band.middle), text, look.normal, look.text, painting.RIGHT)
            for number, (name, rate, color) in enumerate(_pair(row, look)):
                away = (number - 0.5) * LINE
                y = band.middle + away
                beside.text(QPointF(left, y), name, look.small, look.muted)
                if rate is None:
                    continue
                at = QPointF(figures, y)
                beside.text(at, self._value(rate), look.normal, look.text, painting.RIGHT)
                if top > 0 and plot.area.width() >= SHORTEST:
                    limit = row.limit / top if row.limit and number else None
                    found.append(BarMark.of(rate, top, band.place - away, color, limit=limit))
            beside.rule(0, width, band.box.bottom(), look.line)
        plot.item("bars", Bars, z=10).set_bars(found, look, LINE)

    @property
    def _top(self) -> float:
        """The greatest rate, or a ceiling that the bars come near to."""
        rates = [rate.high for row in self.rows for rate in (row.alone, row.at_once) if rate]
        top = max(rates, default=0.0)
        limits = [row.limit for row in self.rows if row.limit and row.limit < 2 * top]
        return max([top, *map(float, limits)])


def _pair(row: DriveRow, look: ChartStyle) -> Sequence[tuple[str, Summary | None, QColor]]:
    pale = painting.mixed(look.read, look.surface, _FADED)
    return ((_("Alone"), row.alone, pale), (_("At once"), row.at_once, look.read))


def _row(cells: tuple[Cell, ...]) -> DriveRow:
    title, alone, at_once, kept, limit = cells
    beside = ""
    if kept is not None:
        beside = _("{share} of solo speed").format(share=cell_text(kept))
    return DriveRow(
        cell_text(title),
        _summary(alone),
        _summary(at_once),
        beside,
        limit.number if isinstance(limit, Rate) else None,
    )


def _summary(cell: Cell) -> Summary | None:
    if isinstance(cell, Rate):  # a sum of medians has no repeats
        return Summary(cell.number, cell.number, cell.number, 1)
    return cell.summary if isinstance(cell, Measure) else None
