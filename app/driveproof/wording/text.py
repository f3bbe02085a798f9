# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Foreign text in our own: nothing in it moves a cursor, turns a line around or breaks it."""

from __future__ import annotations

from driveproof.domain.text import visible
from driveproof.wording.units import NARROW


def shown(text: str) -> str:
    """Foreign text on one line, control characters made visible.

    The narrow space that our own texts have between number and unit stays one.
    """
    return NARROW.join(map(visible, text.split(NARROW)))
