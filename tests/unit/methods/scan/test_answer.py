# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A scan: the average of each test, its figures, and all its positions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.imports import read
from tests.builders.made_runs import scanned
from tests.builders.recorded_scan import SIZE, finished_scan

from driveproof.domain.figure import Positions, Table, Text
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Rate, Seconds
from driveproof.domain.say import Say
from driveproof.methods import answer_of
from driveproof.methods.scan.answer import answer


def test_both_tests_have_a_sentence_a_table_and_their_positions() -> None:
    run = finished_scan()
    found = answer(run)
    assert found == answer_of(run)
    through, access = (phase.repeats[0].directions["read"] for phase in run.phases)
    speed, times = found.sentences
    assert speed.values["average"] == Rate(through.bandwidth)
    rates = [one.bytes / one.seconds for one in through.positions]
    assert (speed.values["least"], speed.values["greatest"]) == (Rate(min(rates)), Rate(max(rates)))
    assert access.latency.p99 is not None
    assert times.values["p99"] == Seconds(access.latency.p99, precise=True)
    assert [type(block) for block in found.blocks] == [Table, Positions, Table, Positions]
    for positions, result, metric in zip(
        found.positions, (through, access), (MetricName.BANDWIDTH, MetricName.MEAN), strict=True
    ):
        assert positions.size == SIZE
        assert positions.metric is metric
        assert positions.passes == (result.positions,)
    assert found.table("access_time").column("p99") == (times.values["p99"],)
    (read_of,) = found.table("read_bandwidth").column("positions")
    assert isinstance(read_of, Say)
    assert read_of.values["count"] == 100
    assert not found.bad


@pytest.mark.parametrize(("measured", "sentences"), [(0, 0), (1, 1)])
def test_what_was_measured_until_a_cancel(measured: int, sentences: int) -> None:
    run = finished_scan()
    found = answer(replace(run, phases=run.phases[:measured]))
    assert len(found.sentences) == len(found.tables) == len(found.positions) == sentences


def test_more_repeats_are_more_passes_and_a_note() -> None:
    found = answer(scanned(1.0))
    assert [len(one.passes) for one in found.positions] == [6]
    assert isinstance(found.blocks[-1], Text)


def test_a_position_that_took_no_time_has_no_rate() -> None:
    run = finished_scan()
    (first, *_more), access = run.phases[0].repeats, run.phases[1]
    result = first.directions["read"]
    stopped = tuple(one._replace(seconds=0.0) for one in result.positions)
    repeat = replace(first, directions={"read": replace(result, positions=stopped)})
    found = answer(replace(run, phases=(replace(run.phases[0], repeats=(repeat,)), access)))
    assert found.table("read_bandwidth").rows == ()
    assert len(found.sentences) == 1


def test_what_another_program_wrote_is_by_position_as_well() -> None:
    found = answer(read("gnome-disks-write.gnome-disks-benchmark")[0])
    assert [one.direction for one in found.positions] == ["read", "write", "read"]
    assert len({one.key for one in found.positions}) == 3
