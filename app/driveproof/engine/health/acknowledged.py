# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person has accepted of counters that can fall: it falls with them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from driveproof.domain.errors import DriveproofError
from driveproof.domain.health.report import Health
from driveproof.history.snapshots import Snapshots

FALLING = ("pending", "uncorrectable")
"""Sectors that a drive could read after all, or has replaced, are in these no longer."""


def accepted(kept: Snapshots, identity: str, health: Health) -> Mapping[str, int]:
    """The accepted values, none above what the drive tells now: what comes anew is told anew.

    One that fell is kept as it is now, where the history can be written. Raises MachineError.
    """
    found = dict(kept.acknowledged(identity))
    for counter in FALLING:
        value: int | None = getattr(health, counter)
        if value is None or value >= found.get(counter, 0):
            continue
        found[counter] = value
        with suppress(DriveproofError):
            kept.acknowledge(identity, counter, value)
    return found
