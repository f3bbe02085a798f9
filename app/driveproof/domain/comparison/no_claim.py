# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Of how many differences nothing could be claimed, and why."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.say import Say


def no_claims(verdicts: Sequence[Verdict | None], total: int) -> tuple[Say, ...]:
    """Of anything that is judged together: how many of `total` could not be; () for none."""
    said: list[Say] = []
    if few := verdicts.count(Verdict.FEW):
        said.append(
            Say(
                "Too few repeats: {repeats}. Each side needs {needed}.",
                repeats=Say("{done} of {total}", done=few, total=total),
                needed=LEAST_REPEATS,
            )
        )
    if noisy := verdicts.count(Verdict.NOISY):
        said.append(
            Say("Too variable for a verdict: {count} of {total}.", count=noisy, total=total)
        )
    return tuple(said)
