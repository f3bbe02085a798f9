# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A button that copies a text, and confirms it for a moment."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from driveproof.ui.tasks.delayed import Delayed
from driveproof.wording.catalogue import _

_CONFIRMED = 2000
"""Milliseconds."""


class CopyButton(QPushButton):
    """Says `words`, and for a moment that `text_to_copy` is on the clipboard. With `quiet` it looks
    like those of `quiet_button`, with `flush` without room beside its text.
    """

    def __init__(
        self, words: str, text: str = "", *, quiet: bool = True, flush: bool = False
    ) -> None:
        super().__init__(words)
        self.text_to_copy = text
        if quiet:
            self.setProperty("quiet", True)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setProperty("flush", flush)
        self._words = words
        self.timer = Delayed(self, _CONFIRMED, self.reset)
        self.clicked.connect(self._copy)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text_to_copy)
        self.setText(_("Copied"))
        self.timer.start()

    @Slot()
    def reset(self) -> None:
        """Say again what it does."""
        self.setText(self._words)
