# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The choice of what will be changed, and the details of that choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.experiment import places
from driveproof.domain.experiment.action import (
    FIRMWARE,
    MOUNT_OPTIONS,
    OTHER,
    SCHEDULER,
    TRIM,
    Action,
)
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import label, shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.wording.catalogue import _


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
class Offer:
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
    offer: Callable[[str, Inventory], Offer] | None = None


def _schedulers(path: str, inventory: Inventory) -> Offer:
    disk, own, others = places.schedulers(path, inventory)
    return Offer(own, others, "" if others else no_scheduler(disk, own))


def _mount_options(path: str, inventory: Inventory) -> Offer:
    own, others = places.mount_options(path, inventory)
    return Offer(own, others, "" if others else no_mount_option(path))


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


class WhatChooser(QWidget):
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

    def set_offer(self, offer: Offer) -> None:
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
