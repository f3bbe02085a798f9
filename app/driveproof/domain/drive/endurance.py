# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The share of a drive's life that a write test costs, where its endurance is known."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.quantity import Share
from driveproof.domain.say import Say

# A drive tells its wear in whole percent: below this the rounding is most of what is known.
LEAST_USED = 0.05
_LEAST_TOLD = 0.0001
"""A smaller share is not told as a number."""


@dataclass(frozen=True, slots=True)
class Endurance:
    """A drive's endurance; None for unknown values.

    `rated` is the manufacturer's figure (TBW) in bytes, `written` the bytes written to it so far,
    `used` the used share of its life as the drive reports it (NVMe "percentage used"), 0.05 for 5
    %.
    """

    rated: int | None = None
    written: int | None = None
    used: float | None = None

    @property
    def estimated(self) -> int | None:
        """The whole endurance in bytes, by what the drive says was used up by what was written so
        far; None where that is not known or too little to tell.
        """
        if self.written and self.used and self.used >= LEAST_USED:
            return round(self.written / self.used)
        return None


def share_of_life(size: int, endurance: Endurance | None) -> float | None:
    """The share of a drive's whole endurance that writing `size` bytes takes; None when unknown.

    By the manufacturer's figure; else by what the drive says was used up by what was written so
    far.
    """
    if endurance is None:
        return None
    whole = endurance.rated or endurance.estimated
    return size / whole if whole else None


def share_say(share: float | None) -> Say:
    """The same in words: "0.02 % of its endurance"."""
    if share is None:
        return Say("an unknown share of its endurance")
    if share < _LEAST_TOLD:
        return Say("less than {share} of its endurance", share=Share(_LEAST_TOLD, figures=1))
    return Say("{share} of its endurance", share=Share(share, figures=2 if share < 0.1 else 0))
