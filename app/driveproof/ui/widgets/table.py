# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The view of every table: whole rows are selected, copied as text, and sorted by column; columns
can be chosen, moved and resized where a table arranges them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
    QStyleOptionHeader,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import tooltip
from driveproof.ui.widgets.cells import COPY_ROLE, SHORT_ROLE, CellsModel
from driveproof.ui.widgets.columns import ColumnWidth, TableColumns
from driveproof.ui.widgets.short_delegate import SIDES, ShortDelegate
from driveproof.wording.catalogue import _

CHOOSE = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
_ADD = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
_MOST_ROWS = 60  # the page scrolls; a table in it should not
_ABOVE_AND_BELOW = 14  # pixels of a row besides its text
_BESIDE_HEAD = 28  # pixels: the padding of a heading, and its mark of sorting
_LEAST_HEAD = 72  # pixels of a cut title
_MARK = 16  # pixels of the arrow of sorting


class DataTable(QTableView):
    """Quiet rows without a grid.

    Copy takes the selected rows, or all if none is selected; a truncated text is shown in full as a
    tool tip. A model gives a column's plain title as the EditRole of its header if it shows more
    there. `arranged` lays out the columns once `arrange` was called.
    """

    arranged: TableColumns | None = None

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

    def arrange(
        self,
        settings: Settings,
        place: str,
        names: Sequence[str],
        room: Callable[[int], ColumnWidth],
        *,
        gives_way: Sequence[int] = (),
        always: Iterable[int] = (),
    ) -> None:
        """Let the person choose, move and resize the columns, which `settings` keeps below `place`;
        see TableColumns.
        """
        self.arranged = TableColumns(
            self, settings, place, names, room, gives_way=gives_way, always=always
        )
        header = self.horizontalHeader()
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._header_menu)

    @Slot(QPoint)
    def _header_menu(self, place: QPoint) -> None:
        if self.arranged is None:
            return
        header, menu = self.horizontalHeader(), QMenu(self)
        columns = self.arranged.menu(menu)
        columns.exec(header.mapToGlobal(place))
        menu.deleteLater()

    def add_columns_menu(self, menu: QMenu) -> None:
        """Add the choice of columns to a context menu."""
        if self.arranged is not None:
            menu.addMenu(self.arranged.menu(menu))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.arranged is not None:
            self.arranged.fit()

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
        if self.arranged is not None:
            return {column: self._title(column) for column in self.arranged.wanted()}
        return {
            column: self._title(column)
            for column in range(self.model().columnCount())
            if not self.isColumnHidden(column)
        }

    def _title(self, column: int) -> str:
        across = Qt.Orientation.Horizontal
        plain = self.model().headerData(column, across, Qt.ItemDataRole.EditRole)
        return str(plain or self.model().headerData(column, across))

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


def shared(wanted: Sequence[int], room: int) -> list[int]:
    """These widths in pixels cut to `room` in all: the widest give way first."""
    left = room
    for number, width in enumerate(sorted(wanted)):
        share = left // (len(wanted) - number)
        if width > share:
            return [min(each, share) for each in wanted]
        left -= width
    return list(wanted)


class _Heads(QHeaderView):
    """Cuts each line of a title by itself; Qt would cut all after the first one, or none."""

    def __init__(self, parent: QWidget, *, keeps_first: bool = False) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._keeps_first = keeps_first
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self._paints = False  # not while the width that a title needs is asked

    def needed(self, section: int, *, sorts: bool = True) -> int:
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


class CellTable(DataTable):
    """As high as its rows, up to a limit.

    A click on a title sorts, a third one restores the order; the menu (right click, Menu key) does
    the same for the keyboard, and copies. Without `sorts` the rows keep their order: their figures
    are of different kinds. The columns of `gives_way` are left out, the first ones first, where
    what is in the others would be cut; they are copied all the same. A table that `scrolls` cuts
    no figure: its first column has the short texts of its cells, and stays where the others scroll
    sideways below it.
    """

    def __init__(
        self,
        model: CellsModel,
        theme: Theme,
        name: str,
        *,
        stretch: int = 1,
        sorts: bool = True,
        gives_way: Sequence[int] = (),
        scrolls: bool = False,
    ) -> None:
        super().__init__(model, theme, name)
        self.scrolls = scrolls
        self._wide = False
        if scrolls:
            self.setItemDelegateForColumn(0, ShortDelegate(self))
        self._gives_way = tuple(gives_way)
        self._left_out: set[int] = set()
        self._sorts = sorts
        self.also: list[tuple[str, str, Callable[[], None]]] = []
        """Further entries of the menu: object name, text and what it does."""
        self.setWordWrap(False)
        self.customContextMenuRequested.connect(self._menu)
        self._stretch = stretch
        self._cut = False
        header = self._heads = _Heads(self, keeps_first=scrolls)
        self.setHorizontalHeader(header)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(44)
        self._let_widen()
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(sorts)
        header.setSectionsClickable(sorts)
        model.modelReset.connect(self.updateGeometry)
        model.modelReset.connect(self._fit_columns)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

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

    @Slot()
    def _fit_columns(self) -> None:
        """Cut the widest columns where the table would scroll sideways; tool tips have the rest."""
        if self.arranged is not None:
            return  # those fit by themselves, and the person may resize them
        header = self.horizontalHeader()
        columns = self._with_room()
        heads = [self._head_width(c) for c in columns]
        wanted = list(map(max, map(self.sizeHintForColumn, columns), heads))
        room = self.viewport().width()
        spare = room - sum(wanted)
        hints = list(map(header.sectionSizeHint, columns))
        if spare >= 0 and (self._left_out or heads != hints):
            at = columns.index(self._stretch) if self._stretch in columns else -1
            wanted[at] += spare  # Qt would make columns as wide as the whole heading
        elif spare >= 0:
            self._let_scroll(False)
            if self._cut:
                self._let_widen()
            return
        self._cut = True
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        least = list(map(min, wanted, map(self._least_width, columns)))
        if short := self.scrolls and sum(least) > room:
            least[0] = min(least[0], self._short_width())
        widths = shared(wanted, room)
        if self.scrolls and sum(least) > room:
            widths = [*least[:1], *wanted[1:]]
        elif (left := room - sum(least)) >= 0:  # titles are cut before what is below them
            more = [want - own for want, own in zip(wanted, least, strict=True)]
            if short:  # a wider column would show no more of it
                more[0] = 0
            parts = shared(more, left)
            widths = [own + part for own, part in zip(least, parts, strict=True)]
        for column, width in zip(columns, widths, strict=True):
            header.resizeSection(column, width)
        self._let_scroll(self.scrolls and sum(widths) > room)

    def _let_scroll(self, wide: bool) -> None:
        """Make room for the bar to scroll by below the rows, or take it back."""
        if wide != self._wide:
            self._wide = wide
            self.updateGeometry()

    def _with_room(self) -> list[int]:
        """The columns that are shown; leaves out those that give way."""
        if not self._gives_way:
            return list(self.columns())
        needed = {column: self._least_width(column) for column in self.columns()}
        left_out: set[int] = set()
        for column in self._gives_way:
            if sum(needed.values()) <= self.viewport().width():
                break
            if needed.pop(column, None) is not None:
                left_out.add(column)
        if left_out != self._left_out:
            # Qt still counts the width of a section that is hidden while it resizes itself.
            self._cut = True
            self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for column in left_out ^ self._left_out:
            self.setColumnHidden(column, column in left_out)
        self._left_out = left_out
        return list(needed)

    def _least_width(self, column: int) -> int:
        """With nothing of a cell cut, and enough of the title."""
        return max(_LEAST_HEAD, self.sizeHintForColumn(column))

    def _short_width(self) -> int:
        """Of the first column with the short texts of its cells."""
        widths = [_LEAST_HEAD]
        for row in range(self.model().rowCount()):
            index = self.model().index(row, 0)
            text = str(index.data(SHORT_ROLE) or index.data() or "")
            font = index.data(Qt.ItemDataRole.FontRole) or self.font()
            widths.append(QFontMetrics(font).horizontalAdvance(text) + SIDES + 1)
        return max(widths)

    def columns(self) -> dict[int, str]:
        shown = super().columns()
        if not self._left_out:  # never of a table that a person arranges
            return shown
        return {column: self._title(column) for column in sorted({*shown, *self._left_out})}

    def title_width(self, column: int, *, sorts: bool = True) -> int:
        """The pixels that the title of a column needs, also while it is hidden; with room for the
        mark of sorting, or unless `sorts` only while the table is sorted by it.
        """
        header = self.horizontalHeader()
        sorts = sorts or header.sortIndicatorSection() == column
        return self._heads.needed(column, sorts=sorts)

    def _head_width(self, column: int) -> int:
        """Of its widest line; Qt measures a heading of several lines as if it were one."""
        header = self.horizontalHeader()
        whole = header.sectionSizeHint(column)
        title = self.model().headerData(column, Qt.Orientation.Horizontal)
        font = self.model().headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.FontRole)
        lines = str(title).split("\n")
        if len(lines) < 2:
            return whole
        widths = map(QFontMetrics(font or header.font()).horizontalAdvance, lines)
        return min(whole, max(widths) + _BESIDE_HEAD)

    def _let_widen(self) -> None:
        self._cut = False
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(self._stretch, QHeaderView.ResizeMode.Stretch)

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
        menu.addAction(_("&Copy"), QKeySequence.StandardKey.Copy, self.copy_rows)
        for name, text, work in self.also:
            menu.addAction(text, work).setObjectName(name)
        self.add_columns_menu(menu)
        if not self._sorts:
            return menu
        sorting = self.sort_menu(menu)
        sorting.addAction(_("Original order"), partial(self.sort_by, -1))
        menu.addMenu(sorting)
        return menu


def fixed_table(
    model: CellsModel,
    theme: Theme,
    name: str,
    *,
    stretch: int,
    gives_way: Sequence[int] = (),
    scrolls: bool = False,
) -> CellTable:
    """A table on a page: no higher than its rows, in a fixed order. It owns its model."""
    table = CellTable(
        model, theme, name, stretch=stretch, sorts=False, gives_way=gives_way, scrolls=scrolls
    )
    model.setParent(table)
    table.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return table
