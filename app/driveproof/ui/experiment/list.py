# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every experiment: gone on with, read again, given up."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QMessageBox, QVBoxLayout, QWidget

from driveproof.composition.services import ExperimentServices
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.experiment import places
from driveproof.domain.experiment.experiment import OPEN, Experiment
from driveproof.ui.experiment.table import ExperimentsModel, ExperimentTable
from driveproof.ui.feeds.experiments import ExperimentFeed
from driveproof.ui.feeds.measured_drive import device_identity
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.filter_field import FilterField
from driveproof.ui.widgets.message_bar import MessageBar
from driveproof.ui.widgets.page_head import PageHead, primary_button, quiet_button
from driveproof.ui.widgets.segmented import Segmented
from driveproof.wording import experiment as words
from driveproof.wording.catalogue import _, ngettext

FILTER_DELAY = 150  # milliseconds after the last key


def matches(experiment: Experiment, wanted: str) -> bool:
    """Whether a filter finds it."""
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


class ExperimentList(QWidget):
    """Emits `open_experiment(id)`, `begin`, `runs` for the list of runs, `scope_chosen(number)`."""

    open_experiment = Signal(str)
    begin = Signal()
    runs = Signal()
    scope_chosen = Signal(int)

    def __init__(self, services: ExperimentServices, feed: ExperimentFeed, theme: Theme) -> None:
        super().__init__()
        self._services = services
        self._feed = feed
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self.kind = Segmented((_("Runs"), _("Before and after")), _("List"))
        self.kind.choose(1)
        self.kind.chosen.connect(self._kind_chosen)
        self.head = PageHead(theme)
        self.new = quiet_button(_("&New experiment…"))
        self.new.clicked.connect(self.begin)
        self.primary = primary_button("")
        self.primary.clicked.connect(self._primary)
        self.head.add(self.new)
        self.head.add(self.primary)
        self.message = MessageBar(theme)
        self.filter = FilterField(
            theme,
            _("Filter by name, drive or verdict"),
            _("Filter the experiments"),
        )
        self.scope = Segmented((_("This drive"), _("All drives")), _("Show"))
        self.scope.chosen.connect(self._scope_chosen)
        self.give_up_button = quiet_button(_("&Give up…"))
        self.give_up_button.setToolTip(_("Give the chosen experiment up (Del)"))
        self.give_up_button.clicked.connect(self._give_up)
        self.model = ExperimentsModel(theme, self)
        self.table = ExperimentTable(self.model, theme)
        self.table.activated.connect(self._activated)
        self.table.installEventFilter(self)
        self.table.customContextMenuRequested.connect(self._menu)
        self.table.selectionModel().selectionChanged.connect(self._selection_changed)
        self._tasks = TaskQueue(self)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(FILTER_DELAY)
        self._typing.timeout.connect(self.show_experiments)
        self.filter.textChanged.connect(self._typing.start)
        feed.changed.connect(self.show_experiments)
        self._build()
        self.show_experiments()

    def _build(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.kind)
        top.addStretch(1)
        top.addWidget(self.scope)
        tools = QHBoxLayout()
        tools.setSpacing(GRID)
        tools.addWidget(self.filter, 1)
        tools.addStretch(1)
        tools.addWidget(self.give_up_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, 2 * GRID, MARGIN, 0)
        layout.setSpacing(2 * GRID)
        layout.addLayout(top)
        layout.addWidget(self.head)
        layout.addWidget(self.message)
        layout.addLayout(tools)
        layout.addWidget(self.table, 1)
        self._empty = QWidget()
        layout.addWidget(self._empty, 1)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._feed.read()
        self.table.share_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.table.share_out()

    # What is shown

    def set_device(self, device: BlockDevice | None, inventory: Inventory) -> None:
        """The chosen drive; without one those of all drives are shown."""
        self._device, self._inventory = device, inventory
        self.scope.setVisible(device is not None)
        self.show_experiments()

    @property
    def _everything(self) -> bool:
        return self.scope.current() == 1 or self._device is None

    @Slot()
    def show_experiments(self) -> None:
        """Show what was read last; what is chosen stays chosen."""
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
        if self.model.rowCount() and self.table.chosen() is None:
            self.table.selectRow(row or 0)
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
        self.table.setVisible(bool(total))
        self._empty.setVisible(not total)
        self.filter.setVisible(bool(count) or bool(wanted))
        self._selection_changed()

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

    # What the person wants

    @Slot(int)
    def _kind_chosen(self, number: int) -> None:
        if number == 0:
            self.kind.choose(1)  # when this list comes again
            self.runs.emit()

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
    def _give_up(self) -> None:
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
        box = QMessageBox(self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle("Driveproof")
        box.setText(_("Give up “{title}”?").format(title=shown(words.title(experiment))))
        box.setInformativeText(
            _("It cannot go on afterwards. What was measured stays among the runs.")
        )
        yes = box.addButton(_("&Give it up"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(_("&Keep it"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.exec()
        answer = box.clickedButton() is yes
        box.deleteLater()
        return answer

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

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
        if pressed and event.matches(QKeySequence.StandardKey.Delete):  # type: ignore[attr-defined]
            self._give_up()
            return True
        return super().eventFilter(watched, event)

    @Slot(QPoint)
    def _menu(self, place: QPoint) -> None:
        experiment = self.table.chosen()
        if experiment is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.primary.text(), self._primary)
        if experiment.status == OPEN:
            menu.addSeparator()
            menu.addAction(self.give_up_button.text(), self._give_up)
        menu.popup(self.table.viewport().mapToGlobal(place))
