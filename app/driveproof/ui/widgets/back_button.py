# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The button that leads back."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QPushButton

from driveproof.ui.theme.icons import line_icon
from driveproof.ui.theme.style import Theme

_ICON = 14


class BackButton(QPushButton):
    """Looks like a link, with an arrow before the text."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__(text)
        self._theme = theme
        self.setProperty("quiet", True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setIconSize(QSize(_ICON, _ICON))
        theme.changed.connect(self._restyle)
        self._restyle()

    @Slot()
    def _restyle(self) -> None:
        self.setIcon(line_icon("back", self._theme.colors.accent, _ICON))
