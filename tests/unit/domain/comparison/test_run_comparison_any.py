# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Any two runs can be compared, and every comparison has these properties."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.builders.compared_runs import phase, run, sentence
from tests.builders.exported import compared_table, compared_values

from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.margin import MarginAnswer, margin
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.remarks import notes
from driveproof.domain.run.run import CUT_SHORT, Latency, PhaseResult, Run

pytestmark = pytest.mark.deep

STRANGE = st.sampled_from([0.0, -1.0, math.nan, math.inf, 5e-324, 1.7e308, 1.0])
SANE = st.floats(1, 1e7)
WORDS = st.lists(st.sampled_from([CUT_SHORT, "background I/O", "stall"]), max_size=2).map(tuple)
NAMES = st.text(max_size=8) | st.sampled_from(["", "\x1b[2J", "\udcff", "a\nb", "%s {x}"])
MAYBE = st.none() | NAMES
NUMBER = st.none() | STRANGE | st.floats(0, 1)
CLAIMS = (Verdict.FASTER, Verdict.SLOWER)


@st.composite
def phases(draw: st.DrawFn, value: st.SearchStrategy[float]) -> PhaseResult:
    values = draw(st.lists(value, max_size=7))
    made = phase(
        values,
        pattern=draw(st.sampled_from(["random", "sequential"])),
        direction=draw(st.sampled_from(["read", "write", "mixed", "trim"])),
        depth=draw(st.sampled_from([1, 32])),
        disturbed=dict(enumerate(draw(st.lists(WORDS, max_size=7)))),
        engine=draw(st.sampled_from(["libaio", "hdparm"])),
        cache=draw(st.none() | st.sampled_from(["direct", "cold"])),
        planned_seconds=draw(st.sampled_from([2.0, 5.0])),
    )
    if draw(st.booleans()):
        repeats = tuple(
            replace(
                repeat,
                directions={
                    way: replace(found, latency=Latency())
                    for way, found in repeat.directions.items()
                    if draw(st.booleans())
                },
            )
            for repeat in made.repeats
        )
        made = replace(made, repeats=repeats)
    return made


@st.composite
def runs(draw: st.DrawFn, value: st.SearchStrategy[float] = STRANGE | SANE) -> Run:
    environment = {
        name: draw(MAYBE) for name in ("kernel", "fio", "driveproof", "scheduler", "governor")
    }
    numbers = {name: draw(NUMBER) for name in ("fill", "temperature_before")}
    return run(
        *draw(st.lists(phases(value), max_size=4)),
        id=draw(st.sampled_from(["0aaaaaaaa", "0bbbbbbbb", "0cccccccc"])),
        days=draw(st.integers(0, 3)),
        label=draw(NAMES),
        status=draw(st.sampled_from(["finished", "cancelled", "failed"])),
        target={name: draw(MAYBE) for name in ("model", "serial", "firmware", "drive", "device")},
        environment={**environment, **numbers},
    )


SIDES = st.builds(Side, NAMES, st.lists(runs(), min_size=1, max_size=3).map(tuple))
SANE_SIDES = st.builds(Side, NAMES, st.lists(runs(SANE), min_size=1, max_size=2).map(tuple))


def everything(comparison: Comparison) -> dict[str, Any]:
    """Make everything from it without a failure; returns its document."""
    text = compared_table(comparison, details=True, width=80, encoding="ascii")
    assert text.isascii() and "\x1b" not in text
    assert sentence(comparison).endswith(".")
    for metric in comparison.primary:
        assert metric.verdict is not None
        assert all(str(note).endswith(".") for note in notes(metric))
    document = compared_values(comparison, margin=margin(comparison, 0.05))
    json.dumps(document, allow_nan=False)
    return document


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(SIDES, min_size=2, max_size=3))
def test_any_runs_compare(sides: list[Side]) -> None:
    everything(compare_sides(sides))


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(SIDES)
def test_a_side_against_itself_claims_nothing(side: Side) -> None:
    found = compare_sides([side, side])
    assert not any(metric.verdict in CLAIMS for metric in found.primary)
    assert not any(metric.verdict is Verdict.POSSIBLE for metric in found.primary)
    assert found.differs == ()
    assert margin(found, 0.0).answer is not MarginAnswer.SLOWER


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(SANE_SIDES, SANE_SIDES)
def test_turned_sides_turn_the_answer(one: Side, other: Side) -> None:
    there, back = compare_sides([one, other]), compare_sides([other, one])
    turned = {Verdict.FASTER: Verdict.SLOWER, Verdict.SLOWER: Verdict.FASTER}
    backward = {(metric.name, metric.before_values): metric for metric in back.primary}
    assert len(there.primary) == len(back.primary)
    for metric in there.primary:
        same = backward[metric.name, metric.after_values]
        assert metric.verdict is not None and metric.ratio and same.ratio
        assert same.verdict is turned.get(metric.verdict, metric.verdict)
        assert same.ratio == pytest.approx(1 / metric.ratio, rel=1e-9)
        if metric.low is not None:
            assert same.high == pytest.approx(1 / metric.low, rel=1e-9)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(SANE, min_size=1, max_size=7), st.lists(SANE, min_size=1, max_size=7),
       st.sampled_from([2.0**-20, 0.25, 8.0, 2.0**20]))  # fmt: skip
@example(
    [1.0, 1.0, 1.0, 2.0, 2.0, 3.0, 6.0], [2.0, 4.0, 5.0, 7.0, 1e7, 1.5, 9999999.999999998], 2.0**-20
)
def test_the_scale_does_not_matter(before: list[float], after: list[float], scale: float) -> None:
    """By powers of two, so that no two values become equal."""

    def of(factor: float) -> Comparison:
        sides = [
            Side(name, (run(phase([value * factor for value in values]), id=name),))
            for name, values in (("old", before), ("new", after))
        ]
        return compare_sides(sides)

    (one,), (other,) = of(1.0).primary, of(scale).primary
    assert one.ratio is not None
    assert other.ratio == pytest.approx(one.ratio, rel=1e-9)
    bounds = [abs(math.log(one.ratio)) - math.log1p(0.012)]
    ends = (one.low, one.high, other.low, other.high)
    bounds += [math.log(end) for end in ends if end is not None and end != 1.0]
    if all(abs(distance) > 1e-9 for distance in bounds):
        assert other.verdict is one.verdict
