# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One sentence about what just happened, with at most one action."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from driveproof.domain.errors import DriveproofError
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.announce import announce
from driveproof.ui.widgets.baseline import BaselineBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.page_head import quiet_button
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, error_lines


class MessageBar(QWidget):
    """Hidden until there is a message. Emits `acted` when the person chose the action, and
    `dismissed` with the sentence when the person closed it.
    """

    acted = Signal()
    dismissed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = ""
        self.text = Label(theme, wrap=True, selectable=True)
        self.action = quiet_button("")
        self.action.clicked.connect(self.acted)
        close = quiet_button(_("Dismiss"))
        close.clicked.connect(self._dismiss)
        row = BaselineBox(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.text, 1)
        row.addWidget(self.action)
        row.addWidget(close)
        self.hide()

    def say(self, text: str, *, action: str = "", bad: bool = False) -> None:
        """Show a sentence; `action` is the text of its button."""
        self.text.set_color(Tone.FAILING if bad else Tone.PLAIN)
        self._sentence = text
        self.text.say(text)
        self.action.setText(action)
        self.action.setVisible(bool(action))
        self.show()
        announce(self, text, urgent=bad)

    @property
    def sentence(self) -> str:
        """What is said now, "" for nothing."""
        return "" if self.isHidden() else self._sentence

    @Slot()
    def _dismiss(self) -> None:
        self.hide()
        self.dismissed.emit(self._sentence)

    def say_error(self, error: DriveproofError, *, action: str = "") -> None:
        """Show an error, and what to do about it; `action` is the text of a button."""
        self.say("\n".join(error_lines(error, Face.WINDOW)), action=action, bad=True)
