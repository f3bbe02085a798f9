# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The further drives of a measurement of several."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.ui.measure.target import suggestions
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import label, shown
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import clear, vertical
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_size


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
