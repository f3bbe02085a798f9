# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of fio: the best of each access, the sum of a mixed test, or latencies."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import hosts_run, mixed_run, quick_run

from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Plural, Rate, Seconds
from driveproof.domain.run.result import best
from driveproof.domain.run.run import METRICS, Run
from driveproof.methods import answer_of
from driveproof.methods.fio.answer import answer

RUN = quick_run()


def test_the_best_of_each_access() -> None:
    expected = []
    for metric in (MetricName.BANDWIDTH, MetricName.IOPS):
        for way in ("read", "write"):
            found = best(RUN, way, metric)
            assert found is not None
            expected.append(Rate(found[1].median, ios=metric is MetricName.IOPS))
    assert answer(RUN) == answer_of(RUN)
    assert [said.values["rate"] for said in answer(RUN).sentences] == expected


def test_a_mixed_test_is_the_sum_of_both() -> None:
    run = mixed_run()
    (said,) = answer(run).sentences
    totals = [phase.total(METRICS[MetricName.IOPS]) for phase in run.phases]
    assert said.values["total"] == Rate(max(one.median for one in totals if one), ios=True)
    assert {"reads", "writes"} <= said.values.keys()


def single(run: Run) -> Run:
    """Of a run the tests that request one small block after the other."""
    kept = (p for p in run.phases if p.pattern == "random" and p.queue_depth == 1)
    return replace(run, phases=tuple(kept))


def test_one_block_after_the_other_is_a_latency() -> None:
    run = single(RUN)
    said = answer(run).sentences
    assert len(said) == len(run.phases) > 0
    for one, phase in zip(said, run.phases, strict=True):
        p50 = phase.summary(phase.direction, METRICS[MetricName.P50])
        assert p50 is not None and one.values["typical"] == Seconds(p50.median, precise=True)


def test_without_latencies_it_is_a_speed() -> None:
    run = single(RUN)
    unknown = tuple(
        replace(
            phase,
            repeats=tuple(
                replace(
                    repeat,
                    directions={
                        way: replace(one, latency=replace(one.latency, p50=None))
                        for way, one in repeat.directions.items()
                    },
                )
                for repeat in phase.repeats
            ),
        )
        for phase in run.phases
    )
    assert all("rate" in said.values for said in answer(replace(run, phases=unknown)).sentences)


@pytest.mark.parametrize("count", [2, 8])
def test_the_speeds_of_several_hosts_begin_with_their_number(count: int) -> None:
    first, *others = answer(hosts_run(count)).sentences
    assert first.values["name"] == Plural("{count} host", "{count} hosts", count)
    assert all("name" not in said.values for said in others)


def test_without_a_test_nothing_is_said() -> None:
    assert answer(replace(RUN, phases=())).sentences == ()
