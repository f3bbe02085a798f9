# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the snapshots of a drive say over time."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.health.snapshot import AFTER, BEFORE, HealthSnapshot

SERIES = (
    "written", "read", "used", "temperature", "power_on", "reallocated", "pending",
    "uncorrectable", "media_errors", "crc_errors", "error_log_entries", "unsafe_shutdowns",
)  # fmt: skip
"""Fields of Health that are worth a curve, the most telling first."""


def series_of(
    snapshots: Sequence[HealthSnapshot], field: str
) -> list[tuple[HealthSnapshot, float]]:
    """The snapshots in which the drive said this, oldest first, with the value."""
    found = []
    for snapshot in snapshots:
        value = getattr(snapshot.health, field)
        if value is not None:
            found.append((snapshot, float(value)))
    return sorted(found, key=lambda pair: pair[0].taken)


def known_series(snapshots: Sequence[HealthSnapshot]) -> tuple[str, ...]:
    """The fields of SERIES that any snapshot has. Counters of trouble only where they are not
    always zero: a flat line at nothing is no picture.
    """
    plain = SERIES[:5]
    found = []
    for field in SERIES:
        values = [value for _, value in series_of(snapshots, field)]
        if values and (field in plain or any(values)):
            found.append(field)
    return tuple(found)


def written_by_runs(
    snapshots: Sequence[HealthSnapshot], first: HealthSnapshot, second: HealthSnapshot
) -> int | None:
    """The bytes that the drive counted while runs wrote to it between two snapshots.

    The difference of the snapshots before and after each run; None where there is no such pair.
    """
    begun = {
        each.run: each.health.written
        for each in snapshots
        if each.run and each.reason == BEFORE and each.taken >= first.taken
    }
    total: int | None = None
    for each in snapshots:
        if each.reason != AFTER or each.taken > second.taken:
            continue
        before, after = begun.get(each.run or ""), each.health.written
        if before is not None and after is not None and after >= before:
            total = (total or 0) + after - before
    return total
