# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One line on the Overview: when the drive was checked last, and how the check rated it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.baseline import BaselineBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.page_head import quiet_button
from driveproof.wording.catalogue import _
from driveproof.wording.dashboard import last_checked_text

if TYPE_CHECKING:
    from driveproof.domain.dashboard import KeptOfDrive

# The list of drives and the first page have priority.
LATER_MS = 300
_COLORS = {"bad": Tone.FAILING, "odd": Tone.DOUBT}


class CheckLine(QWidget):
    """Emits `asked(id)` when the person wants to see the check. Hidden if there was none."""

    asked = Signal(str)

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._services, theme = context.services, context.theme
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self._of = ""  # the kernel name of the drive that the line is about
        self._id = ""
        self.text = Label(theme, wrap=True, selectable=True)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.button = quiet_button(_("Show the check"))
        self.button.clicked.connect(lambda: self.asked.emit(self._id))
        row = BaselineBox(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.text, 1)
        row.addWidget(self.button)
        self.tasks = TaskQueue(self)
        self._timer = Delayed(self, LATER_MS, self.read)
        self.hide()

    def set_device(self, device: BlockDevice, inventory: Inventory) -> None:
        """Set the drive; what is known of another one disappears at once."""
        self._device, self._inventory = device, inventory
        if device.name != self._of:
            self._of = device.name
            self.hide()

    def read_soon(self, *, wanted: bool = True) -> None:
        """Read when the event loop is idle, unless that is cancelled before."""
        self._timer.ask(wanted=wanted)

    @Slot()
    def read(self) -> None:
        """Read what is kept of the drive, in a thread."""
        device, inventory, kept = self._device, self._inventory, self._services.kept
        if device is None:
            return

        def done(found: Mapping[str, KeptOfDrive] | None, _error: DriveproofError | None) -> None:
            if self._of == device.name:
                self._show((found or {}).get(device.name))

        self.tasks.add(lambda: kept((device,), inventory), done, key="kept")

    def _show(self, kept: KeptOfDrive | None) -> None:
        if kept is None or kept.checked is None:
            self.hide()
            return
        self._id = kept.check
        self.text.set_color(_COLORS.get(kept.rating or "", "text"))
        self.text.say(last_checked_text(kept.checked, kept.rating, datetime.now()))
        self.button.setVisible(bool(kept.check))
        self.show()
