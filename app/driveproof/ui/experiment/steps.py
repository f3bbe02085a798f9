# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of an experiment: its steps, which is next, and who has to do it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from driveproof.composition.services import Services
from driveproof.domain.comparison.sentences import sentences as claims
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import DriveproofError
from driveproof.domain.experiment import forecast, places, sentences
from driveproof.domain.experiment.action import FIRMWARE, TRIM
from driveproof.domain.experiment.experiment import (
    ACTION,
    AFTER,
    BASELINE,
    CHECK,
    FINISHED,
    OPEN,
    VERDICT,
    Experiment,
    Stage,
    TargetProblem,
)
from driveproof.domain.profile.estimate import Rates
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import TargetKind
from driveproof.domain.say import repeats
from driveproof.ui.feeds.helper import HelperWatch
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import label, shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import BUTTON_HEIGHT, BackButton, CopyButton, primary_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import FlowBox, vertical
from driveproof.ui.widgets.marks import STEP_WIDTH
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, page_top, scroll_page
from driveproof.ui.widgets.rows import Step, StepRows
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face, failure_text, message_and_advice
from driveproof.wording.experiment import done_text
from driveproof.wording.profile import profile_text
from driveproof.wording.say import say_text, say_texts, value_text


class NextPanel(QWidget):
    """Emits `go` to do the step, or to wait for it and to stop waiting; `now` not to wait, `less`
    to measure less often than planned, `folder` to relocate the target.
    """

    go = Signal()
    now = Signal()
    less = Signal()
    folder = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.purpose = Label(theme, wrap=True, selectable=True)
        self.fact = Label(theme, wrap=True, color="muted", selectable=True)
        self.command = Label(theme, wrap=True, selectable=True)
        self.copy = CopyButton(_("Copy the command"), flush=True)
        self.reason = Label(theme, wrap=True, color=Tone.PLAIN, selectable=True)
        self.button = primary_button("", self)
        self.less_button = self._plain()
        self.now_button = self._plain(_("Measure &now"))
        self.folder_button = self._plain(_("C&hoose the folder…"))
        self.cost = Label(theme, wrap=True, color="muted", selectable=True)
        self.price = Label(theme, wrap=True, size="small", color="muted", selectable=True)
        for button, signal in (
            (self.button, self.go),
            (self.less_button, self.less),
            (self.now_button, self.now),
            (self.folder_button, self.folder),
        ):
            button.clicked.connect(signal)
        column = vertical(self, margins=(0, GRID // 2, 0, GRID), spacing=GRID)
        for text in (self.purpose, self.command):
            column.addWidget(text)
        column.addWidget(self.copy, alignment=Qt.AlignmentFlag.AlignLeft)
        for text in (self.fact, self.reason):
            column.addWidget(text)
        column.addSpacing(GRID // 2)
        buttons = FlowBox()
        for button in (self.button, self.now_button, self.less_button, self.folder_button):
            buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        buttons.addStretch(1)
        column.addLayout(buttons)
        column.addWidget(self.cost)
        column.addWidget(self.price)
        self._does = ("", "")
        self._room = 10_000

    def _plain(self, text: str = "") -> QPushButton:
        button = QPushButton(text, self)
        button.setMinimumHeight(BUTTON_HEIGHT)
        return button

    def say(
        self,
        purpose: str,
        fact: str,
        *,
        command: str,
        button: tuple[str, str],
        less: str,
        price: str,
        now: bool,
    ) -> None:
        """Show another state; "" hides a part. `button` names the action and its cost."""
        self._does = button
        self.purpose.say(purpose)
        self.fact.say(fact)
        self.fact.setVisible(bool(fact))
        self.command.say(shown(command))
        self.copy.text_to_copy = command
        for part in (self.command, self.copy):
            part.setVisible(bool(command))
        self.less_button.setText(less)
        self.price.say(price)
        self.price.setVisible(bool(price))
        self.button.setVisible(bool(button[0]))
        self.less_button.setVisible(bool(less))
        self.now_button.setVisible(now)
        self._fit_cost()

    def say_reason(self, reason: str, *, enabled: bool, folder: bool) -> None:
        """Show why it cannot continue, "" for no reason; `folder` offers to relocate the target."""
        self.reason.say(reason)
        self.reason.setVisible(bool(reason))
        self.button.setEnabled(enabled)
        self.now_button.setEnabled(enabled)
        self.less_button.setEnabled(enabled)
        self.folder_button.setVisible(folder)
        self._fit_cost()

    def set_room(self, room: int) -> None:
        """Set the available width in pixels."""
        if room != self._room:
            self._room = room
            self._fit_cost()

    def _fit_cost(self) -> None:
        """If the first button is too long for a line, its cost is shown below."""
        does, costs = self._does
        self.button.setText(f"{does}, {costs}" if costs else does)
        too_long = bool(costs) and self.button.sizeHint().width() > self._room
        if too_long:
            self.button.setText(does)
        self.cost.say(costs if too_long else "")
        self.cost.setVisible(too_long)


_PLACE = 28  # characters of a path on a button


def button_text(experiment: Experiment) -> str:
    """What the primary button will do; "" if no step is left."""
    stage = experiment.stage
    if stage is None:
        return ""
    if stage.step == ACTION and experiment.action == TRIM:
        return _("&Trim {short}…").format(short=_short(experiment.target.path))
    if experiment.by_person:
        return _("&Done")
    if not stage.measures:
        return _("&Compare") if stage.step != CHECK else _("&Continue")
    return _measure_text(experiment, stage)


def _measure_text(experiment: Experiment, stage: Stage) -> str:
    if experiment.interleaved and not experiment.switched:
        state = label(experiment.side_name(stage.step))
        return _("&Measure with {state}").format(state=state)
    if experiment.switched:
        before, after = (label(experiment.side_name(side)) for side in (BASELINE, AFTER))
        return _("&Measure with {before} and {after} in turn").format(before=before, after=after)
    return _("&Measure the baseline") if stage.step == BASELINE else _("&Measure")


def _short(path: str) -> str:
    """A path (foreign text) for a button: its end says more than its beginning."""
    text = shown(path)
    return label(text if len(text) <= _PLACE else "…" + text[-_PLACE:])


def leave_out_text(experiment: Experiment) -> str:
    """The button that measures less often than planned; "" if nothing can be left out."""
    stage = experiment.stage
    if stage is None or experiment.interleaved or stage.number < 2:
        return ""
    if stage.step == AFTER:
        return _("&Finish")
    return _("&Skip the other baselines")


def leave_out_price(experiment: Experiment) -> str:
    """What that costs."""
    stage = experiment.stage
    if stage is None or experiment.interleaved or stage.number < 2:
        return ""
    if stage.step == AFTER:
        return _("The open tests stay open.")
    return _("One baseline detects only large changes.")


def shown_steps(experiment: Experiment) -> list[Step]:
    """Its steps, each with when it was done, what to remember of it, and what did not count."""
    return [
        Step(
            title=value_text(sentences.stage_title(experiment, stage)),
            state=experiment.state_of(place),
            facts=tuple(_facts(experiment, place)),
        )
        for place, stage in enumerate(experiment.stages)
    ]


def _facts(experiment: Experiment, place: int) -> Iterator[str]:
    if place < len(experiment.done):
        done, stage = experiment.done[place], experiment.stages[place]
        look = experiment.looks[stage.number - 1] if stage.step is VERDICT else None
        found = "" if look is None else say_text(sentences.look_title(look))
        yield " · ".join(filter(None, (date_and_time(done.at), found, done_text(done))))
        if look is not None and experiment.status != FINISHED:
            yield say_texts(claims(look.headline))
    for attempt in experiment.attempts:
        if attempt.stage == place:
            reason = failure_text(attempt.why, Face.WINDOW)
            yield _("Not counted: {reason}").format(reason=reason)


TICK_MS = 500
"""How often the time that is left is shown anew."""


class StepsView(QWidget):
    """Emits `back` and `give_up`, and `due` when a run that is waited for may begin; the panel
    continues the experiment.
    """

    back = Signal()
    give_up = Signal()
    due = Signal()

    def __init__(self, services: Services, theme: Theme) -> None:
        super().__init__()
        self.experiment: Experiment | None = None
        self._inventory = Inventory()
        self._profile: Profile | None = None
        self._disturbing = ""
        self._waiting = ""
        self._problem: DriveproofError | None = None
        self.elsewhere = ""
        self.armed = False
        """Whether the next run begins by itself at its moment."""
        self._able = False
        self._rates_of = ""
        self._rates: tuple[Rates | None, SpeedClass] = (None, SpeedClass.OTHER)
        self._ticking = QTimer(self)
        self._ticking.setInterval(TICK_MS)
        self._ticking.timeout.connect(self.tick)
        self.helper = HelperWatch(services.helper_missing, self)
        self.helper.changed.connect(self._update)
        self.back_button = BackButton(theme, _("&Back"))
        self.back_button.clicked.connect(self.back)
        self.head = PageHead(theme)
        self.give_up_button = QPushButton(_("C&ancel it"))
        self.give_up_button.setMinimumHeight(BUTTON_HEIGHT)
        self.give_up_button.clicked.connect(self.give_up)
        self.head.add(self.give_up_button)
        self.panel = NextPanel(theme, self)
        self.list = StepRows(theme, self.panel)
        self.ended = Label(theme, wrap=True, selectable=True)
        self.notes = Label(theme, wrap=True, color="muted", selectable=True)
        self._build()

    def _build(self) -> None:
        body = QWidget()
        column = vertical(body, margins=(MARGIN, GRID, BESIDE_BAR, 3 * GRID), spacing=2 * GRID)
        column.addWidget(self.ended)
        column.addWidget(self.list)
        column.addWidget(self.notes)
        column.addStretch(1)
        top = page_top(self.back_button, self.head)
        scroll_page(self, top, body)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.panel.set_room(self.width() - 2 * MARGIN - STEP_WIDTH - 3 * GRID)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.helper.watch(False)

    # What is known

    def show_experiment(self, experiment: Experiment, profile: Profile | None) -> None:
        """Show its state; `profile` is None if the profile no longer exists."""
        if (
            self.experiment is None
            or experiment.id != self.experiment.id
            or experiment.done != self.experiment.done
        ):
            self.elsewhere = ""
        if self.experiment is None or experiment.due != self.experiment.due:
            self.armed = False
        self.experiment, self._profile = experiment, profile
        self._problem, self._waiting = None, ""
        self.head.say(
            shown(experiment.name),
            _method(experiment, _profile_title(experiment, profile)),
        )
        self.give_up_button.setVisible(experiment.status == OPEN)
        self._update()
        self.list.show_steps(shown_steps(experiment))
        self.list.show()
        self.ended.say("" if experiment.stage else say_texts(sentences.next_step(experiment)))
        self.ended.setVisible(experiment.stage is None)
        notes = [say_text(note) for note in experiment.notes]
        self.notes.say("\n".join(notes))
        self.notes.setVisible(bool(notes))

    def show_nothing(self, title: str) -> None:
        """Show that there is no experiment yet."""
        self.experiment, self._problem, self._waiting = None, None, ""
        self.armed = False
        self.head.say(title)
        for part in (self.give_up_button, self.ended, self.notes, self.list):
            part.hide()

    def focus(self) -> None:
        """Give the keyboard focus to the button that continues, or to Back."""
        panel = self.panel
        able = panel.isVisibleTo(self) and panel.button.isEnabled()
        button = panel.button if able and panel.button.text() else self.back_button
        button.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_inventory(self, inventory: Inventory) -> None:
        """The drives have changed."""
        self._inventory = inventory
        self._update()

    def set_rates(self, device: BlockDevice, rates: Rates | None, speed: SpeedClass) -> None:
        """Set how fast a drive probably is, and its class."""
        self._rates_of, self._rates = device.path, (rates, speed)
        self._update()

    def set_disturbing(self, reason: str) -> None:
        """Set what a step would disturb now, "" for nothing."""
        if reason != self._disturbing:
            self._disturbing = reason
            self._update()

    def set_waiting(self, waiting: str) -> None:
        """Set what is being inspected; nothing can start meanwhile. "" for nothing."""
        self._waiting = waiting
        self._update()

    def say_problem(self, problem: DriveproofError | None) -> None:
        """Show why the last step failed, or why there is no experiment."""
        self._problem = problem
        if self.experiment is None and problem is not None:
            self.head.say(_("This experiment cannot be shown"))
            self.ended.say(message_and_advice(problem, Face.WINDOW))
            self.ended.show()
        self._update()
        self.helper.again()

    def choose_elsewhere(self, path: str) -> None:
        """Set the target's new place; the next step inspects it."""
        self.elsewhere, self._problem = path, None
        self._update()

    @property
    def firmware(self) -> str:
        """The firmware if it changed since the beginning, otherwise ""."""
        return places.new_firmware(self.experiment, self._inventory) if self.experiment else ""

    # Waiting

    @property
    def left(self) -> float:
        """The seconds until the next run may begin as planned; 0 where it may."""
        due = self.experiment.due if self.experiment is not None else None
        return 0.0 if due is None else max(0.0, (due - datetime.now(UTC)).total_seconds())

    def arm(self, *, armed: bool) -> None:
        """Let the next run begin by itself at its moment, or not."""
        self.armed = armed
        self._update()

    @Slot()
    def tick(self) -> None:
        self._update()
        if self.armed and not self.left and self._able:
            self.armed = False
            self.due.emit()

    # Showing

    @Slot()
    def _update(self) -> None:
        experiment = self.experiment
        waits = experiment is not None and (self.armed or (self.left > 0 and self.isVisible()))
        if waits is not self._ticking.isActive():
            self._ticking.start() if waits else self._ticking.stop()
        if experiment is None or experiment.stage is None:
            self.helper.watch(False)
            return
        self.helper.watch(self.isVisible() and forecast.needs_helper(experiment))
        early = self.left > 0
        price = say_text(sentences.price_of_now(experiment)) if early else ""
        cost = self._cost(experiment) if experiment.stage.measures else None
        self.panel.say(
            say_texts(sentences.next_step(experiment)),
            self._fact(experiment),
            command=experiment.command,
            button=self._button(experiment, "" if cost is None else say_text(cost.sentence)),
            less=leave_out_text(experiment),
            price="\n".join(filter(None, (price, leave_out_price(experiment)))),
            now=early,
        )
        reason, enabled, folder = self._reason(experiment)
        self._able = enabled
        self.panel.say_reason(reason, enabled=enabled, folder=folder)
        self.panel.button.setEnabled(enabled or self.armed)  # one can always stop waiting

    def _button(self, experiment: Experiment, cost: str) -> tuple[str, str]:
        """What the primary button does, and its cost."""
        if self.armed:
            return _("&Stop waiting"), ""
        if self.left:
            return _("&Wait, then measure"), cost
        return button_text(experiment), cost

    def _cost(self, experiment: Experiment) -> forecast.ExperimentCost | None:
        if self._profile is None:
            return None
        try:
            drive = places.drive_of(experiment.target, self._inventory)
            known = self._rates if drive is not None and drive.path == self._rates_of else ()
            return forecast.cost(experiment, self._profile, experiment.at_once, *known)
        except DriveproofError:
            return None  # the step itself says why

    def _fact(self, experiment: Experiment) -> str:
        stage = experiment.stage
        if self.elsewhere:
            return _("In {elsewhere}.").format(elsewhere=shown(self.elsewhere))
        if self.armed:
            return say_text(sentences.armed(self.left))
        if stage is not None and stage.measures and experiment.due is not None:
            return say_text(sentences.wait(self.left))
        if stage is not None and stage.step == ACTION and experiment.action == FIRMWARE:
            return say_text(sentences.awaited_firmware(experiment, self.firmware))
        if stage is not None and stage.step == BASELINE and experiment.action == FIRMWARE:
            return (
                say_text(sentences.awaited_firmware(experiment, self.firmware))
                if experiment.target.firmware
                else ""
            )
        return ""

    def _reason(self, experiment: Experiment) -> tuple[str, bool, bool]:
        """Why it cannot continue, whether a retry is possible, and whether the folder may be
        relocated.
        """
        inventory = self._inventory
        if self._waiting:
            return self._waiting, False, False
        if places.is_missing(experiment, inventory):
            missing = _("{drive} is missing. Reconnect it.")
            return missing.format(drive=shown(experiment.target.drive)), False, False
        if self._disturbing:
            return self._disturbing, False, False
        unmounted = places.not_mounted(experiment, inventory) and not self.elsewhere
        lost = self._problem is not None and self._problem.code is TargetProblem.LOST
        folder = experiment.target.kind == TargetKind.FILE and (
            unmounted or lost or bool(self.elsewhere)
        )
        reason = ""
        helper = self.helper.problem if forecast.needs_helper(experiment) else None
        if self._problem is not None:
            reason = message_and_advice(self._problem, Face.WINDOW)
        elif unmounted:
            reason = _("{path} is not mounted. Mount it, or choose its new folder.")
            reason = reason.format(path=shown(experiment.target.path))
        elif helper is not None:
            reason = message_and_advice(helper, Face.WINDOW)
        return reason, not unmounted and helper is None, folder


def _profile_title(experiment: Experiment, profile: Profile | None) -> str:
    name = experiment.profile.name
    return profile_text(profile.title, name) if profile else name


def _method(experiment: Experiment, profile: str) -> str:
    """What is measured, and how: place, profile and repeats."""
    target, planned = experiment.target, experiment.profile
    place = shown(target.path)
    if target.model or target.serial:
        place = _("{filesystem} on {path}").format(filesystem=place, path=shown(target.drive))
    count = value_text(repeats(planned.repeats, planned.max_repeats))
    return " · ".join((place, shown(profile), count))
