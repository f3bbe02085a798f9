# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Comparing runs: what is matched, what counts, and the warnings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from tests.builders.compared_runs import STEADY, phase, run, times

from driveproof.domain.comparison.comparison import Comparison, Metric, compare_sides, united_looks
from driveproof.domain.comparison.difference import CLAIMS, Barred, Verdict
from driveproof.domain.comparison.margin import MarginAnswer, margin
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.no_claim import no_claims
from driveproof.domain.comparison.remarks import notes
from driveproof.domain.quantity import Change
from driveproof.domain.run.run import CUT_SHORT, PhaseResult, Run

FOREIGN = ("background I/O",)
WIDE = (97.0, 100.0, 103.0)


def compared(*runs: Run | list[Run], **more: Any) -> Comparison:
    sides = [
        Side(f"side {place}", tuple(one) if isinstance(one, list) else (one,))
        for place, one in enumerate(runs)
    ]
    return compare_sides(sides, **more)


def after(*phases: Any, **more: Any) -> Run:
    return run(*phases, id="0bbbbbbbb", days=1, **more)


def only(comparison: Comparison) -> Metric:
    (metric,) = comparison.primary
    return metric


def test_one_metric_of_a_test_decides() -> None:
    sequential = phase(STEADY, pattern="sequential", depth=8)
    found = compared(
        run(sequential, phase(STEADY)),
        after(replace(sequential), phase(times(1.12))),
    )
    assert [(one.name, one.metric, one.verdict) for one in found.primary] == [
        ("SEQ1M Q8T1 read", "bandwidth", Verdict.WITHIN),
        ("RND4K Q32T1 read", "iops", Verdict.FASTER),
    ]
    for other in found.metrics:
        if not other.primary:
            assert (other.verdict, other.difference) == (None, None)
            assert (other.ratio is None) == (other.metric in {"p99.9", "max", "longest_stall"})
    assert found.primary[1].ratio == pytest.approx(1.12, rel=0.02)


def test_too_few_repeats_are_told() -> None:
    found = compared(run(phase(STEADY[:1])), after(phase(times(1.3)[:1])))
    assert only(found).verdict is Verdict.FEW


def test_what_is_not_the_same_test_is_listed() -> None:
    found = compared(
        run(phase(STEADY), phase(STEADY, depth=1), phase(STEADY, depth=8)),
        after(phase(STEADY, engine="io_uring"), phase(STEADY, depth=8), phase(STEADY, depth=2)),
    )
    assert [one.name for one in found.primary] == ["RND4K Q8T1 read"]


@pytest.mark.parametrize(
    "other", [{"direct": False}, {"cache": "cold"}, {"block_size": 8192}, {"jobs": 4},
              {"pattern": "sequential"}, {"direction": "write"}, {"queue_depth": 1}],
)  # fmt: skip
def test_tests_of_another_kind_are_not_matched(other: dict[str, Any]) -> None:
    found = compared(run(phase(STEADY)), after(replace(phase(STEADY), **other)))
    assert not found.metrics
    assert len(found.unmatched) == 1


def test_a_result_from_before_the_cache_was_kept() -> None:
    assert compared(run(phase(STEADY, cache=None)), after(phase(STEADY))).primary


def test_repeats_that_were_cut_short_do_not_count() -> None:
    cut = phase([*times(1.2), 1.0], disturbed={6: (CUT_SHORT,)})
    metric = only(compared(run(phase(STEADY)), after(cut)))
    assert (metric.verdict, metric.repeats, metric.cut_short) == (Verdict.FASTER, (6, 6), (0, 1))
    nothing = phase(STEADY, disturbed=dict.fromkeys(range(6), (CUT_SHORT,)))
    found = compared(run(phase(STEADY)), after(nothing))
    assert not found.primary


def test_a_claim_that_rests_on_disturbed_repeats_is_a_hint() -> None:
    """Counted both ways: without the disturbed repeats there is nothing."""
    values = [*STEADY, *times(0.7)]
    disturbed = dict.fromkeys(range(6, 12), FOREIGN)
    found = compared(run(phase(STEADY)), after(phase(values, disturbed=disturbed)))
    metric = only(found)
    assert metric.disturbed == (0, 6) and metric.repeats == (6, 12)
    assert metric.without is not None and metric.without.verdict is Verdict.WITHIN
    assert metric.verdict is not Verdict.SLOWER
    worst = phase(times(0.7)[:2], disturbed=dict.fromkeys(range(1), FOREIGN))
    metric = only(compared(run(phase(STEADY[:1])), after(worst)))
    assert metric.without is not None and metric.without.verdict is Verdict.FEW
    assert metric.verdict not in (Verdict.FASTER, Verdict.SLOWER)
    assert metric.counted_repeats == (1, 1)
    assert margin(found, 0.0).answer is not MarginAnswer.SLOWER


@pytest.mark.parametrize(
    ("factor", "verdict"), [(1.0, Verdict.FEW), (0.5, Verdict.POSSIBLE)]
)  # fmt: skip
def test_without_an_undisturbed_repeat_there_is_one_verdict(
    factor: float, verdict: Verdict
) -> None:
    disturbed = phase(times(factor), disturbed=dict.fromkeys(range(6), FOREIGN))
    found = compared(run(phase(STEADY)), after(disturbed))
    metric = only(found)
    assert (metric.verdict, metric.counted_repeats) == (verdict, (6, 0))
    answer = margin(found, 0.1)
    assert (answer.answer, answer.undecided) == (MarginAnswer.UNKNOWN, (metric,))
    assert bool(no_claims([metric.verdict], 1)) is (verdict is Verdict.FEW)


def test_a_claim_that_holds_both_ways_stands() -> None:
    values = [*times(1.5), 140.0]
    metric = only(compared(run(phase(STEADY)), after(phase(values, disturbed={6: FOREIGN}))))
    assert metric.without is not None
    assert metric.verdict is metric.without.verdict is Verdict.FASTER
    assert len(metric.after_values) == 7  # marked, never dropped


def test_a_change_that_disturbed_repeats_hide_is_told_beside_the_interval() -> None:
    """The interval of all repeats contains no change, so it has no verdict."""
    values = [*times(1.05), *times(0.5)]
    disturbed = dict.fromkeys(range(6, 12), FOREIGN)
    metric = only(compared(run(phase(STEADY)), after(phase(values, disturbed=disturbed))))
    assert metric.difference is not None and metric.difference.verdict is not Verdict.FASTER
    assert metric.without is not None and metric.without.verdict is Verdict.FASTER
    assert metric.verdict is Verdict.UNDECIDED
    change = notes(metric)[-1].values["change"]
    assert isinstance(change, Change) and change.number == pytest.approx(0.05)


def test_runs_of_one_state_show_how_far_they_are_apart() -> None:
    """The baseline differed by 6 % from itself: 8 % are no claim, 60 % are."""
    baseline = [run(phase(STEADY)), run(phase(times(1.06)), id="0cccccccc", days=0.5)]
    for factor, claimed in ((1.08, False), (1.6, True)):
        found = compared(baseline, after(phase(times(factor))))
        metric = only(found)
        assert (metric.verdict is Verdict.FASTER) is claimed, factor
        assert (metric.runs, found.runs, found.one_run_a_side) == ((2, 1), (2, 1), False)
        judged = metric.difference.judged if metric.difference else None
        assert judged is not None and judged.between > 1
    single = compared(baseline[0], after(phase(times(1.08))))
    assert only(single).verdict is Verdict.FASTER and single.one_run_a_side


def test_batches_as_far_apart_as_floats_can_be() -> None:
    far = [run(phase([5e-324] * 6)), run(phase([1.7e308] * 6), id="0c")]
    assert only(compared(far, after(phase([1.0] * 6)))).verdict not in (
        Verdict.FASTER,
        Verdict.SLOWER,
    )


def test_runs_are_judged_in_the_order_in_which_they_were_measured() -> None:
    """Whatever order they are given in, and whichever side is the baseline: the change came at the
    change, or not."""
    drift = [run(phase(times(1 + 0.15 * at)), id=f"0{at}", days=at) for at in range(4)]
    step = [run(phase(times(1 + 0.45 * (at > 1))), id=f"0{at}", days=at) for at in range(4)]
    for runs, came in ((drift, False), (step, True)):
        for sides in ((runs[:2], runs[2:]), (runs[1::-1], runs[:1:-1]), (runs[2:], runs[:2])):
            metric = only(compared(*sides))
            assert metric.difference is not None and metric.difference.judged is not None
            assert metric.difference.judged.at_change is came
            assert (metric.verdict in CLAIMS) is came


def test_one_imported_run_a_side_is_a_hint_at_most() -> None:
    def imported(factor: float, name: str, days: float) -> Run:
        one = run(phase(times(factor)), id=name, days=days)
        return replace(one, environment=replace(one.environment, source="fio-3.36"))

    metric = only(compared(run(phase(STEADY)), imported(2.0, "0b", 1)))
    assert (metric.verdict, metric.barred) == (Verdict.POSSIBLE, Barred.IMPORTED)
    two = [imported(2.0, "0b", 1), imported(2.0, "0c", 1.1)]
    assert only(compared(run(phase(STEADY)), two)).verdict is Verdict.FASTER


@pytest.mark.parametrize(
    ("bytes_", "seconds", "direction", "claimed"),
    [
        (8, 8, "write", False),  # 2 s before, a quarter of it after
        (8, 8, "read", True),
        (5, 1, "write", True),  # the same seconds, and a drive that writes more in them
        (3, 3, "write", True),
    ],
)
def test_a_write_of_many_more_bytes_is_a_hint_at_most(
    bytes_: float, seconds: float, direction: str, claimed: bool
) -> None:
    def counted(values: Sequence[float], size: float, time: float) -> PhaseResult:
        made = phase(values, direction=direction)
        return replace(
            made,
            repeats=tuple(
                replace(
                    one,
                    directions={
                        way: replace(result, bytes=int(2**28 * size), seconds=0.25 * time)
                        for way, result in one.directions.items()
                    },
                )
                for one in made.repeats
            ),
        )

    short, long = counted(STEADY, 1, 1), counted(times(2.0), bytes_, seconds)
    for found in (compared(run(short), after(long)), compared(run(long), after(short))):
        metric = only(found)
        assert (metric.verdict in CLAIMS) is claimed
        assert metric.barred is (None if claimed else Barred.AMOUNTS)


def test_what_is_settled() -> None:
    """Claimed, or within a tenth with and without the disturbed repeats."""
    pairs = [{"depth": depth} for depth in (1, 2)]

    def two(*factors: float) -> list[Run]:
        phases = [phase(times(f), **pair) for f, pair in zip(factors, pairs, strict=True)]
        return [replace(run(*phases, days=at / 100), id=f"{factors}{at}") for at in range(3)]

    same, claimed = compared(two(1, 1), two(1, 1)), compared(two(1, 1), two(1, 2))
    assert [one.settled for one in (*same.primary, *claimed.primary)] == [True] * 4
    assert not same.open and not claimed.open
    assert compared(run(phase(times(1.0, WIDE))), after(phase(times(1.05, WIDE)))).open
    wild = [100.0, 60.0, 200.0, 70.0, 90.0, 150.0]
    disturbed = phase([*STEADY, *wild], disturbed=dict.fromkeys(range(6), FOREIGN))
    assert compared(run(phase(STEADY)), after(disturbed)).open


def test_looks_share_the_chance_of_a_false_claim() -> None:
    """What an earlier look claimed stays claimed, and each look is kept."""
    first = compared(run(phase(STEADY)), after(phase(times(1.2))), alpha=0.02)
    last = compared(run(phase(STEADY)), after(phase(times(1.0))), alpha=0.03)
    assert (first.alpha, first.primary[0].verdict) == (0.02, Verdict.FASTER)
    found = united_looks([first], last)
    assert found.primary[0].verdict is Verdict.FASTER
    assert [(one.alpha, one.runs, one.claims) for one in found.looks] == [
        (0.02, (1, 1), (0,)),
        (0.03, (1, 1), ()),
    ]


def test_a_repeat_in_which_nothing_moved_counts() -> None:
    metric = only(compared(run(phase(STEADY)), after(phase([0.0] * 6))))
    assert metric.verdict is Verdict.SLOWER
    assert metric.ratio is not None and 0 < metric.ratio < 1e-5
    assert metric.after == 0
    one = only(compared(run(phase(STEADY)), after(phase([0.0, *STEADY[1:]]))))
    assert one.verdict is Verdict.NOISY and one.repeats == (6, 6)
    compared(run(phase([0.0] * 6)), after(phase([0.0] * 6)))


def test_of_a_mixed_test_the_reads_decide() -> None:
    mixed = {"direction": "mixed"}
    found = compared(run(phase(STEADY, **mixed)), after(phase(times(1.2), **mixed)))  # type: ignore[arg-type]
    assert only(found).direction == "read"
    assert {one.direction for one in found.metrics} == {"read", "write"}


def test_each_further_side_is_compared_with_the_first() -> None:
    found = compared(
        run(phase(STEADY)), after(phase(times(1.2))), after(phase(times(0.8)), label="third")
    )
    assert [(one.side, one.verdict) for one in found.primary] == [
        (1, Verdict.FASTER),
        (2, Verdict.SLOWER),
    ]
    assert found.primary[0].difference is not None
    judged = [one.difference.judged for one in found.primary if one.difference]
    least = min((one for one in judged if one), key=lambda one: one.p)
    assert least.adjusted == pytest.approx(2 * least.p)  # judged together


@pytest.mark.parametrize("sides", [[], ["one"], ["one", "none"]])
def test_two_sides_are_needed(sides: list[str]) -> None:
    with pytest.raises(ValueError, match="two sides"):
        compare_sides([Side(one, () if one == "none" else (run(),)) for one in sides])


def test_the_figures_of_a_row_are_what_is_judged() -> None:
    """Medians beside a change of means can contradict it: one repeat in three of the baseline
    stalled.
    """
    stalls = [[100.0, 100.2, 60.0] for _at in range(3)]
    baseline = [run(phase(one), id=f"0a{at}", days=at / 100) for at, one in enumerate(stalls)]
    other = [run(phase([99.0, 99.1, 99.2]), id=f"0b{at}", days=1 + at / 100) for at in range(3)]
    metric = only(compared(baseline, other))
    assert metric.before and metric.after
    assert metric.after / metric.before == pytest.approx(metric.ratio)
