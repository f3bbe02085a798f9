# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of all experiments, open ones first: continue, open or cancel them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QFontMetrics, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.experiment import places
from driveproof.domain.experiment.experiment import CANCELLED, OPEN, Experiment
from driveproof.domain.experiment.sentences import STATUS_TITLES
from driveproof.ui.dialogs.asking import is_sure
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.measured_drive import device_identity
from driveproof.ui.results.columns import when_text
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import set_tip, shown
from driveproof.ui.widgets.cells import CellsModel, Head, TableCell
from driveproof.ui.widgets.filter_field import FilterField
from driveproof.ui.widgets.list_page import ListKind, ListPage
from driveproof.ui.widgets.page_head import quiet_button
from driveproof.ui.widgets.table import DataTable
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.dates import exact_stamp, stamp
from driveproof.wording.experiment import standing_or_verdict
from driveproof.wording.say import say_text


class ExperimentColumn(IntEnum):
    """The columns by name."""

    WHEN = 0
    NAME = 1
    DRIVE = 2
    STATE = 3
    STANDING = 4


class ExperimentsModel(CellsModel):
    """Rows of experiments, open ones first."""

    def __init__(self, theme: Theme) -> None:
        super().__init__([Head(title) for title in _titles().values()], theme)
        self._experiments: tuple[Experiment, ...] = ()

    def show_experiments(self, experiments: Sequence[Experiment]) -> None:
        """Show these experiments; they arrive newest first."""
        # a stable sort
        self._experiments = tuple(sorted(experiments, key=lambda one: one.status != OPEN))
        self.set_rows(
            [
                tuple(
                    TableCell(
                        _text(one, column),
                        tip=_tip(one, column),
                        color=_color(one, column),
                        copied=stamp(one.created) if column == ExperimentColumn.WHEN else "",
                    )
                    for column in ExperimentColumn
                )
                for one in self._experiments
            ]
        )

    def experiment(self, row: int) -> Experiment:
        """The experiment in this row."""
        return self._experiments[row]

    def row_of(self, experiment_id: str) -> int | None:
        """The row of an experiment, None if it is not listed."""
        found = (row for row, one in enumerate(self._experiments) if one.id == experiment_id)
        return next(found, None)


def _color(experiment: Experiment, column: ExperimentColumn) -> str:
    if experiment.status == CANCELLED:
        return "muted"
    if column == ExperimentColumn.STATE and experiment.status == OPEN:
        return "accent"
    return "muted" if column in {ExperimentColumn.DRIVE, ExperimentColumn.STATE} else "text"


def _text(experiment: Experiment, column: ExperimentColumn) -> str:
    return {
        ExperimentColumn.WHEN: when_text(experiment.created),
        ExperimentColumn.NAME: shown(experiment.name),
        ExperimentColumn.DRIVE: shown(experiment.target.model or experiment.target.path),
        ExperimentColumn.STATE: say_text(STATUS_TITLES[experiment.status]),
        ExperimentColumn.STANDING: standing_or_verdict(experiment),
    }[column]


def _tip(experiment: Experiment, column: ExperimentColumn) -> str:
    return {
        ExperimentColumn.WHEN: exact_stamp(experiment.created),
        ExperimentColumn.NAME: ", ".join(
            (experiment.name, experiment.target.drive, stamp(experiment.created))
        ),
        ExperimentColumn.DRIVE: f"{experiment.target.drive}, {experiment.target.path}",
        ExperimentColumn.STANDING: standing_or_verdict(experiment),
    }.get(column, "")


def _titles() -> dict[ExperimentColumn, str]:
    return {
        ExperimentColumn.WHEN: _("Started"),
        ExperimentColumn.NAME: _("Experiment"),
        ExperimentColumn.DRIVE: _("Drive"),
        ExperimentColumn.STATE: _("State"),
        ExperimentColumn.STANDING: _("Verdict"),
    }


_ROW_HEIGHT = 40
# Width of a column; name, drive and state share the rest.
_SAMPLES = {ExperimentColumn.WHEN: "20 Nov, 20:20", ExperimentColumn.STATE: "Finished…"}
_SHARES = {ExperimentColumn.NAME: 3, ExperimentColumn.DRIVE: 2, ExperimentColumn.STANDING: 6}
_PADDING = 24
_NARROW = 560  # pixels: below, the sentences get the room


class _Roomy(QStyledItemDelegate):
    """Leaves space above and below cells of several lines."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return super().sizeHint(option, index) + QSize(0, GRID)


class ExperimentTable(DataTable):
    """Rows of two lines if a sentence needs them."""

    def __init__(self, model: ExperimentsModel, theme: Theme) -> None:
        super().__init__(model, theme, _("Experiments"))
        self._experiments = model
        self.with_drive = False  # whether the list has several drives
        self.setItemDelegate(_Roomy(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().setMinimumSectionSize(_ROW_HEIGHT)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        model.dataChanged.connect(self.resizeRowsToContents)  # Qt does this only for other rows
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(48)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(ExperimentColumn.STANDING, QHeaderView.ResizeMode.Stretch)

    def share_out(self) -> None:
        """Set the width of each column; date and drive are hidden where titles would be cut."""
        left = self.viewport().width()
        hint = self.horizontalHeader().sectionSizeHint
        for column in ExperimentColumn:  # a hidden one has no hint
            self.setColumnHidden(column, column == ExperimentColumn.DRIVE and not self.with_drive)
        fixed = {column: max(self._widest(column), hint(column)) for column in _SAMPLES}
        if left < max(_NARROW, sum(fixed.values()) + sum(map(hint, _SHARES))):
            self.setColumnHidden(ExperimentColumn.WHEN, True)
            self.setColumnHidden(ExperimentColumn.DRIVE, True)
            del fixed[ExperimentColumn.WHEN]
        for column, width in fixed.items():
            self.setColumnWidth(column, width)
        left -= sum(fixed.values())
        seen = {one: part for one, part in _SHARES.items() if not self.isColumnHidden(one)}
        rest = left - hint(ExperimentColumn.STANDING)
        for column, part in seen.items():
            if column != ExperimentColumn.STANDING:
                wanted = max(hint(column), left * part // sum(seen.values()))
                self.setColumnWidth(column, max(48, min(wanted, rest)))

    def _widest(self, column: int) -> int:
        """The pixels that the texts of a column need."""
        model, metrics = self.model(), QFontMetrics(self.font())
        texts = [str(model.index(row, column).data()) for row in range(model.rowCount())]
        sample = _SAMPLES[ExperimentColumn(column)]
        return max(map(metrics.horizontalAdvance, [sample, *texts])) + _PADDING

    def chosen(self) -> Experiment | None:
        """The selected experiment."""
        rows = self.chosen_rows()
        return self._experiments.experiment(rows[0]) if rows else None


def matches(experiment: Experiment, wanted: str) -> bool:
    """Whether the filter matches it."""
    target = experiment.target
    fields = (
        experiment.name,
        experiment.text,
        target.path,
        target.drive,
        say_text(STATUS_TITLES[experiment.status]),
        standing_or_verdict(experiment),
    )
    return all(word in " ".join(fields).casefold() for word in wanted.casefold().split())


class ExperimentList(ListPage):
    """Emits `open_experiment(id)`, `begin`, `scope_chosen(number)`."""

    kind_shown = ListKind.EXPERIMENTS
    open_experiment = Signal(str)
    begin = Signal()
    scope_chosen = Signal(int)

    def __init__(self, context: PageContext) -> None:
        theme = context.theme
        model = ExperimentsModel(theme)
        table = ExperimentTable(model, theme)
        give_up = quiet_button(_("&Cancel it"))
        set_tip(give_up, _("Shortcut: {keys}").format(keys="Del"))
        hint = _("Name, drive or verdict")
        filter_field = FilterField(theme, hint)
        super().__init__(theme, table, filter_field, give_up)
        model.setParent(self)
        self.model = model
        self.table: ExperimentTable = table
        self.give_up_button = give_up
        self._services, self.feed = context.services, context.experiments
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self.new = quiet_button(_("&New experiment…"))
        self.new.clicked.connect(self.begin)
        self.head.add(self.new)
        self.scope.chosen.connect(self._scope_chosen)
        self._tasks = TaskQueue(self)
        self.filter.typed.connect(self.show_experiments)
        self.feed.changed.connect(self.show_experiments)
        self._build()
        self.show_experiments()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.feed.read()
        self.table.share_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.table.share_out()

    # What is shown

    def set_device(self, device: BlockDevice | None, inventory: Inventory) -> None:
        """Set the selected drive; without one the experiments of all drives are shown."""
        self._device, self._inventory = device, inventory
        self.scope.setVisible(device is not None)
        self.show_experiments()

    @property
    def _everything(self) -> bool:
        return self.scope.current() == 1 or self._device is None

    @Slot()
    def show_experiments(self) -> None:
        """Show what was read last; the selection stays."""
        chosen, device = self.table.chosen(), self._device
        experiments: list[Experiment] = list(self.feed.experiments)
        if device is not None and not self._everything:
            identity = device_identity(device, self._inventory)
            mine = (places.is_of(one, device, identity, self._inventory) for one in experiments)
            experiments = [one for one, wanted in zip(experiments, mine, strict=True) if wanted]
        wanted = self.filter.text().strip()
        self.model.show_experiments([one for one in experiments if matches(one, wanted)])
        self.table.with_drive = self._everything
        self.table.share_out()
        row = self.model.row_of(chosen.id) if chosen is not None else None
        if self.model.rowCount() and self.table.chosen_rows() != [row]:
            self.table.choose([row or 0])
        self._say(experiments, wanted)

    def _say(self, experiments: list[Experiment], wanted: str) -> None:
        total, count = self.model.rowCount(), len(experiments)
        if not self.feed.known:
            self.head.say(_("Reading…"))
        elif self.feed.error is not None and not count:
            self.head.say(_("The list cannot be read"))
        elif total:
            found = ngettext("{count} experiment", "{count} experiments", total).format(count=total)
            going = sum(one.status == OPEN for one in experiments)
            hint = _("{going} open.").format(going=going) if going else ""
            self.head.say(
                _("Found: {count}").format(count=found) if wanted else found,
                "" if wanted else hint,
            )
        elif count:
            self.head.say(_("Nothing contains “{text}”").format(text=shown(wanted)))
        else:
            self.head.say(
                _("No experiments yet"),
                _("Measure, change one thing, measure again, compare."),
            )
        if self.feed.error is not None:
            self.message.say_error(self.feed.error)
        self._show_table(shown=bool(total), filtered=bool(count) or bool(wanted))

    @Slot()
    def _selection_changed(self) -> None:
        experiment = self.table.chosen()
        if experiment is None:
            self.primary.setText(_("&New experiment…"))
        elif experiment.status == OPEN:
            self.primary.setText(_("&Continue"))
        else:
            self.primary.setText(_("O&pen"))
        self.new.setVisible(experiment is not None)
        self.give_up_button.setVisible(experiment is not None and experiment.status == OPEN)

    # Interaction

    @Slot(int)
    def _scope_chosen(self, number: int) -> None:
        self.scope_chosen.emit(number)
        self.show_experiments()

    @Slot()
    def _primary(self) -> None:
        experiment = self.table.chosen()
        if experiment is None:
            self.begin.emit()
        else:
            self.open_experiment.emit(experiment.id)

    @Slot(QModelIndex)
    def _activated(self, index: QModelIndex) -> None:
        self.open_experiment.emit(self.model.experiment(index.row()).id)

    @Slot()
    def remove(self) -> None:
        experiment = self.table.chosen()
        if (
            experiment is None
            or experiment.status != OPEN
            or self._tasks.busy
            or not self._confirm(experiment)
        ):
            return
        self._tasks.add(lambda: self._services.experiments.cancel(experiment.id), self._gave_up)

    def _confirm(self, experiment: Experiment) -> bool:
        question = _("Cancel “{title}”?").format(title=shown(experiment.name))
        more = _("It cannot be continued. Its runs stay in the history.")
        return is_sure(self, question, more, yes=_("&Cancel it"), no=_("&Keep"), destroys=True)

    @Slot(object, object)
    def _gave_up(self, experiment: Experiment | None, error: DriveproofError | None) -> None:
        if error is not None:
            self.message.say_error(error)
        elif experiment is not None:
            said = _("“{title}” is cancelled.")
            self.message.say(said.format(title=shown(experiment.name)))
        self.feed.read()
        if self.isVisible():
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def fill_menu(self, menu: QMenu) -> None:
        menu.addAction(self.primary.text(), self._primary)
        menu.addAction(_("Co&py"), self.table.copy_rows)
        if not self.give_up_button.isHidden():
            menu.addSeparator()
            menu.addAction(self.give_up_button.text(), self.remove)
