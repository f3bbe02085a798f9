# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lines on the Overview: what checks of capacity keep on the drive, each with its removal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.run.kept import KeptFolder
from driveproof.domain.text import shown
from driveproof.ui.dialogs.asking import is_sure
from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.baseline import BaselineBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import clear, vertical
from driveproof.ui.widgets.page_head import quiet_button
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.kept import kept_sentence, remove_meaning, remove_question, removed_text

# The list of drives and the first page have priority.
LATER_MS = 300


class Keeping(Protocol):
    """Reads and removes the folders; both in a thread."""

    def below(self, mounts: Iterable[str]) -> tuple[KeptFolder, ...]:
        """Those on the file systems that are mounted there."""

    def remove(self, one: KeptFolder) -> None:
        """Delete it. Raises DriveproofError."""


class KeptLines(QWidget):
    """Emits `said(text, bad)` after a removal, `removed` where it worked, and `go_on(folder)` where
    the check is to go on in that folder. Hidden where nothing is kept.
    """

    said = Signal(str, bool)
    removed = Signal()
    go_on = Signal(str)

    def __init__(self, theme: Theme, keeping: Callable[[], Keeping] | None) -> None:
        super().__init__()
        self._theme, self._keeping = theme, keeping
        self._mounts: tuple[str, ...] = ()
        self._of = ""  # the kernel name of the drive that the lines are about
        self._kept: tuple[KeptFolder, ...] = ()
        self.texts: list[Label] = []
        self.buttons: list[QPushButton] = []
        self.continues: list[QPushButton] = []
        self._column = vertical(self, spacing=GRID)
        self.tasks = TaskQueue(self)
        self._timer = Delayed(self, LATER_MS, self.read)
        self.hide()

    def set_device(self, device: BlockDevice, inventory: Inventory) -> None:
        """Set the drive; what is on another one disappears at once."""
        self._mounts = tuple(mount.path for mount, _owner in inventory.mounts_above(device))
        if device.name != self._of:
            self._of = device.name
            self._show(())

    def read_soon(self, *, wanted: bool = True) -> None:
        """Read when the event loop is idle, unless that is cancelled before."""
        self._timer.ask(wanted=wanted)

    @Slot()
    def read(self) -> None:
        """Read what is kept on the drive, in a thread."""
        keeping, mounts, of = self._keeping, self._mounts, self._of
        if keeping is None or not of:
            return

        def done(kept: tuple[KeptFolder, ...] | None, _error: DriveproofError | None) -> None:
            if self._of == of:
                self._show(kept or ())

        self.tasks.add(lambda: keeping().below(mounts), done, key="read")

    def _show(self, kept: tuple[KeptFolder, ...]) -> None:
        if kept != self._kept:
            self._kept = kept
            clear(self._column)
            self.texts, self.buttons, self.continues = [], [], []
            for one in kept:
                self._add(one)
        self.setVisible(bool(kept))

    def _add(self, one: KeptFolder) -> None:
        text = Label(self._theme, wrap=True, selectable=True)
        text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        text.say(kept_sentence(one))
        more = quiet_button(_("Continue…"))
        more.setToolTip(_("Goes on where the check ended, and reads everything back"))
        more.setAccessibleName(_("Continue the check in {folder}").format(folder=shown(one.path)))
        more.clicked.connect(partial(self.go_on.emit, os.path.dirname(one.path)))  # noqa: PTH120
        button = quiet_button(_("Remove…"))
        button.setAccessibleName(_("Remove {folder}").format(folder=shown(one.path)))
        button.clicked.connect(partial(self._remove, one))
        line = QWidget()
        row = BaselineBox(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(text, 1)
        for each in (more, button):
            row.addWidget(each)
        self._column.addWidget(line)
        self.continues.append(more)
        self.texts.append(text)
        self.buttons.append(button)

    def _remove(self, one: KeptFolder, _checked: bool = False) -> None:
        keeping = self._keeping
        if keeping is None or not is_sure(
            self,
            remove_question(one),
            remove_meaning(),
            yes=_("&Remove it"),
            no=_("&Keep it"),
            destroys=True,
        ):
            return

        def done(_result: None, error: DriveproofError | None) -> None:
            if error is not None:
                self.said.emit(message_and_advice(error, Face.WINDOW), True)
            else:
                self.said.emit(removed_text(one), False)
                self.removed.emit()
            self.read()

        self.tasks.add(lambda: keeping().remove(one), done, key=f"remove {one.path}")
