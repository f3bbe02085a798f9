# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fields for numbers, written as everywhere in the program, and with the same room beside the text
as in every other field. The wheel of the mouse scrolls the page past them and changes none.
"""

from __future__ import annotations

from PySide6.QtCore import QLocale, QMargins, Qt
from PySide6.QtGui import QValidator, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

from driveproof.wording.units import NARROW, group_digits, grouped

# A style sheet's padding does not reach the text of a spin box (QStyleSheetStyle ignores its left).
_ROOM = QMargins(9, 0, 0, 0)
_SPACES = {ord(space): "" for space in (NARROW, "\N{NO-BREAK SPACE}", " ")}


def _plain(box: QSpinBox | QDoubleSpinBox, text: str) -> str:
    """The number in the text of a field, without its unit and its groups of digits."""
    number = text.removeprefix(box.prefix()).removesuffix(box.suffix())
    return number.translate(_SPACES).replace(",", ".")


class NumberBox(QSpinBox):
    """A whole number."""

    def __init__(self) -> None:
        super().__init__()
        # Qt's locale would write "7,450" or "7.450", and take a decimal mark for one of groups.
        self.setLocale(QLocale.c())
        self.lineEdit().setTextMargins(_ROOM)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # and not by the wheel

    def textFromValue(self, value: int) -> str:
        return group_digits(value)

    def valueFromText(self, text: str) -> int:
        return int(_plain(self, text))

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        """A decimal mark is not swallowed, which would make 15 of "1.5": it stays in the text until
        the field is left, which then shows the whole number that it took, 1.
        """
        plain = _plain(self, text)
        whole, mark, rest = plain.partition(".")
        if mark and all(not part or part.isdecimal() for part in (whole, rest)):
            return QValidator.State.Intermediate, text, at
        state, _text, _at = super().validate(f"{self.prefix()}{plain}{self.suffix()}", at)
        return state, text, at

    def fixup(self, text: str) -> str:
        """Leave the text alone: Qt would take the comma out of it."""
        return text

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class DecimalBox(QDoubleSpinBox):
    """A number with decimals; "." and "," are both its decimal mark, in every locale."""

    def __init__(self) -> None:
        super().__init__()
        self.setLocale(QLocale.c())
        self.lineEdit().setTextMargins(_ROOM)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # and not by the wheel

    def textFromValue(self, value: float) -> str:
        return grouped(value, self.decimals())

    def valueFromText(self, text: str) -> float:
        return float(_plain(self, text))

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        plain = _plain(self, text)
        state, _text, _at = super().validate(f"{self.prefix()}{plain}{self.suffix()}", at)
        return state, text, at

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
