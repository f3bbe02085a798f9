# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Strings from the machine, in any bytes, as text that can be shown."""

from __future__ import annotations


def visible(text: str) -> str:
    """Text without a control character, a stray byte or a mark that turns the writing around.

    Each of them is written as its escape (`\\x1b`, `\\udcff`, `\\u202e`), so that nothing can move
    the cursor of a terminal or hide; blanks at both ends go, as drives pad their names.
    """
    text = text.strip(" \t\n\0")
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char == " " or char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is no UTF-8, kept by surrogateescape
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
