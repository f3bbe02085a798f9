# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is measured beside the target or in its place: other drives, a second one, other hosts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import Advice, DriveproofError, UsageError
from driveproof.ui.measure.plan import Further, Hosts
from driveproof.ui.measure.target import suggestions
from driveproof.ui.settings import Settings
from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import label, shown
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import clear, horizontal, vertical
from driveproof.wording.catalogue import N_, _
from driveproof.wording.units import format_size


class TickedField(QWidget):
    """A check box, and below it while it is ticked a field for a text with what is proposed for it;
    `note` stands beside the field. Emits `changed`.
    """

    changed = Signal()

    def __init__(
        self, words: str, name: str, example: str, note: QWidget, *, above: int = 0
    ) -> None:
        super().__init__()
        self.tick = QCheckBox(words)
        self.box = ChoiceBox()
        self.box.setEditable(True)
        self.box.setAccessibleName(name)
        line = self.box.lineEdit()
        assert line is not None
        line.setPlaceholderText(example)
        line.setMaxLength(4096)
        self.below = QWidget()
        row = horizontal(self.below, margins=(3 * GRID, 0, 0, 0), spacing=2 * GRID)
        row.addWidget(self.box, 1)
        row.addWidget(note, 1)
        self._column = vertical(self, margins=(0, above, 0, GRID - above), spacing=GRID)
        self._column.addWidget(self.tick)
        self._column.addWidget(self.below)
        self.below.hide()
        self.tick.toggled.connect(self._ticked)
        self.box.editTextChanged.connect(self._edited)

    def propose(self, proposed: Sequence[str], text: str) -> None:
        """Propose these, with this text in the field. Emits nothing."""
        with QSignalBlocker(self.box):
            self.box.clear()
            self.box.addItems(list(proposed))
            self.box.setEditText(text)

    @property
    def text(self) -> str:
        """What is in the field."""
        return self.box.currentText().strip()

    def _ticked(self, on: bool) -> None:
        self.below.setVisible(on)
        self.changed.emit()

    def _edited(self, _text: str) -> None:
        self.changed.emit()


class SecondDriveUse(Enum):
    """What a second drive is for."""

    IN_TURN = auto()
    SOURCE = auto()
    LOG = auto()


_WORDS = {
    SecondDriveUse.IN_TURN: (N_("Compare with a second dri&ve"), N_("Second drive")),
    SecondDriveUse.SOURCE: (N_("Also cop&y a tree from another drive"), N_("Source folder")),
    SecondDriveUse.LOG: (N_("Write the lo&g to another drive"), N_("Log folder")),
}
"""What is ticked, and what the field beside it is called."""


class SecondDrive(TickedField):
    """The likeliest folder of each other drive is proposed, and any may be typed."""

    def __init__(
        self, theme: Theme, home: str, use: SecondDriveUse = SecondDriveUse.IN_TURN
    ) -> None:
        self.facts = ElidedLabel(theme, color="muted")
        text, name = (_(words) for words in _WORDS[use])
        super().__init__(text, name, "/mnt/data", self.facts, above=GRID)
        self._home = home
        self._in_folder = use is not SecondDriveUse.IN_TURN
        self._facts: dict[str, str] = {}

    def set_drives(
        self, device: BlockDevice | None, inventory: Inventory, *, as_devices: bool
    ) -> None:
        """Offer the drives beside the selected one, without those that have no folder where one is
        needed; what was typed stays. Emits nothing.
        """
        found = other_places(device, inventory, self._home, as_devices=as_devices)
        facts = {
            path: f"{shown(one.model or one.title)}, {format_size(one.size or 0)}"
            for one, path in found
            if not (self._in_folder and path == one.path)
        }
        if facts == self._facts:
            return
        before = self.box.currentText()
        stays = (before and before not in self._facts) or before in facts
        self._facts = facts
        self.propose(list(facts), before if stays else next(iter(facts), ""))
        self._show_facts()

    @property
    def wanted(self) -> bool:
        """Whether there is to be one."""
        return self.tick.isChecked()

    @property
    def path(self) -> str:
        """Its folder or device; "" for none."""
        return self.text if self.wanted else ""

    @property
    def entered(self) -> Further:
        """Both."""
        return Further(wanted=self.wanted, path=self.path)

    def choose(self, path: str) -> None:
        """Tick it, with this folder or device where there is one."""
        self.tick.setChecked(True)
        if path:
            self.box.setEditText(path)

    def _edited(self, text: str) -> None:
        self._show_facts()
        super()._edited(text)

    def _show_facts(self) -> None:
        self.facts.say(self._facts.get(self.box.currentText(), ""))


class OtherDrives(QWidget):
    """A check box for each drive but the selected one; each drive is measured in the folder that is
    the likeliest, or itself where a device is chosen or it has none. Emits `changed`.
    """

    changed = Signal()

    def __init__(self, theme: Theme, home: str) -> None:
        super().__init__()
        self._theme = theme
        self._home = home
        self._boxes: list[QCheckBox] = []
        self._shown: list[tuple[str, str]] = []
        self.none = Label(theme, _("There is no other drive."), color="muted", wrap=True)
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(2 * GRID)
        self._rows.setVerticalSpacing(GRID)
        self._rows.setColumnStretch(1, 1)
        page = vertical(self, margins=(0, 2 * GRID, 0, 0), spacing=GRID)
        page.addWidget(Label(theme, _("Other drives"), strong=True))
        page.addWidget(self.none)
        page.addLayout(self._rows)

    def set_drives(
        self, device: BlockDevice | None, inventory: Inventory, *, as_devices: bool
    ) -> None:
        """Offer the drives beside the selected one; what is ticked stays. Emits nothing."""
        found = other_places(device, inventory, self._home, as_devices=as_devices)
        keys = [(one.name, place) for one, place in found]
        if keys == self._shown:
            return
        ticked = {box.property("drive") for box in self._boxes if box.isChecked()}
        clear(self._rows)
        self._boxes, self._shown = [], keys
        self.none.setVisible(not found)
        with QSignalBlocker(self):
            for row, (one, place) in enumerate(found):
                title = shown(one.model or one.title)
                box = QCheckBox(label(title))
                box.setProperty("drive", one.name)
                box.setProperty("path", place)
                facts = f"{shown(place)}, {format_size(one.size or 0)}"
                box.setAccessibleDescription(facts)
                box.setChecked(one.name in ticked)
                box.toggled.connect(self._toggled)
                self._boxes.append(box)
                self._rows.addWidget(box, row, 0)
                self._rows.addWidget(ElidedLabel(self._theme, facts, color="muted"), row, 1)

    @property
    def paths(self) -> tuple[str, ...]:
        """The folders and devices of the drives that are ticked."""
        return tuple(box.property("path") for box in self._boxes if box.isChecked())

    def tick(self, path: str) -> None:
        """Tick the drive that is measured there, if it is offered."""
        for box in self._boxes:
            if box.property("path") == path:
                box.setChecked(True)

    @Slot()
    def _toggled(self) -> None:
        self.changed.emit()


def other_places(
    device: BlockDevice | None, inventory: Inventory, home: str, *, as_devices: bool
) -> list[tuple[BlockDevice, str]]:
    """The drives beside those below a device, and where each is measured: in its likeliest folder,
    or itself.
    """
    own = {one.name for one in inventory.drives_below(device)} if device else set()
    return [
        (one, _place(one, inventory, home, as_devices=as_devices))
        for one in inventory.devices
        if one.size
        and one.partition_of is None
        and not inventory.parents(one)
        and one.name not in own
    ]


def _place(drive: BlockDevice, inventory: Inventory, home: str, *, as_devices: bool) -> str:
    """Where a drive is measured."""
    likely = [
        one
        for one in suggestions(drive, inventory, home)
        if one.for_people and _lies_on(one.path, drive, inventory)
    ]
    return likely[0].path if likely and not as_devices else drive.path


def _lies_on(path: str, drive: BlockDevice, inventory: Inventory) -> bool:
    """Whether this drive alone has what is in a folder: an array has it on several."""
    holder = inventory.device_at(path)
    return holder is not None and inventory.drives_below(holder) == (drive,)


HOSTS = "measure/hosts"
"""The sets of hosts that were measured on last, one a line, the last one first (`text`)."""
MOST_KEPT = 8
TYPING_MS = 250
"""Milliseconds after the last key until the names are looked up."""

HostNames = Callable[[str], tuple[str, ...]]


def kept_hosts(settings: Settings) -> list[str]:
    """The sets of hosts that were measured on last, the last one first."""
    return settings.text(HOSTS).splitlines()[:MOST_KEPT]


def keep_hosts(settings: Settings, text: str) -> None:
    """Put this set of hosts before the others."""
    others = [one for one in kept_hosts(settings) if one != text]
    settings.keep(HOSTS, "\n".join([text, *others][:MOST_KEPT]))


class SeveralHosts(TickedField):
    """A set of hosts. `named` gives the hosts of one; it is called in a thread, because groups may
    run a program of the person's.
    """

    def __init__(self, theme: Theme, named: HostNames) -> None:
        self.scale = QCheckBox(_("On 1, 2, 4, … hosts"))
        words = _("Measure on several hosts")
        super().__init__(words, _("Hosts"), "node[1-8]", self.scale)
        self._named = named
        self._offered = True
        self._looked = ""
        self._found: tuple[str, ...] = ()
        self._error: DriveproofError | None = None
        self._tasks = TaskQueue(self)
        self._typing = Delayed(self, TYPING_MS, self._look)
        self.why_not = Label(
            theme,
            _("Choose a folder that all hosts have."),
            color="muted",
            wrap=True,
        )
        self.why_not.setContentsMargins(3 * GRID, 0, 0, 0)
        self.why_not.hide()
        self._column.addWidget(self.why_not)
        self.scale.toggled.connect(self.changed)

    def offer(self, on: bool, *, on_device: bool = False) -> None:
        """Show it where the profile is for several hosts; `on_device` says that the target is one
        of this host, which others do not have.
        """
        self._offered = on and not on_device
        self.setVisible(on)
        self.tick.setEnabled(self._offered)
        self.why_not.setVisible(on_device)
        self.below.setVisible(self.wanted)

    def remember(self, sets: Sequence[str]) -> None:
        """Offer these sets of hosts; the first is filled in unless one was typed. Emits nothing."""
        self.propose(sets, self.box.currentText() or next(iter(sets), ""))

    @property
    def wanted(self) -> bool:
        """Whether other hosts are to measure."""
        return self._offered and self.tick.isChecked()

    @property
    def entered(self) -> Hosts:
        """Which hosts are wanted, or why they are not known, and whether more and more of them."""
        return Hosts(
            wanted=self.tick.isChecked(), names=self._names(), grows=self.scale.isChecked()
        )

    def _names(self) -> tuple[str, ...] | DriveproofError:
        if not self.text:
            return UsageError(
                "Name the hosts.",
                advice=Advice("Write it like {example}.", example="node[1-8]"),
            )
        if self.text != self._looked:
            return UsageError("Looking up the hosts.")
        return self._error or self._found

    def _ticked(self, on: bool) -> None:
        if on:
            self.below.show()
            self.box.setFocus()
            self._look()
        super()._ticked(on)

    def _edited(self, text: str) -> None:
        self._typing.start()
        super()._edited(text)

    @Slot()
    def _look(self) -> None:
        named, text = self._named, self.text
        if text and self.wanted:
            self._typing.stop()
            self._tasks.add(lambda: named(text), partial(self._answered, text), key="hosts")

    def _answered(
        self, text: str, found: tuple[str, ...] | None, error: DriveproofError | None
    ) -> None:
        if text == self.text:
            self._looked, self._found, self._error = text, found or (), error
            self.changed.emit()
