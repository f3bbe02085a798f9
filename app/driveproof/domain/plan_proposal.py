# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is proposed to whoever begins a comparison, and what is said before a minute is measured."""

from __future__ import annotations

from driveproof.domain.comparison import repeats_needed
from driveproof.domain.mount_option import NOATIME, RELATIME
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


def hardly_different(one: str, other: str) -> tuple[str, ...]:
    """What to expect of two mount options where that is next to nothing."""
    if {one, other} != {NOATIME, RELATIME}:
        return ()
    return (
        "A test reads one file, whose access time relatime writes once: expect no difference from"
        " noatime. It shows with very many files; strictatime shows what writing them costs.",
    )
