# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What another I/O scheduler changes: a point with its interval, and the verdict in words."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from driveproof.domain.comparison.difference import Difference, Verdict
from driveproof.domain.comparison.scheduler_table import Cell, SchedulerTest, scheduler_tests
from driveproof.domain.run.run import Run
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, Table
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.ticks import span_ticks
from driveproof.ui.theme.text import shown
from driveproof.wording import special_runs as words
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_metric, write_range
from driveproof.wording.units import NARROW

HEAD = 32.0
GROUP = 34.0
ROW = 30.0
AXIS = 26.0


class SchedulerChart(Chart):
    """A row for each test and scheduler: its median, and its change with the interval of that."""

    def __init__(self, run: Run, *, binary: bool = False) -> None:
        self.tests = scheduler_tests(run)
        self.own = shown(run.environment.scheduler or "")
        self.binary = binary
        changes = [0.0]
        for test in self.tests:
            for cell in test.cells:
                if (found := cell.difference) is not None:
                    low = found.ratio if found.low is None else found.low
                    high = found.ratio if found.high is None else found.high
                    changes += [low - 1, high - 1]
        # At least 5 % to either side: noise drawn large would look like a difference.
        ticks = span_ticks(100 * min(*changes, -0.05), 100 * max(*changes, 0.05), 5)
        self._ticks = [tick for tick in ticks if tick > -100]
        if len(self._ticks) < len(ticks):  # nothing is slower than not at all
            self._ticks.insert(0, -100.0)

    @property
    def height(self) -> float:
        """The height that the rows need, in pixels."""
        return HEAD + AXIS + sum(GROUP + ROW * len(test.cells) for test in self.tests)

    def _axis(self, rect: QRectF, look: Look) -> QRectF:
        names = [shown(cell.scheduler) for test in self.tests for cell in test.cells]
        left = max((look.width(look.normal, self._name(name)) for name in names), default=0.0)
        left = rect.left() + 14 + min(left, 180.0) + 16 + self._figures(look) + 24
        right = rect.right() - self._verdicts(look) - 16
        return QRectF(left, rect.top() + HEAD, max(40.0, right - left), rect.height() - HEAD - AXIS)

    def _name(self, scheduler: str) -> str:
        if scheduler != self.own:
            return scheduler
        return _("{0}, its own").format(scheduler)

    def _figures(self, look: Look) -> float:
        return max(
            (
                look.width(look.normal, self._median(test, cell))
                for test in self.tests
                for cell in test.cells
            ),
            default=0.0,
        )

    def _verdicts(self, look: Look) -> float:
        return max(
            (
                look.width(look.normal, self._verdict(cell.difference))
                for test in self.tests
                for cell in test.cells
            ),
            default=0.0,
        )

    def _median(self, test: SchedulerTest, cell: Cell) -> str:
        return write_metric(test.metric, cell.summary.median, binary=self.binary)

    @staticmethod
    def _verdict(difference: Difference | None) -> str:
        if difference is None:
            return ""
        change, _, verdict = words.difference_words(difference)
        return f"{change}, {verdict}"

    @staticmethod
    def _color(difference: Difference, look: Look) -> QColor:
        if difference.verdict is Verdict.FASTER:
            return look.read
        return look.write if difference.verdict is Verdict.SLOWER else look.muted

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        axis = self._axis(rect, look)
        y = rect.top() + HEAD / 2
        head = _("Scheduler, median")
        painting.text(painter, QPointF(rect.left(), y), head, look.small, look.muted)
        words_above = _("Change against {0}, with its interval").format(self.own)
        fitted = painting.elided(words_above, look.small, rect.right() - axis.left() - 48)
        painting.text(painter, QPointF(axis.left(), y), fitted, look.small, look.muted)
        self._paint_scale(painter, axis, look)
        top = rect.top() + HEAD
        for test in self.tests:
            painting.hairline(painter, (rect.left(), top, rect.right(), top), look.line)
            title = painting.elided(test.title, look.normal, axis.left() - rect.left() - 12)
            at = QPointF(rect.left(), top + GROUP / 2 + 2)
            painting.text(painter, at, title, look.normal, look.text)
            top += GROUP
            for cell in test.cells:
                box = QRectF(rect.left(), top, rect.width(), ROW)
                self._paint_row(painter, box, axis, look, test=test, cell=cell)
                top += ROW

    def _paint_scale(self, painter: QPainter, axis: QRectF, look: Look) -> None:
        bottom = axis.bottom()
        for tick in self._ticks:
            x = self._x(axis, tick / 100)
            color = look.muted if tick == 0 else look.grid
            painting.hairline(painter, (x, axis.top(), x, bottom), color)
            label = f"{tick:+g}{NARROW}%" if tick else "0"
            painting.text(
                painter, QPointF(x, bottom + AXIS / 2), label, look.small, look.muted,
                align=painting.CENTRE,
            )  # fmt: skip

    def _x(self, axis: QRectF, change: float) -> float:
        low, high = self._ticks[0], self._ticks[-1]
        share = (100 * change - low) / (high - low)
        return axis.left() + axis.width() * min(1.0, max(0.0, share))

    def _paint_row(
        self, painter: QPainter, box: QRectF, axis: QRectF, look: Look, *, test: SchedulerTest,
        cell: Cell,
    ) -> None:  # fmt: skip
        y = box.center().y()
        right = axis.left() - 24
        figure = self._median(test, cell)
        painting.text(
            painter, QPointF(right, y), figure, look.normal, look.text, align=painting.RIGHT
        )
        room = right - box.left() - 14 - look.width(look.normal, figure) - 8
        name = painting.elided(self._name(shown(cell.scheduler)), look.normal, room)
        painting.text(painter, QPointF(box.left() + 14, y), name, look.normal, look.muted)
        found = cell.difference
        if found is None:
            return
        color = self._color(found, look)
        x = self._x(axis, found.change)
        if found.low is not None and found.high is not None:
            low, high = self._x(axis, found.low - 1), self._x(axis, found.high - 1)
            painting.fill(painter, QRectF(low, y - 1, max(1.0, high - low), 2), color)
            for end in (low, high):
                painting.hairline(painter, (end, y - 5, end, y + 5), color)
        painting.fill(painter, QRectF(x - 4, y - 4, 8, 8), color)
        said = self._verdict(found)
        sure = found.verdict in (Verdict.FASTER, Verdict.SLOWER)
        painting.text(
            painter, QPointF(axis.right() + 16, y), said, look.normal,
            color if sure else look.muted,
        )  # fmt: skip

    def paint_pointer(self, painter: QPainter, rect: QRectF, look: Look, at: QPointF) -> None:
        """Nothing: every value is written out."""

    def table(self) -> Table:
        rows = []
        for test in self.tests:
            for cell in test.cells:
                change, interval, verdict = words.difference_words(cell.difference)
                rows.append(
                    (
                        test.title,
                        self._name(shown(cell.scheduler)),
                        str(cell.summary.count),
                        self._median(test, cell),
                        write_range(test.metric, cell.summary, binary=self.binary),
                        change,
                        interval,
                        verdict,
                        words.detectable_words(cell.difference),
                    )
                )
        heads = (
            _("Test"),
            _("Scheduler"),
            _("Repeats"),
            _("Median"),
            _("Least to greatest"),
            _("Change against {0}").format(self.own),
            _("95 % interval"),
            _("Verdict"),
            _("Could be seen from"),
        )
        return Table(heads, tuple(rows))

    def describe(self) -> str:
        parts = [
            f"{test.title}, {shown(cell.scheduler)}: {self._verdict(cell.difference)}"
            for test in self.tests
            for cell in test.cells
            if cell.difference is not None
        ]
        return "; ".join(parts).replace(NARROW, " ")
