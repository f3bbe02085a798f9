# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The share of a drive's endurance."""

from __future__ import annotations

import pytest

from driveproof.domain.drive.endurance import share_say
from driveproof.wording.say import say_text


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (None, "an unknown share"),
        (0.00001, "less than 0.01\u202f%"),
        (0.0012, "0.12\u202f%"),
        (0.05, "5\u202f%"),
        (1.5, "150\u202f%"),
    ],
)
def test_words(share: float | None, words: str) -> None:
    assert say_text(share_say(share)) == f"{words} of its endurance"
