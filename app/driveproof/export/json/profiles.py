# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guided profiles as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isfinite
from typing import Any

from driveproof.domain.experiment.defaults import claim_needs
from driveproof.domain.profile.estimate import Expected, Rates, expected
from driveproof.domain.profile.profile import Profile
from driveproof.wording.catalogue import in_english


@in_english()
def profiles_document(profiles: Iterable[Profile], rates: Rates | None = None) -> dict[str, Any]:
    """As `profiles --json` prints them; `seconds` and `bytes_written` are upper bounds, `expected`
    what is probable on the target with these `rates`.
    """
    return {
        "version": 1,
        "profiles": [
            {
                "name": profile.name,
                "title": profile.title,
                "question": profile.question,
                "seconds": _bound(profile.seconds),
                "bytes_written": profile.bytes_written,
                "expected": _expected(expected(profile, rates)),
                "method": profile.method,
                "group": profile.group,
                "root": profile.needs_root,
                "destructive": profile.destructive,
                "size": profile.size,
                "cache": profile.cache,
                "repeats": profile.repeats,
                "most_repeats": profile.most,
                "budget": profile.budget,
                "repeats_for_claim": claim_needs(profile),
                "claim_possible": profile.repeats >= (claim_needs(profile) or inf),
                "phases": [phase.name for phase in profile.phases],
            }
            for profile in profiles
        ],
    }


def _bound(seconds: float) -> float | None:
    return round(seconds, 3) if isfinite(seconds) else None


def _expected(found: Expected | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "seconds": round(found.seconds, 3),
        "seconds_range": None if found.sure else [round(found.fewest, 3), round(found.most, 3)],
        "bytes_written": found.bytes_written,
        "from": found.source.value,
    }
