# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rating of a check or of a finding in words."""

from __future__ import annotations

from driveproof.domain.rating import RATING_WORDS, Rating
from driveproof.wording.say import say_text


def rating_text(word: Rating) -> str:
    """The word beside a mark."""
    return say_text(RATING_WORDS[word])
