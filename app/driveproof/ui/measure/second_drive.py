# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A second drive: measured in turn with the first, copied from, or given the log of a database."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.ui.measure.further_drives import other_places
from driveproof.ui.measure.plan import Further
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import ElidedLabel
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.wording.catalogue import N_, _
from driveproof.wording.units import format_size


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


class SecondDrive(QWidget):
    """A check box, and a field with the likeliest folder of each other drive, or any that is typed.

    Emits `changed`.
    """

    changed = Signal()

    def __init__(
        self, theme: Theme, home: str, use: SecondDriveUse = SecondDriveUse.IN_TURN
    ) -> None:
        super().__init__()
        self._home = home
        self._in_folder = use is not SecondDriveUse.IN_TURN
        self._facts: dict[str, str] = {}
        text, field_name = (_(words) for words in _WORDS[use])
        self.tick = QCheckBox(text)
        self.box = ChoiceBox()
        self.box.setEditable(True)
        self.box.setAccessibleName(field_name)
        field = self.box.lineEdit()
        assert field is not None
        field.setPlaceholderText("/mnt/data")
        field.setMaxLength(4096)
        self.facts = ElidedLabel(theme, color="muted")
        self.below = QWidget()
        row = horizontal(self.below, margins=(3 * GRID, 0, 0, 0), spacing=2 * GRID)
        row.addWidget(self.box, 1)
        row.addWidget(self.facts, 1)
        page = vertical(self, margins=(0, GRID, 0, 0), spacing=GRID)
        page.addWidget(self.tick)
        page.addWidget(self.below)
        self.below.hide()
        self.tick.toggled.connect(self._ticked)
        self.box.editTextChanged.connect(self._edited)

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
        typed = self.box.currentText() not in self._facts and self.box.currentText()
        before = self.box.currentText()
        self._facts = facts
        with QSignalBlocker(self.box):
            self.box.clear()
            self.box.addItems(list(facts))
            if typed or before in facts:
                self.box.setEditText(before)
        self._show_facts()

    @property
    def wanted(self) -> bool:
        """Whether there is to be one."""
        return self.tick.isChecked()

    @property
    def path(self) -> str:
        """Its folder or device; "" for none."""
        return self.box.currentText().strip() if self.wanted else ""

    @property
    def entered(self) -> Further:
        """Both."""
        return Further(wanted=self.wanted, path=self.path)

    def choose(self, path: str) -> None:
        """Tick it, with this folder or device where there is one."""
        self.tick.setChecked(True)
        if path:
            self.box.setEditText(path)

    @Slot(bool)
    def _ticked(self, on: bool) -> None:
        self.below.setVisible(on)
        self.changed.emit()

    @Slot()
    def _edited(self) -> None:
        self._show_facts()
        self.changed.emit()

    def _show_facts(self) -> None:
        self.facts.say(self._facts.get(self.box.currentText(), ""))
