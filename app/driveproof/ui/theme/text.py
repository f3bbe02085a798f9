# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Foreign and our own texts, prepared for Qt widgets."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QFont, QFontMetrics, QTextLayout, QTextOption
from PySide6.QtWidgets import QWidget

from driveproof.domain.text import shown

__all__ = ["label", "set_tip", "shown", "tooltip", "wrapped_lines"]


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
    """Foreign text for the tool tip of a cell, as markup that shows just these words and wraps: of
    itself Qt would take `<b>` for markup. `set_tip` is for a widget.
    """
    plain = shown(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<span>{plain}</span>" if plain else ""


_TIP = "tip"
_KEY = re.compile("&(?!&)(?<!&&)")
_KEY_BEHIND = re.compile(r"\(&.\)")
"""Where the script has no letters for it, a mnemonic stands behind the text: "Export(&E)"."""


def set_tip(thing: QWidget | QAction, text: str) -> None:
    """Give a widget or an entry of a menu a tool tip, whatever is in the text: it is never markup.

    Where a widget has no description of its own, a screen reader gets the same words; Qt would
    hand it the markup that lets a tool tip wrap.
    """
    thing.setToolTip(tooltip(text))
    if isinstance(thing, QWidget):
        if thing.accessibleDescription() in {"", thing.property(_TIP)}:
            thing.setAccessibleDescription(shown(text))
        thing.setProperty(_TIP, shown(text))


def label(text: str) -> str:
    """Foreign text for a button, tab or menu, where `&` would mark a mnemonic."""
    return shown(text).replace("&", "&&")


def without_key(text: str) -> str:
    """The text of a button or an entry of a menu as a title or a name: without the mark of its
    mnemonic and without the dots of a dialog that follows.
    """
    plain = _KEY_BEHIND.sub("", text)
    return _KEY.sub("", plain).replace("&&", "&").rstrip("…")
