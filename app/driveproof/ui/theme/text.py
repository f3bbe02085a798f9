# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Foreign and our own texts, prepared for Qt widgets."""

from __future__ import annotations

from driveproof.domain.text import shown

__all__ = ["label", "shown", "tooltip"]


def tooltip(text: str) -> str:
    """Foreign text for a tool tip, marked as plain text: Qt would take `<b>` for markup."""
    plain = shown(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<span>{plain}</span>" if plain else ""


def label(text: str) -> str:
    """Foreign text for a button, tab or menu, where `&` would mark a mnemonic."""
    return shown(text).replace("&", "&&")
