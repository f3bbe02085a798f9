# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of all experiments: continue, open or cancel them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu

from driveproof.composition.services import ExperimentServices
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.experiment import places
from driveproof.domain.experiment.experiment import OPEN, Experiment
from driveproof.ui.dialogs.asking import is_sure
from driveproof.ui.experiment.table import ExperimentsModel, ExperimentTable
from driveproof.ui.feeds.experiments import ExperimentFeed
from driveproof.ui.feeds.measured_drive import device_identity
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.filter_field import FilterField
from driveproof.ui.widgets.list_page import ListKind, ListPage
from driveproof.ui.widgets.page_head import quiet_button
from driveproof.wording import experiment as words
from driveproof.wording.catalogue import _, ngettext

FILTER_DELAY = 150  # milliseconds after the last key press


def matches(experiment: Experiment, wanted: str) -> bool:
    """Whether the filter matches it."""
    target = experiment.target
    fields = (
        experiment.name,
        experiment.text,
        target.path,
        target.drive,
        words.state_text(experiment),
        words.standing(experiment),
    )
    return all(word in " ".join(fields).casefold() for word in wanted.casefold().split())


class ExperimentList(ListPage):
    """Emits `open_experiment(id)`, `begin`, `scope_chosen(number)`."""

    kind_shown = ListKind.EXPERIMENTS
    open_experiment = Signal(str)
    begin = Signal()
    scope_chosen = Signal(int)

    def __init__(self, services: ExperimentServices, feed: ExperimentFeed, theme: Theme) -> None:
        model = ExperimentsModel(theme)
        table = ExperimentTable(model, theme)
        give_up = quiet_button(_("&Give up…"))
        give_up.setToolTip(_("Give the chosen experiment up (Del)"))
        hint = _("Name, drive or verdict")
        filter_field = FilterField(theme, hint, _("Filter the experiments"))
        super().__init__(theme, table, filter_field, give_up)
        model.setParent(self)
        self.model = model
        self.table: ExperimentTable = table
        self.give_up_button = give_up
        self._services = services
        self._feed = feed
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self.new = quiet_button(_("&New experiment…"))
        self.new.clicked.connect(self.begin)
        self.head.add(self.new)
        self.scope.chosen.connect(self._scope_chosen)
        self._tasks = TaskQueue(self)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(FILTER_DELAY)
        self._typing.timeout.connect(self.show_experiments)
        self.filter.textChanged.connect(self._typing.start)
        feed.changed.connect(self.show_experiments)
        self._build()
        self.show_experiments()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._feed.read()
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
        experiments: list[Experiment] = list(self._feed.experiments)
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
        whose = _("of all drives") if self._everything else _("of this drive")
        if not self._feed.known:
            self.head.say(_("Reading the experiments…"))
        elif total:
            found = ngettext("{count} experiment", "{count} experiments", total).format(count=total)
            going = sum(one.status == OPEN for one in experiments)
            hint = _("{going} not at the end yet.").format(going=going) if going else ""
            self.head.say(
                _("{found} found").format(found=found) if wanted else f"{found} {whose}",
                "" if wanted else hint,
            )
        elif count:
            self.head.say(_("No experiment contains “{wanted}”").format(wanted=shown(wanted)))
        else:
            self.head.say(
                _("No experiments {whose} yet").format(whose=whose),
                _(
                    "Measure, change one thing, measure again: whether it made a difference is"
                    " said with how sure that is."
                ),
            )
        if self._feed.error is not None:
            self.message.say_error(self._feed.error)
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
    def _remove(self) -> None:
        experiment = self.table.chosen()
        if (
            experiment is None
            or experiment.status != OPEN
            or self._tasks.busy
            or not self._confirm(experiment)
        ):
            return
        self._tasks.add(lambda: self._services.cancel(experiment.id), self._gave_up)

    def _confirm(self, experiment: Experiment) -> bool:
        question = _("Give up “{title}”?").format(title=shown(words.title(experiment)))
        more = _("It cannot go on afterwards. What was measured stays among the runs.")
        return is_sure(self, question, more, yes=_("&Give it up"), no=_("&Keep it"), destroys=True)

    @Slot(object, object)
    def _gave_up(self, experiment: Experiment | None, error: DriveproofError | None) -> None:
        if error is not None:
            self.message.say_error(error)
        elif experiment is not None:
            said = _("“{title}” is given up. What was measured is among the runs.")
            self.message.say(said.format(title=shown(words.title(experiment))))
        self._feed.read()
        if self.isVisible():
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill_menu(self, menu: QMenu) -> None:
        menu.addAction(self.primary.text(), self._primary)
        menu.addAction(_("Co&py"), self.table.copy_rows)
        if not self.give_up_button.isHidden():
            menu.addSeparator()
            menu.addAction(self.give_up_button.text(), self._remove)
