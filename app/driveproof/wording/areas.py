# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of a check of capacity: what it overwrites, and what its probe found meanwhile."""

from __future__ import annotations

from driveproof.domain.profile.plan import Probes
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.areas import (
    BLOCK,
    PROBE_TEST,
    capacity_of,
)
from driveproof.domain.run.run import PhaseResult
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_size, group_digits


def overwritten_part(profile: Profile, length: int, size: int | None) -> str:
    """What of a device of `size` bytes, None if unknown, a run overwrites: its first `length`
    bytes, or of a probe single blocks.
    """
    if isinstance(profile.plan, Probes) and profile.plan.only:
        return _("single blocks, including the partition table")
    if length == size:
        return _("all of it")
    return _("the first {size}").format(size=format_size(length))


def probe_text(result: PhaseResult) -> str:
    """What a probe found, while the run goes on; "" for any other test."""
    if result.name != PROBE_TEST:
        return ""
    answer = capacity_of(
        [
            area
            for repeat in result.repeats
            for direction in repeat.directions.values()
            for area in direction.areas
        ]
    )
    return _("{lost} of {count} blocks were lost.").format(
        count=group_digits(answer.checked // BLOCK), lost=group_digits(answer.lost // BLOCK)
    )
