# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The field that filters the rows of a list."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QLineEdit

from driveproof.ui.theme.icons import line_icon
from driveproof.ui.theme.style import Theme

_WIDEST = 360


class FilterField(QLineEdit):
    """`hint` says what is searched, `name` is the accessible name."""

    def __init__(self, theme: Theme, hint: str, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.setPlaceholderText(hint)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        self.setMaximumWidth(_WIDEST)
        self._search = self.addAction(self._icon(), QLineEdit.ActionPosition.LeadingPosition)
        theme.changed.connect(self._restyle)

    def _icon(self) -> QIcon:
        return line_icon("search", self._theme.colors.muted, 16)

    @Slot()
    def _restyle(self) -> None:
        self._search.setIcon(self._icon())
