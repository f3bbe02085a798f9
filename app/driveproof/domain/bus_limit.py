# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a bandwidth is that of the bus rather than of the drive."""

from __future__ import annotations

LIMITED = 0.9
"""From this share of the ceiling on, a bandwidth says more about the bus than about the drive."""
BEYOND = 1.15
"""Above this share the ceiling is not that of the bus: a virtual one, or memory answered."""


def limited_by_bus(bandwidth: float | None, ceiling: int | None) -> bool:
    """Whether a bandwidth (bytes per second) is so near the ceiling that the bus is the limit."""
    if bandwidth is None or not ceiling:
        return False
    return LIMITED * ceiling <= bandwidth <= BEYOND * ceiling
