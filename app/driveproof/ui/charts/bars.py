# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The answer of a run: medians as bars from zero, least and greatest repeat as whiskers."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from driveproof.domain.run.result import Row, directions_of, rows_of
from driveproof.domain.run.run import METRICS, PhaseResult, Summary
from driveproof.ui.charts import painting
from driveproof.ui.charts.ceiling import Ceiling, paint_line
from driveproof.ui.charts.chart import Chart, Table
from driveproof.ui.charts.chart_style import Look
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_metric, write_range
from driveproof.wording.units import NARROW

HEAD = 32.0
ROW = 48.0
CORNER = 48  # stays free for the button that shows the table
BAR = 8.0


def metric_titles() -> dict[str, str]:
    """Every metric with its title."""
    return {
        "iops": "IOPS",
        "bandwidth": _("Bandwidth"),
        "mean": _("Latency, mean"),
        "p50": _("Latency, median"),
        "p95": _("Latency, p95"),
        "p99": _("Latency, p99"),
        "p99.9": _("Latency, p99.9"),
        "max": _("Latency, greatest"),
        "longest_stall": _("Longest stall"),
    }


def direction_title(direction: str) -> str:
    """The head of a column."""
    return {
        "read": _("Read"),
        "write": _("Write"),
        "trim": _("Trim"),
    }.get(direction, direction)


class ResultBars(Chart):
    """A row for each test: its title, then number, spread and bar for each direction."""

    def __init__(
        self,
        phases: tuple[PhaseResult, ...],
        *,
        binary: bool = False,
        ceiling: Ceiling | None = None,
    ) -> None:
        self.rows = rows_of(phases)
        self.directions = directions_of(self.rows)
        self.binary = binary
        self.selected: int | None = None
        self.hovered: int | None = None
        self.repeats = max((len(phase.repeats) for phase in phases), default=0)
        self._tops = {
            metric: max(
                (
                    summary.high
                    for row in self.rows
                    if row.primary == metric
                    for name in self.directions
                    if (summary := row.summary(name))
                ),
                default=0.0,
            )
            for metric in ("iops", "bandwidth")
        }
        self.ceiling = ceiling
        self.shows_ceiling = ceiling is not None and ceiling.in_sight(self._tops["bandwidth"])
        if ceiling is not None and self.shows_ceiling:
            self._tops["bandwidth"] = max(self._tops["bandwidth"], ceiling.value)

    @property
    def height(self) -> float:
        """The height that the rows need, in pixels."""
        return HEAD + ROW * max(1, len(self.rows))

    def row_at(self, rect: QRectF, at: QPointF) -> int | None:
        """The number of the row at a point, None where there is none."""
        index = int((at.y() - rect.top() - HEAD) // ROW)
        inside = rect.contains(at) and at.y() > rect.top() + HEAD
        return index if inside and 0 <= index < len(self.rows) else None

    def _columns(self, rect: QRectF, look: Look) -> tuple[float, list[tuple[float, float]]]:
        """Width of the titles, and left edge and width of each direction."""
        widest = max((look.width(look.normal, row.title) for row in self.rows), default=0.0)
        titles = min(260.0, max(rect.width() * 0.26, widest + 34))
        count = max(1, len(self.directions))
        each = (rect.width() - titles) / count
        return titles, [(rect.left() + titles + each * i, each) for i in range(count)]

    def _number(self, width: float, look: Look) -> float:
        """How much of a direction's width its figures need; the bar has the rest, if any."""
        texts = [
            look.width(look.small, self._spread(row, name, summary))
            for row in self.rows
            for name in self.directions
            if (summary := row.summary(name))
        ]
        return min(max(min(150.0, width * 0.42), *texts, 0.0), width - CORNER)

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        titles, columns = self._columns(rect, look)
        y = rect.top() + HEAD / 2
        painting.text(
            painter,
            QPointF(rect.left(), y),
            _("Test"),
            look.small,
            look.muted,
        )
        number = self._number(columns[0][1], look)
        for name, (left, _width) in zip(self.directions, columns, strict=False):
            words = direction_title(name)
            if self.repeats > 1:
                words = _("{0}, median of {1}").format(words, self.repeats)
            elif self.repeats == 1:
                words = _("{0}, one repeat").format(words)
            at = QPointF(left + number, y)
            painting.text(painter, at, words, look.small, look.muted, align=painting.RIGHT)
        for left, width in columns:
            self._name_ceiling(painter, QRectF(left + number + 16, y, width - number - 40, 0), look)
        top = rect.top() + HEAD
        painting.hairline(painter, (rect.left(), top, rect.right(), top), look.line)
        if not self.rows:
            words = _("Nothing was measured to its end.")
            painting.text(
                painter, QPointF(rect.left(), top + ROW / 2), words, look.normal, look.muted
            )
        for index, row in enumerate(self.rows):
            box = QRectF(rect.left(), top + ROW * index, rect.width(), ROW)
            if index == self.selected:
                painting.fill(painter, box.adjusted(0, 1, 0, 0), look.shade)
                painting.fill(painter, QRectF(box.left(), box.top() + 1, 3, ROW - 1), look.accent)
            elif index == self.hovered:
                painting.fill(
                    painter,
                    box.adjusted(0, 1, 0, 0),
                    painting.mixed(look.shade, look.surface, 0.6),
                )
            indent = 14.0 if self.selected is not None else 0.0
            words = painting.elided(row.title, look.normal, titles - 20)
            painting.text(
                painter,
                QPointF(box.left() + indent, box.center().y()),
                words,
                look.normal,
                look.text,
            )
            for name, (left, width) in zip(self.directions, columns, strict=False):
                cell = QRectF(left, box.top(), width, ROW)
                self._paint_cell(painter, cell, look, row, name, number=number)
            painting.hairline(
                painter, (box.left(), box.bottom(), box.right(), box.bottom()), look.line
            )

    def _paint_cell(
        self,
        painter: QPainter,
        box: QRectF,
        look: Look,
        row: Row,
        direction: str,
        *,
        number: float,
    ) -> None:
        summary = row.summary(direction)
        if summary is None:
            return
        color = look.direction(direction)
        right = box.left() + number
        words = write_metric(row.primary, summary.median, binary=self.binary)
        spread = self._spread(row, direction, summary)
        y = box.center().y() - (9 if spread else 0)
        painting.text(painter, QPointF(right, y), words, look.normal, color, align=painting.RIGHT)
        if spread:
            at = QPointF(right, box.center().y() + 10)
            painting.text(painter, at, spread, look.small, look.muted, align=painting.RIGHT)
        self._paint_bar(
            painter, box.adjusted(number + 16, 0, -24, 0), look, summary, row=row, color=color
        )

    def _spread(self, row: Row, direction: str, summary: Summary) -> str:
        spread = write_range(row.primary, summary, binary=self.binary)
        counted = _("{0} of {1}").format(summary.count, self.repeats)
        short = _("short")
        said = [
            spread,
            counted if summary.count < self.repeats else "",
            short if row.short(direction) else "",
        ]
        return ", ".join(word for word in said if word)

    def _paint_bar(
        self,
        painter: QPainter,
        box: QRectF,
        look: Look,
        summary: Summary,
        *,
        row: Row,
        color: QColor,
    ) -> None:
        top = self._tops[row.primary]
        if top <= 0 or box.width() < 20:
            return
        middle = box.center().y()
        track = QRectF(box.left(), middle - BAR / 2, box.width(), BAR)
        painting.fill(painter, track, look.grid)
        bar = QRectF(track)
        bar.setWidth(max(1.0, box.width() * summary.median / top))
        painting.fill(painter, bar, color)
        if row.primary == "bandwidth" and (x := self._ceiling_x(box)) is not None:
            ends = QPointF(x, middle - ROW / 2 + 1), QPointF(x, middle + ROW / 2)
            paint_line(painter, look, *ends)
        if summary.count > 1:
            low = box.left() + box.width() * summary.low / top
            high = box.left() + box.width() * summary.high / top
            painting.hairline(painter, (low, middle, high, middle), look.text)
            for x in (low, high):
                painting.hairline(painter, (x, middle - 6, x, middle + 6), look.text)

    def _ceiling_x(self, box: QRectF) -> float | None:
        """Where the bars of this box would end at the ceiling of the link."""
        if self.ceiling is None or not self.shows_ceiling:
            return None
        return box.left() + box.width() * self.ceiling.value / self._tops["bandwidth"]

    def _name_ceiling(self, painter: QPainter, box: QRectF, look: Look) -> None:
        """Its words over the line, where the head of the column has room for them."""
        x = self._ceiling_x(box)
        if self.ceiling is None or x is None:
            return
        for words in (self.ceiling.words(binary=self.binary), self.ceiling.link):
            if look.width(look.small, words) <= x - box.left():
                at = QPointF(x, box.top())
                painting.text(painter, at, words, look.small, look.muted, align=painting.RIGHT)
                return

    def paint_pointer(self, painter: QPainter, rect: QRectF, look: Look, at: QPointF) -> None:
        """Nothing: every value is written out, and the row is marked by `hovered`."""

    def table(self) -> Table:
        """Every metric of every phase, not only what the bars show."""
        titles = metric_titles()
        rows = []
        for row in self.rows:
            for name in self.directions:
                if name not in row.phases:
                    continue
                cells = [row.title, direction_title(name)]
                count = 0
                for metric in METRICS:
                    summary = row.summary(name, metric)
                    if summary is None:
                        cells.append("–")
                        continue
                    count = max(count, summary.count)
                    text = write_metric(metric, summary.median, binary=self.binary)
                    spread = write_range(metric, summary, binary=self.binary)
                    cells.append(f"{text} ({spread})" if spread and spread != text else text)
                short = _("short")
                cells.insert(2, f"{count}, {short}" if row.short(name) else str(count))
                rows.append(tuple(cells))
        heads = (
            _("Test"),
            _("Direction"),
            _("Repeats"),
            *(titles[metric] for metric in METRICS),
        )
        return Table(heads, tuple(rows))

    def describe(self) -> str:
        parts = []
        for row in self.rows:
            for name in self.directions:
                if summary := row.summary(name):
                    words = write_metric(row.primary, summary.median, binary=self.binary)
                    parts.append(f"{row.title}, {direction_title(name)}: {words}")
        if self.ceiling is not None and self._tops["bandwidth"] > 0:
            parts.append(self.ceiling.words(binary=self.binary))
        return "; ".join(parts).replace(NARROW, " ")
