# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a scan read at each position of a device."""

from __future__ import annotations

from typing import cast

from driveproof.domain.run.columns import Positions
from driveproof.domain.run.run import PhaseResult


def positions_of(phase: PhaseResult) -> Positions:
    """Those of all repeats, one repeat after the other."""
    return Positions.joined(
        result.positions for repeat in phase.repeats for result in repeat.directions.values()
    )


def speeds(positions: Positions) -> list[float]:
    """Bytes a second at each position that took any time."""
    _, sizes, seconds = positions.columns
    took = seconds > 0
    return cast("list[float]", (sizes[took] / seconds[took]).tolist())
