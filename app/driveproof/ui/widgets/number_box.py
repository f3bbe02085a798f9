# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fields for numbers, with the same room beside the text as in every other field. The wheel of the
mouse scrolls the page past them and changes none.
"""

from __future__ import annotations

from PySide6.QtCore import QMargins, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

# A style sheet's padding does not reach the text of a spin box (QStyleSheetStyle ignores its left).
_ROOM = QMargins(9, 0, 0, 0)


class NumberBox(QSpinBox):
    """A whole number."""

    def __init__(self) -> None:
        super().__init__()
        self.lineEdit().setTextMargins(_ROOM)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # and not by the wheel

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class DecimalBox(QDoubleSpinBox):
    """A number with decimals."""

    def __init__(self) -> None:
        super().__init__()
        self.lineEdit().setTextMargins(_ROOM)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # and not by the wheel

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
