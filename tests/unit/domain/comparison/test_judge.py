# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The judge against the same rule computed in another way, and a small guard of its promise.

`make bench ARGS="-k 'false_claims or power'"` has the simulations; this finds within a second that
the judge is broken.
"""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
import pytest
from tests.benchmarks.looks import ONE, PLANNED, TESTS, Design
from tests.benchmarks.noise import NOISES, Layout, levels, spreads
from tests.builders.expected_verdict import expected

from driveproof.domain.comparison.judge import JudgedChange, Prior, SideRuns, judge_tests

FAMILIES = 300


def sides_of(logs: Any, before: int, rounds: Any = None, prior: Any = None) -> list[SideRuns]:
    """The tests of one family of (run, test, round)."""
    found = []
    for test in range(logs.shape[1]):
        runs = [
            run[test][: None if rounds is None else int(rounds[number, test])].tolist()
            for number, run in enumerate(logs)
        ]
        one = None if prior is None else Prior(float(prior[test]), 10.0)
        found.append(SideRuns(runs[:before], runs[before:], one))
    return found


@pytest.mark.parametrize("name", NOISES)
def test_it_is_the_rule(name: str) -> None:
    """Any numbers of runs, of three to six rounds; with and without what is known of the drive."""
    drawn = np.random.default_rng(1)
    claims = 0
    for _ in range(8):
        before, after = drawn.integers(1, 4, 2).tolist()
        (logs,) = NOISES[name](drawn, spreads(drawn, 1, TESTS), Layout(before, after, 6))
        logs[before:, TESTS // 2 :] += drawn.normal(0, 0.3)
        prior = drawn.uniform(0, 2, TESTS) if drawn.integers(0, 2) else None
        family = sides_of(logs, before, drawn.integers(3, 7, logs.shape[:2]), prior)
        found = judge_tests(family, alpha=0.02)
        claims += sum(one.claimed for one in found)
        for one, (change, error, adjusted, claimed) in zip(
            found, expected(family, 0.02), strict=True
        ):
            assert one.change == pytest.approx(change)
            assert one.error == pytest.approx(error)
            assert one.adjusted == pytest.approx(adjusted, abs=1e-7)
            assert one.claimed is claimed
    assert claims


def claimed(design: Design, look: int, family: Any) -> tuple[JudgedChange, ...]:
    """What one look at a family judges."""
    runs = family[: design.before + design.after[look]]
    return judge_tests(sides_of(runs, design.before), alpha=design.alphas[look])


@pytest.mark.deep
@pytest.mark.parametrize("design", [ONE, PLANNED], ids=["one run a side", "planned"])
def test_runs_apart_are_no_change(design: Design) -> None:
    """Runs as far apart as repeats are, which is more than most drives': claims stay rare at all
    looks together. A true half is found in all.
    """
    drawn = np.random.default_rng(2)
    logs = levels(1.0)(drawn, spreads(drawn, FAMILIES, TESTS), design.layout)
    looks = range(len(design.alphas))
    false = sum(
        any(one.claimed for look in looks for one in claimed(design, look, family))
        for family in logs
    )
    assert false <= 0.05 * FAMILIES
    logs[:, design.before :, 0] += log(0.5)
    found = sum(claimed(design, looks[-1], family)[0].claimed for family in logs)
    assert found >= 0.9 * FAMILIES
