# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm's bars beside fio's, in one scale."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from driveproof.domain.run.run import Run, Summary
from driveproof.domain.run.special_runs import hdparm_rows
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, Table
from driveproof.ui.charts.chart_style import Look
from driveproof.wording import special_runs as words
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_metric, write_range
from driveproof.wording.units import NARROW

HEAD = 32.0
BAR = 8.0
PAIR = 58.0


class HdparmChart(Chart):
    """A pair of bars for each way to read: hdparm's median and fio's, with least and greatest."""

    def __init__(self, run: Run, *, binary: bool = False) -> None:
        self.rows = hdparm_rows(run)
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
        titles = max(
            (look.width(look.normal, words.way_title(row.way)) for row in self.rows), default=0.0
        )
        left = rect.left() + min(titles, rect.width() * 0.3) + 24
        y = rect.top() + HEAD / 2
        head = _("Sequential read, 2 MiB after 2 MiB")
        painting.text(painter, QPointF(rect.left(), y), head, look.small, look.muted)
        top = rect.top() + HEAD
        room = self._spreads(look)
        for row in self.rows:
            painting.hairline(painter, (rect.left(), top, rect.right(), top), look.line)
            box = QRectF(rect.left(), top, rect.width(), PAIR)
            title = painting.elided(words.way_title(row.way), look.normal, left - rect.left() - 16)
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
            said = _("memory: not on this scale")
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
                        words.way_title(row.way),
                        phase.name if name == "hdparm" else f"fio, {phase.name}",
                        str(summary.count),
                        write_metric("bandwidth", summary.median, binary=self.binary),
                        write_range("bandwidth", summary, binary=self.binary),
                        words.printed(summary) if name == "hdparm" else "",
                    )
                )
        heads = (
            _("Way"),
            _("By"),
            _("Repeats"),
            _("Median"),
            _("Least to greatest"),
            _("As hdparm prints it"),
        )
        return Table(heads, tuple(rows))

    def describe(self) -> str:
        return "; ".join(f"{row[0]}, {row[1]}: {row[3]}" for row in self.table().rows).replace(
            NARROW, " "
        )
