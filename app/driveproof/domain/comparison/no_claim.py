# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Of how many differences nothing could be claimed, and why."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.comparison.difference import Silence
from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.say import Say


def no_claims(silent: Sequence[Silence], total: int) -> tuple[Say, ...]:
    """Of anything that is judged together: how many of `total` could not be; () for none. What
    allows a possible difference at most is said beside the tests.
    """
    said: list[Say] = []
    if few := sum(why is Silence.FEW for why in silent):
        said.append(
            Say(
                "Too few repeats: {count} of {total}. At least {needed} per side are needed.",
                count=few,
                total=total,
                needed=LEAST_REPEATS,
            )
        )
    if noisy := sum(why is Silence.NOISY for why in silent):
        said.append(
            Say("Too variable for a verdict: {count} of {total}.", count=noisy, total=total)
        )
    return tuple(said)
