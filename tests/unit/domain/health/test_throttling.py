# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which repeats were disturbed by heat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.builders.compared_runs import phase, run, times

from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.matching import Side
from driveproof.domain.health.report import Health
from driveproof.domain.health.throttling import (
    HOT,
    THROTTLED,
    at_limit,
    hottest,
    marked_as_throttled,
    throttled,
)
from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.run import CUT_SHORT, PhaseResult
from driveproof.domain.run.sample import Sample


@pytest.mark.parametrize(
    ("temperature", "limit", "hot"),
    [
        (70.0, 70.0, True),
        (70.9, 70.0, True),
        (69.9, 70.0, False),
        (None, 70.0, False),
        (70.0, None, False),
        (30.0, 0.0, False),  # no limit at all
        (30.0, -273.15, False),
        (80.0, 65261.85, False),  # what some drives report for "none"
    ],
)
def test_at_the_limit(temperature: float | None, limit: float | None, hot: bool) -> None:
    assert at_limit(temperature, limit) is hot


def health(**more: Any) -> Health:
    return Health(taken=datetime(2026, 3, 4, tzinfo=UTC), source="smartctl 7.3", **more)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ({"warning_seconds": 60.0}, {"warning_seconds": 60.0}, False),
        ({"warning_seconds": 60.0}, {"warning_seconds": 120.0}, True),
        ({"critical_seconds": 0.0}, {"critical_seconds": 60.0}, True),
        ({"warning_seconds": None}, {"warning_seconds": 60.0}, False),
        ({}, {"warnings": ("temperature",)}, True),
        ({}, {"warnings": ("spare",)}, False),
        ({"warning_seconds": 0.0}, {"warning_seconds": 60.0, "source": "UDisks2 (x)"}, False),
    ],
)
def test_the_drive_counts(before: dict[str, Any], after: dict[str, Any], said: bool) -> None:
    one, two = health(**before), replace(health(), **after)
    assert throttled(one, two) is said


def warm(phase: PhaseResult, degrees: Sequence[float | None]) -> PhaseResult:
    """Each repeat with these degrees after its warm-up, and 99 in it."""
    found = []
    for repeat, celsius in zip(phase.repeats, degrees, strict=True):
        samples = tuple(
            Sample(time, 0.5, "read", 1, 1, 1.0, 1.0, None, None, None, None, None,
                   Histogram.empty(), value)
            for time, value in ((-0.5, 99.0), (0.5, celsius))
        )  # fmt: skip
        result = replace(repeat.directions["read"], samples=samples)
        found.append(replace(repeat, directions={"read": result}))
    return replace(phase, repeats=tuple(found))


def words(phases: Sequence[PhaseResult]) -> list[list[tuple[str, ...]]]:
    return [[repeat.disturbed for repeat in phase.repeats] for phase in phases]


def test_the_hottest_repeats_are_marked() -> None:
    cool, hot = phase([1.0, 2.0]), phase([1.0, 2.0, 3.0], depth=1)
    phases = (
        warm(cool, [50.0, None]),
        warm(replace(hot, repeats=(*hot.repeats[:2], replace(hot.repeats[2], disturbed=("stall",
             CUT_SHORT)))), [66.0, 67.0, 70.0]),
    )  # fmt: skip
    assert hottest(phases[0].repeats[0]) == 50.0  # not what was in the warm-up
    assert words(marked_as_throttled(phases)) == [
        [(), ()],
        [(), (THROTTLED,), ("stall", THROTTLED, CUT_SHORT)],
    ]
    assert marked_as_throttled(marked_as_throttled(phases)) == marked_as_throttled(phases)


def test_without_a_thermometer_any_may_have_been() -> None:
    assert words(marked_as_throttled([phase([1.0, 2.0])])) == [[(THROTTLED,), (THROTTLED,)]]


def test_what_was_seen_at_the_limit_explains_it() -> None:
    phases = (warm(phase([1.0, 2.0], disturbed={1: (HOT,)}), [60.0, 70.0]),)
    assert marked_as_throttled(phases) == phases


def test_a_comparison_judges_with_and_without() -> None:
    steady = [100.0, 101.0, 99.0, 100.5, 99.5, 100.2, 100.1]
    slow = times(0.5, steady)
    one = run(phase(steady))
    other = run(phase([*steady[:3], *slow[3:]], disturbed=dict.fromkeys(range(3, 7), (HOT,))),
                id="0b", days=1)  # fmt: skip
    found = compare_sides([Side("old", (one,)), Side("new", (other,))])
    (metric,) = found.primary
    assert metric.disturbed == (0, 4) and metric.without is not None
    assert metric.verdict not in (Verdict.FASTER, Verdict.SLOWER)
