# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One line on the Overview: whether a TRIM from what is mounted reaches the drive."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.trim.drive import DriveTrim, drive_trim, main_targets
from driveproof.domain.trim.path import PATH_WORDS, UNKNOWN, PathVerdict
from driveproof.ui.feeds.lookups import Lookups
from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.baseline import BaselineBox
from driveproof.ui.widgets.chain_mark import SIZE, paint_mark
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.page_head import quiet_button
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, value_text

# The list of drives and the first page have priority.
LATER_MS = 300


def verdict_of(device: BlockDevice, inventory: Inventory, lookups: Lookups) -> DriveTrim:
    """What is known of a drive's TRIM; None until everything was read."""
    found = [lookups.chain(target, inventory) for target in main_targets(device, inventory)]
    if any(each is None for each in found):
        return DriveTrim()
    chains = [each.chain for each in found if each is not None and each.chain is not None]
    if not chains:
        error = next((each.error for each in found if each is not None and each.error), None)
        return DriveTrim(UNKNOWN, error=error)
    return drive_trim(chains, device.name)


class _Mark(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.verdict: PathVerdict | None = None
        self.setFixedSize(QSize(3 * GRID, 2 * GRID + 2))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.verdict:
            painter = QPainter(self)
            middle = QPointF(SIZE / 2 + 0.5, self.height() / 2)
            paint_mark(painter, self._theme, middle, self.verdict)


class TrimLine(QWidget):
    """Emits `asked` when the person wants to see the layers."""

    asked = Signal()

    def __init__(self, theme: Theme, lookups: Lookups) -> None:
        super().__init__()
        self._lookups = lookups
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self.mark = _Mark(theme)
        self.text = Label(theme, wrap=True, selectable=True)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.button = quiet_button(_("Layer by layer"))
        self.button.setAccessibleName(_("Layer by layer"))
        self.button.clicked.connect(self.asked)
        row = BaselineBox(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.mark)
        row.addWidget(self.text, 1)
        row.addWidget(self.button)
        self._timer = Delayed(self, LATER_MS, self.read)
        lookups.changed.connect(self._show)

    def set_device(self, device: BlockDevice, inventory: Inventory) -> None:
        """Show the verdict of this drive, if it is known."""
        self._device, self._inventory = device, inventory
        self._show()

    def read_soon(self, *, wanted: bool = True) -> None:
        """Read when the event loop is idle, unless that is cancelled before."""
        self._timer.ask(wanted=wanted)

    @Slot()
    def read(self, *, again: bool = False) -> None:
        """Read what is unknown, or everything `again`."""
        device = self._device
        if device is None:
            return
        self._lookups.ask_link(device, self._inventory, again=again)
        for target in main_targets(device, self._inventory):
            self._lookups.ask_chain(target, self._inventory, again=again)

    @Slot()
    def _show(self) -> None:
        if self._device is None:
            return
        trim = verdict_of(self._device, self._inventory, self._lookups)
        verdict, sentence = trim.verdict, "" if trim.say is None else say_text(trim.say)
        self.mark.verdict = verdict
        self.mark.update()
        self.text.set_color("text" if verdict else "muted")
        self.text.say(sentence or _("Checking TRIM…"))
        word = "" if verdict is None else value_text(PATH_WORDS[verdict])
        self.text.setAccessibleName(f"{self.text.text()} {word}".strip())
