# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where to measure: the mount points of a drive, or any folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from driveproof.domain.drive import BlockDevice, Inventory, Mount
from driveproof.domain.units import format_size
from driveproof.ui.style import GRID, Theme
from driveproof.ui.text import label, shown
from driveproof.ui.widgets.labels import ElidedLabel

MOST_PLACES = 6
# Mounted for the machine and not for people: offered last, and never chosen by themselves.
_MACHINE_ONLY = ("/boot", "/efi", "/nix/store", "/sysroot", "/var/lib/docker", "/snap")


@dataclass(frozen=True)
class Suggestion:
    """A folder to measure in; `free` in bytes, None where nobody said."""

    path: str
    filesystem: str
    free: int | None
    for_people: bool


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def suggestions(device: BlockDevice, inventory: Inventory, home: str) -> list[Suggestion]:
    """The folders of a device to choose from, the likeliest first. Pure: looks at no file.

    The file system that holds the person's home is offered as that home, because its top is
    seldom theirs to write in. What is mounted read-only cannot be measured and is left out.
    """
    every = inventory.mount_points()
    at_home = max((path for path in every if _is_inside(home, path)), key=len, default="")
    found: list[Suggestion] = []
    for mount, holder in inventory.mounts_above(device):
        if not _can_be_written(mount):
            continue
        path = home if mount.path == at_home and home else mount.path
        for_people = not any(_is_inside(mount.path, place) for place in _MACHINE_ONLY)
        found.append(Suggestion(path, mount.filesystem, holder.free, for_people))
    found.sort(key=lambda s: (not s.for_people, s.path != home, s.path))
    return found


def _can_be_written(mount: Mount) -> bool:
    return not mount.read_only and mount.filesystem not in {"squashfs", "iso9660", "udf", "swap"}


class TargetChooser(QWidget):
    """A radio button for each mount point and one for any folder. Emits `changed`."""

    changed = Signal()

    def __init__(self, theme: Theme, home: str | None = None) -> None:
        super().__init__()
        self._theme = theme
        self._home = os.fspath(Path.home()) if home is None else home
        self._group = QButtonGroup(self)
        self._shown: list[Suggestion] = []
        self._asked = False
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(2 * GRID)
        self._rows.setVerticalSpacing(GRID)
        self._rows.setColumnStretch(1, 1)
        self.other = QRadioButton(self.tr("Another &folder:"))
        self._group.addButton(self.other)
        self.path = QLineEdit()
        self.path.setPlaceholderText(self.tr("/path/of/a/folder"))
        self.path.setAccessibleName(self.tr("Folder to measure in"))
        self.path.setMaxLength(4096)
        self.browse = QPushButton(self.tr("C&hoose…"))
        self.browse.setToolTip(self.tr("Choose a folder on any file system"))
        last = QHBoxLayout()
        last.setSpacing(GRID)
        last.addWidget(self.other)
        last.addWidget(self.path, 1)
        last.addWidget(self.browse)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(GRID)
        page.addLayout(self._rows)
        page.addLayout(last)
        self._group.buttonToggled.connect(self._toggled)
        self.other.clicked.connect(self._ask_for_path)
        self.path.textEdited.connect(self._edited)
        self.browse.clicked.connect(self._browse)

    def set_device(self, device: BlockDevice | None, inventory: Inventory) -> None:
        """Offer the mount points of a device. A folder that was typed or chosen stays chosen."""
        found = suggestions(device, inventory, self._home) if device else []
        found = found[:MOST_PLACES]
        if found == self._shown and found:
            return
        before = self.chosen
        self._clear()
        self._shown = found
        for row, place in enumerate(found):
            button = QRadioButton(label(place.path))
            button.setProperty("path", place.path)
            self._group.addButton(button)
            facts = shown(place.filesystem)
            if place.free is not None:
                facts = self.tr("{0}, {1} free").format(facts, format_size(place.free))
            button.setAccessibleDescription(facts)
            self._rows.addWidget(button, row, 0)
            self._rows.addWidget(ElidedLabel(self._theme, facts, color="muted"), row, 1)
        if self._asked and before:
            self.choose(before)
        elif any(place.for_people for place in found):
            self._select(next(place.path for place in found if place.for_people))
        else:
            self._deselect()
        self.changed.emit()

    @property
    def chosen(self) -> str:
        """The path, "" when there is none."""
        button = self._group.checkedButton()
        if button is None:
            return ""
        return self.path.text().strip() if button is self.other else button.property("path")

    @property
    def free(self) -> int | None:
        """Free bytes of the chosen mount point, None for any other folder."""
        return next((p.free for p in self._shown if p.path == self.chosen), None)

    @property
    def count(self) -> int:
        """How many mount points there are to choose from."""
        return len(self._shown)

    def choose(self, path: str) -> None:
        """Choose a folder, a mount point or another."""
        if not self._select(path):
            self.path.setText(path)
            self.other.setChecked(True)
            self._asked = True
        self.changed.emit()

    def forget(self) -> None:
        """Another drive was chosen: what was typed for the last one is no longer meant."""
        self._asked = False

    def _select(self, path: str) -> bool:
        for button in self._group.buttons():
            if button is not self.other and button.property("path") == path:
                button.setChecked(True)
                return True
        return False

    def _deselect(self) -> None:
        if self.path.text().strip():
            self.other.setChecked(True)
            return
        self._group.setExclusive(False)
        for button in self._group.buttons():
            button.setChecked(False)
        self._group.setExclusive(True)

    def _clear(self) -> None:
        for button in self._group.buttons():
            if button is not self.other:
                self._group.removeButton(button)
        while (item := self._rows.takeAt(0)) is not None:
            if widget := item.widget():
                widget.deleteLater()

    @Slot()
    def _toggled(self) -> None:
        self.changed.emit()

    @Slot()
    def _ask_for_path(self) -> None:
        # Chosen by its key or by the mouse. The arrow keys choose before the button has the focus:
        # they go on through the buttons.
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
        start = self.chosen or self._home
        folder = QFileDialog.getExistingDirectory(self, self.tr("Measure in a folder"), start)
        if folder:
            self.choose(folder)
