# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Foreign and our own texts, prepared for Qt widgets."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QTextLayout, QTextOption

from driveproof.domain.text import shown

__all__ = ["label", "shown", "tooltip", "wrapped_lines"]


def wrapped_lines(text: str, font: QFont, width: int, most: int) -> list[str]:
    """A text broken into at most `most` lines of `width` pixels; the last one ends with an ellipsis
    if more would follow.
    """
    layout = QTextLayout(text, font)
    layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
    found: list[str] = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        if len(found) == most - 1:
            rest = text[line.textStart() :]
            found.append(
                QFontMetrics(font).elidedText(rest, Qt.TextElideMode.ElideRight, max(0, width))
            )
            break
        found.append(text[line.textStart() : line.textStart() + line.textLength()].rstrip())
    layout.endLayout()
    return found


def tooltip(text: str) -> str:
    """Foreign text for a tool tip, marked as plain text: Qt would take `<b>` for markup."""
    plain = shown(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<span>{plain}</span>" if plain else ""


def label(text: str) -> str:
    """Foreign text for a button, tab or menu, where `&` would mark a mnemonic."""
    return shown(text).replace("&", "&&")
