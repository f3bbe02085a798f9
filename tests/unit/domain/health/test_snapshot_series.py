# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Snapshots as series over time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from driveproof.domain.health.report import Health
from driveproof.domain.health.snapshot import AFTER, BEFORE, OPEN, HealthSnapshot
from driveproof.domain.health.snapshot_series import known_series, series_of, written_by_runs

START = datetime(2026, 3, 1, tzinfo=UTC)


def kept(
    day: float, *, reason: str = OPEN, run: str | None = None, **facts: object
) -> HealthSnapshot:
    taken = START + timedelta(days=day)
    health = Health(taken=taken, **facts)  # type: ignore[arg-type]
    return HealthSnapshot(round(day * 10), "wwn:1", taken, reason, run, "", health)


def test_a_series_is_in_the_order_of_time_and_leaves_out_what_nobody_said() -> None:
    snapshots = [kept(2, written=20), kept(0, written=0), kept(1)]
    assert [value for _, value in series_of(snapshots, "written")] == [0.0, 20.0]


def test_counters_that_never_moved_are_no_picture() -> None:
    snapshots = [kept(0, written=0, crc_errors=0, pending=0), kept(1, written=0, pending=2)]
    assert known_series(snapshots) == ("written", "pending")
    assert known_series([]) == ()


def test_what_runs_wrote_is_their_own_difference() -> None:
    snapshots = [
        kept(0, written=100),
        kept(1, written=150, reason=BEFORE, run="a"),
        kept(1.1, written=190, reason=AFTER, run="a"),
        kept(2, written=300, reason=BEFORE, run="b"),
        kept(2.1, written=310, reason=AFTER, run="b"),
        kept(3, written=400),
    ]
    assert written_by_runs(snapshots, snapshots[0], snapshots[-1]) == 50
    assert written_by_runs(snapshots, snapshots[0], snapshots[2]) == 40
    assert written_by_runs(snapshots, snapshots[3], snapshots[4]) == 10
    # the run began before the first of the two: its part is not known
    assert written_by_runs(snapshots, snapshots[2], snapshots[3]) is None


def test_a_counter_that_went_backwards_is_no_part_of_a_run() -> None:
    snapshots = [
        kept(0, written=100, reason=BEFORE, run="a"),
        kept(1, written=90, reason=AFTER, run="a"),
    ]
    assert written_by_runs(snapshots, snapshots[0], snapshots[1]) is None
