# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What everyday writes came to: what memory held, what an fsync took, which process was slowest."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import everyday_run

from driveproof.domain.run.everyday import (
    bandwidth,
    everyday_rows,
    flush_time,
    fsync_seconds,
    intervals,
    processes,
    share_in_memory,
    shown_repeat,
    swallowed,
)
from driveproof.domain.run.run import CachePoint, WriteBack

POINTS = (
    CachePoint(0.0, 0, 0, 100),
    CachePoint(1.0, 800, 100, 800),
    CachePoint(2.0, 1000, 300, 800),
    CachePoint(3.0, 1000, 900, 200),
)


def test_the_share_in_memory_is_what_the_drive_had_not_been_given() -> None:
    back = WriteBack(POINTS, writing=1.5, fsync=2.0)
    # Half of the way from 100 to 300.
    assert share_in_memory(back, 1000) == pytest.approx(0.8)


def test_without_a_counter_it_is_what_waited_beyond_what_had_waited_before() -> None:
    uncounted = tuple(point._replace(stored=None) for point in POINTS)
    assert share_in_memory(WriteBack(uncounted, 1.0, 2.0), 1000) == pytest.approx(0.7)
    blind = tuple(point._replace(stored=None, waiting=None) for point in POINTS)
    assert share_in_memory(WriteBack(blind, 1.0, 2.0), 1000) is None


@pytest.mark.parametrize("stored", [0, 5000])
def test_it_is_never_less_than_nothing_or_more_than_all(stored: int) -> None:
    points = (CachePoint(0.0, 0, 0, 0), CachePoint(1.0, 1000, stored, 0))
    assert share_in_memory(WriteBack(points, 1.0, 1.0), 1000) == (0.0 if stored else 1.0)
    assert share_in_memory(WriteBack(points, None), 1000) is None
    assert share_in_memory(WriteBack((), 1.0), 1000) is None


def test_program_and_drive_from_moment_to_moment() -> None:
    one, _two, three = intervals(WriteBack(POINTS, 1.5, 2.0))
    assert (one.program, one.drive, one.waiting) == (800.0, 100.0, 800)
    assert (three.program, three.drive) == (0.0, 600.0)


def test_both_ways_of_a_test_are_one_row() -> None:
    run = everyday_run(3)
    small, middle, large = everyday_rows(run)
    assert small.at_end is not None and small.each is not None
    assert small.factor == pytest.approx(100.0, rel=0.02)
    assert fsync_seconds(small.at_end) == pytest.approx(4.0)
    assert swallowed(small.at_end) == pytest.approx(2 / 3, abs=0.02)
    assert swallowed(small.each) is not None  # measured alike, though nobody shows it
    assert flush_time(small.each, "p50") == pytest.approx(0.002)
    assert flush_time(small.at_end, "p50") is None
    assert middle.at_end is not None
    slowest, fastest = processes(middle.at_end) or (0.0, 0.0)
    assert slowest < fastest
    assert large.at_end is not None and processes(large.at_end) is None


def test_the_course_of_the_repeat_nearest_to_the_median_is_drawn() -> None:
    (row, *_rest) = everyday_rows(everyday_run(3))
    assert row.at_end is not None
    summary = bandwidth(row.at_end)
    shown = shown_repeat(row.at_end)
    assert summary is not None and shown is not None
    assert shown.directions["write"].bandwidth == summary.median


def test_half_a_run_has_what_was_measured() -> None:
    run = everyday_run()
    half = replace(run, phases=run.phases[:1])
    (row,) = everyday_rows(half)
    assert row.each is None and row.factor is None and len(row.phases) == 1
