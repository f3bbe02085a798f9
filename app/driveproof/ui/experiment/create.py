# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A new experiment: what changes, where, how it is measured, and what that costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QGridLayout,
    QLineEdit,
    QRadioButton,
    QStackedWidget,
    QWidget,
)

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import DriveproofError, UsageError
from driveproof.domain.experiment import forecast, places
from driveproof.domain.experiment.action import (
    FIRMWARE,
    MOST_BASELINES,
    MOUNT_OPTIONS,
    OTHER,
    SCHEDULER,
    TRIM,
    Action,
)
from driveproof.domain.experiment.defaults import plan_for, proposed_repeats, too_few
from driveproof.domain.experiment.experiment import Experiment, ExperimentTarget, PlannedProfile
from driveproof.domain.experiment.plan import BASELINES
from driveproof.domain.experiment.sentences import action_title
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.profile.estimate import Rates
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import TargetKind
from driveproof.domain.say import Say
from driveproof.domain.units import parse_size
from driveproof.engine.experiment.create import ExperimentRequest
from driveproof.ui.measure.form import SIZES, size_typed
from driveproof.ui.measure.target import TargetChooser
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import label, shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import BackButton, primary_button
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.form import Form, choice_field, number_field, typed_field
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, page_top, scroll_page
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.profile import profile_text
from driveproof.wording.run import note_text
from driveproof.wording.say import say_text


def no_scheduler(disk: str, own: str) -> str:
    """Why no other scheduler can be chosen."""
    if not disk:
        return _("The target is not on a single known drive.")
    if not own:
        return _("{path} has no I/O scheduler.").format(path=shown(disk))
    return _("{disk} offers only {own}.").format(disk=shown(disk), own=shown(own))


def no_mount_option(path: str) -> str:
    """Why no mount can be changed."""
    if path.startswith("/dev/"):
        return _("Choose a folder: a device is not mounted.")
    return _("The target is not on a single known drive.")


@dataclass(frozen=True)
class ActionOffer:
    """What can be tried in place of the current setting; `why_not` says why nothing can."""

    own: str = ""
    others: tuple[str, ...] = ()
    why_not: str = ""


@dataclass(frozen=True)
class ActionChoice:
    """One thing to change, and who does it.

    Further details are either the person's own words, if there is an `example` of them, or the
    state to try: `state` names the field of an ExperimentRequest for it (and, with "own_" before
    it, the field of an experiment), and `offer(path, inventory)` lists the possible ones.
    """

    action: Action
    title: str
    how: str
    example: str = ""
    state: str = ""
    offer: Callable[[str, Inventory], ActionOffer] | None = None


def _schedulers(path: str, inventory: Inventory) -> ActionOffer:
    disk, own, others = places.schedulers(path, inventory)
    return ActionOffer(own, others, "" if others else no_scheduler(disk, own))


def _mount_options(path: str, inventory: Inventory) -> ActionOffer:
    own, others = places.mount_options(path, inventory)
    return ActionOffer(own, others, "" if others else no_mount_option(path))


def choices() -> tuple[ActionChoice, ...]:
    """All choices, in the order in which they are offered."""
    return (
        ActionChoice(
            TRIM,
            _("&TRIM"),
            _("Driveproof trims the free space after you confirm."),
        ),
        ActionChoice(
            SCHEDULER,
            _("&I/O scheduler"),
            _("Driveproof alternates between both and restores yours."),
            state="scheduler",
            offer=_schedulers,
        ),
        ActionChoice(
            MOUNT_OPTIONS,
            _("Mount &option"),
            _("You remount with the commands shown; Driveproof checks."),
            state="mount_option",
            offer=_mount_options,
        ),
        ActionChoice(
            FIRMWARE,
            _("Firm&ware"),
            _("You update it; Driveproof detects the new version."),
            "4B2QEXM7 → 5B2QEXM7",
        ),
        ActionChoice(
            OTHER,
            _("So&mething else"),
            _("You change a cable, a slot, a kernel or a setting."),
            _("for example: a new cable"),
        ),
    )


INDENT = 22  # indents what belongs to a radio button below its text
FIELD = 460


class ActionChooser(QWidget):
    """Emits `changed` when anything is chosen or typed, `chosen` when another action is chosen."""

    changed = Signal()
    chosen = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._choices = choices()
        self._group = QButtonGroup(self)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(3 * GRID)
        grid.setVerticalSpacing(GRID)
        grid.setColumnStretch(1, 1)
        for number, choice in enumerate(self._choices):
            button = QRadioButton(choice.title)
            button.setAccessibleDescription(choice.how)
            self._group.addButton(button, number)
            grid.addWidget(button, number, 0)
            grid.addWidget(ElidedLabel(theme, choice.how, color="muted"), number, 1)
        self.text = QLineEdit()
        self.text.setMaxLength(200)
        self.text.setMaximumWidth(FIELD)
        self.text.setAccessibleName(_("Change"))
        self.states = ChoiceBox()
        self.states.setFixedWidth(180)
        self.states.setAccessibleName(_("Setting to try"))
        self.now = Label(theme, color="muted")
        self.why_not = Label(theme, color=Tone.PLAIN, wrap=True)
        self._fields = QStackedWidget()
        for field in (self.text, self._state_row(), self.why_not):
            self._fields.addWidget(field)
        self._fields.setContentsMargins(INDENT, 0, 0, 0)
        self._fields.setMaximumHeight(self.text.sizeHint().height())
        grid.addWidget(self._fields, len(self._choices), 0, 1, 2)
        self._group.button(0).setChecked(True)
        self._group.buttonToggled.connect(self._toggled)
        self.text.textChanged.connect(self.changed)
        self.states.currentIndexChanged.connect(self.changed)
        self._show_field()

    def _state_row(self) -> QWidget:
        row = QWidget()
        across = QGridLayout(row)
        across.setContentsMargins(0, 0, 0, 0)
        across.setHorizontalSpacing(2 * GRID)
        across.addWidget(self.states, 0, 0)
        across.addWidget(self.now, 0, 1)
        across.setColumnStretch(1, 1)
        return row

    @property
    def choice(self) -> ActionChoice:
        """The selected action."""
        return self._choices[max(0, self._group.checkedId())]

    @property
    def state(self) -> str:
        """The state to try; "" for another kind of action, or if none is on offer."""
        return self.states.currentData() or "" if self.choice.state else ""

    @property
    def words(self) -> str:
        """The person's own words; "" if none are requested."""
        return self.text.text().strip() if self.choice.example else ""

    def choose(self, action: str) -> None:
        """Select the action with this name, if there is one."""
        for number, choice in enumerate(self._choices):
            if choice.action == action:
                self._group.button(number).setChecked(True)

    def set_offer(self, offer: ActionOffer) -> None:
        """Show what the selected action can try there; keeps the selection if it is still
        possible.
        """
        before = self.states.currentData()
        if [self.states.itemData(n) for n in range(self.states.count())] != list(offer.others):
            self.states.blockSignals(True)
            self.states.clear()
            for name in offer.others:
                self.states.addItem(label(name).replace("&&", "&"), name)
            self.states.setCurrentIndex(max(0, self.states.findData(before)))
            self.states.blockSignals(False)
        self.now.say(_("compared with {own}").format(own=shown(offer.own)))
        self.why_not.say(offer.why_not)
        self._show_field()

    @Slot(QAbstractButton, bool)
    def _toggled(self, _button: QAbstractButton, on: bool) -> None:
        if on:
            self._show_field()
            self.chosen.emit()
            self.changed.emit()

    def _show_field(self) -> None:
        choice = self.choice
        self.text.setPlaceholderText(choice.example)
        place = None
        if choice.state:
            place = 2 if self.why_not.text() else 1
        elif choice.example:
            place = 0
        self._fields.setVisible(place is not None)
        if place is not None:
            self._fields.setCurrentIndex(place)


class MethodForm(QWidget):
    """How it is measured. Emits `changed`. Repeats and baselines follow the proposal until the
    person sets them.
    """

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._profiles: tuple[Profile, ...] = ()
        self._device = False
        self._own: set[str] = set()
        """The fields that the person has set."""
        self.few = ""
        """The warning about too few repeats for a claim; "" if there are enough."""
        self.question, self.repeats_note, self.baselines_note = (
            ElidedLabel(theme, color="muted") for _note in range(3)
        )
        self.form = Form(theme, {
            "profile": choice_field(_("T&ests"), {}, note=self.question),
            "size": typed_field(_("Test fi&le"), SIZES),
            "baselines": number_field(
                _("&Runs before"), 1, MOST_BASELINES, note=self.baselines_note
            ),
            "repeats": number_field(_("Re&peats per run"), 1, 100, note=self.repeats_note),
        })  # fmt: skip
        self.setLayout(self.form)
        self.form.changed.connect(self._changed)

    @Slot(str)
    def _changed(self, name: str) -> None:
        self._own.add(name)
        if name == "profile":
            self._fill()
        self.changed.emit()

    @property
    def profile(self) -> Profile | None:
        """The selected profile, as read from its file."""
        name = self.form.fields["profile"].value
        return next((one for one in self._profiles if one.name == name), None)

    def file_size(self) -> int | None:
        """Bytes of the test file if it differs from the profile's. Raises UsageError."""
        profile = self.profile
        if profile is None or self._device:
            return None
        size = parse_size(self.form.fields["size"].value)
        return None if size == profile.size else size

    def set_profiles(self, profiles: Sequence[Profile], wanted: str = "") -> None:
        """Show the available profiles; keeps the selection if it is among them."""
        before, profiles = wanted or (self.profile.name if self.profile else ""), tuple(profiles)
        if profiles == self._profiles and not wanted:
            return
        self._profiles = profiles
        titles = {one.name: shown(profile_text(one.title, one.name)) for one in profiles}
        self.form.fields["profile"].offer(titles, before)
        self._fill()

    def forget(self) -> None:
        """Another experiment: discard what the person has set."""
        self._own.clear()

    def _fill(self) -> None:
        profile = self.profile
        if profile is None:
            return
        self.form.show_values({"size": size_typed(profile.size)})
        many = has_trait(profile.method, Trait.MANY_FILES)
        self.form.say_caption("size", _("&Files") if many else _("Test fi&le"))
        self.question.say(profile_text(profile.question, profile.name))

    # What follows from it

    @property
    def chosen_repeats(self) -> int | None:
        """Repeats in each run that the person set; None: as the profile says."""
        return self.form.control("repeats").value() if "repeats" in self._own else None

    def show_plan(self, *, interleaved: bool, device: bool) -> None:
        """Show the proposal for such a target, and what the figures mean."""
        self._device, profile = device, self.profile
        if profile is None:
            return
        least, most = proposed_repeats(profile)
        proposed = {"repeats": least, "baselines": BASELINES}
        self.form.show_values({one: n for one, n in proposed.items() if one not in self._own})
        self.few = few = note_text(too_few(self.form.control("repeats").value()))
        note = _("per test")
        if most and "repeats" not in self._own:
            note = _("per test, up to {most} until certain").format(most=most)
        if interleaved:
            note = _("{repeats}; both states are measured in turn, twice each").format(repeats=note)
        self.repeats_note.set_color(Tone.DOUBT if few else Tone.NOTE)
        self.repeats_note.say(few or note)
        runs = self.form.control("baselines").value()
        self.baselines_note.set_color(Tone.DOUBT if runs == 1 else Tone.NOTE)
        self.baselines_note.say(
            {
                1: _("One baseline detects only large changes."),
                2: _("ten minutes apart"),
            }.get(runs, _("ten minutes apart, detects smaller changes"))
        )
        self.form.offer("baselines", not interleaved)
        self.form.offer("size", not device)


USUAL = "quick"


class NewExperimentView(QWidget):
    """Emits `begin(ExperimentRequest)` and `back`."""

    begin = Signal(object)
    back = Signal()

    def __init__(self, theme: Theme, home: str | None = None) -> None:
        super().__init__()
        self._theme = theme
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self._profiles: tuple[Profile, ...] = ()
        self._problem: DriveproofError | None = None
        self._beginning = False
        self._rates: tuple[Rates | None, SpeedClass] = (None, SpeedClass.OTHER)
        self.request: ExperimentRequest | None = None
        self.back_button = BackButton(theme, _("&Back"))
        self.back_button.clicked.connect(self.back)
        self.head = PageHead(theme)
        self.button = primary_button(_("&Start"))
        self.button.clicked.connect(self._begin)
        self.head.add(self.button)
        self.costs = Label(theme, color="muted", wrap=True, selectable=True)
        self.reason = Label(theme, wrap=True, selectable=True)
        self.what = ActionChooser(theme)
        self.target = TargetChooser(theme, home)
        self.details = MethodForm(theme)
        self._build()
        self.what.changed.connect(self._changed)
        self.target.changed.connect(self._changed)
        self.details.changed.connect(self._changed)

    def _build(self) -> None:
        body = QWidget()
        column = vertical(body, margins=(MARGIN, GRID, BESIDE_BAR, 3 * GRID), spacing=GRID)
        for title, widget in (
            (_("Change"), self.what),
            (_("Target"), self.target),
            (_("Method"), self.details),
        ):
            column.addWidget(Label(self._theme, title, strong=True))
            column.addWidget(widget)
            column.addSpacing(2 * GRID)
        column.addStretch(1)
        top = page_top(self.back_button, self.head, self.costs, self.reason)
        scroll_page(self, top, body)

    # What can be selected

    def ask(
        self,
        device: BlockDevice | None,
        inventory: Inventory,
        profiles: tuple[Profile, ...],
        *,
        action: str = "",
        target: str = "",
        profile: str = "",
        text: str = "",
    ) -> None:
        """Ask for the details of a new experiment; known ones are filled in."""
        if device != self._device:
            self._rates = (None, SpeedClass.OTHER)
        self._device, self._inventory, self._profiles = device, inventory, profiles
        self._problem = None
        self.details.forget()
        self.target.forget()
        self.what.text.setText(text)
        self.target.set_device(device, inventory)
        if target:
            self.target.choose(target)
        if action:
            self.what.choose(action)
        self._offer(profile or USUAL)
        self._changed()

    def set_inventory(self, device: BlockDevice | None, inventory: Inventory) -> None:
        """The drives have changed; the selection stays."""
        self._device, self._inventory = device, inventory
        self.target.set_device(device, inventory)
        self._update()

    def set_rates(self, device: BlockDevice, rates: Rates | None, speed: SpeedClass) -> None:
        """Set how fast a drive probably is, and its class."""
        if self._device is not None and device.path == self._device.path:
            self._rates = (rates, speed)
            self._update()

    def _on_own_drive(self) -> bool:
        """Whether the target is on the drive whose rates are known."""
        found = self._inventory.device_at(self.target.chosen)
        own = self._device
        if found is None or own is None:
            return False
        return any(one.path == own.path for one in self._inventory.drives_below(found))

    def set_beginning(self, beginning: bool) -> None:
        """Set whether the target is being inspected now."""
        self._beginning = beginning
        self._update()

    def say_problem(self, problem: DriveproofError | None) -> None:
        """Show why it could not be created, until something is changed."""
        self._problem = problem
        self._update()

    # What is chosen

    @property
    def is_device(self) -> bool:
        """Whether a device is measured, not a folder."""
        return self.target.device is not None

    def _offer(self, wanted: str = "") -> None:
        self.details.set_profiles(forecast.usable(self._profiles, device=self.is_device), wanted)

    @Slot()
    def _changed(self) -> None:
        before = self.request
        self._update()
        if self._problem is not None and self.request != before:
            self._problem = None  # the problem concerned another target
            self._update()

    def _update(self) -> None:
        self._offer()
        self.what.set_offer(self._offered())
        experiment = self._experiment()
        self.details.show_plan(interleaved=experiment.interleaved, device=self.is_device)
        problem: DriveproofError | None = self._problem
        try:
            self.request = self._requested()
        except UsageError as error:
            self.request, problem = None, error
        self._say(self._experiment(), problem)

    def _offered(self) -> ActionOffer:
        offer = self.what.choice.offer
        return ActionOffer() if offer is None else offer(self.target.chosen, self._inventory)

    def _experiment(self) -> Experiment:
        """The experiment as it would be, to count its steps and name it."""
        profile, choice = self.details.profile, self.what.choice
        kind = TargetKind.DEVICE if self.is_device else TargetKind.FILE
        most = 0
        if profile is not None and self.details.chosen_repeats is None:
            _least, most = proposed_repeats(profile)
        experiment = Experiment(
            id="", created=datetime.now(UTC), name="", action=choice.action, tests=1,
            profile=PlannedProfile(
                profile.name if profile else "", self.details.form.control("repeats").value(), most
            ),
            target=ExperimentTarget(self.target.chosen, kind), text=self.what.words,
            plan=plan_for(choice.action, self.details.form.control("baselines").value()),
        )  # fmt: skip
        if choice.state:
            states = {choice.state: self.what.state, f"own_{choice.state}": self._offered().own}
            experiment = replace(experiment, **states)  # type: ignore[arg-type]
        return experiment

    def _requested(self) -> ExperimentRequest:
        """Raises UsageError with a message for what is still missing."""
        profile, experiment = self.details.profile, self._experiment()
        if not experiment.target.path:
            raise UsageError("Choose a folder or device.")
        if profile is None:
            raise UsageError("Choose a profile.")
        if self.what.choice.state and not self.what.state:
            # why is said beside the choice
            raise UsageError("Choose another change: this is not possible here.")
        request = ExperimentRequest(
            profile=profile,
            target=experiment.target.path,
            action=experiment.action,
            text=experiment.text,
            repeats=self.details.chosen_repeats,
            baselines=None if experiment.interleaved else experiment.plan.before,
            size=self.details.file_size(),
        )
        states = {self.what.choice.state: self.what.state} if self.what.choice.state else {}
        return replace(request, **states)  # type: ignore[arg-type]

    def _say(self, experiment: Experiment, problem: DriveproofError | None) -> None:
        request, profile = self.request, self.details.profile
        if request is None or profile is None:
            self.head.say(_("Did what you change make a difference?"))
        else:
            sized = replace(experiment.profile, size=request.size)
            known = self._rates if self._on_own_drive() else ()
            costs = forecast.cost(
                replace(experiment, profile=sized), profile, experiment.stages, *known
            )
            about = action_title(experiment)
            about = Say("{name}: {text}", name=experiment.target.path, text=about)
            self.head.say(say_text(about))
            self.costs.say(f"{say_text(costs.whole(experiment.plan))}.")
        self.costs.setVisible(request is not None)
        busy = self._beginning
        self.button.setText(_("Checking…") if busy else _("&Start"))
        self.button.setEnabled(request is not None and not busy)
        usual = _("Each step is saved. You can continue later.")
        warning = message_and_advice(problem, Face.WINDOW) if problem else self.details.few
        doubt = Tone.DOUBT if warning else Tone.NOTE
        self.reason.set_color(Tone.PLAIN if problem else doubt)
        self.reason.say(warning or usual)

    @Slot()
    def _begin(self) -> None:
        if self.request is not None and not self._beginning:
            self.begin.emit(self.request)
