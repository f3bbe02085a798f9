# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rating of a check or of a finding in words.

Not beside the other words of checks: the first page needs only these, and is to load little.
"""

from __future__ import annotations

from driveproof.domain.rating import BAD, FINE, ODD, RATING_WORDS, UNKNOWN, Rating
from driveproof.wording.catalogue import N_, _
from driveproof.wording.say import say_text

_GROUPS = {
    BAD: N_("Bad"),
    ODD: N_("Needs attention"),
    FINE: N_("OK"),
    UNKNOWN: N_("Unknown"),
}


def group_title(word: Rating) -> str:
    """The head over the findings with this word."""
    return _(_GROUPS[word])


def rating_text(word: Rating) -> str:
    """The word beside a mark."""
    return say_text(RATING_WORDS[word])
