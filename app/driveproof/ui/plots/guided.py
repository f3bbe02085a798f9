# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Charts of the guided runs: what another scheduler changes, and hdparm's bars beside fio's."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from driveproof.domain.comparison import Difference, Verdict
from driveproof.domain.run import PhaseResult, Run, Summary
from driveproof.domain.scheduler_table import Cell, SchedulerTest, scheduler_tests
from driveproof.domain.units import NARROW
from driveproof.export import guided_text as words
from driveproof.ui.plots import painting
from driveproof.ui.plots.chart import Chart, Table
from driveproof.ui.plots.look import Look
from driveproof.ui.plots.results import write_metric, write_range
from driveproof.ui.plots.ticks import span_ticks
from driveproof.ui.text import shown

translate = QCoreApplication.translate

HEAD = 32.0
GROUP = 34.0
ROW = 30.0
AXIS = 26.0
BAR = 8.0
PAIR = 58.0


def guided_chart(run: Run, *, binary: bool = False) -> SchedulerChart | HdparmChart | None:
    """The chart that answers a guided run; None for any other."""
    if words.is_schedulers(run):
        return SchedulerChart(run, binary=binary)
    return HdparmChart(run, binary=binary) if words.is_hdparm(run) else None


def drawn(run: Run) -> tuple[PhaseResult, ...]:
    """The phases for the bars of all tests: what came from memory would make the others dots."""
    return tuple(phase for phase in run.phases if phase.name != "hdparm -T")


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
        self._ticks = span_ticks(100 * min(*changes, -0.05), 100 * max(*changes, 0.05), 5)

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
        return translate("Plots", "{0}, its own").format(scheduler)

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
        head = translate("Plots", "Scheduler, median")
        painting.text(painter, QPointF(rect.left(), y), head, look.small, look.muted)
        words_above = translate("Plots", "Change against {0}, with its interval").format(self.own)
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
            translate("Plots", "Test"),
            translate("Plots", "Scheduler"),
            translate("Plots", "Repeats"),
            translate("Plots", "Median"),
            translate("Plots", "Least to greatest"),
            translate("Plots", "Change against {0}").format(self.own),
            translate("Plots", "95 % interval"),
            translate("Plots", "Verdict"),
            translate("Plots", "Could be seen from"),
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


class HdparmChart(Chart):
    """A pair of bars for each way to read: hdparm's median and fio's, with least and greatest."""

    def __init__(self, run: Run, *, binary: bool = False) -> None:
        self.rows = words.hdparm_rows(run)
        self.binary = binary
        # What comes from memory has no fio beside it, and would make the others dots.
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
    def height(self) -> float:
        """The height that the rows need, in pixels."""
        return HEAD + PAIR * max(1, len(self.rows))

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        titles = max((look.width(look.normal, row.title) for row in self.rows), default=0.0)
        left = rect.left() + min(titles, rect.width() * 0.3) + 24
        y = rect.top() + HEAD / 2
        head = translate("Plots", "Sequential read, 2 MiB after 2 MiB")
        painting.text(painter, QPointF(rect.left(), y), head, look.small, look.muted)
        top = rect.top() + HEAD
        room = self._spreads(look)
        for row in self.rows:
            painting.hairline(painter, (rect.left(), top, rect.right(), top), look.line)
            box = QRectF(rect.left(), top, rect.width(), PAIR)
            title = painting.elided(row.title, look.normal, left - rect.left() - 16)
            at = QPointF(box.left(), box.center().y())
            painting.text(painter, at, title, look.normal, look.text)
            pairs = [
                (row.hdparm.name if row.hdparm else "", row.hdparm, look.muted),
                ("fio", row.fio, look.read),
            ]
            there = [(name, summary, color) for name, phase, color in pairs
                     if (summary := words.bandwidth_of(phase)) is not None]  # fmt: skip
            for number, (name, summary, color) in enumerate(there):
                middle = box.center().y() + (number - (len(there) - 1) / 2) * 24
                line = QRectF(left, middle - 12, rect.right() - left, 24)
                self._paint_bar(painter, line, look, name, summary, color=color, room=room)
            top += PAIR
        painting.hairline(painter, (rect.left(), top, rect.right(), top), look.line)

    def _spreads(self, look: Look) -> float:
        """The room for the widest spread: the same in each row, or bars would not compare."""
        found = [
            write_range("bandwidth", summary, binary=self.binary)
            for row in self.rows
            for phase in (row.hdparm, row.fio)
            if (summary := words.bandwidth_of(phase)) is not None
        ]
        return max((look.width(look.small, spread) for spread in found), default=0.0)

    def _paint_bar(
        self, painter: QPainter, box: QRectF, look: Look, name: str, summary: Summary, *,
        color: QColor, room: float,
    ) -> None:  # fmt: skip
        y = box.center().y()
        painting.text(painter, QPointF(box.left(), y), name, look.small, look.muted)
        value = write_metric("bandwidth", summary.median, binary=self.binary)
        right = box.left() + 220
        painting.text(painter, QPointF(right, y), value, look.normal, look.text,
                      align=painting.RIGHT)  # fmt: skip
        spread = write_range("bandwidth", summary, binary=self.binary)
        at = QPointF(box.right(), y)
        painting.text(painter, at, spread, look.small, look.muted, align=painting.RIGHT)
        track = QRectF(right + 16, y - BAR / 2, box.right() - room - 16 - right - 16, BAR)
        if track.width() < 20 or self._top <= 0:
            return
        if summary.median > self._top:
            said = translate("Plots", "memory: not on this scale")
            painting.text(painter, QPointF(track.left(), y), said, look.small, look.muted)
            return
        painting.fill(painter, track, look.grid)
        bar = QRectF(track)
        bar.setWidth(max(1.0, track.width() * summary.median / self._top))
        painting.fill(painter, bar, color)
        if summary.count > 1:
            low, high = (
                track.left() + track.width() * value / self._top
                for value in (summary.low, summary.high)
            )
            painting.hairline(painter, (low, y, high, y), look.text)
            for x in (low, high):
                painting.hairline(painter, (x, y - 6, x, y + 6), look.text)

    def paint_pointer(self, painter: QPainter, rect: QRectF, look: Look, at: QPointF) -> None:
        """Nothing: every value is written out."""

    def table(self) -> Table:
        rows = []
        for row in self.rows:
            for name, phase in (("hdparm", row.hdparm), ("fio", row.fio)):
                summary = words.bandwidth_of(phase)
                if phase is None or summary is None:
                    continue
                rows.append(
                    (
                        row.title,
                        phase.name if name == "hdparm" else f"fio, {phase.name}",
                        str(summary.count),
                        write_metric("bandwidth", summary.median, binary=self.binary),
                        write_range("bandwidth", summary, binary=self.binary),
                        words.printed(summary) if name == "hdparm" else "",
                    )
                )
        heads = (
            translate("Plots", "Way"),
            translate("Plots", "By"),
            translate("Plots", "Repeats"),
            translate("Plots", "Median"),
            translate("Plots", "Least to greatest"),
            translate("Plots", "As hdparm prints it"),
        )
        return Table(heads, tuple(rows))

    def describe(self) -> str:
        return "; ".join(f"{row[0]}, {row[1]}: {row[3]}" for row in self.table().rows).replace(
            NARROW, " "
        )
