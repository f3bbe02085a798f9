# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What another scheduler or file system changes: a point with its interval, and the verdict."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor

from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.variant_table import base_of
from driveproof.domain.figure import Cell, Interval, Table
from driveproof.domain.run.run import Run
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import ChartTable
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.intervals import OVERHANG, IntervalMark, IntervalMarks
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.rows import HEAD, RowsChart
from driveproof.ui.charts.ticks import plain_number, span_ticks
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import cell_text, spoken_text
from driveproof.wording.units import NARROW

GROUP = 34.0
ROW = 30.0


class VariantChart(RowsChart):
    """A row per test and variant: its median, and its change with the interval.

    The horizontal axis is the change in percent.
    """

    zooms = True
    closest = 1.0
    foot = 26.0

    def __init__(self, run: Run, figures: Table, *, binary: bool = False) -> None:
        super().__init__()
        self.figures, self.binary = figures, binary
        self.tests = [list(group) for _, group in groupby(figures.rows, key=lambda row: row[0])]
        self.own = shown(base_of(run))
        changes = [0.0]
        for found in figures.column("difference"):
            if isinstance(found, Interval) and found.ratio is not None:
                low = found.ratio if found.low is None else found.low
                high = found.ratio if found.high is None else found.high
                changes += [low - 1, high - 1]
        # At least 5 % to either side: magnified noise would look like a difference.
        ticks = span_ticks(100 * min(*changes, -0.05), 100 * max(*changes, 0.05), 5)
        self._ticks = [tick for tick in ticks if tick > -100]
        if len(self._ticks) < len(ticks):  # nothing can be slower than -100 %
            self._ticks.insert(0, -100.0)

    @property
    def name(self) -> str:
        return say_text(self.figures.title)

    def table(self) -> ChartTable:
        return ChartTable.of(self.figures, binary=self.binary)

    def describe(self) -> str:
        return spoken_text(self.figures, binary=self.binary)

    def heights(self) -> list[float]:
        return [tall for rows in self.tests for tall in (GROUP, *(ROW for _row in rows))] or [ROW]

    def across(self, width: float, look: ChartStyle) -> tuple[float, float]:
        def widest(cells: Iterable[Cell]) -> float:
            texts = (cell_text(cell, binary=self.binary) for cell in cells)
            return max((look.width(look.normal, text) for text in texts), default=0.0)

        titles, names, figures, verdicts = (
            widest(self.figures.column(key)) for key in ("test", "variant", "median", "difference")
        )
        left = max(14 + min(names, 180.0) + 16 + figures + 24, min(titles, width / 4) + 24)
        return left, max(left + 40.0, width - verdicts - 16)

    @staticmethod
    def _color(difference: Interval, look: ChartStyle) -> QColor:
        """As in a comparison; blue and orange are reserved for directions."""
        if difference.verdict is Verdict.FASTER:
            return look.good
        return look.bad if difference.verdict is Verdict.SLOWER else look.muted

    def draw(self, plot: ChartPlot) -> None:
        look, beside = plot.look, plot.beside
        bands = iter(self.bands(plot, (self._ticks[0], self._ticks[-1])))
        left, width = plot.area.left(), plot.rect().width()
        # Translators: the head of a column, {variant} is like "Scheduler".
        first = _("{variant}, median").format(variant=value_text(self.figures.columns[1].title))
        self.draw_head(plot, 0, painting.elided(first, look.small, left - 12))
        head = _("Change from {base}, with interval").format(base=self.own)
        head = painting.elided(head, look.small, width - left - plot.corner)
        beside.text(QPointF(left, HEAD / 2), head, look.small, look.muted)
        found: list[IntervalMark] = []
        for rows in self.tests:
            band = next(bands)
            if band.number:
                beside.rule(0, width, band.box.top(), look.line)
            # Nothing else is in its row.
            title = painting.elided(cell_text(rows[0][0]), look.normal, width)
            beside.text(QPointF(0, band.middle + 2), title, look.normal, look.text)
            for _title, name, median, change in rows:
                band = next(bands)
                self._draw_row(plot, band.middle, name, median, change)
                if isinstance(change, Interval) and change.ratio is not None:
                    found.append(self._mark(change, change.ratio, band.place, look))
        plot.bottom.marks, plot.bottom.grid_lines = self._marks, True
        plot.bottom.overhang = OVERHANG
        plot.border_at("no change", 0.0, look.muted)
        plot.item("changes", IntervalMarks, z=10).set_marks(found, look)

    def _mark(self, found: Interval, ratio: float, y: float, look: ChartStyle) -> IntervalMark:
        ends = None
        if found.low is not None and found.high is not None:
            ends = 100 * (found.low - 1), 100 * (found.high - 1)
        return IntervalMark(y, 100 * (ratio - 1), ends, self._color(found, look))

    def _marks(self, low: float, high: float, room: float) -> list[Tick]:
        ticks = self._ticks
        if high - low < (ticks[-1] - ticks[0]) * (1 - 1e-9):
            ticks = list(span_ticks(low, high, max(2, min(5, int(room / 70)))))
        return [
            Tick(
                tick, f"{'+' * (tick > 0)}{plain_number(round(tick, 6))}{NARROW}%" if tick else "0"
            )
            for tick in ticks
        ]

    def _draw_row(
        self, plot: ChartPlot, y: float, variant: Cell, median: Cell, found: Cell
    ) -> None:
        """Name and median before the plot, the verdict after it."""
        look, beside = plot.look, plot.beside
        right = plot.area.left() - 24
        figure = cell_text(median, binary=self.binary)
        used = beside.text(QPointF(right, y), figure, look.normal, look.text, painting.RIGHT)
        name = painting.elided(cell_text(variant), look.normal, right - 14 - used - 8)
        beside.text(QPointF(14, y), name, look.normal, look.muted)
        if isinstance(found, Interval):
            sure = found.verdict in (Verdict.FASTER, Verdict.SLOWER)
            color = self._color(found, look) if sure else look.muted
            at = QPointF(plot.area.right() + 16, y)
            beside.text(at, cell_text(found), look.normal, color)
