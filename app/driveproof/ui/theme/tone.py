# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the colour of a sentence or mark says; each tone is the name of one of the theme's colours.

Amber and red are for two answers only, so that they are seen where they matter (design.md).
"""

from __future__ import annotations

from enum import StrEnum


class Tone(StrEnum):
    """The values name fields of Colors."""

    PLAIN = "text"
    """What is said, and why something cannot be done now."""
    NOTE = "muted"
    """Explanations, notes, progress, what nothing follows from."""
    GOOD = "good"
    """A good answer."""
    DOUBT = "caution"
    """Amber: a drive, a figure or a claim that is in doubt."""
    FAILING = "bad"
    """Red: a bad answer, what failed, and what destroys data."""
