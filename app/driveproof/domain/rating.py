# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a report of a drive rates what it found."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from driveproof.domain.say import Say


class Rating(StrEnum):
    """The rating of a finding; the words are those of JSON. Unknown is never rated fine."""

    FINE = "fine"
    ODD = "odd"
    BAD = "bad"
    UNKNOWN = "unknown"


FINE, ODD, BAD, UNKNOWN = Rating.FINE, Rating.ODD, Rating.BAD, Rating.UNKNOWN
RATING_WORDS: Mapping[Rating, Say] = {
    FINE: Say("OK"),
    ODD: Say("Attention"),
    BAD: Say("Bad"),
    UNKNOWN: Say("Unknown"),
}

MARKS: Mapping[str, str] = {FINE: "✓", ODD: "!", BAD: "✕", UNKNOWN: "?"}
"""The sign beside a coloured word: colour is never the only mark."""
NEEDS_ATTENTION = frozenset({BAD, ODD})
"""Ratings of what somebody should look at."""
