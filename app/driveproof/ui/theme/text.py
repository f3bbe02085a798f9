# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Foreign and own texts, made ready for Qt widgets."""

from __future__ import annotations

from driveproof.domain.text import shown

__all__ = ["label", "shown", "tooltip"]


def tooltip(text: str) -> str:
    """Foreign text for a tool tip: Qt would guess that `<b>` is markup, so it is told not to."""
    plain = shown(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<span>{plain}</span>" if plain else ""


def label(text: str) -> str:
    """Foreign text for a button, tab or menu, where `&` would mark a shortcut."""
    return shown(text).replace("&", "&&")
