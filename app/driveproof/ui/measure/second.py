# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A second drive: one of two that are measured in turn, or the one that a tree is copied from."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.ui.measure.others import other_places
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.labels import ElidedLabel
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_size


class SecondDrive(QWidget):
    """A check box, and a field with the likeliest folder of each other drive, or any that is typed.

    Emits `changed`.
    """

    changed = Signal()

    def __init__(self, theme: Theme, home: str, *, copies: bool = False) -> None:
        """`copies`: a tree is copied from it."""
        super().__init__()
        self._home = home
        self._facts: dict[str, str] = {}
        self.tick = QCheckBox(_("Compare with a second dri&ve"))
        self.tick.setToolTip(_("Both are measured in turn, then compared"))
        if copies:
            self.tick.setText(_("Also cop&y a tree from another drive"))
            self.tick.setToolTip(_("It is made there first, and shows which of the two limits"))
        self.box = QComboBox()
        self.box.setEditable(True)
        self.box.setAccessibleName(_("Folder or device on the second drive"))
        field = self.box.lineEdit()
        assert field is not None
        field.setPlaceholderText(_("/path/of/a/folder"))
        field.setMaxLength(4096)
        self.facts = ElidedLabel(theme, color="muted")
        self.below = QWidget()
        row = QHBoxLayout(self.below)
        row.setContentsMargins(3 * GRID, 0, 0, 0)
        row.setSpacing(2 * GRID)
        row.addWidget(self.box, 1)
        row.addWidget(self.facts, 1)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, GRID, 0, 0)
        page.setSpacing(GRID)
        page.addWidget(self.tick)
        page.addWidget(self.below)
        self.below.hide()
        self.tick.toggled.connect(self._ticked)
        self.box.editTextChanged.connect(self._edited)

    def set_drives(
        self, device: BlockDevice | None, inventory: Inventory, *, as_devices: bool
    ) -> None:
        """Offer the drives beside the selected one; what was typed stays. Emits nothing."""
        found = other_places(device, inventory, self._home, as_devices=as_devices)
        facts = {
            path: f"{shown(one.model or one.title)}, {format_size(one.size or 0)}"
            for one, path in found
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
