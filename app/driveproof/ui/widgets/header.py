# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The head of a drive, the same on every page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from driveproof.domain.drive import BlockDevice, Inventory
from driveproof.domain.link import LinkState
from driveproof.domain.units import format_size
from driveproof.ui.facts import link_words
from driveproof.ui.models.drives import temperature_text
from driveproof.ui.style import GRID, MARGIN, Theme
from driveproof.ui.text import shown
from driveproof.ui.widgets.labels import ElidedLabel

# Facts stand apart by an em space on each side of nothing: no dots, no boxes.
GAP = "\u2003"


class DriveHeader(QWidget):
    """Title and one line of facts; its height never changes."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ElidedLabel(theme, size="title", selectable=True)
        self._facts = ElidedLabel(theme, color="muted", selectable=True)
        # What takes a moment to find out: the link, and a few words on TRIM.
        self.looked: Callable[[BlockDevice], tuple[LinkState | None, str]] = lambda _: (None, "")
        self._title.setObjectName("driveTitle")
        self._facts.setObjectName("driveFacts")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, 20, MARGIN, 0)
        layout.setSpacing(GRID // 2)
        layout.addWidget(self._title)
        layout.addWidget(self._facts)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_device(self, device: BlockDevice, inventory: Inventory, *, gone: bool) -> None:
        """Name a device; `gone` says that it was unplugged."""
        self._title.say(shown(device.title))
        self._facts.say(GAP.join(self._texts(device, inventory, gone=gone)))

    def show_text(self, title: str, facts: str = "") -> None:
        """Say something where there is no device."""
        self._title.say(title)
        self._facts.say(facts)

    def _texts(self, device: BlockDevice, inventory: Inventory, *, gone: bool) -> list[str]:
        link, trim = self.looked(device)
        texts = [self.tr("Unplugged")] if gone else []
        texts.append(shown(device.path))
        if device.size:
            texts.append(format_size(device.size))
        if device.firmware:
            texts.append(self.tr("Firmware {0}").format(shown(device.firmware)))
        if device.serial:
            texts.append(self.tr("Serial {0}").format(shown(device.serial)))
        if device.link:
            texts.append(link_words(device, link))
        elif device.bus_title and not inventory.parents(device):
            texts.append(device.bus_title)
        if trim and not gone:
            texts.append(trim)
        if not gone and (temperature := temperature_text(device)):
            texts.append(temperature)
        return texts
