# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Load curves: the knee by IOPS over latency, the operational bound, deeper that is worse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.builders.guided_runs import file_sizes_run, load_run, measured

from driveproof.domain.access import Direction
from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.matching import Side
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.load_curve import depth_and_jobs, load_phases
from driveproof.domain.run.load_curve import LoadCurve, LoadPoint, load_of, pooled
from driveproof.domain.run.result import ChartKind, answer_method, charts_of
from driveproof.domain.run.run import DirectionResult, Latency, PhaseResult, Repeat, Run
from driveproof.engine.run.profiles import Profiles

DEPTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


def curve(rate: Callable[[int], float], depths: tuple[int, ...] = DEPTHS) -> LoadCurve:
    """A curve of these I/Os a second at each number of requests; all of the time is I/O."""
    found = load_of(results(rate, depths))
    assert found is not None
    return found


def results(rate: Callable[[int], float], depths: tuple[int, ...] = DEPTHS) -> list[PhaseResult]:
    made = []
    for phase in load_phases(depths):
        many = phase.queue_depth * phase.jobs
        iops = rate(many)
        latency = Latency(*([many / iops] * 6))
        result = DirectionResult(iops, iops * 4096, 4096, 1, 2.0, latency)
        made.append(measured(phase, [Repeat(1, {"read": result})]))
    return made


def channels(count: int, alone: float) -> Callable[[int], float]:
    return lambda many: min(many, count) / alone


@pytest.mark.parametrize(("count", "alone"), [(4, 1e-4), (16, 4e-3), (64, 8e-5)])
def test_the_knee_is_where_all_channels_work(count: int, alone: float) -> None:
    found = curve(channels(count, alone))
    assert found.knee is not None and found.knee.in_flight == count
    assert found.saturation == pytest.approx(count)
    assert not found.worse


def test_a_disk_gains_by_queueing_and_its_knee_is_at_the_begin() -> None:
    found = curve(lambda many: 80 * many**0.25)
    assert found.knee is not None and found.knee.in_flight == 1
    assert found.gain == pytest.approx(3.0)


def test_deeper_that_is_worse_is_told() -> None:
    """A published example: 6548 IOPS at depth 16, and 3526 at 32 jobs of depth 32."""
    found = curve(lambda many: {1: 800, 2: 1600, 4: 3100, 8: 5200, 16: 6548}.get(many, 3526.0))
    assert found.most is not None and found.most.in_flight == 16
    assert [point.in_flight for point in found.worse] == [32, 64, 128, 256]


def test_under_a_latency_the_most_iops_count_and_of_equals_the_lower_depth() -> None:
    found = curve(channels(16, 1e-3))
    assert at(found.within(1e-3)) == 16
    assert at(found.within(5e-3)) == 16  # deeper ones keep it too, and do not more
    assert found.within(5e-4) is None


def at(point: LoadPoint | None) -> int | None:
    return None if point is None else point.in_flight


def test_many_requests_come_from_several_jobs() -> None:
    assert [depth_and_jobs(many) for many in (1, 32, 64, 256)] == [
        (1, 1),
        (32, 1),
        (16, 4),
        (64, 4),
    ]


def test_pairs_with_too_many_requests_are_left_out() -> None:
    phases = Profiles().find("load-matrix").phases
    assert len(phases) == 42 and max(p.queue_depth * p.jobs for p in phases) == 1024


def test_the_default_takes_about_a_minute() -> None:
    profile = Profiles().find("load-curve")
    assert len(profile.phases) == 9 and profile.repeats == 3 and profile.in_rounds
    measuring = profile.seconds - profile.size / 30e6
    assert measuring == pytest.approx(60, rel=0.05)


def test_only_one_pattern_with_enough_depths_is_a_curve() -> None:
    every = results(channels(16, 1e-4))
    assert load_of(every[:3]) is None
    assert load_of([*every, replace(every[0], block_size=8192)]) is None
    assert load_of([replace(one, pattern="sequential") for one in every]) is None
    assert load_of(file_sizes_run().phases) is None
    assert load_of([replace(one, repeats=()) for one in every]) is None


def test_a_run_that_is_one_has_its_chart_and_few_enough_bars() -> None:
    run = load_run()
    assert answer_method(run) == "load-curve"
    assert [chart.kind for chart in charts_of(run)] == [ChartKind.LOAD, ChartKind.BARS]
    grid = load_run("load-matrix", repeats=1)
    assert [chart.kind for chart in charts_of(grid)] == [ChartKind.LOAD]
    found = load_of(grid.phases)
    assert found is not None and found.grid and found.at(256, 16) is None
    one = load_of(run.phases)
    assert one is not None and not one.grid


def test_jobs_that_need_a_processor_are_marked() -> None:
    found = load_of(load_run().phases)
    assert found is not None
    assert [point.in_flight for point in found.points if point.busy] == [256]


def test_repeats_of_several_runs_count_together() -> None:
    found = pooled([load_run(repeats=2), load_run(repeats=3)])
    assert found is not None
    assert {len(point.phase.repeats) for point in found.points} == {5}


def test_both_directions_of_a_mixed_test_add_up() -> None:
    phase = load_phases((8,), direction="mixed")[0]
    read = DirectionResult(700, 700 * 4096, 1, 1, 1.0, Latency(0.01, 0.01))
    write = DirectionResult(300, 300 * 4096, 1, 1, 1.0, Latency(0.02, 0.02))
    point = LoadPoint(measured(phase, [Repeat(1, {"read": read, "write": write})]))
    assert point.iops is not None and point.iops.median == 1000
    assert point.latency("mean") == 0.02  # the direction that waits longer


def matrices(repeats: int, faster: float = 1.2) -> list[Side]:
    one = replace(load_run("load-matrix", repeats=repeats), id="a")
    other = replace(load_run("load-matrix", repeats=repeats, faster=faster), id="b")
    return [Side("before", (one,)), Side("after", (other,))]


def test_two_load_matrices_are_judged_by_one_figure() -> None:
    found = compare_sides(matrices(4))
    (mean,) = found.primary
    assert mean.name == "geometric mean of 42" and mean.metric is MetricName.IOPS
    assert mean.direction is Direction.READ and mean.repeats == (4, 4)
    assert mean.verdict is Verdict.FASTER and 1 < (mean.ratio or 0) <= 1.2
    assert not found.unmatched
    (few,) = compare_sides(matrices(1)).primary
    assert few.verdict is Verdict.FEW


def test_the_cells_of_a_mixed_matrix_are_both_directions_together() -> None:
    def both(run: Run) -> Run:
        phases = []
        for phase in run.phases:
            repeats = tuple(
                replace(one, directions={"read": one.directions["read"]} | {"write": half(one)})
                for one in phase.repeats
            )
            phases.append(replace(phase, direction=Direction.MIXED, repeats=repeats))
        return replace(run, phases=tuple(phases))

    def half(repeat: Repeat) -> DirectionResult:
        found = repeat.directions[Direction.READ]
        return replace(found, iops=found.iops / 2, bandwidth=found.bandwidth / 2)

    reads, mixed = matrices(4), [Side(s.name, (both(s.runs[0]),)) for s in matrices(4)]
    (of_reads,), (of_both,) = compare_sides(reads).primary, compare_sides(mixed).primary
    assert of_both.before == pytest.approx((of_reads.before or 0) * 1.5)


def test_a_load_curve_is_judged_point_by_point() -> None:
    one = replace(load_run(repeats=4), id="a")
    found = compare_sides([Side("a", (one,)), Side("b", (replace(load_run(), id="b"),))])
    assert len(found.primary) == 9
    # A matrix beside a curve: the points that both have are cells.
    found = compare_sides([Side("a", (one,)), matrices(4)[1]])
    (mean,) = found.primary
    assert mean.name == "geometric mean of 9"
