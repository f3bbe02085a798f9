# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison that is to begin: what changes, where, how it is measured, and what that costs."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError, UsageError
from driveproof.domain.experiment.experiment import Experiment, ExperimentTarget, PlannedProfile
from driveproof.domain.profile.profile import Profile
from driveproof.engine.experiment.create import Wish
from driveproof.ui.experiment import wording as words
from driveproof.ui.experiment.action_chooser import WhatChooser
from driveproof.ui.experiment.actions import Offer
from driveproof.ui.experiment.details import DetailsPart
from driveproof.ui.experiment.forecast import cost, usable
from driveproof.ui.measure.target import TargetChooser
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.back_button import BackButton
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.page_head import PageHead, primary_button
from driveproof.ui.widgets.scroll_page import scroll_page
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice

USUAL = "quick"


class NewView(QWidget):
    """Emits `begin(Wish)` and `back`."""

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
        self.wish: Wish | None = None
        self.back_button = BackButton(theme, _("Bac&k"))
        self.back_button.clicked.connect(self.back)
        self.head = PageHead(theme, wrap=True)
        self.button = primary_button(_("Be&gin"))
        self.button.clicked.connect(self._begin)
        for button in (self.back_button, self.button):
            button.setAutoDefault(True)
        self.head.add(self.button)
        self.costs = Label(theme, color="muted", wrap=True, selectable=True)
        self.reason = Label(theme, wrap=True, selectable=True)
        self.what = WhatChooser(theme)
        self.target = TargetChooser(theme, home)
        self.details = DetailsPart(theme)
        self._build()
        self.what.changed.connect(self._changed)
        self.target.changed.connect(self._changed)
        self.details.changed.connect(self._changed)

    def _build(self) -> None:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(MARGIN, GRID, MARGIN, 3 * GRID)
        column.setSpacing(GRID)
        for title, widget in (
            (_("What will you change?"), self.what),
            (_("Where is it measured?"), self.target),
            (_("How is it measured?"), self.details),
        ):
            column.addWidget(Label(self._theme, title, strong=True))
            column.addWidget(widget)
            column.addSpacing(2 * GRID)
        column.addStretch(1)
        top = QVBoxLayout()
        top.setContentsMargins(MARGIN, 2 * GRID, MARGIN, GRID)
        top.setSpacing(GRID)
        top.addWidget(self.back_button, 0, Qt.AlignmentFlag.AlignLeft)
        top.addWidget(self.head)
        top.addWidget(self.costs)
        top.addWidget(self.reason)
        scroll_page(self, top, body)

    # What there is to choose from

    def ask(
        self,
        device: BlockDevice | None,
        inventory: Inventory,
        profiles: tuple[Profile, ...],
        *,
        action: str = "",
        target: str = "",
        profile: str = "",
    ) -> None:
        """Ask about a new one; what is known already is chosen."""
        self._device, self._inventory, self._profiles = device, inventory, profiles
        self._problem = None
        self.details.forget()
        self.target.forget()
        self.what.text.clear()
        self.target.set_device(device, inventory)
        if target:
            self.target.choose(target)
        if action:
            self.what.choose(action)
        self._offer(profile or USUAL)
        self._changed()

    def set_inventory(self, device: BlockDevice | None, inventory: Inventory) -> None:
        """News of the drives; what is chosen stays."""
        self._device, self._inventory = device, inventory
        self.target.set_device(device, inventory)
        self._update()

    def set_beginning(self, beginning: bool) -> None:
        """Whether it is being looked at now."""
        self._beginning = beginning
        self._update()

    def say_problem(self, problem: DriveproofError | None) -> None:
        """Why it was not begun; said until something is changed."""
        self._problem = problem
        self._update()

    # What is chosen

    @property
    def is_device(self) -> bool:
        """Whether a device is measured, and no folder."""
        return self.target.device is not None

    def _offer(self, wanted: str = "") -> None:
        self.details.set_profiles(usable(self._profiles, device=self.is_device), wanted)

    @Slot()
    def _changed(self) -> None:
        before = self.wish
        self._update()
        if self._problem is not None and self.wish != before:
            self._problem = None  # it was about another one
            self._update()

    def _update(self) -> None:
        self._offer()
        self.what.set_offer(self._offered())
        experiment = self._experiment()
        self.details.show_action(
            experiment.action, interleaved=experiment.interleaved, device=self.is_device
        )
        problem: DriveproofError | None = self._problem
        try:
            self.wish = self._wished()
        except UsageError as error:
            self.wish, problem = None, error
        self._say(self._experiment(), problem)

    def _offered(self) -> Offer:
        offer = self.what.choice.offer
        return Offer() if offer is None else offer(self.target.chosen, self._inventory)

    def _experiment(self) -> Experiment:
        """What it would be, to count its steps and name it."""
        profile, choice = self.details.profile, self.what.choice
        kind = "device" if self.is_device else "file"
        experiment = Experiment(
            id="", created=datetime.now(UTC), name="", action=choice.action, tests=1,
            profile=PlannedProfile(profile.name if profile else "", self.details.repeats.value()),
            target=ExperimentTarget(self.target.chosen, kind), text=self.what.words,
            baselines=self.details.baselines.value(),
        )  # fmt: skip
        if choice.state:
            states = {choice.state: self.what.state, f"own_{choice.state}": self._offered().own}
            experiment = replace(experiment, **states)  # type: ignore[arg-type]
        return experiment

    def _wished(self) -> Wish:
        """Raises UsageError in words for what is still open."""
        profile, experiment = self.details.profile, self._experiment()
        if not experiment.target.path:
            raise UsageError("Choose where it is measured.")
        if profile is None:
            raise UsageError("There is no profile to measure with.")
        if self.what.choice.state and not self.what.state:
            raise UsageError(self.what.why_not.text())
        wish = Wish(
            profile=profile,
            target=experiment.target.path,
            action=experiment.action,
            text=experiment.text,
            repeats=experiment.profile.repeats,
            baselines=None if experiment.interleaved else experiment.baselines,
            size=self.details.file_size(),
        )
        states = {self.what.choice.state: self.what.state} if self.what.choice.state else {}
        return replace(wish, **states)  # type: ignore[arg-type]

    def _say(self, experiment: Experiment, problem: DriveproofError | None) -> None:
        wish, profile = self.wish, self.details.profile
        if wish is None or profile is None:
            self.head.say(_("Did what you change make a difference?"))
        else:
            sized = PlannedProfile(profile.name, experiment.profile.repeats, wish.size)
            costs = cost(replace(experiment, profile=sized), profile, experiment.stages)
            self.head.say(words.new_title(experiment))
            self.costs.say(words.whole_cost(costs) + ".")
        self.costs.setVisible(wish is not None)
        busy = self._beginning
        self.button.setText(_("Looking…") if busy else _("Be&gin, measures nothing yet"))
        self.button.setEnabled(wish is not None and not busy)
        self.button.setToolTip(_("Looks whether it can come to an answer, and shows the steps"))
        usual = _("It may take minutes or weeks: every step is kept before the next begins.")
        warning = message_and_advice(problem, Face.WINDOW) if problem else self.details.few
        self.reason.set_color("watch" if warning else "muted")
        self.reason.say(warning or usual)

    @Slot()
    def _begin(self) -> None:
        if self.wish is not None and not self._beginning:
            self.begin.emit(self.wish)
