# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of all experiments, open ones first: continue, open or cancel them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
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
from driveproof.ui.results.columns import LONGEST_NAME, when_text
from driveproof.ui.settings import Settings
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.buttons import quiet_button
from driveproof.ui.widgets.cells import Index, ItemColumn, ItemsModel, TableCell
from driveproof.ui.widgets.list_page import ROW_HEIGHT, ListKind, ListPage, ListTable
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.dates import exact_stamp, stamp
from driveproof.wording.drive import device_title
from driveproof.wording.experiment import standing_or_verdict
from driveproof.wording.say import say_text


def experiment_columns() -> tuple[ItemColumn[Experiment], ...]:
    """Every column, in the usual order."""
    return (
        ItemColumn(_("Started"), name="when", cell=_when, sample="20 Nov, 20:20", gives_way=2),
        ItemColumn(
            _("Experiment"),
            name="name",
            cell=_name,
            sample="Firmware update",
            least="Firmware update",
            most=LONGEST_NAME,
            always=True,
        ),
        ItemColumn(
            _("Drive"),
            name="drive",
            cell=_drive,
            sample="Samsung SSD",
            least="Samsung SSD",
            most=LONGEST_NAME,
            gives_way=1,
        ),
        ItemColumn(_("State"), name="state", cell=_state, sample="Finished…"),
        ItemColumn(
            _("Verdict"),
            name="verdict",
            cell=_standing,
            sample="Faster in two of four tests, by",
            wraps=True,
            grows=1,
            always=True,
        ),
    )


def _tone(experiment: Experiment, color: str = "text") -> str:
    return "muted" if experiment.status == CANCELLED else color


def _when(one: Experiment) -> TableCell:
    at = one.created
    return TableCell(when_text(at), tip=exact_stamp(at), color=_tone(one), copied=stamp(at))


def _name(one: Experiment) -> TableCell:
    tip = ", ".join((one.name, one.target.drive, stamp(one.created)))
    return TableCell(shown(one.name), tip=tip, color=_tone(one))


def _drive(one: Experiment) -> TableCell:
    tip = f"{one.target.drive}, {one.target.path}"
    return TableCell(shown(one.target.model or one.target.path), tip=tip, color="muted")


def _state(one: Experiment) -> TableCell:
    return TableCell(
        say_text(STATUS_TITLES[one.status]), color="accent" if one.status == OPEN else "muted"
    )


def _standing(one: Experiment) -> TableCell:
    text = standing_or_verdict(one)
    return TableCell(text, tip=text, color=_tone(one))


class _RoomyDelegate(QStyledItemDelegate):
    """Leaves space above and below cells of several lines."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return super().sizeHint(option, index) + QSize(0, GRID)


class ExperimentTable(ListTable[Experiment]):
    """Rows of several lines if a sentence needs them."""

    def __init__(self, model: ItemsModel[Experiment], theme: Theme, settings: Settings) -> None:
        super().__init__(model, theme, _("Experiments"))
        self.setItemDelegate(_RoomyDelegate(self))
        self.setWordWrap(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().setMinimumSectionSize(ROW_HEIGHT)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.arrange(settings, "experiments")

    def columns_fitted(self) -> None:
        self.resizeRowsToContents()  # Qt does this only for other rows


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


class ExperimentList(ListPage[Experiment]):
    """Emits `open_experiment(id)` and `begin`."""

    kind_shown = ListKind.EXPERIMENTS
    open_experiment = Signal(str)
    begin = Signal()

    def __init__(self, context: PageContext) -> None:
        self.model = ItemsModel(experiment_columns(), context.theme)
        self.table = ExperimentTable(self.model, context.theme, context.settings)
        super().__init__(
            context.theme,
            self.model,
            self.table,
            hint=_("Name, drive or verdict"),
            removes=_("C&ancel it"),
        )
        self._services, self.feed = context.services, context.experiments
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self.new = quiet_button(_("&New experiment…"))
        self.new.clicked.connect(self.begin)
        self.head.add(self.new, before=self.primary)
        self._tasks = TaskQueue(self)
        self.feed.changed.connect(self.read)
        self.read()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.feed.read()

    # What is shown

    def set_device(self, device: BlockDevice | None, inventory: Inventory) -> None:
        """Set the selected drive; without one the experiments of all drives are shown."""
        self._device, self._inventory = device, inventory
        self.set_drive(shown(device_title(device)) if device is not None else "")
        self.read()

    @Slot()
    def read(self) -> None:
        """Show what was read last, open ones first."""
        chosen, device = self.chosen(), self._device
        experiments = list(self.feed.experiments)
        if device is not None and not self.everything:
            identity = device_identity(device, self._inventory)
            mine = (places.is_of(one, device, identity, self._inventory) for one in experiments)
            experiments = [one for one, wanted in zip(experiments, mine, strict=True) if wanted]
        found = [one for one in experiments if matches(one, self.wanted)]
        self.table.arranged.set_usual(self.model.column("drive"), self.everything)
        self.model.show_items(sorted(found, key=lambda one: one.status != OPEN))
        self.table.choose_items(chosen)
        if not self.feed.known:
            self.head.say(_("Reading…"))
            return
        going = sum(one.status == OPEN for one in experiments)
        count = ngettext("{count} experiment", "{count} experiments", len(found))
        self.say_found(
            count.format(count=len(found)),
            _("{going} open.").format(going=going) if going and not self.wanted else "",
            empty=(
                _("No experiments yet"),
                _("Measure, change one thing, measure again, compare."),
            ),
            unread=self.feed.error is not None,
        )
        if self.feed.error is not None:
            self.message.say_error(self.feed.error)

    # Interaction

    @Slot()
    def _selection_changed(self) -> None:
        super()._selection_changed()
        self.new.setVisible(bool(self.chosen()))  # otherwise the primary button does it

    def action_text(self, chosen: list[Experiment]) -> str:
        if not chosen:
            return _("&New experiment…")
        return _("&Continue") if chosen[0].status == OPEN else _("&Open")

    @Slot()
    def act(self) -> None:
        chosen = self.chosen()
        if chosen:
            self.open_experiment.emit(chosen[0])
        else:
            self.begin.emit()

    def add_actions(self, menu: QMenu, _chosen: list[Experiment]) -> None:
        menu.addAction(self.primary.text(), self.act)

    def may_remove(self, chosen: list[Experiment]) -> bool:
        return bool(chosen) and chosen[0].status == OPEN

    @Slot()
    def remove(self) -> None:
        chosen = self.chosen_items()
        if self.may_remove(chosen) and not self._tasks.busy and self._confirm(chosen[0]):
            cancel = self._services.experiments.cancel
            self._tasks.add(lambda: cancel(chosen[0].id), self._was_cancelled)

    def _confirm(self, experiment: Experiment) -> bool:
        question = _("Cancel “{title}”?").format(title=shown(experiment.name))
        more = _("It cannot be continued. Its runs stay in the history.")
        return is_sure(self, question, more, yes=_("C&ancel it"), no=_("&Keep"), destroys=True)

    @Slot(object, object)
    def _was_cancelled(self, experiment: Experiment | None, error: DriveproofError | None) -> None:
        if error is not None:
            self.message.say_error(error)
        elif experiment is not None:
            said = _("“{title}” is cancelled.")
            self.say_removed(said.format(title=shown(experiment.name)))
        self.feed.read()
