# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of runs: filter, table, firmware marks, and actions on the selected runs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import (
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from driveproof.domain.comparison.conditions import IMPORTED
from driveproof.domain.comparison.pooling import MOST_SIDES, side_count
from driveproof.ui.dialogs.asking import is_sure
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.results.columns import ADDITIONAL, RunColumn
from driveproof.ui.results.model import FIRMWARE_ROLE, SHORT_ROLE, RunsModel
from driveproof.ui.settings import BINARY, Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import set_tip, wrapped_lines
from driveproof.ui.widgets.columns import ColumnWidth, TableColumns
from driveproof.ui.widgets.filter_field import FilterField
from driveproof.ui.widgets.list_page import LabelledTable, ListKind, ListPage
from driveproof.ui.widgets.page_head import quiet_button
from driveproof.wording.catalogue import _, ngettext


class RunList(ListPage):
    """Emits the person's requests; the page carries them out.

    `changed`: read again.
    """

    kind_shown = ListKind.RUNS
    open_run = Signal(str)
    compare_runs = Signal(list)
    compare_previous = Signal(str)
    over_time = Signal()
    assign_runs = Signal(list)
    export_run = Signal(str)
    delete_runs = Signal(list)
    measure = Signal(str)
    changed = Signal()

    def __init__(self, history: HistoryTasks, theme: Theme, settings: Settings) -> None:
        model = RunsModel(history, theme)
        table = RunTable(model, theme, settings)
        delete = quiet_button(_("De&lete"))
        set_tip(delete, _("Shortcut: {keys}").format(keys="Del"))
        hint = _("Drive, test, label or folder")
        filter_field = FilterField(theme, hint)
        super().__init__(theme, table, filter_field, delete)
        model.setParent(self)
        self.model = model
        self.table: RunTable = table
        self.delete_button = delete
        self._settings = settings
        self._drive = ""
        self._state = ""
        self._found, self._hint = "", ""
        self.scope.choose(int(settings.flag("history/all")))
        self.scope.chosen.connect(self._scope_chosen)
        self.model.binary = settings.flag(BINARY)
        settings.changed.connect(self._setting_changed)
        self.model.failed.connect(self.message.say_error)
        self.model.modelReset.connect(self._was_read)
        self.over_time_button = quiet_button(_("Over &time"))
        self.over_time_button.clicked.connect(self.over_time)
        self.head.add(self.over_time_button)
        self._build()
        for part in (
            self.primary,
            self.table,
            self.filter,
            self.delete_button,
            self.over_time_button,
        ):
            part.hide()  # until it is known what is in the list

    # What is shown

    def set_drive(self, title: str) -> None:
        """Set the name of the selected drive; "" for none, then all runs are shown."""
        self._drive = title
        self.scope.setVisible(bool(title))

    def all_drives(self) -> bool:
        """Whether the runs of all drives are requested."""
        return self.scope.current() == 1

    def say_state(self, message: str) -> None:
        """Show a message about the file itself, once."""
        if message and message != self._state:
            self.message.say(message, bad=True)
        self._state = message

    def show_runs(self, identity: str | None, select: str = "") -> None:
        """Read the runs again; keeps the selection if its runs still exist, or selects the
        requested run.
        """
        self.model.binary = self._settings.flag(BINARY)
        self.table.wanted = select
        self.model.show_runs(identity, self.filter.text().strip(), select)

    @Slot()
    def _was_read(self) -> None:
        identity = self.model.identity
        alike = RunColumn.FOLDER if identity is None else RunColumn.DRIVE
        self.table.arranged.set_usual(set(RunColumn) - ADDITIONAL - {alike})
        self._say(identity)
        self.primary.show()
        self.say_state(self.model.state)

    def _say(self, identity: str | None) -> None:
        total = self.model.total
        filtered = bool(self.filter.text().strip())
        if total:
            count = ngettext("{count} result", "{count} results", total).format(count=total)
            found = _("Found: {count}").format(count=count) if filtered else count
            hint = _("Choose two or more to compare.") if total > 1 else ""
        elif self.model.unread:
            found, hint = _("The list cannot be read"), ""
        elif filtered:
            found = _("Nothing contains “{text}”").format(text=self.filter.text().strip())
            hint = ""
        elif self._drive or identity is not None:
            found, hint = _("No results yet"), ""
        else:
            found = _("No results yet")
            hint = _("There is no drive. You can measure a folder.")
        self._found, self._hint = found, hint
        self.over_time_button.setVisible(bool(total) and identity is not None)
        self._show_table(shown=bool(total), filtered=filtered)

    @Slot()
    def _selection_changed(self) -> None:
        count = len(self.chosen())
        if not self.model.rowCount():
            self.primary.setText(
                _("Measure this &drive…") if self._drive else _("Measure a &folder…")
            )
        elif count > 1:
            self.primary.setText(_compare_text(count))
        else:
            self.primary.setText(_("O&pen"))
        many = self._too_many()
        self.primary.setEnabled(not many)
        self.head.say(self._found, many or self._hint)
        self.delete_button.setVisible(count > 0)

    @Slot(str)
    def _setting_changed(self, key: str) -> None:
        if key == BINARY:
            self.model.binary = self._settings.flag(BINARY)
            self.table.measure_again()
            self.table.viewport().update()

    @Slot(int)
    def _scope_chosen(self, number: int) -> None:
        self._settings.keep("history/all", bool(number))
        self.changed.emit()

    # Interaction

    def chosen(self) -> list[str]:
        """The ids of the selected runs, from top to bottom."""
        return self.table.chosen()

    def _too_many(self) -> str:
        """Why the selected runs cannot be compared at once; "" where they can."""
        chosen = [self.model.head(row) for row in self.table.chosen_rows()]
        count = side_count(chosen)
        if count <= MOST_SIDES:
            return ""
        text = _("{count} selected; the maximum is {most}.")
        return text.format(count=count, most=MOST_SIDES)

    def confirm_delete(self, count: int) -> bool:
        """Ask before an action that cannot be undone."""
        question = ngettext("Delete {count} result?", "Delete {count} results?", count)
        question = question.format(count=count)
        more = _("This cannot be undone.")
        return is_sure(self, question, more, yes=_("&Delete"), no=_("&Keep"), destroys=True)

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
        if len(chosen) > 1:  # Enter activates the primary button
            self.primary.click()
            return
        self.open_run.emit(self.model.head(index.row()).id)

    @Slot()
    def remove(self) -> None:
        chosen = self.chosen()
        if chosen:
            self.delete_runs.emit(chosen)

    def fill_menu(self, menu: QMenu) -> None:
        chosen = self.chosen()
        if len(chosen) == 1:
            menu.addAction(_("&Open"), lambda: self.open_run.emit(chosen[0]))
            menu.addAction(
                _("Compare with the pre&vious one"), lambda: self.compare_previous.emit(chosen[0])
            )
            menu.addAction(_("Edit &label"), self.table.edit_label)
            menu.addAction(_("&Export…"), lambda: self.export_run.emit(chosen[0]))
        else:
            text = _compare_text(len(chosen))
            comparing = menu.addAction(text, lambda: self.compare_runs.emit(chosen))
            comparing.setEnabled(not self._too_many())
        if all(map(self.table.may_be_assigned, self.table.chosen_rows())):
            assign = menu.addAction(_("Assign to a dri&ve…"))
            assign.setObjectName("assign")
            assign.triggered.connect(lambda: self.assign_runs.emit(chosen))
        menu.addAction(_("Co&py"), self.table.copy_rows)
        menu.addSeparator()
        menu.addAction(_("&Delete"), self.remove)
        menu.addSeparator()
        menu.addMenu(self.table.sort_menu(menu))
        self.table.add_columns_menu(menu)


def _compare_text(count: int) -> str:
    return ngettext("&Compare {count} result", "&Compare {count} results", count).format(
        count=count
    )


# Where there is no result yet, and for what every row has in the same form.
_SAMPLES = {
    RunColumn.WHEN: "20 Nov, 20:20",
    RunColumn.SEQUENTIAL_READ: "9999",
    RunColumn.SEQUENTIAL_WRITE: "9999",
    RunColumn.RANDOM_READ: "99 999",
    RunColumn.RANDOM_WRITE: "99 999",
    RunColumn.FIRMWARE: "4B2QJXD7",
    RunColumn.FILESYSTEM: "ext4",
}
_PADDING = 24
_SMALL = 700  # pixels of a table in which even usual names give way
_WIDEST = 320  # a person may give any name
_NAMES = {
    RunColumn.TEST: ("Position scan", "Quick benchmark"),
    RunColumn.LABEL: ("after the update", "after TRIM"),
    RunColumn.DRIVE: ("Samsung SSD 990", "SSD 990 Pro"),
    RunColumn.FOLDER: ("/run/media/x", "/home"),
}
"""What a column of names shows of longer ones, and in a small window a line of them: figures give
way to it."""
_GROW = (RunColumn.LABEL, RunColumn.DRIVE, RunColumn.FOLDER)
_GIVE_WAY = (
    RunColumn.FILESYSTEM, RunColumn.FIRMWARE, RunColumn.FOLDER, RunColumn.RANDOM_WRITE,
    RunColumn.RANDOM_READ, RunColumn.SEQUENTIAL_WRITE, RunColumn.SEQUENTIAL_READ, RunColumn.TEST,
)  # fmt: skip
"""Long names of tests become narrower before labels and drives do."""


class RunTable(LabelledTable):
    """Selects whole rows, one or several; its columns are arranged by the person."""

    arranged: TableColumns

    def __init__(self, model: RunsModel, theme: Theme, settings: Settings) -> None:
        super().__init__(model, theme, _("Results"), RunColumn.LABEL)
        self._runs = model
        self.wanted = ""
        """The run to select when the list was read."""
        self._chosen: list[str] = []
        self._current = 0
        self._sorts = False
        self._widest: dict[int, tuple[int, int]] = {}
        """For each column how many rows were looked at, and the pixels of the widest text."""
        model.modelAboutToBeReset.connect(self._remember)
        model.modelReset.connect(self._restore)
        self.setItemDelegate(RunDelegate(theme, self))
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # the ends of names differ
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        # The style's arrow would cut the headers of figures: the model writes one into the text.
        header.setSortIndicator(RunColumn.WHEN, Qt.SortOrder.DescendingOrder)
        header.sortIndicatorChanged.connect(self._sort)
        self.arrange(
            settings,
            "history",
            [column.name.lower() for column in RunColumn],
            self._room,
            gives_way=_GIVE_WAY,
            always=(RunColumn.WHEN,),
        )
        model.modelReset.connect(self.measure_again)
        model.rowsInserted.connect(self.arranged.fit)
        model.dataChanged.connect(self.measure_again)

    def _room(self, column: int) -> ColumnWidth:
        """As wide as what is in it; no figure is ever cut."""
        metrics = QFontMetrics(self.font())
        needed = self._needed(column) + _PADDING
        sample = _SAMPLES.get(RunColumn(column))
        if sample is not None:
            width = max(needed, metrics.horizontalAdvance(sample) + _PADDING)
            return ColumnWidth(width, width)
        names = _NAMES[RunColumn(column)]
        usual, short = (metrics.horizontalAdvance(name) + _PADDING for name in names)
        small = QFontMetrics(self._theme.small()).horizontalAdvance(names[1]) + _PADDING
        wanted = max(short, min(needed, _WIDEST))
        least = small if self.viewport().width() < _SMALL else usual
        return ColumnWidth(wanted, min(wanted, least), grows=column in _GROW)

    def _needed(self, column: int) -> int:
        """The pixels of the widest text of a column and of its title."""
        rows = self._runs.rowCount()
        seen, widest = self._widest.get(column, (0, 0))
        if rows > seen:
            metrics = QFontMetrics(self.font())
            texts = {self._runs.index(row, column).data() for row in range(seen, rows)}
            widest = max(widest, *map(metrics.horizontalAdvance, texts))
            self._widest[column] = (rows, widest)
        title = self._runs.headerData(column, Qt.Orientation.Horizontal)
        font = self.horizontalHeader().font()
        return max(widest, *map(QFontMetrics(font).horizontalAdvance, str(title).split("\n")))

    @Slot()
    def measure_again(self) -> None:
        """Fit the columns to texts that have changed."""
        self._widest.clear()
        self.arranged.fit()

    @Slot(int, Qt.SortOrder)
    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        self._sorts = True
        self._runs.sort(column, order)

    @Slot()
    def _remember(self) -> None:
        self._chosen, self._current = self.chosen(), self.currentIndex().row()

    @Slot()
    def _restore(self) -> None:
        """Keep the selection, for runs among the first ones."""
        wanted = [self.wanted] if self.wanted else self._chosen
        rows = [row for run in wanted if (row := self._runs.row_of(run)) is not None]
        if not rows and self._runs.rowCount():
            rows = [0 if self._sorts else max(0, min(self._current, self._runs.rowCount() - 1))]
        self.choose(rows)
        if self._sorts or self.wanted:
            self.executeDelayedItemsLayout()  # a table that was hidden has not laid out its rows
            self.scrollTo(self.currentIndex())
        self._sorts, self.wanted = False, ""

    def id_of(self, row: int) -> str:
        return self._runs.head(row).id

    def may_be_assigned(self, row: int) -> bool:
        """Whether the run of a row may have been imported without its drive."""
        head = self._runs.head(row)
        return head.profile == IMPORTED or head.identity is None


_NOTED = frozenset({RunColumn.LABEL, RunColumn.DRIVE, RunColumn.FOLDER})
"""Below these stands that the firmware changed."""
_WRAPPED = _NOTED | {RunColumn.TEST}
_Index = QModelIndex | QPersistentModelIndex
SIDE = 11  # the same margins as the table's cells


class RunDelegate(QStyledItemDelegate):
    """Writes a name that is longer than its column in up to two small lines, and marks a change of
    firmware between two runs.

    The mark is a dashed line between the last run with the old firmware and the first with the new,
    and a note below label and drive or folder.
    """

    def __init__(self, theme: Theme, parent: QTableView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._table = parent

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        if index.column() in {RunColumn.TEST, RunColumn.LABEL}:  # their beginnings differ
            option.textElideMode = Qt.TextElideMode.ElideRight

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        words = index.data(FIRMWARE_ROLE)
        named = words and index.column() in _NOTED
        place = QRect(option.rect).adjusted(SIDE, 0, -SIDE, -1)
        text = str(index.data() or "")
        long = index.column() in _WRAPPED and self._is_long(text, place.width())
        small = self._theme.small()
        if named:
            upper = _halves(QRect(option.rect))[0]
            font = small if long else self._theme.body()
            self._paint_lines(painter, option, index, upper, (font, (text,)))
        elif long:
            lines = wrapped_lines(text, small, place.width(), 2)
            self._paint_lines(painter, option, index, place, (small, lines))
        else:
            super().paint(painter, option, index)
        if not words:
            return
        rect = QRect(option.rect)
        painter.save()
        painter.setClipRect(rect)
        if named:
            self._paint_words(painter, index, rect, words)
        pen = QPen(self._theme.colors.muted, 1)
        pen.setDashPattern([4.0, 3.0])
        painter.setPen(pen)
        painter.drawLine(rect.left(), rect.bottom(), rect.right(), rect.bottom())
        painter.restore()

    def _is_long(self, text: str, width: int) -> bool:
        return QFontMetrics(self._table.font()).horizontalAdvance(text) > width

    def _paint_lines(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: _Index,
        place: QRect,
        written: tuple[QFont, Sequence[str]],
    ) -> None:
        """Paint the cell with its text in these lines in the middle of a place in it."""
        font, lines = written
        blank = QStyleOptionViewItem(option)
        self.initStyleOption(blank, index)
        elide, blank.text = blank.textElideMode, ""
        style = self._table.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, blank, painter, self._table)
        chosen = blank.state & QStyle.StateFlag.State_Selected
        color = self._theme.colors.text if chosen else index.data(Qt.ItemDataRole.ForegroundRole)
        painter.save()
        painter.setPen(QColor(color))
        painter.setFont(font)
        metrics = QFontMetrics(font)
        top = place.top() + (place.height() - len(lines) * metrics.lineSpacing()) // 2
        for number, line in enumerate(lines):
            base = top + number * metrics.lineSpacing() + metrics.ascent()
            painter.drawText(place.left(), base, metrics.elidedText(line, elide, place.width()))
        painter.restore()

    def _paint_words(self, painter: QPainter, index: _Index, cell: QRect, words: str) -> None:
        """Paint this cell's part of a note that spans several: each may be updated alone."""
        across = self._across(index, cell)
        if across == cell and index.column() == RunColumn.LABEL and self._is_named():
            return
        lower = _halves(across)[1]
        painter.setPen(self._theme.colors.accent)
        painter.setFont(self._theme.small())
        metrics = QFontMetrics(painter.font())
        if metrics.horizontalAdvance(words) > lower.width():
            words = index.data(SHORT_ROLE)
        short = metrics.elidedText(words, Qt.TextElideMode.ElideRight, lower.width())
        painter.drawText(lower, Qt.AlignmentFlag.AlignVCenter, short)

    def _is_named(self) -> bool:
        """Whether the table shows drive or folder."""
        return not all(map(self._table.isColumnHidden, (RunColumn.DRIVE, RunColumn.FOLDER)))

    def _across(self, index: _Index, cell: QRect) -> QRect:
        """The cells of label, drive and folder, if they stand side by side; else only `cell`."""
        rects = sorted(
            (
                self._table.visualRect(index.sibling(index.row(), column))
                for column in (RunColumn.LABEL, RunColumn.DRIVE, RunColumn.FOLDER)
                if not self._table.isColumnHidden(column)
            ),
            key=QRect.left,
        )
        if any(after.left() > before.right() + 1 for before, after in pairwise(rects)):
            return cell
        width = rects[-1].right() - rects[0].left()
        return QRect(rects[0].left(), cell.top(), width, cell.height())


def _halves(rect: QRect) -> tuple[QRect, QRect]:
    inner = rect.adjusted(SIDE, 2, -SIDE // 2, -3)
    half = inner.height() // 2
    return inner.adjusted(0, 0, 0, -half), inner.adjusted(0, half, 0, 0)
