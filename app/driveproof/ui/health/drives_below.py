# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""For a device without health data of its own: why, and links to the drives below."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from driveproof.domain.drive.drive import DRIVE_KINDS, BlockDevice, DeviceKind
from driveproof.ui.feeds.health_watch import HealthWatch
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import label, shown
from driveproof.ui.widgets.buttons import quiet_button
from driveproof.ui.widgets.layouts import clear, horizontal, vertical
from driveproof.ui.widgets.marks import VerdictLabel
from driveproof.ui.widgets.rows import HairLine
from driveproof.wording.catalogue import _
from driveproof.wording.drive import device_title
from driveproof.wording.health.verdict import grade_title


def is_hardware(device: BlockDevice) -> bool:
    """Whether it is a drive of its own, which can be queried."""
    return device.kind in DRIVE_KINDS or device.kind == DeviceKind.DISK


def why_unknown(device: BlockDevice) -> str:
    """Why a device that is not a drive has no health, in a sentence."""
    match device.kind:
        case "virtio" | "nbd":
            return _("This is a virtual or network disk; only its host knows its health.")
        case "zram" | "ram":
            return _("This is memory, not a drive.")
    return _("This device has no health of its own.")


class DrivesBelow(QWidget):
    """A line for each drive with its verdict. Emits `visit(name)`."""

    visit = Signal(str)

    def __init__(self, theme: Theme, watch: HealthWatch) -> None:
        super().__init__()
        self._theme = theme
        self._watch = watch
        self.links: list[QPushButton] = []
        self._shown: list[tuple[str, str, str]] = []
        self._column = vertical(self, spacing=0)

    def show_drives(self, drives: tuple[BlockDevice, ...]) -> None:
        """Show links to these drives."""
        wanted = []
        for drive in drives:
            view = self._watch.view(drive)
            word = view.verdict.word if view is not None else ""
            wanted.append((drive.name, f"{shown(device_title(drive))}, {shown(drive.path)}", word))
        if wanted == self._shown:
            return
        self._shown, self.links = wanted, []
        clear(self._column)
        for name, title, word in wanted:
            self._column.addWidget(self._line(name, title, word))
            self._column.addWidget(HairLine(self._theme))

    def _line(self, name: str, title: str, word: str) -> QWidget:
        line = QWidget()
        link = quiet_button(label(title))
        link.setAccessibleName(_("Open {name}").format(name=title))
        link.clicked.connect(lambda: self.visit.emit(name))
        mark = VerdictLabel(self._theme, line)  # without a parent it would become a window
        mark.say(word, grade_title(word) if word else "")
        self.links.append(link)
        row = horizontal(line, margins=(0, GRID // 2, 0, GRID // 2))
        row.addWidget(link)
        row.addStretch(1)
        row.addWidget(mark)
        return line
