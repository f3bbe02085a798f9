# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What another scheduler or file system changes: a point with its interval, and the verdict."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF

from driveproof.domain.figure import Cell, Changes, Interval
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.intervals import OVERHANG, IntervalMarks, interval_mark, verdict_color
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.rows import HEAD, AnswerRows
from driveproof.ui.charts.ticks import plain_number, span_ticks
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW

GROUP = 34.0
ROW = 30.0


class VariantChart(AnswerRows):
    """Tests of few changes: the title of each in a row of its own, below it a row for each variant
    with its figure and its change.

    The horizontal axis is the change in percent.
    """

    zooms = True
    closest = 1.0
    foot = 26.0

    def __init__(self, figures: Changes, *, binary: bool = False) -> None:
        super().__init__(figures.table, binary=binary)
        self.figures = figures
        changes = [0.0]
        for found in (one.change for row in figures.rows for one in row.others):
            if found is not None and found.ratio is not None:
                ends = (found.low, found.ratio, found.high)
                changes += [end - 1 for end in ends if end is not None]
        # At least 5 % to either side: magnified noise would look like a difference.
        ticks = span_ticks(100 * min(*changes, -0.05), 100 * max(*changes, 0.05), 5)
        self._ticks = [tick for tick in ticks if tick > -100]
        if len(self._ticks) < len(ticks):  # nothing can be slower than -100 %
            self._ticks.insert(0, -100.0)
        own, self._column = figures.heads
        self.tests: list[tuple[Cell, list[tuple[Cell, Cell, Interval | None]]]] = []
        for row in figures.rows:
            lines = [(one.name, one.figure, one.change) for one in row.others]
            first = [] if row.first is None else [(own, row.first, None)]
            self.tests.append((row.title, [*first, *lines]))

    def heights(self) -> list[float]:
        return [tall for _, lines in self.tests for tall in (GROUP, *(ROW for _line in lines))] or [
            ROW
        ]

    def across(self, width: float, look: ChartStyle) -> tuple[float, float]:
        def widest(cells: Iterable[Cell]) -> float:
            return max((look.width(look.normal, self.text(cell)) for cell in cells), default=0.0)

        lines = [line for _title, lines in self.tests for line in lines]
        names, figures, verdicts = (widest(line[place] for line in lines) for place in range(3))
        titles = widest(title for title, _lines in self.tests)
        left = max(14 + min(names, 180.0) + 16 + figures + 24, min(titles, width / 4) + 24)
        return left, max(left + 40.0, width - verdicts - 16)

    def draw(self, plot: ChartPlot) -> None:
        look, beside = plot.look, plot.beside
        bands = iter(self.bands(plot, (self._ticks[0], self._ticks[-1])))
        left, width = plot.area.left(), plot.rect().width()
        # Translators: the head of a column, {variant} is like "Scheduler".
        first = _("{variant}, median").format(variant=self.text(self._column))
        self.draw_head(plot, 0, painting.elided(first, look.small, left - 12))
        own = self.text(self.figures.heads[0])
        head = _("Change from {base}, with interval").format(base=own)
        head = painting.elided(head, look.small, width - left - plot.corner)
        beside.text(QPointF(left, HEAD / 2), head, look.small, look.muted)
        found = []
        for called, lines in self.tests:
            band = next(bands)
            if band.number:
                beside.rule(0, width, band.box.top(), look.line)
            # Nothing else is in its row.
            title = painting.elided(self.text(called), look.normal, width)
            beside.text(QPointF(0, band.middle + 2), title, look.normal, look.text)
            for name, figure, change in lines:
                band = next(bands)
                self._draw_row(plot, band.middle, name, figure, change)
                if change and (mark := interval_mark(change, band.place, _percent, look)):
                    found.append(mark)
        plot.bottom.marks, plot.bottom.grid_lines = self._marks, True
        plot.bottom.overhang = OVERHANG
        plot.border_at("no change", 0.0, look.muted)
        plot.item("changes", IntervalMarks, z=10).set_marks(found, look)

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
        self, plot: ChartPlot, y: float, variant: Cell, figure: Cell, change: Interval | None
    ) -> None:
        """Name and figure before the plot, the verdict after it."""
        look, beside = plot.look, plot.beside
        right = plot.area.left() - 24
        used = beside.text(
            QPointF(right, y), self.text(figure), look.normal, look.text, painting.RIGHT
        )
        name = painting.elided(self.text(variant), look.normal, right - 14 - used - 8)
        beside.text(QPointF(14, y), name, look.normal, look.muted)
        if change is not None:
            at = QPointF(plot.area.right() + 16, y)
            color = verdict_color(look, change.verdict)
            beside.text(at, self.text(change), look.normal, color)


def _percent(ratio: float) -> float:
    """Where a ratio is on the horizontal axis."""
    return 100 * (ratio - 1)
