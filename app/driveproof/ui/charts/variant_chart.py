# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What another I/O scheduler or file system changes: a point with its interval, and the verdict as
text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor

from driveproof.domain.comparison.difference import Difference, Verdict
from driveproof.domain.comparison.variant_table import Cell, VariantTest, base_of, variant_tests
from driveproof.domain.method import SCHEDULERS
from driveproof.domain.run.run import Run
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import Mark
from driveproof.ui.charts.chart import Table
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.intervals import OVERHANG, IntervalMark, IntervalMarks
from driveproof.ui.charts.plot import Plot
from driveproof.ui.charts.rows import HEAD, RowsChart
from driveproof.ui.charts.ticks import plain_number, span_ticks
from driveproof.ui.theme.text import shown
from driveproof.wording import special_runs as words
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_metric, write_range
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

    def __init__(self, run: Run, *, binary: bool = False) -> None:
        super().__init__()
        self.tests = tuple(
            replace(test, title=words.variant_title(test, run)) for test in variant_tests(run)
        )
        self.of_schedulers = run.method == SCHEDULERS
        self.own = shown(base_of(run))
        self.binary = binary
        changes = [0.0]
        for test in self.tests:
            for cell in test.cells:
                if (found := cell.difference) is not None:
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
        return _("Schedulers compared") if self.of_schedulers else _("File systems compared")

    def heights(self) -> list[float]:
        return [
            tall for test in self.tests for tall in (GROUP, *(ROW for _cell in test.cells))
        ] or [ROW]

    def across(self, width: float, look: Look) -> tuple[float, float]:
        cells = [(test, cell) for test in self.tests for cell in test.cells]

        def widest(texts: Iterable[str]) -> float:
            return max((look.width(look.normal, text) for text in texts), default=0.0)

        names = widest(self._name(shown(cell.variant)) for _test, cell in cells)
        figures = widest(self._median(test, cell) for test, cell in cells)
        verdicts = widest(self._verdict(cell.difference) for _test, cell in cells)
        titles = widest(test.title for test in self.tests)
        left = max(14 + min(names, 180.0) + 16 + figures + 24, min(titles, width / 4) + 24)
        return left, max(left + 40.0, width - verdicts - 16)

    def _name(self, variant: str) -> str:
        if variant != self.own or not self.of_schedulers:
            return variant
        return _("{scheduler} (current)").format(scheduler=variant)

    def _median(self, test: VariantTest, cell: Cell) -> str:
        return write_metric(test.metric, cell.summary.median, binary=self.binary)

    @staticmethod
    def _verdict(difference: Difference | None) -> str:
        if difference is None:
            return ""
        change, _, verdict = words.difference_words(difference)
        return f"{change}, {verdict}"

    @staticmethod
    def _color(difference: Difference, look: Look) -> QColor:
        """As in a comparison; blue and orange are reserved for directions."""
        if difference.verdict is Verdict.FASTER:
            return look.good
        return look.bad if difference.verdict is Verdict.SLOWER else look.muted

    def draw(self, plot: Plot) -> None:
        look, beside = plot.look, plot.beside
        bands = iter(self.bands(plot, (self._ticks[0], self._ticks[-1])))
        left, width = plot.area.left(), plot.rect().width()
        first = _("Scheduler, median") if self.of_schedulers else _("File system, median")
        self.draw_head(plot, 0, painting.elided(first, look.small, left - 12))
        head = _("Change from {base}, with interval").format(base=self.own)
        head = painting.elided(head, look.small, width - left - plot.corner)
        beside.text(QPointF(left, HEAD / 2), head, look.small, look.muted)
        found: list[IntervalMark] = []
        for test in self.tests:
            band = next(bands)
            if band.number:
                beside.rule(0, width, band.box.top(), look.line)
            # Nothing else is in its row.
            title = painting.elided(test.title, look.normal, width)
            beside.text(QPointF(0, band.middle + 2), title, look.normal, look.text)
            for cell in test.cells:
                band = next(bands)
                self._draw_row(plot, band.middle, test, cell)
                if (change := cell.difference) is not None:
                    found.append(self._mark(change, band.place, look))
        plot.bottom.marks, plot.bottom.grid_lines = self._marks, True
        plot.bottom.overhang = OVERHANG
        plot.border_at("no change", 0.0, look.muted)
        plot.item("changes", IntervalMarks, z=10).set_marks(found, look)

    def _mark(self, found: Difference, y: float, look: Look) -> IntervalMark:
        ends = None
        if found.low is not None and found.high is not None:
            ends = 100 * (found.low - 1), 100 * (found.high - 1)
        return IntervalMark(y, 100 * found.change, ends, self._color(found, look))

    def _marks(self, low: float, high: float, room: float) -> list[Mark]:
        ticks = self._ticks
        if high - low < (ticks[-1] - ticks[0]) * (1 - 1e-9):
            ticks = list(span_ticks(low, high, max(2, min(5, int(room / 70)))))
        return [
            Mark(
                tick, f"{'+' * (tick > 0)}{plain_number(round(tick, 6))}{NARROW}%" if tick else "0"
            )
            for tick in ticks
        ]

    def _draw_row(self, plot: Plot, y: float, test: VariantTest, cell: Cell) -> None:
        """Name and median before the plot, the verdict after it."""
        look, beside = plot.look, plot.beside
        right = plot.area.left() - 24
        figure = self._median(test, cell)
        used = beside.text(QPointF(right, y), figure, look.normal, look.text, painting.RIGHT)
        name = self._name(shown(cell.variant))
        name = painting.elided(name, look.normal, right - 14 - used - 8)
        beside.text(QPointF(14, y), name, look.normal, look.muted)
        found = cell.difference
        if found is not None:
            sure = found.verdict in (Verdict.FASTER, Verdict.SLOWER)
            color = self._color(found, look) if sure else look.muted
            at = QPointF(plot.area.right() + 16, y)
            beside.text(at, self._verdict(found), look.normal, color)

    def table(self) -> Table:
        rows = []
        for test in self.tests:
            for cell in test.cells:
                change, interval, verdict = words.difference_words(cell.difference)
                rows.append(
                    (
                        test.title,
                        self._name(shown(cell.variant)),
                        str(cell.summary.count),
                        self._median(test, cell),
                        write_range(test.metric, cell.summary, binary=self.binary),
                        change,
                        interval,
                        verdict,
                    )
                )
        heads = (
            _("Test"),
            _("Scheduler") if self.of_schedulers else _("File system"),
            _("Repeats"),
            _("Median"),
            _("Least to greatest"),
            _("Change from {base}").format(base=self.own),
            _("95 % interval"),
            _("Verdict"),
        )
        return Table(heads, tuple(rows))

    def describe(self) -> str:
        parts = [
            f"{test.title}, {shown(cell.variant)}: {self._verdict(cell.difference)}"
            for test in self.tests
            for cell in test.cells
            if cell.difference is not None
        ]
        return "; ".join(parts).replace(NARROW, " ")
