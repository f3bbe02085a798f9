# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Foreign text: model names, labels and paths that may hold any character."""

from __future__ import annotations

_NARROW = "\u202f"  # between number and unit in texts of ours


def visible(text: str) -> str:
    """Foreign text with its control and direction-changing characters made visible.

    Model names, labels and paths may hold any byte; printed raw they could move the cursor of a
    terminal or turn a line around.
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape", "surrogatepass").decode()
        for char in text
    )


def shown(text: str) -> str:
    """Foreign text on one line, control characters made visible.

    The narrow space that our own texts have between number and unit stays one.
    """
    return _NARROW.join(map(visible, text.split(_NARROW)))
