# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Health page of a device without health: what it is, and where to look."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from driveproof.domain.drive.drive import DRIVE_KINDS, BlockDevice, DeviceKind
from driveproof.ui.feeds.health_watch import HealthWatch
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import label, shown
from driveproof.ui.widgets.buttons import quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import clear, horizontal, vertical
from driveproof.ui.widgets.marks import VerdictLabel
from driveproof.ui.widgets.rows import HairLine
from driveproof.wording.catalogue import _
from driveproof.wording.drive import device_title
from driveproof.wording.health.verdict import grade_title

_READING_WIDTH = 640


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


class NoHealth(QWidget):
    """Emits `visit(name)` for a drive below, `measure` and `trim` for what can be seen instead."""

    visit = Signal(str)
    measure = Signal()
    trim = Signal()

    def __init__(self, theme: Theme, watch: HealthWatch) -> None:
        super().__init__()
        self._theme = theme
        self.advice = self._text("")
        self.below = DrivesBelow(theme, watch)
        self.below.visit.connect(self.visit)
        self.measure_link = quiet_button(_("Measure it"))
        self.measure_link.clicked.connect(self.measure)
        self.trim_link = quiet_button(_("Show the TRIM path"))
        self.trim_link.clicked.connect(self.trim)
        links = horizontal(spacing=GRID)
        links.addWidget(self.measure_link)
        links.addWidget(self.trim_link)
        links.addStretch(1)
        how = _("Speed and TRIM of this device.")
        self._where, _rows = self._section(_("Underlying devices"), self.advice, self.below)
        self._here, here = self._section(_("Available here"), self._text(how))
        here.addLayout(links)
        inner = QWidget()
        inner.setMaximumWidth(_READING_WIDTH)
        column = vertical(inner, spacing=3 * GRID)
        for section in (self._where, self._here):
            column.addWidget(section)
        across = horizontal(self)
        across.addWidget(inner, 1)
        across.addStretch(0)
        self.hide()

    def _text(self, text: str) -> Label:
        return Label(self._theme, text, wrap=True, selectable=True)

    def _section(self, title: str, *parts: QWidget) -> tuple[QWidget, QVBoxLayout]:
        section = QWidget()
        column = vertical(section, spacing=GRID // 2)
        for part in (Label(self._theme, title, strong=True), *parts):
            column.addWidget(part)
        return section, column

    def show_drives(self, drives: tuple[BlockDevice, ...], advice: str, *, gone: bool) -> None:
        """Link the drives that have health; `advice` says where to look if none is known."""
        if drives:
            advice = _("Its health is that of the drives below it:")
        self.advice.say(shown(advice))
        self._where.setVisible(bool(advice))
        self.below.show_drives(drives)
        self.below.setVisible(bool(drives))
        self._here.setVisible(not gone)
