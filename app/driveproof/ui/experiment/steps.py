# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a comparison stands: its steps, what is next, and who has to do it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from driveproof.composition.services import Services
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.experiment.defaults import UNDONE_BY_NOBODY
from driveproof.domain.experiment.experiment import ACTION, BASELINE, FIRMWARE, OPEN, Experiment
from driveproof.domain.profile.profile import Profile
from driveproof.ui.experiment import forecast as outlook
from driveproof.ui.experiment import wording as words
from driveproof.ui.experiment.next_step import NextPanel
from driveproof.ui.experiment.stage_mark import WIDTH as MARK_WIDTH
from driveproof.ui.experiment.step_list import StageList
from driveproof.ui.feeds.helper import HelperWatch
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.back_button import BackButton
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.page_head import BUTTON_HEIGHT, PageHead
from driveproof.ui.widgets.scroll_page import scroll_page
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice


class StepsView(QWidget):
    """Emits `back` and `give_up`; what goes on is the panel's."""

    back = Signal()
    give_up = Signal()

    def __init__(self, services: Services, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.experiment: Experiment | None = None
        self._inventory = Inventory()
        self._profile: Profile | None = None
        self._disturbing = ""
        self._waiting = ""
        self._problem: DriveproofError | None = None
        self.elsewhere = ""
        self.helper = HelperWatch(services.helper_missing, self)
        self.helper.changed.connect(self._update)
        self.back_button = BackButton(theme, _("Bac&k"))
        self.back_button.clicked.connect(self.back)
        self.head = PageHead(theme, wrap=True)
        self.give_up_button = QPushButton(_("Give &up…"))
        self.give_up_button.setMinimumHeight(BUTTON_HEIGHT)
        self.give_up_button.clicked.connect(self.give_up)
        for button in (self.back_button, self.give_up_button):
            button.setAutoDefault(True)
        self.head.add(self.give_up_button)
        self.panel = NextPanel(theme, self)
        self.panel.hide()
        self.list: StageList | None = None
        self.ended = Label(theme, wrap=True, selectable=True)
        self.notes = Label(theme, wrap=True, color="muted", selectable=True)
        self._build()

    def _build(self) -> None:
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(MARGIN, GRID, MARGIN, 3 * GRID)
        self._column.setSpacing(2 * GRID)
        self._column.addWidget(self.ended)
        self._place = QVBoxLayout()
        self._column.addLayout(self._place)
        self._column.addWidget(self.notes)
        self._column.addStretch(1)
        top = QVBoxLayout()
        top.setContentsMargins(MARGIN, 2 * GRID, MARGIN, GRID)
        top.setSpacing(GRID)
        top.addWidget(self.back_button, 0, Qt.AlignmentFlag.AlignLeft)
        top.addWidget(self.head)
        scroll_page(self, top, body)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.panel.set_room(self.width() - 2 * MARGIN - MARK_WIDTH - 3 * GRID)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.helper.watch(False)

    # What is known

    def show_experiment(self, experiment: Experiment, profile: Profile | None) -> None:
        """Where it stands; `profile` is None where it is not there any more."""
        if (
            self.experiment is None
            or experiment.id != self.experiment.id
            or experiment.done != self.experiment.done
        ):
            self.elsewhere = ""
        self.experiment, self._profile = experiment, profile
        self._problem, self._waiting = None, ""
        self.head.say(
            words.capital(shown(experiment.name)),
            words.where_line(experiment, profile.title if profile else experiment.profile.name),
        )
        self.give_up_button.setVisible(experiment.status == OPEN)
        self._update()
        if self.list is not None:
            self.panel.setParent(self)
            self.list.hide()
            self.list.deleteLater()
        self.list = StageList(self._theme, experiment, self.panel if experiment.stage else None)
        self.panel.setVisible(experiment.stage is not None)
        self._place.addWidget(self.list)
        self.list.show()  # now: what is in it may get the keyboard at once
        self.ended.say("" if experiment.stage else words.next_text(experiment))
        self.ended.setVisible(experiment.stage is None)
        notes = [shown(note) for note in experiment.notes]
        self.notes.say("\n".join(notes))
        self.notes.setVisible(bool(notes))

    def show_nothing(self, title: str) -> None:
        """No experiment yet."""
        self.experiment, self._problem, self._waiting = None, None, ""
        self.head.say(title)
        for part in (self.give_up_button, self.ended, self.notes, self.list):
            if part is not None:
                part.hide()

    def focus(self) -> None:
        """The button that goes on gets the keyboard, or the way back."""
        panel = self.panel
        able = panel.isVisibleTo(self) and panel.button.isEnabled()
        button = panel.button if able and panel.button.text() else self.back_button
        button.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_inventory(self, inventory: Inventory) -> None:
        """These are the drives now."""
        self._inventory = inventory
        self._update()

    def set_disturbing(self, reason: str) -> None:
        """What a step would disturb now, "" for nothing."""
        if reason != self._disturbing:
            self._disturbing = reason
            self._update()

    def set_waiting(self, waiting: str) -> None:
        """What is being looked at; nothing can be begun meanwhile. "" for nothing."""
        self._waiting = waiting
        self._update()

    def say_problem(self, problem: DriveproofError | None) -> None:
        """Why the last step came to nothing, or why there is no experiment."""
        self._problem = problem
        if self.experiment is None and problem is not None:
            self.head.say(_("This comparison cannot be shown"))
            self.ended.say(message_and_advice(problem, Face.WINDOW))
            self.ended.show()
        self._update()
        self.helper.again()

    def choose_elsewhere(self, path: str) -> None:
        """The target is there now; it is looked at with the next step."""
        self.elsewhere, self._problem = path, None
        self._update()

    @property
    def firmware(self) -> str:
        """Another firmware than at the beginning, "" where there is none."""
        return outlook.new_firmware(self.experiment, self._inventory) if self.experiment else ""

    # Showing

    @Slot()
    def _update(self) -> None:
        experiment = self.experiment
        if experiment is None or experiment.stage is None:
            self.helper.watch(False)
            return
        self.helper.watch(self.isVisible() and outlook.needs_helper(experiment))
        less = words.leave_out_text(experiment)
        later = bool(less) and experiment.action in UNDONE_BY_NOBODY
        cost = self._cost(experiment) if experiment.stage.measures else None
        self.panel.say(
            words.next_text(experiment),
            self._fact(experiment),
            button=(words.button_text(experiment), "" if cost is None else words.cost_text(cost)),
            less=less,
            price=words.leave_out_price(),
            later=later,
        )
        reason, enabled, folder = self._reason(experiment)
        self.panel.say_reason(reason, enabled=enabled, folder=folder)

    def _cost(self, experiment: Experiment) -> outlook.Cost | None:
        if self._profile is None:
            return None
        try:
            return outlook.cost(experiment, self._profile, outlook.at_once(experiment))
        except DriveproofError:
            return None  # the step itself says why

    def _fact(self, experiment: Experiment) -> str:
        stage = experiment.stage
        if self.elsewhere:
            return _("In {0}, as you chose.").format(shown(self.elsewhere))
        if stage is not None and stage.step == ACTION and experiment.action == FIRMWARE:
            return words.firmware_text(experiment, self.firmware)
        if stage is not None and stage.step == BASELINE and experiment.action == FIRMWARE:
            return (
                words.firmware_text(experiment, self.firmware) if experiment.target.firmware else ""
            )
        return ""

    def _reason(self, experiment: Experiment) -> tuple[str, bool, bool]:
        """Why it does not go on, whether it can be tried, and whether a folder may be named."""
        inventory = self._inventory
        if self._waiting:
            return self._waiting, False, False
        if outlook.is_missing(experiment, inventory):
            missing = _("{0} is not there. Plug it in: it is found again by itself.")
            return missing.format(shown(experiment.target.drive)), False, False
        if self._disturbing:
            return self._disturbing, False, False
        unmounted = outlook.not_mounted(experiment, inventory) and not self.elsewhere
        lost = self._problem is not None and words.wants_folder(self._problem)
        folder = experiment.target.kind == "file" and (unmounted or lost or bool(self.elsewhere))
        reason = ""
        helper = self.helper.problem if outlook.needs_helper(experiment) else None
        if self._problem is not None:
            reason = message_and_advice(self._problem, Face.WINDOW)
        elif unmounted:
            reason = _("{0} is not mounted. Mount it, or choose where it is now.")
            reason = reason.format(shown(experiment.target.path))
        elif helper is not None:
            reason = message_and_advice(helper, Face.WINDOW)
        return reason, not unmounted and helper is None, folder
