# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which of the kept snapshots a drive's counters are compared with."""

from __future__ import annotations

from driveproof.domain.health.changes import comparable
from driveproof.domain.health.report import COUNTERS, Health
from driveproof.domain.health.snapshot import Snapshot


class Fullest:
    """Looks through snapshots for the first that knows every counter that `health` tells.

    One that does not know a counter says nothing of its growth: an older one may. `best` is what
    came nearest, the earlier asked of two as good.
    """

    def __init__(self, health: Health) -> None:
        self._health = health
        self._wanted = _told(health)
        self._most = -1
        self.best: Snapshot | None = None

    def fits(self, one: Snapshot) -> bool:
        """Whether it knows all of them, and is of the same drive and source."""
        if not comparable(one.health, self._health):
            return False
        known = len(self._wanted & _told(one.health))
        if known > self._most:
            self._most, self.best = known, one
        return known == len(self._wanted)


def _told(health: Health) -> frozenset[str]:
    return frozenset(name for name in COUNTERS if getattr(health, name) is not None)
