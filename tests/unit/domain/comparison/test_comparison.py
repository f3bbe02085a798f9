# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Comparing runs: what is matched, what counts, the warnings, and the sentence."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from tests.unit.domain.compared_runs import STEADY, phase, run, times

from driveproof.domain.comparison.comparison import Comparison, Metric, compare_sides
from driveproof.domain.comparison.difference import Silence, Verdict
from driveproof.domain.comparison.margin import Answer, margin
from driveproof.domain.comparison.matching import Side
from driveproof.domain.run.run import CUT_SHORT, Run
from driveproof.wording.comparison.cautions import unmatched_reason
from driveproof.wording.comparison.headline import sentence
from driveproof.wording.comparison.verdicts import caveat, notes
from driveproof.wording.units import NARROW

FOREIGN = ("foreign I/O",)


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


def said(comparison: Comparison) -> str:
    return sentence(comparison).replace(NARROW, " ")


def test_one_metric_of_a_test_decides() -> None:
    sequential = phase(STEADY, pattern="sequential", depth=8)
    found = compared(
        run(sequential, phase(STEADY)),
        after(replace(sequential), phase(times(1.12))),
    )
    assert [(one.name, one.metric, one.verdict) for one in found.primary] == [
        ("SEQ1M Q8T1 read", "bandwidth", Verdict.SAME),
        ("RND4K Q32T1 read", "iops", Verdict.FASTER),
    ]
    for other in found.metrics:
        if not other.primary:
            assert (other.verdict, other.difference) == (None, None)
            assert (other.ratio is None) == (other.metric in {"p99.9", "max", "longest_stall"})
    assert found.primary[1].ratio == pytest.approx(1.12, rel=0.02)
    assert said(found) == "Random reads are 12 % faster; nothing else changed detectably."
    assert found.needed == 5
    assert caveat(found)


@pytest.mark.parametrize(
    ("factors", "text"),
    [
        ((1.0, 1.0, 1.0, 1.0), "Nothing changed detectably: a change of X % would have been"
         " seen."),
        ((1.5, 1.0, 1.0, 1.0), "Random 4 KiB, Q32 reads are 50 % faster; nothing else changed"
         " detectably."),
        ((0.5, 0.52, 1.0, 1.0), "Random reads are 48 to 50 % slower; nothing else changed"
         " detectably."),
        ((0.5, 1.0, 1.0, 2.5), "Random writes are 2.5 times as fast; Random 4 KiB, Q32 reads are"
         " 50 % slower; nothing else changed detectably."),
        ((1.2, 1.3, 1.25, 1.22), "All 4 tests are 20 to 30 % faster."),
    ],
)  # fmt: skip
def test_the_sentence(factors: tuple[float, ...], text: str) -> None:
    shapes: list[dict[str, Any]] = [
        {"depth": 32}, {"depth": 1}, {"pattern": "sequential", "depth": 8}, {"direction": "write"},
    ]  # fmt: skip
    found = compared(
        run(*(phase(STEADY, **shape) for shape in shapes)),
        after(*(phase(times(f), **shape) for f, shape in zip(factors, shapes, strict=True))),
    )
    assert re.sub(r"of \d\.\d %", "of X %", said(found)) == text


def test_what_could_hardly_be_seen_is_said() -> None:
    wild = [100.0, 60.0, 200.0, 70.0, 90.0, 150.0]
    found = compared(run(phase(wild)), after(phase(wild[::-1])))
    assert said(found).startswith("Nothing changed detectably, but only a change by a factor of ")


def test_too_few_repeats_say_how_many_are_needed() -> None:
    pairs = [{"depth": depth} for depth in range(1, 9)]
    five = STEADY[:5]
    found = compared(
        run(*(phase(five, **pair) for pair in pairs)),
        after(*(phase(times(1.0, five), **pair) for pair in pairs)),
    )
    assert {one.verdict for one in found.primary} == {Verdict.FEW}
    assert said(found) == (
        "No claim was possible: 5 repeats a side are too few; 6 are needed for 8 tests."
    )
    note = notes(found.primary[0], found.needed)
    assert note == ("5 repeats are too few for a claim; 6 a side are needed for this many tests.",)
    more = compared(
        run(*(phase(five, **pair) for pair in pairs)),
        after(*(phase(times(1.3, five), **pair) for pair in pairs)),
    )
    assert {one.verdict for one in more.primary} == {Verdict.HINT}
    assert said(more) == (
        "Random reads may be faster (a hint: repeat it). No claim was possible: 5 repeats a side"
        " are too few; 6 are needed for 8 tests."
    )
    assert {one.silence for one in more.primary} == {Silence.MANY}
    assert notes(more.primary[0], more.needed) == note


def test_what_is_not_the_same_test_is_listed() -> None:
    found = compared(
        run(phase(STEADY), phase(STEADY, depth=1), phase(STEADY, depth=8)),
        after(phase(STEADY, engine="io_uring"), phase(STEADY, depth=8), phase(STEADY, depth=2)),
    )
    assert [one.name for one in found.primary] == ["RND4K Q8T1 read"]
    assert [(one.name, unmatched_reason(one)) for one in found.unmatched] == [
        ("RND4K Q32T1 read", "not the same test in side 0 and side 1: engine libaio in one,"
         " io_uring in the other"),
        ("RND4K Q1T1 read", "only in side 0"),
        ("RND4K Q2T1 read", "only in side 1"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "other", [{"direct": False}, {"cache": "cold"}, {"block_size": 8192}, {"jobs": 4},
              {"pattern": "sequential"}, {"direction": "write"}, {"queue_depth": 1}],
)  # fmt: skip
def test_tests_of_another_kind_are_not_matched(other: dict[str, Any]) -> None:
    found = compared(run(phase(STEADY)), after(replace(phase(STEADY), **other)))
    assert not found.metrics
    assert len(found.unmatched) == 1
    assert said(found) == "Nothing can be compared: no test is in both."


def test_a_result_from_before_the_cache_was_kept() -> None:
    assert compared(run(phase(STEADY, cache=None)), after(phase(STEADY))).primary


def test_repeats_that_were_cut_short_do_not_count() -> None:
    cut = phase([*times(1.2), 1.0], disturbed={6: (CUT_SHORT,)})
    metric = only(compared(run(phase(STEADY)), after(cut)))
    assert (metric.verdict, metric.repeats, metric.cut_short) == (Verdict.FASTER, (6, 6), (0, 1))
    assert notes(metric, 4) == ("1 repeat was cut short: it does not count.",)
    nothing = phase(STEADY, disturbed=dict.fromkeys(range(6), (CUT_SHORT,)))
    found = compared(run(phase(STEADY)), after(nothing))
    assert not found.primary
    assert "cut short" in unmatched_reason(found.unmatched[0])


def test_a_claim_that_rests_on_disturbed_repeats_is_a_hint() -> None:
    """Counted both ways: without the disturbed repeats there is nothing."""
    values = [*STEADY, *times(0.7)]
    disturbed = dict.fromkeys(range(6, 12), FOREIGN)
    found = compared(run(phase(STEADY)), after(phase(values, disturbed=disturbed)))
    metric = only(found)
    assert metric.disturbed == (0, 6) and metric.repeats == (6, 12)
    assert metric.without is not None and metric.without.verdict is Verdict.SAME
    assert metric.verdict is not Verdict.SLOWER
    worst = phase(times(0.7), disturbed=dict.fromkeys(range(5), FOREIGN))
    metric = only(compared(run(phase(STEADY)), after(worst)))
    assert metric.difference is not None and metric.difference.verdict is Verdict.SLOWER
    assert metric.without is not None and metric.without.verdict is Verdict.FEW
    assert metric.verdict is Verdict.HINT
    few, note = notes(metric, 4)
    assert few == (
        "6 and 1 undisturbed repeats are too few for a claim; 4 a side are needed for this many"
        " tests."
    )
    assert note.replace(NARROW, " ") == (
        "5 repeats were disturbed (foreign I/O): slower (−30 %) with them, too few repeats (−30 %)"
        " without them."
    )
    assert margin(found, 0.0).answer is not Answer.SLOWER


def test_a_claim_that_holds_both_ways_stands() -> None:
    values = [*times(1.5), 1.0]
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
    assert metric.verdict is Verdict.SAME
    assert "faster" in notes(metric, 4)[-1]


def test_batches_of_one_state_set_the_noise_floor() -> None:
    """The baseline differed by 6 % from itself: 5 and 12 % are no change, 40 % are a claim."""
    baseline = [run(phase(STEADY)), run(phase(times(1.06)), id="0cccccccc", days=0.5)]
    for factor, verdict in ((1.08, Verdict.SAME), (1.15, Verdict.SAME), (1.45, Verdict.FASTER)):
        found = compared(baseline, after(phase(times(factor))))
        metric = only(found)
        assert metric.floor == pytest.approx(0.06, abs=0.01)
        assert metric.verdict is verdict, factor
        assert not caveat(found)
        floor, covers = notes(metric, 4)[-2:]
        assert "differed by 6.0 %" in floor.replace(NARROW, " ")
        assert "82 % of cases" in covers.replace(NARROW, " ")
    single = only(compared(baseline[0], after(phase(times(1.08)))))
    assert (single.floor, single.verdict) == (None, Verdict.FASTER)


def test_batches_as_far_apart_as_floats_can_be() -> None:
    far = [run(phase([5e-324] * 6)), run(phase([1.7e308] * 6), id="0c")]
    assert only(compared(far, after(phase([1.0] * 6)))).verdict not in (
        Verdict.FASTER,
        Verdict.SLOWER,
    )


def test_many_batches_do_not_raise_the_floor() -> None:
    """Twenty nights of a baseline are not farther apart than three of them."""
    nights = [times(1 + 0.01 * (-1) ** night) for night in range(20)]
    baseline = [run(phase(night), id=f"0c{place}") for place, night in enumerate(nights)]
    three = only(compared(baseline[:3], after(phase(STEADY))))
    all_of_them = only(compared(baseline, after(phase(STEADY))))
    assert three.floor is not None and all_of_them.floor is not None
    assert all_of_them.floor < three.floor * 1.3


def test_runs_of_one_label_are_repeats() -> None:
    """Six runs of one repeat each are not six of a state, only six repeats."""
    one = [run(phase([value]), id=f"0a{place}") for place, value in enumerate(STEADY)]
    two = [after(phase([value])) for value in times(1.2)]
    metric = only(compared(one, two))
    assert (metric.verdict, metric.floor, metric.repeats) == (Verdict.FASTER, None, (6, 6))


def test_a_repeat_in_which_nothing_moved_counts() -> None:
    metric = only(compared(run(phase(STEADY)), after(phase([0.0] * 6))))
    assert metric.verdict is Verdict.SLOWER
    assert metric.ratio is not None and 0 < metric.ratio < 1e-5
    assert metric.after == 0
    one = only(compared(run(phase(STEADY)), after(phase([0.0, *STEADY[1:]]))))
    assert one.verdict is Verdict.SAME and one.repeats == (6, 6)
    still = compared(run(phase([0.0] * 6)), after(phase([0.0] * 6)))
    assert not still.primary and "nothing moved" in unmatched_reason(still.unmatched[0])


def test_of_a_mixed_test_the_reads_decide() -> None:
    mixed = {"direction": "mixed"}
    found = compared(run(phase(STEADY, **mixed)), after(phase(times(1.2), **mixed)))  # type: ignore[arg-type]
    assert only(found).direction == "read"
    assert {one.direction for one in found.metrics} == {"read", "write"}
    assert said(found) == "Random reads and writes are 20 % faster."


def test_each_further_side_is_compared_with_the_first() -> None:
    found = compared(
        run(phase(STEADY)), after(phase(times(1.2))), after(phase(times(0.8)), label="third")
    )
    assert [(one.side, one.verdict) for one in found.primary] == [
        (1, Verdict.FASTER),
        (2, Verdict.SLOWER),
    ]
    assert found.primary[0].difference is not None
    assert found.primary[0].difference.adjusted == pytest.approx(2 * 2 / 924)  # judged together
    assert said(found) == (
        "side 1: random reads are 20 % faster; side 2: random reads are 20 % slower."
    )


@pytest.mark.parametrize("sides", [[], ["one"], ["one", "none"]])
def test_two_sides_are_needed(sides: list[str]) -> None:
    with pytest.raises(ValueError, match="two sides"):
        compare_sides([Side(one, () if one == "none" else (run(),)) for one in sides])
