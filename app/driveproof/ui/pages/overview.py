# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a drive is, what is on it, and where it can be measured."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from driveproof.domain.drive import BlockDevice, Inventory
from driveproof.domain.errors import MachineError
from driveproof.ui.style import MARGIN, Theme
from driveproof.ui.widgets.page_head import PageHead, primary_button


class OverviewPage(QWidget):
    """Emits `measure(path)`: a mount point, or "" to leave the choice to the Measure page."""

    measure = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = PageHead(theme)
        self.primary = primary_button(self.tr("&Measure this drive…"))
        self.primary.clicked.connect(lambda: self.measure.emit(""))
        self.head.add(self.primary)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, 3 * 8, MARGIN, 0)
        layout.addWidget(self.head)
        layout.addStretch(1)

    def show_device(self, device: BlockDevice, inventory: Inventory, *, gone: bool) -> None:
        """Show a device."""
        self.head.say(device.title)

    def say_stale(self, error: MachineError) -> None:
        """Say that what is shown is no longer kept up to date."""
        self.head.detail.say(error.message)
        self.head.detail.show()
