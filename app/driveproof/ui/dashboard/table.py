# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of all drives: as high as its rows, with the columns that the person arranges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import (
    QMenu,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from driveproof.domain.dashboard import DriveLine
from driveproof.ui.dashboard.rows import (
    LINE_ROLE,
    PROGRESS_ROLE,
    UNKNOWN,
    DashboardColumn,
    LinesModel,
)
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown, wrapped_lines
from driveproof.ui.widgets.cells import TableCell
from driveproof.ui.widgets.columns import ColumnWidth
from driveproof.ui.widgets.marks import verdict_color
from driveproof.ui.widgets.table import CellTable
from driveproof.wording.catalogue import _
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


_WORDS = 9
"""Characters of the small size per line in a column of words."""
LEAST_DRIVE = 216
"""Pixels that name and reason need: other columns are hidden first, the least important one
before.
"""
_Key = tuple[str, str]


class DrivesTable(CellTable):
    """Emits `opened(name)` with the kernel name of the drive to show.

    The settings keep the sort column, and which columns are shown, in which order and how wide.
    """

    opened = Signal(str)

    def __init__(self, model: LinesModel, theme: Theme, settings: Settings) -> None:
        self._settings = settings
        super().__init__(model, theme, _("All drives"))
        self._lines = model
        model.setParent(self)
        self.setSelectionMode(self.SelectionMode.ExtendedSelection)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        text = TextDelegate(theme, self)
        for column in DashboardColumn:
            self.setItemDelegateForColumn(column, text)
        self.setItemDelegateForColumn(DashboardColumn.DRIVE, DriveCellDelegate(theme, self))
        self.setItemDelegateForColumn(DashboardColumn.SPEED, SpeedDelegate(theme, self))
        self.arrange(settings, "dashboard")
        self.soon = QTimer(self)
        self.soon.setSingleShot(True)
        self.soon.timeout.connect(self._fit_rows)
        header = self.horizontalHeader()
        header.sectionResized.connect(lambda: self.soon.start(0))
        self._sort_as_before()
        header.sortIndicatorChanged.connect(self._keep_order)
        self.activated.connect(lambda index: self._open(index.row()))
        self.arranged.changed.connect(lambda: self.soon.start(0))
        theme.changed.connect(lambda: self.soon.start(0))

    # Rows

    def show_rows(self, rows: Sequence[tuple[TableCell, ...]]) -> None:
        """Show these; the selected drives stay selected wherever their rows are now."""
        chosen = {self._key(row) for row in self.chosen_rows()}
        current = self._key(self.currentIndex().row())
        self._lines.set_rows(rows)
        if {self._key(row) for row in self.chosen_rows()} != chosen or (
            self._key(self.currentIndex().row()) != current
        ):
            self._choose(chosen, current)
        self._fit_rows()

    def _choose(self, chosen: set[_Key | None], current: _Key | None) -> None:
        selection, flags = self.selectionModel(), QItemSelectionModel.SelectionFlag
        selection.clear()
        for row in range(self._lines.rowCount()):
            key, place = self._key(row), self._lines.index(row, DashboardColumn.DRIVE)
            if key == current:
                selection.setCurrentIndex(place, flags.NoUpdate)
            if key in chosen:
                selection.select(place, flags.Select | flags.Rows)

    def _key(self, row: int) -> _Key | None:
        line = self._lines.line(row)
        return None if line is None else (line.device.name, line.device.identity)

    def _open(self, row: int) -> None:
        line = self._lines.line(row)
        if line is not None:
            self.opened.emit(line.device.name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self._open(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    @Slot()
    def _fit_rows(self) -> None:
        self.resizeRowsToContents()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        rows = sum(self.rowHeight(row) for row in range(self.model().rowCount()))
        return QSize(400, self.horizontalHeader().sizeHint().height() + rows + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    # Columns

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.soon.start(0)

    def room(self, column: int) -> ColumnWidth:
        if column == DashboardColumn.DRIVE:
            return ColumnWidth(max(LEAST_DRIVE, self._widest_name()), LEAST_DRIVE, grows=1)
        width = self._width(DashboardColumn(column))
        if column not in WORDS:
            return ColumnWidth(width, width)
        return ColumnWidth(
            max(width, self._longest(DashboardColumn(column), whole=True) + 2 * SIDE), width
        )

    def _widest_name(self) -> int:
        """The width that every grade and name need in one line."""
        strong, body = map(QFontMetrics, head_fonts(self._theme))
        lines = map(self._lines.line, range(self._lines.rowCount()))
        return max(
            (2 * SIDE + sum(head_widths(line, strong, body)) for line in lines if line is not None),
            default=0,
        )

    def _width(self, column: DashboardColumn) -> int:
        """The width that its title and its figures need."""
        small = QFontMetrics(self._theme.small())
        head = self.heads[column]
        figures = QFontMetrics(self._theme.body()).horizontalAdvance(head.sample)
        if column == DashboardColumn.SPEED:
            figures = figures + CURVE.width() + GRID if self._has_speed() else 0
        elif not head.sample:
            figures = max(_WORDS * small.averageCharWidth(), self._longest(column))
        return max(figures + 2 * SIDE, self.title_width(column, sorts=False))

    def _has_speed(self) -> bool:
        """Whether a drive was measured, or is: otherwise names and reasons have the room."""
        cells = (
            self._lines.cell(row, DashboardColumn.SPEED) for row in range(self._lines.rowCount())
        )
        return any(cell is not None and cell.text != UNKNOWN for cell in cells)

    def _longest(self, column: DashboardColumn, *, whole: bool = False) -> int:
        """The widest word of the cells, which are broken into lines where there is no room, or the
        widest text; in pixels.
        """
        small = QFontMetrics(self._theme.small())
        cells = (self._lines.cell(row, column) for row in range(self._lines.rowCount()))
        texts = [cell.text for cell in cells if cell is not None]
        words = texts if whole else [word for text in texts for word in text.split()]
        return max((small.horizontalAdvance(word) + 1 for word in words), default=0)

    def context_menu(self) -> QMenu:
        """The actions on the table."""
        menu = QMenu(self)
        rows = self.chosen_rows()
        if rows:
            menu.addAction(_("&Open"), partial(self._open, rows[0]))
        copy = menu.addAction(_("Co&py"), self.copy_rows)
        copy.setShortcut("Ctrl+C")
        sorting = self.sort_menu(menu)
        sorting.addAction(_("&Worst first"), partial(self.sort_by, -1))
        menu.addMenu(sorting)
        self.add_columns_menu(menu)
        return menu

    def _sort_as_before(self) -> None:
        name, _, order = self._settings.text("dashboard/sorted").partition(" ")
        known = {column.name.lower(): column for column in DashboardColumn}
        if name in known:
            down = order == "down"
            way = Qt.SortOrder.DescendingOrder if down else Qt.SortOrder.AscendingOrder
            self.horizontalHeader().setSortIndicator(known[name], way)

    @Slot(int, Qt.SortOrder)
    def _keep_order(self, column: int, order: Qt.SortOrder) -> None:
        said = ""
        if column >= 0:
            down = order == Qt.SortOrder.DescendingOrder
            said = f"{DashboardColumn(column).name.lower()} {'down' if down else 'up'}"
        self._settings.keep("dashboard/sorted", said)
        self.soon.start(0)
