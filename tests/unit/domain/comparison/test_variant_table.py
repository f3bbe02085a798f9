# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run under schedulers as a table of judged differences."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from tests.builders.guided_runs import scheduler_run

from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.judge import ALPHA, SideRuns, judge_tests
from driveproof.domain.comparison.variant_table import IN_TURN, variant_tests
from driveproof.domain.run.run import CUT_SHORT


def test_against_the_devices_own() -> None:
    tests = variant_tests(scheduler_run())
    assert [(test.name, test.metric) for test in tests] == [
        ("RND4K Q32T1 read", "iops"),
        ("SEQ1M Q8T1 read", "bandwidth"),
    ]
    for test in tests:
        assert [cell.variant for cell in test.cells] == ["none", "mq-deadline", "bfq"]
        own, same, slower = test.cells
        assert own.difference is None
        assert same.difference is not None and slower.difference is not None
        assert same.difference.verdict is Verdict.WITHIN
        assert slower.difference.verdict is Verdict.SLOWER
        assert slower.difference.ratio == pytest.approx(0.7, abs=0.02)


def test_all_differences_are_judged_together() -> None:
    cells = [cell for test in variant_tests(scheduler_run()) for cell in test.cells]
    judged = [cell.difference.judged for cell in cells if cell.difference]
    least = min((one for one in judged if one), key=lambda one: one.p)
    assert least.adjusted == pytest.approx(4 * least.p)


def test_a_repeat_that_was_cut_short_does_not_count() -> None:
    run = scheduler_run()
    first, *others = run.phases
    last = replace(first.repeats[-1], disturbed=(CUT_SHORT,))
    run = replace(run, phases=(replace(first, repeats=(*first.repeats[:-1], last)), *others))
    slower = variant_tests(run)[0].cells[2].difference
    assert slower is not None
    assert slower.judged is not None and slower.judged.freedom == 5 - 1 + 6 - 1


def test_the_devices_own_is_missing() -> None:
    run = scheduler_run()
    run = replace(run, phases=tuple(p for p in run.phases if p.scheduler != "none"))
    assert all(cell.difference is None for test in variant_tests(run) for cell in test.cells)


def test_a_run_of_another_kind() -> None:
    run = scheduler_run()
    plain = tuple(replace(phase, scheduler=None) for phase in run.phases)
    assert variant_tests(replace(run, phases=plain)) == ()


@pytest.mark.deep
@pytest.mark.parametrize("rounds", [3, 6])
@pytest.mark.parametrize(
    ("carried", "drift", "stalls"),
    [(0.0, 0.0, 0.0), (0.3, 0.0, 0.0), (0.8, 0.0, 0.0), (0.0, -0.012, 0.0), (0.0, 0.0, 0.1)],
    ids=["independent", "AR(0.3)", "AR(0.8)", "1.2 % a step", "a stall in ten"],
)
def test_shuffled_rounds_need_no_second_run(
    rounds: int, carried: float, drift: float, stalls: float
) -> None:
    """Four variants of eight tests alike, in a run with a level of its own: false claims of the
    whole table, at most 5 % and three binomial standard deviations."""
    drawn = np.random.default_rng(9)
    variants, tests, count, wrong = 4, 8, 150, 0
    for _draw in range(count):
        family = []
        for _test in range(tests):
            spread = 0.02 * drawn.uniform(0.3, 2)
            noise = drawn.normal(0, spread, rounds * variants)
            for at in range(1, len(noise)):
                noise[at] = carried * noise[at - 1] + sqrt(1 - carried**2) * noise[at]
            noise += drawn.normal(0, spread) + drift * np.arange(len(noise))
            noise -= 0.7 * (drawn.random(len(noise)) < stalls)
            dealt = [list(drawn.permutation(one)) for one in noise.reshape(rounds, variants)]
            own, *others = (list(map(float, runs)) for runs in zip(*dealt, strict=True))
            family += [SideRuns([own], [other], IN_TURN) for other in others]
        wrong += any(one.claimed for one in judge_tests(family))
    assert wrong / count <= ALPHA + 3 * sqrt(ALPHA * (1 - ALPHA) / count)
