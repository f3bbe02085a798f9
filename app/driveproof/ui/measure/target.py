# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The target of a measurement: a folder or device among the drive's places."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QWidget,
)

from driveproof.domain.drive.drive import (
    BlockDevice,
    Inventory,
    can_be_written,
    for_people,
)
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import label, shown, without_key
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import clear, horizontal, vertical
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_size


class TargetChooser(QWidget):
    """A radio button for each mount point, for the drive and each partition, and for any folder.

    Emits `changed`.
    """

    changed = Signal()

    def __init__(self, theme: Theme, home: str | None = None) -> None:
        super().__init__()
        self._theme = theme
        self._home = os.fspath(Path.home()) if home is None else home
        self.home = self._home
        self._inventory = Inventory()
        self.group = QButtonGroup(self)
        self._shown: list[Suggestion] = []
        self.facts: list[ElidedLabel] = []
        self._asked = False
        self._password = True
        self.title: Label | None = None
        """Above the devices, where there are any."""
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(2 * GRID)
        self._rows.setVerticalSpacing(GRID)
        self._rows.setColumnStretch(1, 1)
        self.other = QRadioButton(_("Another &folder:"))
        self.group.addButton(self.other)
        self.path = QLineEdit()
        self.path.setPlaceholderText("/mnt/data")
        self.path.setAccessibleName(_("Folder"))
        self.path.setMaxLength(4096)
        self.browse = QPushButton(_("C&hoose…"))
        last = horizontal(spacing=GRID)
        last.addWidget(self.other)
        last.addWidget(self.path, 1)
        last.addWidget(self.browse)
        page = vertical(self, spacing=GRID)
        page.addLayout(self._rows)
        page.addLayout(last)
        self.group.buttonToggled.connect(self._toggled)
        self.group.buttonClicked.connect(self._clicked)
        self.other.clicked.connect(self._ask_for_path)
        self.path.textEdited.connect(self._edited)
        self.browse.clicked.connect(self._browse)

    def set_device(self, device: BlockDevice | None, inventory: Inventory) -> None:
        """Offer the places of a device. The person's choice stays selected; emits nothing."""
        self._inventory = inventory
        found = suggestions(device, inventory, self._home) if device else []
        found += devices(device, inventory) if device else []
        if found and [place.path for place in found] == [place.path for place in self._shown]:
            self._shown = found
            for line, place in zip(self.facts, found, strict=True):
                line.say(place.facts)
            return
        before = self.chosen if self._asked else ""
        typed = self.other.isChecked()
        with QSignalBlocker(self):
            self._fill(found)
            if not before or not (self._select(before) or self._type(before, typed)):
                self._choose_likeliest()

    def _fill(self, places: list[Suggestion]) -> None:
        for button in self.places():
            self.group.removeButton(button)
        clear(self._rows)
        self.title = None
        self._shown, self.facts = places, []
        row = 0
        for place in places:
            if place.device and not any(each.device for each in places[: len(self.facts)]):
                title = Label(self._theme, size="small", color="muted")
                self.title = title
                self.say_password(self._password)
                title.setContentsMargins(0, GRID if row else 0, 0, 0)
                self._rows.addWidget(title, row, 0, 1, 2)
                row += 1
            button = QRadioButton(label(place.path))
            button.setProperty("path", place.path)
            button.setAccessibleDescription(place.facts)
            self.group.addButton(button)
            facts = ElidedLabel(self._theme, place.facts, color="muted")
            self.facts.append(facts)
            self._rows.addWidget(button, row, 0)
            self._rows.addWidget(facts, row, 1)
            row += 1

    def say_password(self, password: bool) -> None:
        """Say whether it takes a password to measure a device itself."""
        self._password = password
        if self.title is not None:
            self.title.say(_("The device (asks for a password):") if password else _("The device:"))

    def _choose_likeliest(self) -> None:
        """Select a folder that belongs to a person, otherwise the drive itself if there is one."""
        likely = [place for place in self._shown if place.for_people]
        if likely:
            self._select(likely[0].path)
            return
        if self.path.text().strip():
            self.other.setChecked(True)
            return
        self.group.setExclusive(False)
        for button in self.group.buttons():
            button.setChecked(False)
        self.group.setExclusive(True)

    def places(self) -> list[QAbstractButton]:
        return [button for button in self.group.buttons() if button is not self.other]

    @property
    def chosen(self) -> str:
        """The path, "" if nothing is selected."""
        button = self.group.checkedButton()
        if button is None:
            return ""
        return self.path.text().strip() if button is self.other else button.property("path")

    @property
    def device(self) -> BlockDevice | None:
        """The selected block device; None for a folder."""
        path = self.chosen
        return self._inventory.get(path) if path.startswith("/dev/") else None

    @property
    def free(self) -> int | None:
        """Free bytes of the selected mount point, None for any other folder."""
        return next((p.free for p in self._shown if p.path == self.chosen), None)

    @property
    def filesystem(self) -> str:
        """The file system of the selected folder, from the mounts of the drives; "" if unknown.

        The disk itself is not accessed.
        """
        path = self.chosen
        mounts = [mount for device in self._inventory.devices for mount in device.mounts]
        above = [
            mount
            for mount in mounts
            if path == mount.path or path.startswith(mount.path.rstrip("/") + "/")
        ]
        return max(above, key=lambda mount: len(mount.path)).filesystem if above else ""

    @property
    def drive(self) -> str:
        """The path of the drive itself, "" if it cannot be read."""
        return next((place.path for place in self._shown if place.device), "")

    def choose(self, path: str) -> None:
        """Select a folder, a mount point or a device."""
        if not self._select(path):
            self._type(path, True)
        self._asked = True
        self.changed.emit()

    def forget(self) -> None:
        """Another drive was selected: discard the choice for the previous one."""
        self._asked = False

    def _select(self, path: str) -> bool:
        for button in self.places():
            if button.property("path") == path:
                button.setChecked(True)
                return True
        return False

    def _type(self, path: str, typed: bool) -> bool:
        """Put the path into the field if the person `typed` it; whether that was done."""
        if typed:
            self.path.setText(path)
            self.other.setChecked(True)
        return typed

    @Slot(QAbstractButton, bool)
    def _toggled(self, _button: QAbstractButton, on: bool) -> None:
        if on:
            self.changed.emit()

    @Slot()
    def _clicked(self) -> None:
        self._asked = True

    @Slot()
    def _ask_for_path(self) -> None:
        # Selected by its mnemonic or by the mouse. The arrow keys select a button before it has the
        # focus: they continue through the buttons.
        if self.other.hasFocus():
            self.path.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.path.selectAll()

    @Slot()
    def _edited(self) -> None:
        self._asked = bool(self.path.text().strip())
        if not self.other.isChecked():
            self.other.setChecked(True)
        self.changed.emit()

    @Slot()
    def _browse(self) -> None:
        start = self._home if self.device else self.chosen or self._home
        folder = QFileDialog.getExistingDirectory(self, without_key(_("Measure a &folder…")), start)
        if folder:
            self.choose(folder)


MOST_FOLDERS = 6
MOST_PARTITIONS = 5


@dataclass(frozen=True)
class Suggestion:
    """A folder to measure in, or (`device`) a block device to read.

    `free` are the free bytes of a folder, None where unknown.
    """

    path: str
    facts: str
    free: int | None = None
    for_people: bool = True
    device: bool = False


def suggestions(device: BlockDevice, inventory: Inventory, home: str) -> list[Suggestion]:
    """The folders of a device to choose from, the likeliest first.

    The file system with the person's home is offered as that home, because its top level is seldom
    writable. Read-only mounts are left out: they cannot be measured.
    """
    at_home = inventory.point_of(home)
    found: list[Suggestion] = []
    for mount, holder in inventory.mounts_above(device):
        if not can_be_written(mount):
            continue
        path = home if mount.path == at_home and home else mount.path
        facts = shown(mount.filesystem)
        if holder.free is not None:
            free = format_size(holder.free)
            facts = _("{text}, {sum} free").format(text=facts, sum=free)
        found.append(Suggestion(path, facts, holder.free, for_people(mount.path)))
    found.sort(key=lambda s: (not s.for_people, s.path != home, s.path))
    return found[:MOST_FOLDERS]


def devices(device: BlockDevice, inventory: Inventory) -> list[Suggestion]:
    """The drive itself and its partitions; empty without a medium."""
    if not device.size:
        return []
    parts = [each for each in inventory.children(device) if each.partition_of == device.name]
    whole = _("{size}, all of it") if parts else "{size}"
    found = [Suggestion(device.path, whole.format(size=format_size(device.size)), device=True)]
    for part in [each for each in parts if each.size][:MOST_PARTITIONS]:
        names = (shown(part.filesystem), shown(part.label or part.partition_label))
        facts = ", ".join(word for word in (format_size(part.size), *names) if word)
        found.append(Suggestion(part.path, facts, device=True))
    return found
