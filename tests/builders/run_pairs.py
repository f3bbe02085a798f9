# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two runs for one report."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from driveproof.domain.health.changes import Pair
from driveproof.domain.health.report import Health
from driveproof.domain.health.snapshot import AFTER, BEFORE, HealthSnapshot
from driveproof.domain.run.run import Run

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


def pair(run: Run, firmware: str = "4B2Q", identity: str = "wwn:1") -> Pair:
    def one(reason: str, seconds: int, written: int) -> HealthSnapshot:
        taken = NOW + timedelta(seconds=seconds)
        health = Health(taken=taken, source="smartctl", firmware=firmware, written=written)
        return HealthSnapshot(1, identity, taken, reason, run.id, firmware, health)

    return one(BEFORE, 0, 10**12), one(AFTER, 90, 10**12 + 40 * 10**9)
