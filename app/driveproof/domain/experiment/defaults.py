# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is proposed to whoever begins a comparison, and what is said before a minute is measured."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.comparison.difference import repeats_needed
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.experiment.experiment import FIRMWARE, TRIM
from driveproof.domain.profile.profile import MOST_SCHEDULERS, SCHEDULERS, Profile

GENERAL, NVME = "quick", "quick-nvme"
"""Names of the profiles for whoever has not chosen one: of any drive, and of NVMe drives."""

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


def compared_tests(profile: Profile) -> int:
    """How many differences are judged together when two runs of a profile are compared; of
    schedulers when those of one run are, as many as a device offers at most.
    """
    count = len(profile.phases)
    return count * (MOST_SCHEDULERS - 1) if profile.kind == SCHEDULERS else count


def claim_needs(profile: Profile) -> int | None:
    """The smallest number of repeats a side with which a comparison of runs of this profile can
    claim a difference; None for a scan, which reads every place once and claims nothing.
    """
    return None if profile.scan is not None else repeats_needed(max(1, compared_tests(profile)))


def claim_words(profile: Profile) -> str:
    """How often a profile measures, and what that allows: for whoever chooses one."""
    needed = claim_needs(profile)
    if needed is None:
        return "Each place once: no claim, a comparison of two scans shows what differs."
    repeats = counted_repeats(profile.repeats)
    if profile.repeats >= needed:
        return f"{repeats} of each test: enough to claim a difference."
    return f"{repeats} of each test: too few for a claim, which takes {needed}."


def counted_repeats(count: int) -> str:
    """ "1 repeat", "6 repeats"."""
    return f"{count} {'repeat' if count == 1 else 'repeats'}"


def suggested(drives: Iterable[BlockDevice]) -> str:
    """The name of the profile for whoever has not chosen one, given the drives of a target."""
    found = tuple(drives)
    return NVME if found and all(drive.kind == "nvme" for drive in found) else GENERAL


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
