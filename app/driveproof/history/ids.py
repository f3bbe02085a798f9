# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of runs: short, sorted by time, easy to read aloud and to type."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import UTC, datetime

# Without i, l, o and u: what is read as 1 or 0 is typed as that (Crockford's base 32, lowercase).
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
TIME_DIGITS = 6  # seconds; they last until the year 2060
_RANDOM_DIGITS = 3  # 32768 for the runs that two programs begin within one second
_READ_AS = str.maketrans("ilo", "110")


def new_id(started: datetime) -> str:
    """A new id of nine letters and digits; ids of later seconds sort behind.

    A clock before 2026 or after 2060 still gives an id, only not a sorted one.
    """
    seconds = int((started.astimezone(UTC) - _EPOCH).total_seconds())
    seconds = min(max(seconds, 0), 32**TIME_DIGITS - 1)
    digits = [ALPHABET[seconds >> 5 * place & 31] for place in reversed(range(TIME_DIGITS))]
    return "".join(digits) + "".join(ALPHABET[byte & 31] for byte in os.urandom(_RANDOM_DIGITS))


def read_id(word: str) -> str:
    """A typed id in its normal form: lowercase, with i and l as 1 and o as 0."""
    return word.strip().lower().translate(_READ_AS)


def matching(word: str, ids: Iterable[str]) -> list[str]:
    """The id that a person typed, or those that begin with it; [] where none does."""
    begin = read_id(word)
    found = [each for each in ids if begin and each.startswith(begin)]
    return [begin] if begin in found else found
