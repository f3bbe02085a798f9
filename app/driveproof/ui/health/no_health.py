# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Health page of a device without health: what it is, and where to look."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from driveproof.domain.drive.drive import BlockDevice
from driveproof.ui.feeds.health_watch import HealthWatch
from driveproof.ui.health.drives_below import DrivesBelow
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.buttons import quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.wording.catalogue import _

_READING_WIDTH = 640


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
