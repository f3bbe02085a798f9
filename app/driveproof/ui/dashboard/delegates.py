# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the cells of a drive's row that hold more than one text."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView

from driveproof.domain.dashboard import DriveLine
from driveproof.ui.dashboard.rows import LINE_ROLE, PROGRESS_ROLE, DashboardColumn
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown, wrapped_lines
from driveproof.ui.widgets.marks import verdict_color
from driveproof.wording.dashboard import reason_parts
from driveproof.wording.drive import device_title
from driveproof.wording.health.verdict import grade_title

Index = QModelIndex | QPersistentModelIndex
SIDE = 11
"""The same margin as the headers."""
TOP = 12
CURVE = QSize(52, 20)
_MOST_LINES, _NAME_LINES = 7, 3
WORDS = frozenset({DashboardColumn.TRIM, DashboardColumn.CHECKED})
"""Columns of words, in the small size."""
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class _CellDelegate(QStyledItemDelegate):
    """The background of a cell in the current style; a subclass paints the contents."""

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self.theme = theme
        self.table = table

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.text = ""

    def width(self, index: Index) -> int:
        """The width available to a text in a cell."""
        return max(1, self.table.columnWidth(index.column()) - 2 * SIDE)

    def wrapped(self, font: QFont, text: str, width: int) -> int:
        """The height of a text in as many lines as are drawn of it."""
        lines = wrapped_lines(text, font, width, _MOST_LINES)
        return len(lines) * QFontMetrics(font).lineSpacing()

    def draw_wrapped(self, painter: QPainter, place: QRect, text: str, font: QFont) -> None:
        """Draw a text from the top of `place` in its width; what is cut ends with an ellipsis."""
        metrics = QFontMetrics(font)
        painter.setFont(font)
        for number, line in enumerate(wrapped_lines(text, font, place.width(), _MOST_LINES)):
            top = place.top() + number * metrics.lineSpacing()
            painter.drawText(place.left(), top + metrics.ascent(), line)


def head_fonts(theme: Theme) -> tuple[QFont, QFont]:
    """Those of the grade and of the name."""
    strong = theme.body(strong=True)
    strong.setWeight(QFont.Weight.DemiBold)
    return strong, theme.body()


def head_widths(line: DriveLine, strong: QFontMetrics, body: QFontMetrics) -> tuple[int, int]:
    """What grade and name take beside each other, in pixels."""
    grade = strong.horizontalAdvance(grade_title(line.grade)) + GRID
    return grade, body.horizontalAdvance(shown(device_title(line.device))) + 1


class DriveCellDelegate(_CellDelegate):
    """Grade and name, with the reason below. A long reason is cut, but never what to do.

    A name that has no room beside its grade goes below it.
    """

    def _name_below(self, line: DriveLine, width: int) -> list[str]:
        """The lines of a name that goes below its grade; none where it has room beside it."""
        strong, body = head_fonts(self.theme)
        if sum(head_widths(line, QFontMetrics(strong), QFontMetrics(body))) <= width:
            return []
        return wrapped_lines(shown(device_title(line.device)), body, width, _NAME_LINES)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        line: DriveLine | None = index.data(LINE_ROLE)
        if line is None:
            return QSize(0, 2 * TOP)
        below = [self.wrapped(self.theme.small(), text, self.width(index)) for text in _below(line)]
        height = QFontMetrics(self.theme.body()).height()
        height *= 1 + len(self._name_below(line, self.width(index)))
        return QSize(0, 2 * TOP + height + sum(below) + 2 * len(below))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        line: DriveLine | None = index.data(LINE_ROLE)
        if line is None:
            return
        colors = self.theme.colors
        place = option.rect.adjusted(SIDE, TOP, -SIDE, -TOP)
        painter.save()
        strong, body = head_fonts(self.theme)
        grade = grade_title(line.grade)
        painter.setFont(strong)
        painter.setPen(verdict_color(colors, line.grade))
        painter.drawText(place.left(), place.top() + QFontMetrics(strong).ascent(), grade)
        metrics = QFontMetrics(body)
        taken, _width = head_widths(line, QFontMetrics(strong), metrics)
        name = [shown(device_title(line.device))]
        if below := self._name_below(line, place.width()):
            name, taken = below, 0
            place.setTop(place.top() + metrics.height())
        painter.setFont(body)
        painter.setPen(colors.text)
        top = place.top()
        for part in name:
            painter.drawText(place.left() + taken, top + metrics.ascent(), part)
            top += metrics.height()
        painter.setPen(colors.muted)
        small = self.theme.small()
        for text in _below(line):
            height = self.wrapped(small, text, place.width())
            where = QRect(place.left(), top + 2, place.width(), height)
            self.draw_wrapped(painter, where, text, small)
            top = where.bottom() + 1
        painter.restore()


def _below(line: DriveLine) -> tuple[str, ...]:
    """What stands below the name, each from a line of its own; first what tells it from another
    drive of that name, as in the sidebar: there it is never cut off.
    """
    kernel_name = shown(line.device.name) if line.twin else ""
    why, does, arrays = reason_parts(line)
    first = " · ".join(part for part in (kernel_name, why) if part)
    return tuple(filter(None, (first, does, arrays)))


class TextDelegate(_CellDelegate):
    """A wrapping text at the top of the row; columns of words use the small size."""

    def _font(self, index: Index) -> QFont:
        return self.theme.small() if index.column() in WORDS else self.theme.body()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        text = str(index.data() or "")
        return QSize(0, 2 * TOP + self.wrapped(self._font(index), text, self.width(index)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        place = option.rect.adjusted(SIDE, TOP, -SIDE, 0)
        painter.save()
        painter.setFont(self._font(index))
        words = index.data(Qt.ItemDataRole.ForegroundRole)
        painter.setPen(words or self.theme.colors.text)
        side = index.data(Qt.ItemDataRole.TextAlignmentRole) & Qt.AlignmentFlag.AlignHorizontal_Mask
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop | side
        painter.drawText(place, int(flags), str(index.data() or ""))
        painter.restore()


class SpeedDelegate(_CellDelegate):
    """The results so far as a curve from zero, and the last one as a figure."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, 2 * TOP + QFontMetrics(self.theme.body()).height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        line: DriveLine | None = index.data(LINE_ROLE)
        place = option.rect.adjusted(SIDE, TOP, -SIDE, 0)
        progress: float | None = index.data(PROGRESS_ROLE)
        if progress is not None:
            self._measuring(painter, place, str(index.data()), progress)
            return
        if line is None:
            return
        if line.speed is None:
            painter.setFont(self.theme.body())
            painter.setPen(self.theme.colors.muted)
            painter.drawText(place, int(_WRAPPED), str(index.data()))
            return
        body = self.theme.body()
        height = QFontMetrics(body).height()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        values = [value for _, value in line.speed.values]
        curve = QRectF(place.left() + 3, place.top() + 1, CURVE.width() - 6, height - 3)
        points = curve_points(values, curve)
        color = self.theme.colors.read
        painter.setPen(QPen(color, 1.5))
        if len(points) > 1:
            painter.drawPolyline(QPolygonF(points))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(points[-1], 2.5, 2.5)
        painter.setFont(body)
        painter.setPen(self.theme.colors.text)
        where = place.adjusted(CURVE.width() + GRID, 0, SIDE, 0)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.drawText(where, int(flags), str(index.data()))
        painter.restore()

    def _measuring(self, painter: QPainter, place: QRect, text: str, progress: float) -> None:
        colors, small = self.theme.colors, self.theme.small()
        metrics = QFontMetrics(small)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(small)
        painter.setPen(colors.accent)
        short = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place.left(), place.top() + metrics.ascent() + 1, short)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = QRectF(place.left(), place.top() + metrics.height() + 3, place.width(), 3)
        for color, width in (
            (colors.line, whole.width()),
            (colors.accent, whole.width() * progress),
        ):
            painter.setBrush(color)
            painter.drawRoundedRect(QRectF(whole.left(), whole.top(), width, 3), 1.5, 1.5)
        painter.restore()


def curve_points(values: list[float], place: QRectF) -> list[QPointF]:
    """The positions of the results in a rectangle whose lower edge is zero; a single one is at the
    right.
    """
    top = max(values) or 1.0
    step = place.width() / max(1, len(values) - 1)
    first = place.right() - step * (len(values) - 1)
    return [
        QPointF(first + step * number, place.bottom() - place.height() * value / top)
        for number, value in enumerate(values)
    ]
