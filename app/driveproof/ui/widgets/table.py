# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The view of every table: whole rows are selected, copied as text, and sorted by column; columns
are as wide as what was declared of them and is in them, or as the person made them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelectionModel,
    QPoint,
    QRect,
    QSize,
    Qt,
    Slot,
)
from PySide6.QtGui import (
    QActionGroup,
    QFontMetrics,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionHeader,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from driveproof.domain.figure import Table
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import tooltip
from driveproof.ui.widgets.cells import (
    COPY_ROLE,
    SHORT_ROLE,
    CellsModel,
    Index,
    TableCell,
    TableColumn,
)
from driveproof.ui.widgets.columns import NARROWEST, ColumnLayout, ColumnWidth, cut
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text
from driveproof.wording.table import Style, text_columns

CHOOSE = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
_ADD = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
_MOST_ROWS = 60  # the page scrolls; a table in it should not
_ABOVE_AND_BELOW = 14  # pixels of a row besides its text
SIDES = 22
"""Pixels of a cell besides its text."""
_PADDING = SIDES + 2
_LEAST_HEAD = 72  # pixels of a cut title
_MARK = 16  # pixels of the arrow of sorting
_SMALL = 700  # pixels of a table in which even usual names give way


class DataTable(QTableView):
    """Quiet rows without a grid.

    Copy takes the selected rows, or all if none is selected; a truncated text is shown in full as a
    tool tip.
    """

    def __init__(
        self,
        model: QAbstractItemModel,
        theme: Theme,
        name: str,
        *,
        small: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._small = small
        self.setModel(model)
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        theme.changed.connect(self._restyle)
        self._restyle()

    @Slot()
    def _restyle(self) -> None:
        self.setFont(self._theme.small() if self._small else self._theme.body())

    def chosen_rows(self) -> list[int]:
        """The selected rows from top to bottom."""
        count = self.model().rowCount()
        rows = {index.row() for index in self.selectionModel().selectedRows()}
        return sorted(row for row in rows if row < count)

    def choose(self, rows: list[int]) -> None:
        """Select only these rows; the first becomes the current one.

        Not by selectRow: that follows the modifier keys held at the moment, and the Ctrl of Ctrl+Z
        would add the row to the selection, or remove it.
        """
        selection = self.selectionModel()
        for number, row in enumerate(rows):
            place = self.model().index(row, 0)
            if number == 0:
                selection.setCurrentIndex(place, CHOOSE)
            else:
                selection.select(place, _ADD)

    def columns(self) -> dict[int, str]:
        """The columns in their order, with their titles; also those that do not fit now."""
        model, across = self.model(), Qt.Orientation.Horizontal
        return {one: str(model.headerData(one, across)) for one in range(model.columnCount())}

    def as_text(self, rows: Sequence[int]) -> str:
        """These rows below their titles, separated by tabs: what spreadsheets accept."""
        columns = self.columns()
        lines = [list(columns.values())]
        lines += [[self._copied(row, column) for column in columns] for row in rows]
        return "".join("\t".join(line) + "\n" for line in lines)

    def _copied(self, row: int, column: int) -> str:
        index = self.model().index(row, column)
        return str(index.data(COPY_ROLE) or index.data() or "")

    def copy_rows(self) -> None:
        """Copy the selected rows, or all if none is selected, to the clipboard."""
        rows = self.chosen_rows() or range(self.model().rowCount())
        QGuiApplication.clipboard().setText(self.as_text(rows))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_rows()
        elif event.key() == Qt.Key.Key_Down and self._shows_no_row(event.modifiers()):
            self.choose([0])
        else:
            super().keyPressEvent(event)

    def _shows_no_row(self, held: Qt.KeyboardModifier) -> bool:
        """Whether the keyboard came here and has not chosen a row yet. Qt has made the first row
        the current one unseen, and would go to the second.
        """
        return (
            held == Qt.KeyboardModifier.NoModifier
            and self.currentIndex().row() <= 0 < self.model().rowCount()
            and not self.selectionModel().hasSelection()
        )

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            text = str(index.data() or "") if index.isValid() else ""
            if text and not index.data(Qt.ItemDataRole.ToolTipRole):
                width = QFontMetrics(self.font()).horizontalAdvance(text) + SIDES
                cut = width > self.visualRect(index).width()
                QToolTip.showText(event.globalPos(), tooltip(text) if cut else "", self)
                return True
        return super().viewportEvent(event)

    def sort_by(self, column: int) -> None:
        """Like a click on the column's header: reverses the order if it is sorted by that
        already.
        """
        header = self.horizontalHeader()
        orders = (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder)
        order = self.model().headerData(
            column, Qt.Orientation.Horizontal, Qt.ItemDataRole.InitialSortOrderRole
        )
        if header.sortIndicatorSection() == column:
            order = orders[header.sortIndicatorOrder() == orders[0]]
        header.setSortIndicator(column, Qt.SortOrder(order or orders[0]))

    def sort_menu(self, parent: QMenu) -> QMenu:
        """The same by keyboard: every visible column."""
        menu = QMenu(_("&Sort by"), parent)
        group, sorted_by = QActionGroup(menu), self.horizontalHeader().sortIndicatorSection()
        for column, title in self.columns().items():
            action = menu.addAction(title)
            action.setCheckable(True)
            action.setChecked(column == sorted_by)
            action.triggered.connect(partial(self.sort_by, column))
            group.addAction(action)
        return menu


class _ColumnHeader(QHeaderView):
    """Cuts each line of a title by itself; Qt would cut all after the first one, or none."""

    def __init__(self, parent: QWidget, *, keeps_first: bool = False) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._keeps_first = keeps_first
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self._paints = False  # not while the width that a title needs is asked

    def needed(self, section: int, *, sorts: bool) -> int:
        """The pixels that a title needs, also while its column is hidden: there Qt says 0, and
        elsewhere more than it needs. `sorts`: with the mark of sorting.
        """
        title = str(self.model().headerData(section, self.orientation()))
        font = self.model().headerData(section, self.orientation(), Qt.ItemDataRole.FontRole)
        widths = map(QFontMetrics(font or self.font()).horizontalAdvance, title.split("\n"))
        return max(widths) + 1 + SIDES + (_MARK if sorts else 0)  # widths are rounded down

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        self._paints = True
        super().paintSection(painter, rect, section)
        self._paints = False

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        super().initStyleOptionForIndex(option, section)
        if not self._paints:
            return
        metrics = QFontMetrics(
            self.model().headerData(section, self.orientation(), Qt.ItemDataRole.FontRole)
            or self.font()
        )
        marked = self.isSortIndicatorShown() and self.sortIndicatorSection() == section
        room = self.sectionSize(section) - SIDES - (_MARK if marked else 0)
        lines = option.text.split("\n")
        # The end of the name of a drive tells it from the next one.
        named = self._keeps_first and len(lines) == 1
        mode = Qt.TextElideMode.ElideMiddle if named else Qt.TextElideMode.ElideRight
        option.text = "\n".join(metrics.elidedText(line, mode, room) for line in lines)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._keeps_first and self.offset():
            place = QRect(0, 0, self.sectionSize(0), self.height())
            painter = QPainter(self.viewport())
            painter.fillRect(place, self.palette().base())
            self.paintSection(painter, place, 0)


class FittedTable(DataTable):
    """A table whose columns are laid out as they were declared.

    The first column of a table that `scrolls` has the short texts of its cells where the whole ones
    have no room, and stays where the others scroll sideways below it: no figure is cut.
    """

    def __init__(
        self, model: CellsModel, theme: Theme, name: str, *, scrolls: bool = False
    ) -> None:
        super().__init__(model, theme, name)
        self._model = model
        self.scrolls = scrolls
        self.stays = (0,) if scrolls else ()
        """What becomes narrower last."""
        self._widest: dict[int, tuple[int, int]] = {}
        """For each column how many rows were looked at, and the pixels of the widest text."""
        self._heads = _ColumnHeader(self, keeps_first=scrolls)
        self.setHorizontalHeader(self._heads)
        self._heads.setHighlightSections(False)
        self.arranged = ColumnLayout(self)
        for changed in (model.modelReset, model.dataChanged, model.headerDataChanged):
            changed.connect(self.measure_again)
        model.rowsInserted.connect(self.arranged.fit)
        theme.changed.connect(self.measure_again)

    @property
    def heads(self) -> Sequence[TableColumn]:
        """The columns as they were declared."""
        return self._model.heads

    def arrange(self, settings: Settings, place: str) -> None:
        """Let the person choose, move and resize the columns, which `settings` keeps below
        `place`.
        """
        self.arranged.keep_in(settings, place)
        self._heads.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._heads.customContextMenuRequested.connect(self._header_menu)

    @Slot(QPoint)
    def _header_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        self.arranged.menu(menu).exec(self._heads.mapToGlobal(place))
        menu.deleteLater()

    def add_columns_menu(self, menu: QMenu) -> None:
        """Add the choice of columns to a context menu."""
        if self.arranged.adjustable:
            menu.addMenu(self.arranged.menu(menu))

    def columns(self) -> dict[int, str]:
        return {column: self.heads[column].title for column in self.arranged.wanted()}

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arranged.fit()

    @Slot()
    def measure_again(self) -> None:
        """Fit the columns to texts that have changed."""
        self._widest.clear()
        self.arranged.fit()

    def room(self, column: int) -> ColumnWidth:
        """How wide a column is, by what was declared of it and what is in it."""
        head, narrow = self.heads[column], self.arranged.adjustable
        texts = self._text_width(head.sample)
        if not head.wraps:
            texts = max(texts, self.texts_width(column))
        if head.most:
            texts = min(texts, head.most)
        wanted = max(texts, self.title_width(column))
        whole = narrow or column in self.stays
        title = self.title_width(column, sorts=False) if whole else _LEAST_HEAD
        least = self._least_width(column, texts)
        return ColumnWidth(wanted, min(wanted, max(least, title)), head.grows)

    def _least_width(self, column: int, texts: int) -> int:
        """The pixels of its texts where there is little room."""
        head = self.heads[column]
        if head.least and head.sample and self.viewport().width() < _SMALL:
            return QFontMetrics(self._theme.small()).horizontalAdvance(head.sample) + _PADDING
        return min(texts, self._text_width(head.least)) if head.least else texts

    def _text_width(self, text: str) -> int:
        return QFontMetrics(self.font()).horizontalAdvance(text) + _PADDING

    def texts_width(self, column: int) -> int:
        """The pixels of the widest text of a column."""
        rows = self._model.rowCount()
        seen, widest = self._widest.get(column, (0, 0))
        if rows > seen:
            texts = {self._model.index(row, column).data() for row in range(seen, rows)}
            widest = max(widest, *map(self._text_width, texts))
            self._widest[column] = (rows, widest)
        return widest

    def title_width(self, column: int, *, sorts: bool = True) -> int:
        """The pixels that the title of a column needs, also while it is hidden; with room for the
        mark of sorting, or unless `sorts` only while the table is sorted by it.
        """
        marked = sorts or self._heads.sortIndicatorSection() == column
        return self._heads.needed(column, sorts=marked and self._heads.isSortIndicatorShown())

    def without_room(
        self, rooms: Mapping[int, ColumnWidth], widths: Mapping[int, int], room: int
    ) -> dict[int, int]:
        """The widths of columns whose least ones do not fit into `room`."""
        if not self.scrolls:
            return cut(widths, room, NARROWEST)
        return {one: width.wanted if one else width.least for one, width in rooms.items()}

    def columns_fitted(self) -> None:
        """The columns were laid out."""


class ShortDelegate(QStyledItemDelegate):
    """Writes the `short` text of a cell where the whole one has no room."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        shorten(option, index)


def shorten(option: QStyleOptionViewItem, index: Index, beside: int = 0) -> None:
    """Take the short text if the one of `option` has no room, `beside` so many pixels of a sign."""
    room = option.rect.width() - SIDES - beside
    if option.rect.isValid() and option.fontMetrics.horizontalAdvance(option.text) > room:
        option.text = index.data(SHORT_ROLE) or option.text


class CellTable(FittedTable):
    """As high as its rows, up to a limit.

    A click on a title sorts, a third one restores the order; the menu (right click, Menu key) does
    the same for the keyboard, and copies. Without `sorts` the rows keep their order: their figures
    are of different kinds.
    """

    def __init__(
        self,
        model: CellsModel,
        theme: Theme,
        name: str,
        *,
        sorts: bool = True,
        scrolls: bool = False,
    ) -> None:
        super().__init__(model, theme, name, scrolls=scrolls)
        self._wide = False
        if scrolls:
            self.setItemDelegateForColumn(0, ShortDelegate(self))
        self._sorts = sorts
        self.also: list[tuple[str, str, Callable[[], None]]] = []
        """Further entries of the menu: object name, text and what it does."""
        self.setWordWrap(False)
        self.customContextMenuRequested.connect(self._menu)
        header = self._heads
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(sorts)
        header.setSectionsClickable(sorts)
        header.sortIndicatorChanged.connect(self.arranged.fit)
        model.modelReset.connect(self.updateGeometry)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the first column at its place, also while the others are scrolled."""
        super().paintEvent(event)
        if not self.scrolls or not self.horizontalScrollBar().value():
            return
        painter = QPainter(self.viewport())
        option = QStyleOptionViewItem()
        for row in range(self.model().rowCount()):
            self.initViewItemOption(option)
            index = self.model().index(row, 0)
            option.rect = QRect(
                0, self.rowViewportPosition(row), self.columnWidth(0), self.rowHeight(row)
            )
            if self.selectionModel().isSelected(index):
                option.state |= QStyle.StateFlag.State_Selected
            painter.fillRect(option.rect, self.palette().base())
            self.itemDelegateForIndex(index).paint(painter, option, index)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        if self.scrolls and dx:  # Qt moves what is painted, also the column that stays
            self.viewport().update()
            self._heads.viewport().update()

    def columns_fitted(self) -> None:
        wide = self.scrolls and self._heads.length() > self.viewport().width()
        if wide != self._wide:  # make room for the bar to scroll by below the rows, or take it back
            self._wide = wide
            self.updateGeometry()

    def texts_width(self, column: int) -> int:
        rows = self._model.rowCount()
        known, widest = self._widest.get(column, (-1, 0))
        if rows != known:
            widest = self.sizeHintForColumn(column)
            self._widest[column] = (rows, widest)
        return widest

    def _least_width(self, column: int, texts: int) -> int:
        """Of a column with short texts that of the widest, beside what is drawn before them."""
        indexes = [self._model.index(row, column) for row in range(self._model.rowCount())]
        if not any(index.data(SHORT_ROLE) for index in indexes):
            return super()._least_width(column, texts)
        whole, short = 0, 0
        for index in indexes:
            font = index.data(Qt.ItemDataRole.FontRole) or self.font()
            width, text = QFontMetrics(font).horizontalAdvance, str(index.data())
            whole = max(whole, width(text))
            short = max(short, width(str(index.data(SHORT_ROLE) or text)))
        drawn = max(0, texts - whole - SIDES)
        return short + SIDES + 1 + drawn

    @Slot()
    def _restyle(self) -> None:
        super()._restyle()
        height = QFontMetrics(self.font()).height() + _ABOVE_AND_BELOW
        self.verticalHeader().setDefaultSectionSize(height)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        rows = min(max(self.model().rowCount(), 1), _MOST_ROWS)
        each = self.verticalHeader().defaultSectionSize()
        bar = self.horizontalScrollBar().sizeHint().height() if self._wide else 0
        return QSize(400, self.horizontalHeader().sizeHint().height() + rows * each + bar + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    @Slot(QPoint)
    def _menu(self, place: QPoint) -> None:
        menu = self.context_menu()
        menu.exec(self.viewport().mapToGlobal(place))
        menu.deleteLater()

    def context_menu(self) -> QMenu:
        """The actions on the table."""
        menu = QMenu(self)
        menu.addAction(_("Co&py"), QKeySequence.StandardKey.Copy, self.copy_rows)
        for name, text, work in self.also:
            menu.addAction(text, work).setObjectName(name)
        self.add_columns_menu(menu)
        if not self._sorts:
            return menu
        sorting = self.sort_menu(menu)
        sorting.addAction(_("Original order"), partial(self.sort_by, -1))
        menu.addMenu(sorting)
        return menu


def fixed_table(model: CellsModel, theme: Theme, name: str, *, scrolls: bool = False) -> CellTable:
    """A table on a page: no higher than its rows, in a fixed order. It owns its model."""
    table = CellTable(model, theme, name, sorts=False, scrolls=scrolls)
    model.setParent(table)
    table.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return table


def answer_table(
    theme: Theme, table: Table, *, stretch: int = 0, binary: bool = False
) -> CellTable:
    """A table of an answer, whose column number `stretch` takes the room that is left. In a narrow
    window it scrolls sideways: a cut figure would be read as another one.
    """
    columns = text_columns(table, Style.WINDOW, binary=binary)
    stretch %= len(columns)
    heads = [
        TableColumn(column.head, figures=not column.words, grows=int(place == stretch))
        for place, column in enumerate(columns)
    ]
    model = CellsModel(heads, theme)
    rows = zip(*(column.cells for column in columns), strict=True)
    model.set_rows([tuple(map(TableCell, row)) for row in rows])
    return fixed_table(model, theme, say_text(table.title), scrolls=True)
