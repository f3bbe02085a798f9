# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A quiet button that opens and closes what belongs to it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from driveproof.wording.catalogue import _, pgettext


class Opener(QPushButton):
    """Emits `opened(bool)`. A checkable button would be a check box to a screen reader; this one is
    a button that says whether it is open.
    """

    opened = Signal(bool)

    def __init__(
        self, words: str = "", *, flush: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(words, parent)
        self.setProperty("quiet", True)
        self.setProperty("flush", flush)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._open, self._about = False, ""
        self._say()
        self.clicked.connect(self.toggle)

    @property
    def is_open(self) -> bool:
        """Whether what belongs to it is shown."""
        return self._open

    def set_open(self, wanted: bool) -> None:
        """Open or close it from code; emits `opened` like a click."""
        if wanted != self._open:
            self._open = wanted
            self._say()
            self.opened.emit(wanted)

    @Slot()
    def toggle(self) -> None:
        """Open it if it is closed, else close it."""
        self.set_open(not self._open)

    def describe(self, about: str) -> None:
        """Set what a screen reader says besides."""
        self._about = about
        self._say()

    def _say(self) -> None:
        state = pgettext("state", "open") if self._open else _("closed")
        self.setAccessibleDescription(f"{state}. {self._about}" if self._about else state)
