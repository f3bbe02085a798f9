# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every comparison with an action between: gone on with, read again, given up."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QMessageBox, QVBoxLayout, QWidget

from driveproof.composition.services import PlanServices
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.experiment.experiment import OPEN, Plan
from driveproof.ui.experiment import list_wording as words
from driveproof.ui.experiment.model import PlansModel
from driveproof.ui.experiment.table import PlanTable
from driveproof.ui.feeds.experiments import PlanFeed
from driveproof.ui.feeds.measured_drive import device_identity
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.filter_field import FilterField
from driveproof.ui.widgets.message_bar import MessageBar
from driveproof.ui.widgets.page_head import PageHead, primary_button, quiet_button
from driveproof.ui.widgets.segmented import Segmented
from driveproof.wording.catalogue import _

FILTER_DELAY = 150  # milliseconds after the last key


class PlanList(QWidget):
    """Emits `open_plan(id)`, `begin`, `runs` for the list of runs, `scope_chosen(all drives)`."""

    open_plan = Signal(str)
    begin = Signal()
    runs = Signal()
    scope_chosen = Signal(int)

    def __init__(self, services: PlanServices, feed: PlanFeed, theme: Theme) -> None:
        super().__init__()
        self._services = services
        self._feed = feed
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self.kind = Segmented((_("Runs"), _("Before and after")), _("List"))
        self.kind.choose(1)
        self.kind.chosen.connect(self._kind_chosen)
        self.head = PageHead(theme)
        self.new = quiet_button(_("&New comparison…"))
        self.new.clicked.connect(self.begin)
        self.primary = primary_button("")
        self.primary.clicked.connect(self._primary)
        self.head.add(self.new)
        self.head.add(self.primary)
        self.message = MessageBar(theme)
        self.filter = FilterField(
            theme,
            _("Filter by name, drive or verdict"),
            _("Filter the comparisons"),
        )
        self.scope = Segmented((_("This drive"), _("All drives")), _("Show"))
        self.scope.chosen.connect(self._scope_chosen)
        self.give_up_button = quiet_button(_("&Give up…"))
        self.give_up_button.setToolTip(_("Give the chosen comparison up (Del)"))
        self.give_up_button.clicked.connect(self._give_up)
        self.model = PlansModel(theme, self)
        self.table = PlanTable(self.model, theme)
        self.table.activated.connect(self._activated)
        self.table.installEventFilter(self)
        self.table.customContextMenuRequested.connect(self._menu)
        self.table.selectionModel().selectionChanged.connect(self._selection_changed)
        self._tasks = TaskQueue(self)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(FILTER_DELAY)
        self._typing.timeout.connect(self.show_plans)
        self.filter.textChanged.connect(self._typing.start)
        feed.changed.connect(self.show_plans)
        self._build()
        self.show_plans()

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
        self.show_plans()

    @property
    def _everything(self) -> bool:
        return self.scope.current() == 1 or self._device is None

    @Slot()
    def show_plans(self) -> None:
        """Show what was read last; what is chosen stays chosen."""
        chosen, device = self.table.chosen(), self._device
        plans: list[Plan] = list(self._feed.plans)
        if device is not None and not self._everything:
            identity = device_identity(device, self._inventory)
            mine = (words.is_of(one, device, identity, self._inventory) for one in plans)
            plans = [one for one, wanted in zip(plans, mine, strict=True) if wanted]
        wanted = self.filter.text().strip()
        self.model.show_plans([one for one in plans if words.matches(one, wanted)])
        self.table.with_drive = self._everything
        self.table.share_out()
        row = self.model.row_of(chosen.id) if chosen is not None else None
        if self.model.rowCount() and self.table.chosen() is None:
            self.table.selectRow(row or 0)
        self._say(plans, wanted)

    def _say(self, plans: list[Plan], wanted: str) -> None:
        total, count = self.model.rowCount(), len(plans)
        whose = _("of all drives") if self._everything else _("of this drive")
        if not self._feed.known:
            self.head.say(_("Reading the comparisons…"))
        elif total:
            words_ = _("1 comparison") if total == 1 else _("{0} comparisons")
            found = words_.format(total)
            going = sum(one.status == OPEN for one in plans)
            hint = _("{0} not at the end yet.").format(going) if going else ""
            self.head.say(
                _("{0} found").format(found) if wanted else f"{found} {whose}",
                "" if wanted else hint,
            )
        elif count:
            self.head.say(_("No comparison contains “{0}”").format(shown(wanted)))
        else:
            self.head.say(
                _("No comparisons {0} yet").format(whose),
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
        plan = self.table.chosen()
        if plan is None:
            self.primary.setText(_("&New comparison…"))
        elif plan.status == OPEN:
            self.primary.setText(_("&Continue"))
        else:
            self.primary.setText(_("O&pen"))
        self.new.setVisible(plan is not None)
        self.give_up_button.setVisible(plan is not None and plan.status == OPEN)

    # What the person wants

    @Slot(int)
    def _kind_chosen(self, number: int) -> None:
        if number == 0:
            self.kind.choose(1)  # when this list comes again
            self.runs.emit()

    @Slot(int)
    def _scope_chosen(self, number: int) -> None:
        self.scope_chosen.emit(number)
        self.show_plans()

    @Slot()
    def _primary(self) -> None:
        plan = self.table.chosen()
        if plan is None:
            self.begin.emit()
        else:
            self.open_plan.emit(plan.id)

    @Slot(QModelIndex)
    def _activated(self, index: QModelIndex) -> None:
        self.open_plan.emit(self.model.plan(index.row()).id)

    @Slot()
    def _give_up(self) -> None:
        plan = self.table.chosen()
        if plan is None or plan.status != OPEN or self._tasks.busy or not self._confirm(plan):
            return
        self._tasks.add(lambda: self._services.cancel(plan.id), self._gave_up)

    def _confirm(self, plan: Plan) -> bool:
        box = QMessageBox(self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle("Driveproof")
        box.setText(_("Give up “{0}”?").format(words.title(plan)))
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
    def _gave_up(self, plan: Plan | None, error: DriveproofError | None) -> None:
        if error is not None:
            self.message.say_error(error)
        elif plan is not None:
            said = _("“{0}” is given up. What was measured is among the runs.")
            self.message.say(said.format(words.title(plan)))
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
        plan = self.table.chosen()
        if plan is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.primary.text(), self._primary)
        if plan.status == OPEN:
            menu.addSeparator()
            menu.addAction(self.give_up_button.text(), self._give_up)
        menu.popup(self.table.viewport().mapToGlobal(place))
