# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is proposed to whoever begins a comparison, and what is said before a minute is measured."""

from __future__ import annotations

from driveproof.domain.comparison import repeats_needed
from driveproof.domain.plan import FIRMWARE, TRIM

LEAST_REPEATS = 6
"""What is proposed at least: five a side cannot pass Holm among seven tests (docs/comparing.md)."""

UNDONE_BY_NOBODY = frozenset({TRIM, FIRMWARE})
"""Actions that cannot be undone: drift shows only in a second sitting of the baseline."""


def proposed_repeats(profile_repeats: int, tests: int) -> int:
    """How many repeats a side are proposed: what the profile says, and never too few."""
    return max(profile_repeats, LEAST_REPEATS, repeats_needed(tests))


def proposed_baselines(action: str) -> int:
    """Sittings of the baseline: two where the action cannot be undone."""
    return 2 if action in UNDONE_BY_NOBODY else 1


def too_few(repeats: int, tests: int) -> str:
    """What to know before measuring, and not when the time is spent; "" when there are enough."""
    needed = repeats_needed(tests)
    if repeats >= needed:
        return ""
    many = "1 test" if tests == 1 else f"any of {tests} tests"
    return (
        f"With {repeats} {'repeat' if repeats == 1 else 'repeats'} a side no difference of {many}"
        f" can be called real; it takes {needed}."
    )


def later_compared(repeats: int, tests: int) -> str:
    """What a comparison of a run like this could say; "" where it can claim what is there.

    For a run of its own, which may be compared one day: not everybody wants that.
    """
    needed = repeats_needed(tests)
    if tests < 1 or repeats >= needed:
        return ""
    run = f"{repeats} {'repeat' if repeats == 1 else 'repeats'} of"
    run += " 1 test" if tests == 1 else f" {tests} tests"
    little = "gives hints at most" if repeats >= repeats_needed(1) else "can say nothing"
    return f"{run}: a comparison with another run {little}; with {needed} it can claim."
