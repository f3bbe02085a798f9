# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of runs: filter, table, firmware marks, and actions on the selected runs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QRect, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QMenu, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from driveproof.domain.comparison.conditions import IMPORTED
from driveproof.domain.comparison.pooling import MOST_SIDES, side_count
from driveproof.domain.errors import DriveproofError
from driveproof.domain.run.run import Run, RunHead
from driveproof.history.store import History
from driveproof.ui.dialogs.asking import is_sure
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.results.columns import RunColumn
from driveproof.ui.results.model import FIRMWARE_ROLE, RunsModel
from driveproof.ui.settings import BINARY, Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import wrapped_lines
from driveproof.ui.widgets.buttons import quiet_button
from driveproof.ui.widgets.cells import SHORT_ROLE, Index
from driveproof.ui.widgets.list_page import ListKind, ListPage, ListTable
from driveproof.wording.catalogue import _, ngettext

UNDOABLE = 20  # most deleted runs that are held in memory; for more the page asks first


class RunList(ListPage[RunHead]):
    """Emits the person's requests; the page carries them out."""

    kind_shown = ListKind.RUNS
    open_run = Signal(str)
    compare_runs = Signal(list)
    compare_previous = Signal(str)
    over_time = Signal()
    assign_runs = Signal(list)
    export_run = Signal(str)
    measure = Signal(str)

    def __init__(self, history: HistoryTasks, theme: Theme, settings: Settings) -> None:
        self.model = RunsModel(history, theme)
        self.table = RunTable(self.model, theme, settings)
        hint = _("Drive, test, label or folder")
        everything = settings.flag("history/all")
        super().__init__(
            theme, self.model, self.table, hint=hint, removes=_("&Delete"), everything=everything
        )
        self._history = history
        self._settings = settings
        self._state = ""
        self.model.set_binary(settings.flag(BINARY))
        settings.changed.connect(self._setting_changed)
        self.model.failed.connect(self.message.say_error)
        self.model.modelReset.connect(self._was_read)
        self.over_time_button = quiet_button(_("Over &time"))
        self.over_time_button.clicked.connect(self.over_time)
        self.over_time_button.hide()
        self.head.add(self.over_time_button, before=self.primary)

    # What is shown

    @Slot()
    def read(self) -> None:
        self.read_to()

    def read_to(self, *run_ids: str) -> None:
        """Read the runs again; keeps the selection if its runs still exist, or selects the
        requested ones.
        """
        self.table.wanted = run_ids
        identity = None if self.everything else self._identity
        self.model.show_runs(identity, self.wanted, run_ids)

    @Slot()
    def _was_read(self) -> None:
        identity, total = self.model.identity, self.model.total
        columns = self.table.arranged
        columns.set_usual(self.model.column("drive"), identity is None)
        columns.set_usual(self.model.column("folder"), identity is not None)
        self.over_time_button.setVisible(bool(total) and identity is not None)
        lacks_drive = not self._drive and identity is None
        can = _("There is no drive. You can measure a folder.") if lacks_drive else ""
        self.say_found(
            ngettext("{count} result", "{count} results", total).format(count=total),
            _("Select two or more with Ctrl or Shift to compare them.") if total > 1 else "",
            empty=(_("No results yet"), can),
            unread=self.model.unread,
        )
        if self.model.state and self.model.state != self._state:  # of the file itself, once
            self.message.say(self.model.state, bad=True)
        self._state = self.model.state

    @Slot(str)
    def _setting_changed(self, key: str) -> None:
        if key == BINARY:
            self.model.set_binary(self._settings.flag(BINARY))
            self.table.viewport().update()

    @Slot(int)
    def _scope_chosen(self, number: int) -> None:
        self._settings.keep("history/all", bool(number))
        super()._scope_chosen(number)

    # Interaction

    def action_text(self, chosen: list[RunHead]) -> str:
        if not self.model.items:
            return _("Measure this &drive…") if self._drive else _("Measure a &folder…")
        return _compare_text(len(chosen)) if len(chosen) > 1 else _("&Open")

    def obstacle(self, chosen: list[RunHead]) -> str:
        count = side_count(chosen)
        if count <= MOST_SIDES:
            return ""
        text = _("{count} sides; the maximum is {most}.")
        return text.format(count=count, most=MOST_SIDES)

    @Slot()
    def act(self) -> None:
        chosen = self.chosen()
        if not self.model.items:
            self.measure.emit("")
        elif len(chosen) > 1:
            self.compare_runs.emit(chosen)
        elif chosen:
            self.open_run.emit(chosen[0])

    def add_actions(self, menu: QMenu, chosen: list[RunHead]) -> None:
        ids = [one.id for one in chosen]
        if len(ids) == 1:
            menu.addAction(_("&Open"), self.act)
            menu.addAction(
                _("Compare with the pre&vious one"), lambda: self.compare_previous.emit(ids[0])
            )
            menu.addAction(_("Edit &label"), self.table.edit_label)
            menu.addAction(_("&Export…"), lambda: self.export_run.emit(ids[0]))
        else:
            comparing = menu.addAction(_compare_text(len(ids)), self.act)
            comparing.setEnabled(not self.obstacle(chosen))
        # Those that may have been imported without their drive.
        if all(one.profile == IMPORTED or one.identity is None for one in chosen):
            assign = menu.addAction(_("Assign to a d&rive…"), lambda: self.assign_runs.emit(ids))
            assign.setObjectName("assign")

    # What is deleted

    @Slot()
    def remove(self) -> None:
        self.delete(self.chosen())

    def delete(self, run_ids: Sequence[str]) -> None:
        """Delete runs; a few can be restored, many or damaged ones need a confirmation."""
        if run_ids:
            read = partial(_load_all, run_ids=run_ids if len(run_ids) <= UNDOABLE else ())
            self._history.ask(read, partial(self._delete, run_ids))

    def _delete(
        self, run_ids: Sequence[str], runs: list[Run] | None, _error: DriveproofError | None
    ) -> None:
        known = runs if runs is not None and len(runs) == len(run_ids) else []
        if known or self.confirm_delete(len(run_ids)):
            done = partial(self._was_deleted, len(run_ids), known)
            self._history.ask(lambda history: history.delete(*run_ids), done)

    def confirm_delete(self, count: int) -> bool:
        """Ask before an action that cannot be undone."""
        question = ngettext("Delete {count} result?", "Delete {count} results?", count)
        question = question.format(count=count)
        more = _("This cannot be undone.")
        return is_sure(self, question, more, yes=_("&Delete"), no=_("&Keep"), destroys=True)

    def _was_deleted(
        self,
        count: int,
        runs: list[Run],
        taken: dict[str, list[int]] | None,
        error: DriveproofError | None,
    ) -> None:
        self.read()
        if error is not None:
            self.message.say_error(error)
            return
        text = ngettext("{count} deleted.", "{count} deleted.", count).format(count=count)
        self.say_removed(text, partial(self._put_back, runs, taken or {}) if runs else None)

    def _put_back(self, runs: list[Run], taken: dict[str, list[int]]) -> None:
        """Restore runs, with the snapshots of health that were `taken` for each."""

        def done(_nothing: None, error: DriveproofError | None) -> None:
            if error is not None:
                self.say_not_restored(error, partial(self._put_back, runs, taken))
            self.read_to(*(run.id for run in runs))

        self._history.ask(lambda history: history.restore(runs, taken), done)


def _load_all(history: History, run_ids: Sequence[str]) -> list[Run]:
    """The runs that can be restored; empty if one of them is damaged."""
    try:
        return [history.load(run_id) for run_id in run_ids]
    except DriveproofError:
        return []


def _compare_text(count: int) -> str:
    return ngettext("&Compare {count} result", "&Compare {count} results", count).format(
        count=count
    )


class RunTable(ListTable[RunHead]):
    """The runs; their columns are arranged by the person."""

    def __init__(self, model: RunsModel, theme: Theme, settings: Settings) -> None:
        super().__init__(model, theme, _("Results"))
        self._runs = model
        self.wanted: Sequence[str] = ()
        """The runs to select when the list was read."""
        self._chosen: list[str] = []
        self._current = 0
        self._sorts = False
        model.modelAboutToBeReset.connect(self._remember)
        model.modelReset.connect(self._keep_chosen)
        self.setItemDelegate(RunDelegate(theme, self))
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # the ends of names differ
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        # The style's arrow would cut the headers of figures: the model writes one into the text.
        header.setSortIndicator(model.column("when"), Qt.SortOrder.DescendingOrder)
        header.sortIndicatorChanged.connect(self._sort)
        self.arrange(settings, "history")
        self.noted = [place for place, column in enumerate(model.columns) if column.noted]
        """Below these stands that the firmware changed: label, drive and folder."""

    def column_of(self, index: Index) -> RunColumn:
        """The declaration of the column of a cell."""
        return self._runs.columns[index.column()]

    @Slot(int, Qt.SortOrder)
    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        self._sorts = True
        self._runs.sort(column, order)

    @Slot()
    def _remember(self) -> None:
        self._chosen, self._current = self.chosen(), self.currentIndex().row()

    @Slot()
    def _keep_chosen(self) -> None:
        """Keep the selection, for runs among the first ones."""
        self.choose_items(
            self.wanted or self._chosen, otherwise=0 if self._sorts else self._current
        )
        if self._sorts or self.wanted:
            self.executeDelayedItemsLayout()  # a table that was hidden has not laid out its rows
            self.scrollTo(self.currentIndex())
        self._sorts, self.wanted = False, ()


SIDE = 11  # the same margins as the table's cells


class RunDelegate(QStyledItemDelegate):
    """Writes a name that is longer than its column in up to two small lines, and marks a change of
    firmware between two runs.

    The mark is a dashed line between the last run with the old firmware and the first with the new,
    and a note below label and drive or folder.
    """

    def __init__(self, theme: Theme, table: RunTable) -> None:
        super().__init__(table)
        self._theme = theme
        self._table = table

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if self._table.column_of(index).begins:
            option.textElideMode = Qt.TextElideMode.ElideRight

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        words = index.data(FIRMWARE_ROLE)
        named = words and self._table.column_of(index).noted
        place = QRect(option.rect).adjusted(SIDE, 0, -SIDE, -1)
        text = str(index.data() or "")
        long = self._table.column_of(index).in_lines and self._is_long(text, place.width())
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
        index: Index,
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

    def _paint_words(self, painter: QPainter, index: Index, cell: QRect, words: str) -> None:
        """Paint this cell's part of a note that spans several: each may be updated alone."""
        across = self._across(index, cell)
        if across == cell and self._table.column_of(index).name == "label" and self._is_named():
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
        return not all(self._table.isColumnHidden(one) for one in self._table.noted[1:])

    def _across(self, index: Index, cell: QRect) -> QRect:
        """The cells of label, drive and folder, if they stand side by side; else only `cell`."""
        rects = sorted(
            (
                self._table.visualRect(index.sibling(index.row(), column))
                for column in self._table.noted
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
