# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of runs: filter, table, firmware marks, and what can be done with the chosen ones."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QColor,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QMessageBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.results.columns import Column
from driveproof.ui.results.model import FIRMWARE_ROLE, RunsModel
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.filter_field import FilterField
from driveproof.ui.widgets.message_bar import MessageBar
from driveproof.ui.widgets.page_head import PageHead, primary_button, quiet_button
from driveproof.ui.widgets.segmented import Segmented
from driveproof.ui.widgets.table import Table
from driveproof.wording.catalogue import _


class RunList(QWidget):
    """Emits what the person wants; the page does it. `changed`: read again; `experiments`: to the
    list of experiments, which is offered with `compares`.
    """

    open_run = Signal(str)
    compare_runs = Signal(list)
    export_run = Signal(str)
    delete_runs = Signal(list)
    measure = Signal(str)
    changed = Signal()
    experiments = Signal()

    def __init__(
        self, history: HistoryTasks, theme: Theme, settings: Settings, *, compares: bool = False
    ) -> None:
        super().__init__()
        self.kind = Segmented((_("Runs"), _("Before and after")), _("List"))
        self.kind.chosen.connect(self._kind_chosen)
        self._settings = settings
        self._drive = ""
        self._state = ""
        self.head = PageHead(theme)
        self.primary = primary_button("")
        self.primary.clicked.connect(self._primary)
        self.head.add(self.primary)
        self.message = MessageBar(theme)
        self.filter = FilterField(
            theme,
            _("Filter by drive, test, label or folder"),
            _("Filter the results"),
        )
        self.scope = Segmented((_("This drive"), _("All drives")), _("Show"))
        self.scope.choose(int(settings.flag("history/all")))
        self.scope.chosen.connect(self._scope_chosen)
        self.delete_button = quiet_button(_("De&lete"))
        self.delete_button.setToolTip(_("Delete the chosen results (Del)"))
        self.delete_button.clicked.connect(self._delete)
        self.model = RunsModel(history, theme, self)
        self.model.binary = settings.flag("units/binary")
        self.model.failed.connect(self.message.say_error)
        self.table = RunTable(self.model, theme)
        self._connect_table()
        self._build(compares=compares)
        self.kind.setVisible(compares)
        for part in (self.primary, self.table, self.filter, self.delete_button):
            part.hide()  # until it is known what there is

    def _connect_table(self) -> None:
        table = self.table
        table.activated.connect(self._activated)
        table.installEventFilter(self)
        table.customContextMenuRequested.connect(self._menu)
        table.selectionModel().selectionChanged.connect(self._selection_changed)
        self.model.modelReset.connect(self._was_read)

    def _build(self, *, compares: bool) -> None:
        top = QHBoxLayout()  # as that of the list of comparisons, so that nothing jumps
        top.addWidget(self.kind)
        top.addStretch(1)
        tools = QHBoxLayout()
        tools.setSpacing(GRID)
        tools.addWidget(self.filter, 1)
        (top if compares else tools).addWidget(self.scope)
        tools.addStretch(1)
        tools.addWidget(self.delete_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, 2 * GRID if compares else 3 * GRID, MARGIN, 0)
        layout.setSpacing(2 * GRID)
        layout.addLayout(top)
        layout.addWidget(self.head)
        layout.addWidget(self.message)
        layout.addLayout(tools)
        layout.addWidget(self.table, 1)
        self._empty = QWidget()
        layout.addWidget(self._empty, 1)

    # What is shown

    def set_drive(self, title: str) -> None:
        """The name of the chosen drive; "" where there is none, then all runs are shown."""
        self._drive = title
        self.scope.setVisible(bool(title))

    def all_drives(self) -> bool:
        """Whether the runs of all drives are wanted."""
        return self.scope.current() == 1

    def say_state(self, message: str) -> None:
        """What is to be told about the file itself, once."""
        if message and message != self._state:
            self.message.say(message, bad=True)
        self._state = message

    def show_runs(self, identity: str | None, select: str = "") -> None:
        """Read the runs again and keep the selection where its runs are still there, or choose the
        run that is to be selected.
        """
        self.model.binary = self._settings.flag("units/binary")
        self.table.wanted = select
        self.model.show_runs(identity, self.filter.text().strip())

    @Slot()
    def _was_read(self) -> None:
        identity = self.model.identity
        self.table.setColumnHidden(Column.DRIVE, identity is not None)
        self.table.setColumnHidden(Column.FOLDER, identity is None)
        self.table.fit_tests()
        self._say(identity)
        self.primary.show()
        self.say_state(self.model.state)

    def _say(self, identity: str | None) -> None:
        total = self.model.total
        filtered = bool(self.filter.text().strip())
        whose = _("of this drive") if identity is not None else _("of all drives")
        if total:
            count = _("1 result") if total == 1 else _("{total} results").format(total=total)
            found = _("{count} found").format(count=count) if filtered else f"{count} {whose}"
            hint = _("Choose two or more to compare them.") if total > 1 else ""
            self.head.say(found, hint)
        elif filtered:
            self.head.say(_("No result contains “{text}”").format(text=self.filter.text().strip()))
        else:
            self.head.say(
                _("No results {whose} yet").format(whose=whose),
                _("Measure it once, and the result is kept here with the drive's state."),
            )
        self.table.setVisible(bool(total))
        self._empty.setVisible(not total)
        self.filter.setVisible(bool(total) or filtered)
        self._selection_changed()

    @Slot()
    def _selection_changed(self) -> None:
        count = len(self.chosen())
        if not self.model.rowCount():
            self.primary.setText(
                _("&Measure this drive…") if self._drive else _("&Measure a folder…")
            )
        elif count > 1:
            self.primary.setText(_("&Compare {count} results").format(count=count))
        else:
            self.primary.setText(_("O&pen result"))
        self.delete_button.setVisible(count > 0)

    @Slot(int)
    def _kind_chosen(self, number: int) -> None:
        if number == 1:
            self.kind.choose(0)  # when this list comes again
            self.experiments.emit()

    @Slot(int)
    def _scope_chosen(self, number: int) -> None:
        self._settings.keep("history/all", bool(number))
        self.changed.emit()

    # What the person wants

    def chosen(self) -> list[str]:
        """The ids of the chosen runs, from top to bottom."""
        return self.table.chosen()

    def confirm_delete(self, count: int) -> bool:
        """Ask before what cannot be undone."""
        box = QMessageBox(self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(
            _("Delete this result?")
            if count == 1
            else _("Delete {count} results?").format(count=count)
        )
        box.setInformativeText(_("This cannot be undone."))
        delete = box.addButton(_("&Delete"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(_("&Keep"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.exec()
        answer = box.clickedButton() is delete
        box.deleteLater()
        return answer

    @Slot()
    def _primary(self) -> None:
        chosen = self.chosen()
        if not self.model.rowCount():
            self.measure.emit("")
        elif len(chosen) > 1:
            self.compare_runs.emit(chosen)
        elif chosen:
            self.open_run.emit(chosen[0])

    @Slot(QModelIndex)
    def _activated(self, index: QModelIndex) -> None:
        chosen = self.chosen()
        if len(chosen) > 1:  # Enter does what the primary button says
            self.compare_runs.emit(chosen)
            return
        self.open_run.emit(self.model.head(index.row()).id)

    @Slot()
    def _delete(self) -> None:
        chosen = self.chosen()
        if chosen:
            self.delete_runs.emit(chosen)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.matches(QKeySequence.StandardKey.Delete):
                self._delete()
                return True
            if event.key() == Qt.Key.Key_F2:
                self.table.edit_label()
                return True
            if event.matches(QKeySequence.StandardKey.Undo) and self.message.action.isVisible():
                self.message.acted.emit()
                return True
        return super().eventFilter(watched, event)

    @Slot(QPoint)
    def _menu(self, place: QPoint) -> None:
        chosen = self.chosen()
        if not chosen:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if len(chosen) == 1:
            self._add(menu, _("&Open"), lambda: self.open_run.emit(chosen[0]))
            self._add(menu, _("Edit &label"), self.table.edit_label)
            self._add(menu, _("&Export…"), lambda: self.export_run.emit(chosen[0]))
            menu.addSeparator()
        else:
            text = _("&Compare {count} results").format(count=len(chosen))
            self._add(menu, text, lambda: self.compare_runs.emit(chosen))
            menu.addSeparator()
        self._add(menu, _("&Delete"), self._delete)
        menu.addSeparator()
        menu.addMenu(self.table.sort_menu(menu))
        menu.popup(self.table.viewport().mapToGlobal(place))

    @staticmethod
    def _add(menu: QMenu, text: str, work: object) -> None:
        action = QAction(text, menu)
        action.triggered.connect(work)
        menu.addAction(action)


_ROW_HEIGHT = 40
# A column is as wide as this, the test's as what is in it; Label, Drive and Folder share the rest.
_SAMPLES = {
    Column.WHEN: "20 Nov, 20:20",
    Column.TEST: "Quick check",
    Column.SEQUENTIAL_READ: "19\u202f999\u202fMB/s",
    Column.SEQUENTIAL_WRITE: "19\u202f999\u202fMB/s",
    Column.RANDOM_READ: "99\u202f999\u202fIOPS",
    Column.RANDOM_WRITE: "99\u202f999\u202fIOPS",
}
_PADDING = 24
_WIDEST_TEST = 260  # of somebody's own profile, which may have any title
_CHOOSE = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
_ADD = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows


class RunTable(Table):
    """Whole rows are chosen, one or several."""

    def __init__(self, model: RunsModel, theme: Theme) -> None:
        super().__init__(model, theme, _("Results"))
        self._runs = model
        self.wanted = ""
        """The run that is to be chosen when the list was read."""
        self._chosen: list[str] = []
        self._current = 0
        self._sorts = False
        model.modelAboutToBeReset.connect(self._remember)
        model.modelReset.connect(self._restore)
        self.setItemDelegate(FirmwareDelegate(theme, self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.SelectedClicked)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # one maker's drives differ at the end
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        # An arrow of the style would cut figures' heads: the model writes one beside the words.
        header.setSortIndicator(Column.WHEN, Qt.SortOrder.DescendingOrder)
        header.sortIndicatorChanged.connect(self._sort)
        header.setMinimumSectionSize(48)
        metrics = QFontMetrics(self.font())
        for column in Column:
            stretch = column not in _SAMPLES
            mode = QHeaderView.ResizeMode.Stretch if stretch else QHeaderView.ResizeMode.Interactive
            header.setSectionResizeMode(column, mode)
            if not stretch:
                self.setColumnWidth(column, metrics.horizontalAdvance(_SAMPLES[column]) + _PADDING)

    def fit_tests(self) -> None:
        """Make the column of tests as wide as what is in it."""
        metrics = QFontMetrics(self.font())
        count = self._runs.rowCount()
        names = {self._runs.index(row, Column.TEST).data() for row in range(count)}
        widths = map(metrics.horizontalAdvance, names | {_SAMPLES[Column.TEST]})
        self.setColumnWidth(Column.TEST, min(max(widths) + _PADDING, _WIDEST_TEST))

    @Slot(int, Qt.SortOrder)
    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        self._sorts = True
        self._runs.sort(column, order)

    @Slot()
    def _remember(self) -> None:
        self._chosen, self._current = self.chosen(), self.currentIndex().row()

    @Slot()
    def _restore(self) -> None:
        """What was chosen stays chosen, where it is among the first."""
        wanted = [self.wanted] if self.wanted else self._chosen
        rows = [row for run in wanted if (row := self._runs.row_of(run)) is not None]
        if not rows and self._runs.rowCount():
            rows = [0 if self._sorts else max(0, min(self._current, self._runs.rowCount() - 1))]
        self.choose(rows)
        if self._sorts:
            self.scrollTo(self.currentIndex())
        self._sorts, self.wanted = False, ""

    def choose(self, rows: list[int]) -> None:
        """Choose these rows and no other; the first becomes the current one.

        Not by selectRow: it does what the keys say that are held in this moment, and Ctrl of
        Ctrl+Z would add the row to what is chosen, or take it away.
        """
        selection = self.selectionModel()
        for number, row in enumerate(rows):
            place = self._runs.index(row, 0)
            if number == 0:
                selection.setCurrentIndex(place, _CHOOSE)
            else:
                selection.select(place, _ADD)

    def chosen(self) -> list[str]:
        """The ids of the chosen runs, from top to bottom."""
        return [self._runs.head(row).id for row in self.chosen_rows()]

    def edit_label(self) -> None:
        """Edit the label of the current run in place."""
        index = self.currentIndex()
        if index.isValid():
            place = self._runs.index(index.row(), Column.LABEL)
            self.selectionModel().setCurrentIndex(place, _CHOOSE)
            self.edit(place)


_Index = QModelIndex | QPersistentModelIndex
_SIDE = 11  # as the table's cells keep


class FirmwareDelegate(QStyledItemDelegate):
    """Paints a dashed line between the last run with the old firmware and the first with the new,
    and says so below the label, if there is none, and the name of drive or folder.
    """

    def __init__(self, theme: Theme, parent: QTableView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._table = parent

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        words = index.data(FIRMWARE_ROLE)
        if not words:
            super().paint(painter, option, index)
            return
        rect = QRect(option.rect)
        column = index.column()
        named = column in {Column.DRIVE, Column.FOLDER}
        if named:
            self._paint_raised(painter, option, index)
        else:
            super().paint(painter, option, index)
        painter.save()
        painter.setClipRect(rect)
        if named or column == Column.LABEL:
            self._paint_words(painter, index, rect, words)
        pen = QPen(self._theme.colors.muted, 1)
        pen.setDashPattern([4.0, 3.0])
        painter.setPen(pen)
        painter.drawLine(rect.left(), rect.bottom(), rect.right(), rect.bottom())
        painter.restore()

    def _paint_raised(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """The cell with its text in the upper half."""
        blank = QStyleOptionViewItem(option)
        self.initStyleOption(blank, index)
        text, blank.text = blank.text, ""
        style = self._table.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, blank, painter, self._table)
        upper = _halves(QRect(option.rect))[0]
        painter.save()
        painter.setPen(QColor(index.data(Qt.ItemDataRole.ForegroundRole)))
        painter.setFont(self._theme.body())
        metrics = QFontMetrics(painter.font())
        short = metrics.elidedText(text, Qt.TextElideMode.ElideRight, upper.width())
        painter.drawText(upper, Qt.AlignmentFlag.AlignVCenter, short)
        painter.restore()

    def _paint_words(self, painter: QPainter, index: _Index, cell: QRect, words: str) -> None:
        """The words across both cells, of which each paints its part: one may be updated alone."""
        label = index.sibling(index.row(), Column.LABEL)
        if label.data():
            if index.column() == Column.LABEL:
                return
            lower = _halves(cell)[1]
        else:
            end = max(
                self._table.visualRect(index.sibling(index.row(), column)).right()
                for column in (Column.LABEL, Column.DRIVE, Column.FOLDER)
            )
            start = self._table.visualRect(label).left()
            lower = _halves(QRect(start, cell.top(), end - start, cell.height()))[1]
        painter.setPen(self._theme.colors.accent)
        painter.setFont(self._theme.small())
        metrics = QFontMetrics(painter.font())
        short = metrics.elidedText(words, Qt.TextElideMode.ElideRight, lower.width())
        painter.drawText(lower, Qt.AlignmentFlag.AlignVCenter, short)


def _halves(rect: QRect) -> tuple[QRect, QRect]:
    inner = rect.adjusted(_SIDE, 2, -_SIDE // 2, -3)
    half = inner.height() // 2
    return inner.adjusted(0, 0, 0, -half), inner.adjusted(0, half, 0, 0)
