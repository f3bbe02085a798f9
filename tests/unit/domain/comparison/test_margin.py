# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Slower by more than a margin: claimed if shown, denied if excluded, otherwise undecided.

Seeds are fixed, so that every draw is the same in every run; tests/benchmarks draws more.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.compared_runs import STEADY, phase, run, times
from tests.builders.rates import asked, rate

from driveproof.domain.comparison.margin import Margin, MarginAnswer
from driveproof.domain.run.work import Work

pytestmark = pytest.mark.deep

FOREIGN = ("background I/O",)


def one(share: float, after: list[float], before: tuple[float, ...] = STEADY) -> Margin:
    return asked(share, [run(phase(before), id="0b")], [run(phase(after), id="0a", days=1)])


@pytest.mark.parametrize(
    ("share", "factor", "answer"),
    [
        (0.05, 0.8, MarginAnswer.SLOWER),
        (0.0, 0.97, MarginAnswer.SLOWER),
        (0.05, 1.0, MarginAnswer.NOT_SLOWER),
        (0.05, 1.3, MarginAnswer.NOT_SLOWER),
        (0.0, 1.3, MarginAnswer.NOT_SLOWER),
        (0.05, 0.95, MarginAnswer.UNKNOWN),
        (0.0, 1.0, MarginAnswer.UNKNOWN),  # no repeats can exclude a slowdown of nothing
        (0.01, 1.0, MarginAnswer.UNKNOWN),  # nor one below the noise floor
    ],
)
def test_three_answers(share: float, factor: float, answer: MarginAnswer) -> None:
    found = one(share, times(factor))
    assert found.answer is answer
    assert bool(found.slower) is (answer is MarginAnswer.SLOWER)
    assert (
        bool(found.undecided) is (answer is MarginAnswer.UNKNOWN) or answer is MarginAnswer.SLOWER
    )


def test_one_repeat_a_side_answers_nothing() -> None:
    found = one(0.05, times(2.0)[:1], STEADY[:1])
    assert (found.answer, found.excluded) == (MarginAnswer.UNKNOWN, None)
    assert len(found.undecided) == 1


def test_a_second_run_before_would_exclude_more() -> None:
    found = one(0.05, times(1.0))
    assert found.with_second is not None and found.excluded is not None
    assert 0 < found.with_second < found.excluded
    baseline = [run(phase(STEADY), id=f"0b{at}", days=at / 100) for at in range(2)]
    two = asked(0.05, baseline, [run(phase(times(1.0)), id="0a", days=1)])
    assert two.with_second is None
    assert two.excluded == pytest.approx(found.with_second, rel=0.2)


def test_what_may_not_be_claimed_is_no_answer() -> None:
    before, after = (run(phase(v), id=i, days=d) for v, i, d in ((STEADY, "0b", 0),
                                                              (times(0.5), "0a", 1)))  # fmt: skip
    foreign = replace(after, environment=replace(after.environment, source="fio-3.36"))
    assert asked(0.05, [before], [after]).answer is MarginAnswer.SLOWER
    found = asked(0.05, [before], [foreign])
    assert (found.answer, found.excluded) == (MarginAnswer.UNKNOWN, None)


def test_repeats_too_far_apart_answer_nothing() -> None:
    wild = [100.0, 60.0, 200.0, 70.0, 90.0, 150.0]
    found = one(0.05, wild[::-1], tuple(wild))
    assert found.answer is MarginAnswer.UNKNOWN
    assert found.excluded is not None and found.excluded > 0.05
    assert len(found.undecided) == 1
    assert one(found.excluded + 0.01, wild[::-1], tuple(wild)).answer is MarginAnswer.NOT_SLOWER


def test_disturbed_repeats_decide_nothing() -> None:
    """Neither a slowdown that only they have nor one that they hide is answered."""
    steady = run(phase(STEADY), id="0b")
    slow = phase([*STEADY, *times(0.5)], disturbed=dict.fromkeys(range(6, 12), FOREIGN))
    hidden = phase([*times(0.7), *times(1.5)], disturbed=dict.fromkeys(range(6, 12), FOREIGN))
    for other in (slow, hidden):
        found = asked(0.05, [steady], [run(other, id="0a", days=1)])
        assert found.answer is MarginAnswer.UNKNOWN


def test_a_test_that_is_not_the_same_leaves_it_open() -> None:
    before = run(phase(STEADY), phase(STEADY, direction="write"), id="0b")
    other = phase(STEADY, direction="write", work=Work(fsync=1))
    found = asked(0.05, [before], [run(phase(STEADY), other, id="0a", days=1)])
    assert found.answer is MarginAnswer.UNKNOWN
    assert [one.direction for one in found.unmatched] == ["write"]
    # What only one side measured was never asked for.
    alone = asked(0.05, [before], [run(phase(STEADY), id="0a", days=1)])
    assert alone.answer is MarginAnswer.NOT_SLOWER


def test_runs_of_one_state_that_are_apart_widen_what_must_be_shown() -> None:
    baseline = [run(phase(STEADY), id="0b"), run(phase(times(1.06)), id="0c", days=0.5)]
    little, much = (run(phase(times(factor)), id="0a", days=1) for factor in (0.95, 0.5))
    assert asked(0.05, baseline, [little]).answer is MarginAnswer.UNKNOWN
    assert asked(0.05, baseline, [much]).answer is MarginAnswer.SLOWER


def test_a_slowdown_of_the_margin_is_rarely_called_more() -> None:
    """Of the whole family: four tests that are slower by just the margin. Bound by binomials: a
    judge that errs in 5 % exceeds 9 % of 300 once in a thousand times, and the seed is fixed."""
    assert rate(MarginAnswer.SLOWER, 0.05, [-0.05] * 4, 300) <= 0.09


def test_a_slowdown_of_the_margin_is_rarely_denied() -> None:
    assert rate(MarginAnswer.NOT_SLOWER, 0.05, [-0.05, 0.0, 0.0, 0.0], 300) <= 0.09


def test_what_is_clear_is_answered() -> None:
    assert rate(MarginAnswer.SLOWER, 0.05, [-0.2, 0.0, 0.0, 0.0], 100) >= 0.9
    assert rate(MarginAnswer.NOT_SLOWER, 0.15, [0.0] * 4, 100) >= 0.9
