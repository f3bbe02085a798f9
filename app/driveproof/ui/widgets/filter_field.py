# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The field that filters the rows of a list."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFontMetrics, QIcon, QResizeEvent
from PySide6.QtWidgets import QLineEdit

from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.theme.icons import line_icon
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import set_tip
from driveproof.wording.catalogue import _

_WIDEST, _LEAST = 360, 120
_ICONS = 64  # pixels besides the text
_PAUSE = 150  # milliseconds after the last key press


class FilterField(QLineEdit):
    """`hint` says what is searched, if there is room for it, and is the accessible name.

    Emits `typed` once the person pauses, which `textChanged` does at each key.
    """

    typed = Signal()

    def __init__(self, theme: Theme, hint: str) -> None:
        super().__init__()
        self._theme = theme
        self._hint = hint
        self.setAccessibleName(hint)
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(_LEAST)
        self.setMaximumWidth(_WIDEST)
        self._search = self.addAction(self._icon(), QLineEdit.ActionPosition.LeadingPosition)
        self._typing = Delayed(self, _PAUSE, self.typed)
        self.textChanged.connect(self._typing.start)
        theme.changed.connect(self._restyle)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        fits = QFontMetrics(self.font()).horizontalAdvance(self._hint) + _ICONS <= self.width()
        self.setPlaceholderText(self._hint if fits else _("Filter"))
        set_tip(self, "" if fits else self._hint)

    def _icon(self) -> QIcon:
        return line_icon("search", self._theme.colors.muted, 16)

    @Slot()
    def _restyle(self) -> None:
        self._search.setIcon(self._icon())
