# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Snapshots as series over time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from driveproof.domain.figure import Ink
from driveproof.domain.health.report import Health
from driveproof.domain.health.snapshot import (
    AFTER,
    BEFORE,
    OPEN,
    REASONS,
    FirmwareChange,
    HealthSnapshot,
)
from driveproof.domain.health.snapshot_series import (
    known_series,
    series_of,
    trend_figures,
    trend_plot,
    written_by_runs,
)
from driveproof.domain.quantity import Bytes, OneOf

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


NEWS = (FirmwareChange(START + timedelta(days=0.5), "A", "B"),)


def test_a_trend_has_the_reason_of_each_state_and_the_news_since_the_one_before() -> None:
    snapshots = [kept(2, written=20, reason=AFTER), kept(0, written=10, reason=BEFORE), kept(1)]
    plot = trend_plot(snapshots, "written", NEWS)
    (line,) = plot.series
    assert [y for _x, y in line.points] == [10, 20] and line.states
    assert line.notes == (REASONS[BEFORE], REASONS[AFTER])
    assert line.shade.ink is Ink.WRITE
    assert plot.rules[0].at == NEWS[0].at.timestamp() and plot.rules[0].named
    table = trend_figures(snapshots, "written", NEWS)
    assert table.column("written") == (Bytes(10), Bytes(20))
    assert table.column("changes") == (None, OneOf((NEWS[0].said,)))


def test_a_single_state_is_in_the_middle_of_a_day() -> None:
    low, high = trend_plot([kept(0, crc_errors=3)], "crc_errors").x.ends or (0.0, 0.0)
    assert low < START.timestamp() < high
    assert trend_plot([], "crc_errors").spoken == ()
