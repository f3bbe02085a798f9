# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guided profiles as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

from driveproof.domain.plan_proposal import claim_needs
from driveproof.domain.profile import Profile


def profiles_document(profiles: Iterable[Profile]) -> dict[str, Any]:
    """As `profiles --json` prints them; `seconds` and `bytes_written` are upper bounds."""
    return {
        "version": 1,
        "profiles": [
            {
                "name": profile.name,
                "title": profile.title,
                "question": profile.question,
                "seconds": round(profile.seconds, 3),
                "bytes_written": profile.bytes_written,
                "kind": profile.kind,
                "root": profile.needs_root,
                "destructive": profile.destructive,
                "size": profile.size,
                "cache": profile.cache,
                "repeats": profile.repeats,
                "repeats_for_claim": claim_needs(profile),
                "claim_possible": profile.repeats >= (claim_needs(profile) or inf),
                "phases": [phase.name for phase in profile.phases],
            }
            for profile in profiles
        ],
    }
