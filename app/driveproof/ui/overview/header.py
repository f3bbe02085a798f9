# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The header of a drive, the same on every page."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from driveproof.domain.drive.array import ArrayState
from driveproof.domain.drive.drive import BlockDevice, Inventory, is_drive
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.measured_drive import GAP
from driveproof.ui.overview.drive_model import array_grade, temperature_text
from driveproof.ui.overview.facts import link_words
from driveproof.ui.theme.style import GRID, MARGIN
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.labels import ElidedLabel, PartsLabel
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.marks import VerdictLabel
from driveproof.wording.catalogue import _
from driveproof.wording.drive import bus_title, device_title
from driveproof.wording.say import say_text, value_text
from driveproof.wording.units import format_size


class DriveHeader(QWidget):
    """Title, one line of facts and the verdict at the right; its height never changes."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lookups, theme = context.lookups, context.theme
        self.title = ElidedLabel(theme, size="title", selectable=True)
        self.facts = PartsLabel(theme, GAP, color="muted", selectable=True)
        self.title.setObjectName("driveTitle")
        self.facts.setObjectName("driveFacts")
        layout = vertical(self, margins=(MARGIN, 20, MARGIN, 0), spacing=GRID // 2)
        self.verdict = VerdictLabel(theme)
        self.verdict.hide()
        first = horizontal(spacing=2 * GRID)
        first.addWidget(self.title, 1)
        first.addWidget(self.verdict, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addLayout(first)
        layout.addWidget(self.facts)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_device(
        self,
        device: BlockDevice,
        inventory: Inventory,
        *,
        gone: bool,
        temperature: float | None = None,
    ) -> None:
        """Show a device; `gone`: it was unplugged. `temperature` is newer than the device's own."""
        if temperature is not None:
            device = replace(device, temperature=temperature)
        self.title.say(shown(device_title(device)))
        self.facts.say_parts(*self._texts(device, inventory, gone=gone))

    def show_array(self, state: ArrayState) -> None:
        """Show the state of the device, which is an array, in place of a drive's health."""
        self.show_verdict(array_grade(state), value_text(state.line), value_text(state.brief))

    def show_verdict(self, word: str, text: str, short: str = "") -> None:
        """Show the health in a few words (`short` if there is no room for them); "" for nothing."""
        self.verdict.say(word, text, short)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The drive's name takes precedence: beside a long one only the verdict's word is shown."""
        room = self.width() - 2 * MARGIN - 2 * GRID - self.title.sizeHint().width()
        least = self.verdict.minimumSizeHint().width()
        wanted = self.verdict.sizeHint().width()
        self.verdict.setFixedWidth(wanted if wanted <= room else least)

    def show_text(self, title: str, facts: str = "") -> None:
        """Show a text if there is no device."""
        self.title.say(title)
        self.facts.say(facts)
        self.verdict.say("", "")

    def _texts(
        self, device: BlockDevice, inventory: Inventory, *, gone: bool
    ) -> tuple[list[str], list[str]]:
        """The facts, and those of them that give way, the first ones first: what never changes
        before what may, and never the temperature. The Overview has them all.
        """
        link = self._lookups.link(device.name)
        label = self._lookups.trim_of(device, inventory).label(device)
        trim = "" if label is None else say_text(label)
        texts = [_("Unplugged")] if gone else []
        on_it = None if gone else inventory.array_on(device)
        if on_it is not None and (on_it is not device or is_drive(device)):
            text = "" if on_it.array is None else value_text(on_it.array.line)
            texts.append(_("{name}: {text}").format(name=shown(device_title(on_it)), text=text))
        size = format_size(device.size) if device.size else ""
        firmware, serial = "", ""
        if device.firmware:
            firmware = _("firmware {firmware}").format(firmware=shown(device.firmware))
        if device.serial:
            serial = _("serial {serial}").format(serial=shown(device.serial))
        texts += filter(None, (shown(device.path), size, firmware, serial))
        way = ""
        if device.link:
            way = link_words(device, link)
        elif not inventory.parents(device):
            way = bus_title(device)
        texts += [way] if way else []
        if trim and not gone:
            texts.append(trim)
        if not gone and (temperature := temperature_text(device)):
            texts.append(temperature)
        return texts, [serial, size, firmware, way, trim]
