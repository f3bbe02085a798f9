# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The answer of a comparison: a test a row, both medians, the difference with its interval."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, isfinite, log

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, Table
from driveproof.ui.charts.chart_style import Look
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW

HEAD, ROW, FOOT = 32.0, 39.0, 26.0
_WIDEST_HEAD = 150.0  # of a column of medians: a head that is longer is cut
_WIDEST, _NARROWEST = 10.0, 1.05  # of the axis, as a factor away from the baseline
_MARKS = (10, 5, 3, 2, 1.5, 1.25, 1.1, 1.05)  # and as far to the other side


@dataclass(frozen=True)
class IntervalRow:
    """A test in words; `ratio`, `low` and `high` are after over before, None where not known.

    `tone` is good, bad, hint or "" and colours what `verdict` says. `side` names the one that is
    compared where there are several; `marked` says that a repeat was disturbed.
    """

    title: str
    before: str
    after: str
    change: str
    verdict: str
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    tone: str = ""
    side: str = ""
    marked: bool = False


class Intervals(Chart):
    """Rows; `whole` is the table behind them, which may say more than they do. `heads` are those
    of both medians, if not before and after."""

    def __init__(
        self,
        rows: Sequence[IntervalRow],
        whole: Table,
        title: str = "",
        heads: tuple[str, str] | None = None,
    ) -> None:
        self.heads = heads or (_("Before"), _("After"))
        self.title = ""
        self.name = title
        self.rows = tuple(rows)
        self.whole = whole
        self.selected: int | None = None
        self.hovered: int | None = None
        self._short = False  # whether verdicts are said in a word or two
        self._names = 0.0  # where the sides' names begin, right of the titles
        self.reach = self._reach()

    def _reach(self) -> float:
        """How far the axis goes to either side, as a factor."""
        found = [v for row in self.rows for v in (row.ratio, row.low, row.high) if v and v > 0]
        farthest = max((abs(log(v)) for v in found if isfinite(v)), default=0.0)
        return min(max(exp(farthest * 1.12), _NARROWEST), _WIDEST)

    @property
    def height(self) -> float:
        """The height that the rows need, in pixels."""
        return HEAD + ROW * max(1, len(self.rows)) + FOOT

    def row_at(self, rect: QRectF, at: QPointF) -> int | None:
        """The number of the row at a point, None where there is none."""
        index = int((at.y() - rect.top() - HEAD) // ROW)
        inside = rect.contains(at) and at.y() > rect.top() + HEAD
        return index if inside and 0 <= index < len(self.rows) else None

    def _edges(self, rect: QRectF, look: Look) -> tuple[float, float, QRectF, float, float]:
        """Right edges of both medians, the plot, right edges of the change and the verdict.

        Where there is no room the remark behind the verdict gives way first, then long heads, then
        the plot.
        """

        def widest(texts: Iterable[str], more: float) -> float:
            return max((look.width(look.normal, text) for text in texts), default=0.0) + more

        left, right = rect.left() + 14, rect.right() - 10
        rows = self.rows
        values = max(widest((text for row in rows for text in (row.before, row.after)), 18.0), 80.0)
        named = max(look.width(look.small, head) for head in self.heads) + 14
        narrow, wide = values, max(values, min(named, _WIDEST_HEAD))
        changes = max(widest((row.change for row in rows), 0.0), 64.0)
        titles = widest((row.title for row in rows), 20.0)
        sides = widest((row.side for row in rows), 16.0) if any(row.side for row in rows) else 0.0
        change, room = right, 0.0
        for least, short, values in (
            (150.0, False, wide), (110.0, False, wide), (110.0, True, wide),
            (110.0, True, narrow), (0.0, True, narrow),
        ):  # fmt: skip
            self._short = short
            change = right - widest(map(self._verdict, rows), 20.0)
            room = change - changes - 12 - left - 2 * values - least
            if room >= titles + sides:
                break
        titles_end = max(110.0, min(titles + sides, room))
        self._names = (
            min(titles - 8, max(titles_end - min(90.0, sides), 0.6 * titles_end)) if sides else 0.0
        )
        before = left + titles_end + values
        after = before + values
        start = change - changes - 12
        plot = QRectF(after + 28, rect.top() + HEAD, max(0.0, start - after - 40), 0)
        plot.setBottom(rect.top() + HEAD + ROW * max(1, len(rows)))
        return before, after, plot, change, right

    def _verdict(self, row: IntervalRow) -> str:
        return row.verdict.partition(";")[0] if self._short else row.verdict

    def x_of(self, plot: QRectF, ratio: float) -> float:
        """Where a ratio is; the same distance for half and for twice."""
        share = 0.5 + 0.5 * log(max(ratio, 1e-9)) / log(self.reach)
        return plot.left() + min(max(share, 0.0), 1.0) * plot.width()

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        before, after, plot, change, right = self._edges(rect, look)
        y = rect.top() + HEAD / 2
        left = rect.left() + 14

        def head(x: float, words: str, align: object = painting.RIGHT) -> None:
            painting.text(painter, QPointF(x, y), words, look.small, look.muted, align=align)  # type: ignore[arg-type]

        head(left, _("Test"), painting.LEFT)
        heads = painting.elided_apart(self.heads, look.small, after - before - 10)
        for x, words in zip((before, after), heads, strict=True):
            head(x, words)
        words = _("Difference, with its 95 % interval").replace(" %", f"{NARROW}%")
        if plot.width() > 60:
            room = change - plot.left()
            head(plot.left(), painting.elided(words, look.small, room), painting.LEFT)
        top = rect.top() + HEAD
        painting.hairline(painter, (rect.left(), top, rect.right() - 1, top), look.line)
        if not self.rows:
            words = _("No test is in both.")
            painting.text(painter, QPointF(left, top + ROW / 2), words, look.normal, look.muted)
            return
        self._paint_axis(painter, plot, look)
        for index, row in enumerate(self.rows):
            box = QRectF(rect.left(), top + ROW * index, rect.width() - 1, ROW)
            self._paint_ground(painter, box, look, index, plot)
            middle = box.center().y()
            self._paint_title(painter, QPointF(left, middle), look, index, before - left)
            if self._begins(index):
                words, at = row.before, QPointF(before, middle)
                painting.text(painter, at, words, look.normal, look.muted, align=painting.RIGHT)
            at = QPointF(after, middle)
            painting.text(painter, at, row.after, look.normal, look.text, align=painting.RIGHT)
            color = tone_color(look, row.tone)
            self._paint_interval(painter, plot, look, row, middle)
            at = QPointF(change, middle)
            painting.text(painter, at, row.change, look.normal, color, align=painting.RIGHT)
            at = QPointF(right, middle)
            painting.text(painter, at, self._verdict(row), look.normal, color, align=painting.RIGHT)
            bottom, color = box.bottom(), look.line
            start = box.left()
            if index + 1 < len(self.rows) and not self._begins(index + 1):
                start, color = left + self._names, look.grid
            painting.hairline(painter, (start, bottom, box.right(), bottom), color)

    def _paint_ground(
        self, painter: QPainter, box: QRectF, look: Look, index: int, plot: QRectF
    ) -> None:
        ground = None
        if index == self.selected:
            ground = look.shade
        elif index == self.hovered:
            ground = painting.mixed(look.shade, look.surface, 0.6)
        if ground is not None:
            painting.fill(painter, box.adjusted(0, 1, 0, 0), ground)
            if index == self.selected:
                painting.fill(painter, QRectF(box.left(), box.top() + 1, 3, ROW - 1), look.accent)
        if plot.width() > 60:
            x = round(self.x_of(plot, 1.0))
            painting.hairline(painter, (x, box.top() + 8, x, box.bottom() - 7), look.line)

    def _begins(self, index: int) -> bool:
        """Whether a row is the first of its test: the title and the baseline are said once."""
        return index == 0 or self.rows[index - 1].title != self.rows[index].title

    def _paint_title(
        self, painter: QPainter, at: QPointF, look: Look, index: int, width: float
    ) -> None:
        row = self.rows[index]
        room = width - look.width(look.normal, row.before) - 14
        used = 0.0
        if self._begins(index):
            words = painting.elided(
                row.title, look.normal, self._names - 6 if self._names else room
            )
            used = painting.text(painter, at, words, look.normal, look.text)
        if self._names:
            free = width - self._names - 10
            if self._begins(index):
                free = room - self._names
            words = painting.elided(row.side, look.normal, free)
            side = QPointF(at.x() + self._names, at.y())
            used = self._names + painting.text(painter, side, words, look.normal, look.muted)
        if row.marked and room - used > 16:
            painter.setPen(QPen(look.warning, 1.6))
            painter.setBrush(look.surface)
            painter.drawEllipse(QPointF(at.x() + used + 10, at.y()), 3.5, 3.5)

    def _paint_interval(
        self, painter: QPainter, plot: QRectF, look: Look, row: IntervalRow, y: float
    ) -> None:
        if row.ratio is None or plot.width() <= 60:
            return
        color = tone_color(look, row.tone)
        if row.low is not None and row.high is not None:
            ends = self.x_of(plot, row.low), self.x_of(plot, row.high)
            painter.setPen(QPen(color, 2.0))
            painter.drawLine(QPointF(ends[0], y), QPointF(ends[1], y))
        at = QPointF(self.x_of(plot, row.ratio), y)
        painter.setPen(QPen(color, 1.6))
        # without an interval nothing is known but the middle: hollow
        painter.setBrush(color if row.low is not None else look.surface)
        if 1 / self.reach <= row.ratio <= self.reach:
            painter.drawEllipse(at, 4.0, 4.0)
            return
        tip = 6.0 if row.ratio > 1 else -6.0  # it lies beyond the axis
        corners = [QPointF(at.x() + tip, y), QPointF(at.x(), y - 5), QPointF(at.x(), y + 5)]
        painter.drawPolygon(QPolygonF(corners))

    def _paint_axis(self, painter: QPainter, plot: QRectF, look: Look) -> None:
        if plot.width() <= 60:
            return
        y = plot.bottom() + FOOT / 2
        taken = [(0.0, look.width(look.small, ratio_text(1)) / 2)]
        marks = [1.0]
        for mark in _MARKS:
            if mark > self.reach:
                continue
            away = self.x_of(plot, mark) - self.x_of(plot, 1)
            half = max(look.width(look.small, ratio_text(m)) for m in (mark, 1 / mark)) / 2
            if all(abs(away - other) > half + room + 8 for other, room in taken):
                taken.append((away, half))
                marks += [mark, 1 / mark]
        for mark in marks:
            x = self.x_of(plot, mark)
            painting.hairline(painter, (x, plot.bottom(), x, plot.bottom() + 4), look.line)
            at = QPointF(x, y)
            words = ratio_text(mark)
            painting.text(painter, at, words, look.small, look.muted, align=painting.CENTRE)

    def paint_pointer(self, painter: QPainter, rect: QRectF, look: Look, at: QPointF) -> None:
        """Nothing: every value is written out, and the row is marked by `hovered`."""

    def table(self) -> Table:
        return self.whole

    def describe(self) -> str:
        parts = [f"{_named(row)}: {row.change}, {row.verdict}" for row in self.rows]
        return "; ".join(parts).replace(NARROW, " ") or _("No test is in both.")


def _named(row: IntervalRow) -> str:
    return f"{row.title}  {row.side}" if row.side else row.title


def tone_color(look: Look, tone: str) -> QColor:
    """The colour of a verdict; its word says the same."""
    return {"good": look.good, "bad": look.bad, "hint": look.text}.get(tone, look.muted)


def ratio_text(ratio: float) -> str:
    """A mark of the axis: "0", "+25 %", "×3"."""
    if ratio == 1:
        return "0"
    if ratio >= 3:
        return f"×{ratio:g}"
    return f"{100 * (ratio - 1):+.0f}{NARROW}%".replace("-", "−")
