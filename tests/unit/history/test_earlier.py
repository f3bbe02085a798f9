# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was measured of a drive before: the run to compare with, and everything over time."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from tests.builders.compared_runs import START, STEADY, phase, run
from tests.builders.recorded import finished_run

from driveproof.domain.comparison.over_time import DriveOverTime
from driveproof.domain.run.run import METRICS, Summary
from driveproof.history.earlier import MOST_EARLIER, previous, results_over_time, runs_like
from driveproof.history.store import History


def before(history: History, run_id: str) -> str:
    found = previous(history, run_id)
    return "" if found is None else found.id


def test_the_newest_earlier_run_of_the_same_drive_and_profile(history: History) -> None:
    other = {"drive": "serial:S2"}
    history.save(
        run(phase(STEADY), id="0aaaaaaaa"),
        run(phase(STEADY), id="0bbbbbbbb", days=1, label="two"),
        run(phase(STEADY), id="0cccccccc", days=2, target=other),
        run(phase(STEADY), id="0dddddddd", days=3, profile="latency"),
        run(phase(STEADY, depth=1), id="0eeeeeeee", days=4),
        run(phase(STEADY), id="0ffffffff", days=5),
    )
    assert before(history, "0ffffffff") == "0bbbbbbbb"
    found = previous(history, "0ffffffff")
    assert found is not None and found.label == "two"
    assert before(history, "0bbbbbbbb") == "0aaaaaaaa"
    for first in ("0aaaaaaaa", "0cccccccc", "0dddddddd", "0eeeeeeee"):
        assert before(history, first) == ""


def test_a_drive_that_cannot_be_told_from_others_has_no_earlier_run(history: History) -> None:
    nobody = {"drive": None, "serial": None}
    history.save(
        run(phase(STEADY), id="0aaaaaaaa", target=nobody),
        run(phase(STEADY), id="0bbbbbbbb", days=1, target=nobody),
    )
    assert history.load("0bbbbbbbb").target.drive is None
    assert before(history, "0bbbbbbbb") == ""
    assert before(history, "nothing") == ""


def test_what_is_being_measured_is_not_an_earlier_run(history: History) -> None:
    history.begin(run(id="0aaaaaaaa"))
    history.keep_phase("0aaaaaaaa", phase(STEADY))
    history.save(run(phase(STEADY), id="0bbbbbbbb", days=1))
    assert before(history, "0bbbbbbbb") == ""
    history.finish(run(phase(STEADY), id="0aaaaaaaa"))
    assert before(history, "0bbbbbbbb") == "0aaaaaaaa"


def test_the_newest_runs_of_a_drive_and_profile(history: History) -> None:
    runs = [run(phase(STEADY), id=f"0a{at:02}", days=at) for at in range(MOST_EARLIER + 2)]
    other = replace(runs[0], id="0b", profile="latency")
    away = replace(runs[0], id="0c", target=replace(runs[0].target, drive="serial:S2"))
    history.save(*runs, other, away)
    found = runs_like(history, runs[0])
    assert [one.id for one in found] == [one.id for one in runs[:1:-1]]
    repeats = found[0].phases[0].repeats
    assert [one.directions["read"].iops for one in repeats] == list(STEADY)
    nameless = replace(runs[0], target=replace(runs[0].target, drive=None))
    assert runs_like(history, nameless) == ()


def test_everything_of_a_drive_over_time(history: History) -> None:
    disturbed = {0: ("cut short",), 1: ("stall",)}
    other = {"drive": "serial:S2"}
    new = {"firmware": "2.0"}
    history.save(
        run(phase([100.0, 110.0, 120.0]), phase([5.0], direction="write"), id="0aaaaaaaa"),
        run(phase([900.0, 100.0, 104.0], disturbed=disturbed), id="0bbbbbbbb", days=2, target=new),
        run(phase(STEADY), id="0cccccccc", days=3, target=other),
        run(phase(STEADY, pattern="sequential"), id="0dddddddd", days=1, label="cable"),
    )
    found = results_over_time(history, "serial:S1")
    iops, bandwidth = found.groups
    assert (iops.profile, iops.metric, iops.runs) == ("quick", "iops", 2)
    assert (bandwidth.metric, bandwidth.runs) == ("bandwidth", 1)
    reads, writes = iops.series
    assert [series.direction for series in iops.series] == ["read", "write"]
    assert [point.run for point in reads.points] == ["0aaaaaaaa", "0bbbbbbbb"]
    assert reads.points[0].summary == Summary(110.0, 100.0, 120.0, 3)
    # What was cut short does not count, as in the result itself.
    assert reads.points[1].summary == Summary(102.0, 100.0, 104.0, 2)
    assert [point.disturbed for point in reads.points] == [0, 2]
    assert len(writes.points) == 1
    (point,) = bandwidth.series[0].points
    assert (point.label, point.summary.count) == ("cable", len(STEADY))
    (change,) = found.changes
    assert (change.before, change.after) == ("1.0", "2.0")
    assert change.at == START + timedelta(days=2)


def test_medians_over_time_are_those_of_the_results(history: History) -> None:
    kept = finished_run()
    kept = replace(kept, target=replace(kept.target, drive="serial:S1"))
    history.save(kept)
    found = {
        (series.title, series.direction): series.points[0].summary
        for group in results_over_time(history, "serial:S1").groups
        for series in group.series
    }
    expected = {
        (one.title, way): one.summary(way, METRICS[one.primary])
        for one in kept.phases
        for way in one.directions
    }
    assert found == expected


def test_nothing_is_kept_of_a_drive(history: History) -> None:
    assert results_over_time(history, "serial:nobody") == DriveOverTime()
