# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check collects, and the thread that does its I/O: cancelled, failed, held up."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest

from driveproof.domain.errors import MachineError
from driveproof.domain.run.areas import AreaState, area
from driveproof.domain.run.histogram import Histogram, bin_counts
from driveproof.domain.run.run import Position
from driveproof.engine.run import checked
from driveproof.engine.run.checked import MOST_POSITIONS, CheckedAreas, Pass, PassEnding, SpeedCurve

MIB = 2**20


def test_a_curve_has_no_more_points_than_can_be_seen() -> None:
    curve = SpeedCurve(10_500 * MIB)
    for number in range(10_500):
        curve.add(number * MIB, MIB, 0.01)
    curve.close()
    assert 900 < len(curve.rows) <= MOST_POSITIONS
    assert sum(place.bytes for place in curve.rows) == 10_500 * MIB


def test_a_gap_begins_a_new_point() -> None:
    curve = SpeedCurve(4000 * MIB)
    curve.add(0, MIB, 1.0)
    curve.add(8 * MIB, MIB, 2.0)
    curve.close()
    assert curve.rows == (Position(0, MIB, 1.0), Position(8 * MIB, MIB, 2.0))


def test_the_figures_of_what_was_done() -> None:
    found = CheckedAreas(10 * MIB)
    assert not found.took(0, MIB, 0.01)
    assert not found.took(MIB, MIB, 0.01)
    assert found.took(2 * MIB, MIB, 1.0)
    found.failed(MIB)
    found.mark(area(0, 4 * MIB, AreaState.RIGHT))
    result = found.result()
    assert result is not None
    assert (result.bytes, result.ios, found.done) == (3 * MIB, 3, 4 * MIB)
    assert result.seconds == pytest.approx(1.02)
    assert result.latency.max == 1.0
    assert result.areas == (area(0, 4 * MIB, AreaState.RIGHT),)


def test_latencies_are_put_into_bins_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """All at once those of a disk of 24 TB took 1.4 GB of memory, when the check was over."""
    monkeypatch.setattr(checked, "PART", 7)
    found, taken = CheckedAreas(40 * MIB), [0.001 * (number % 9 + 1) for number in range(40)]
    for number, seconds in enumerate(taken):
        found.took(number * MIB, MIB, seconds)
    result = found.result()
    assert result is not None
    expected = Histogram(bin_counts((np.asarray(taken) * 1e9).astype(np.int64)))
    assert result.histogram.sparse() == expected.sparse()
    assert result.histogram.total == 40


def test_all_in_vain_is_a_result_too() -> None:
    found = CheckedAreas(MIB)
    found.failed(MIB)
    result = found.result()
    assert result is not None
    assert (result.bytes, result.latency.max, len(result.positions)) == (0, None, 0)
    assert CheckedAreas(MIB).result() is None


def through(
    work: Callable[[Callable[[], bool]], None],
    cancelled: Callable[[], bool] = lambda: False,
    silences: list[float] | None = None,
) -> PassEnding:
    return Pass(
        work,
        cancelled=cancelled,
        progress=lambda: 0,
        on_look=lambda: None,
        on_silence=[].append if silences is None else silences.append,
    ).run()


def test_a_pass_to_its_end() -> None:
    assert through(lambda stopped: None) == PassEnding(whole=True)


def test_what_made_it_fail_is_told() -> None:
    def fail(stopped: Callable[[], bool]) -> None:
        raise MachineError("The device went away.")

    ending = through(fail)
    assert not ending.whole
    assert "went away" in str(ending.failure)


def test_a_bug_is_raised_where_it_is_seen() -> None:
    def broken(stopped: Callable[[], bool]) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        through(broken)


def test_a_cancel_lets_the_thread_end() -> None:
    ended = threading.Event()

    def work(stopped: Callable[[], bool]) -> None:
        while not stopped():
            ended.wait(0.01)
        ended.set()

    looks = iter([False, False, True])
    ending = through(work, lambda: next(looks, True))
    assert ending == PassEnding()
    assert ended.is_set()


def test_a_drive_that_does_not_answer_holds_up_nobody() -> None:
    release = threading.Event()
    silences: list[float] = []
    looks = iter([False] * 6)

    def held_up(stopped: Callable[[], bool]) -> None:
        release.wait()

    try:
        ending = through(held_up, lambda: next(looks, True), silences)
    finally:
        release.set()
    assert ending == PassEnding()
    assert silences
