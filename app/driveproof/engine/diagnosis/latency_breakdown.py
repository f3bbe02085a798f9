# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The newest latency breakdown of a drive, from its earlier runs."""

from __future__ import annotations

from driveproof.domain.diagnosis.diagnosis import Breakdown
from driveproof.domain.errors import DriveproofError
from driveproof.domain.run.latency_breakdown import breakdown_of
from driveproof.domain.run.run import FINISHED
from driveproof.history.store import History

PROFILE = "latency-breakdown"
LAST_RUNS = 200
"""The number of runs that are searched."""


def newest_breakdown(history: History, identity: str | None) -> Breakdown | None:
    """What it was; None where none was measured on this drive, or it cannot be read."""
    if identity is None:
        return None
    try:
        heads = history.heads(identity=identity, limit=LAST_RUNS)
        head = next((h for h in heads if h.profile == PROFILE and h.status == FINISHED), None)
        run = None if head is None else history.load(head.id)
    except DriveproofError:
        return None
    breakdown = None if run is None else breakdown_of(run)
    return None if run is None or breakdown is None else Breakdown(breakdown, run.started)
