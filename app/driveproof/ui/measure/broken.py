# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The person's own profiles that cannot be used: why, and how to fix them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from driveproof.engine.run.profiles import BrokenProfile
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import without_key
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import BaselineBox, clear, vertical
from driveproof.ui.widgets.notices import reveal
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice


class BrokenProfiles(QWidget):
    """A row for each; hidden where there are none. Emits `edit(BrokenProfile)`."""

    edit = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[BrokenProfile, ...] = ()
        self._tasks = TaskQueue(self)
        self._column = vertical(self, spacing=GRID // 2)
        self.hide()

    def show_broken(self, broken: Sequence[BrokenProfile]) -> None:
        """Show these files instead of the former ones."""
        if tuple(broken) != self._shown:
            self._shown = tuple(broken)
            clear(self._column)
            for one in broken:
                self._column.addWidget(self._row(one))
        self.setVisible(bool(broken))

    def _row(self, one: BrokenProfile) -> QWidget:
        row = QWidget()
        beside = BaselineBox(row)
        said = message_and_advice(one.problem, Face.WINDOW)
        beside.addWidget(Label(self._theme, said, color=Tone.PLAIN, wrap=True, selectable=True), 1)
        edit, find = quiet_button(_("Edit as &text…")), quiet_button(_("Show in folder"))
        edit.setAccessibleName(
            _("{name}: {text}").format(name=one.path.name, text=without_key(edit.text()))
        )
        find.setAccessibleName(_("{name}: {text}").format(name=one.path.name, text=find.text()))
        edit.clicked.connect(partial(self.edit.emit, one))
        find.clicked.connect(partial(reveal, self._tasks, one.path))
        for button in (edit, find):
            beside.addWidget(button)
        return row
