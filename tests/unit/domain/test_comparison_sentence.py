# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sentence of more than two sides, and of two drives."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.domain.compared_runs import STEADY, phase, run, times

from driveproof.domain.comparison_sentence import sentence
from driveproof.domain.run import Run
from driveproof.domain.run_comparison import compare_sides
from driveproof.domain.run_match import Side
from driveproof.domain.units import NARROW

SHAPES: list[dict[str, Any]] = [
    {"depth": 32}, {"depth": 1}, {"pattern": "sequential", "depth": 8}, {"direction": "write"},
]  # fmt: skip
SEVEN = (*STEADY, 100.1)
OTHER = {"drive": "serial:S2", "serial": "S2", "model": "Disk Y"}


def made(number: int, factors: tuple[float, ...], **more: Any) -> Run:
    phases = (phase(times(f, SEVEN), **shape) for f, shape in zip(factors, SHAPES, strict=True))
    return run(*phases, id=f"0a{number}", days=number, **more)


def said(*runs: Run, names: str = "ABCD") -> str:
    sides = [Side(name, (one,)) for name, one in zip(names, runs, strict=False)]
    return sentence(compare_sides(sides)).replace(NARROW, " ")


STILL = (1.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("others", "text"),
    [
        ([STILL, STILL], "Nothing changed detectably: a change of 1.7 % would have been seen."),
        (
            [(1.5, 1.0, 1.0, 1.0), STILL],
            "B: Random 4 KiB, Q32 reads are 50 % faster; nothing else changed detectably.",
        ),
        (
            [STILL, (1.5, 1.0, 1.0, 1.0), (0.5, 0.5, 0.5, 0.5)],
            "C: Random 4 KiB, Q32 reads are 50 % faster; D: all 4 tests are 50 % slower; nothing"
            " else changed detectably.",
        ),
        (
            [(0.5, 1.0, 1.0, 2.5), (0.5, 1.0, 1.4, 2.5)],
            "B: random writes are 2.5 times as fast; C: sequential reads are 40 % faster; and 3"
            " more below.",
        ),
    ],
)
def test_two_findings_at_most(others: list[tuple[float, ...]], text: str) -> None:
    runs = [made(number, factors) for number, factors in enumerate(others, 1)]
    assert said(made(0, STILL), *runs) == text


def test_claims_come_before_hints() -> None:
    """The first of the other sides has three repeats: among so many tests that can be no claim."""
    few = run(*(phase(times(1.3, STEADY[:3]), **shape) for shape in SHAPES), id="0c", days=1)
    runs = [made(number, (1.5, 1.5, 1.5, 1.5)) for number in (2, 3)]
    assert said(made(0, STILL), few, *runs) == (
        "C: all 4 tests are 50 % faster; D: all 4 tests are 50 % faster; and 1 more below."
    )


def test_too_few_repeats_on_every_side() -> None:
    lone = [run(phase([value]), id=f"0{value:.0f}", days=value) for value in (1.0, 2.0, 3.0)]
    assert said(*lone) == "Too few repeats to say: 1 a side, and 5 are needed for 2 tests."


def test_nothing_in_common() -> None:
    alone = [run(phase(STEADY, depth=depth), id=f"0{depth}", days=depth) for depth in (1, 2, 4)]
    assert said(*alone) == "Nothing can be compared: no test is in the first side and another."


def test_new_against_old_names_the_drives() -> None:
    new = made(1, (1.5, 1.5, 1.5, 1.5), target=OTHER)
    assert said(made(0, STILL), new) == "Disk Y against Disk X: all 4 tests are 50 % faster."
    same = made(1, STILL, target=OTHER)
    assert said(made(0, STILL), same) == (
        "Disk Y against Disk X: nothing differs detectably: a difference of 1.4 % would have been"
        " seen."
    )
    some = made(1, (1.5, 1.0, 1.0, 1.0), target=OTHER)
    assert said(made(0, STILL), some) == (
        "Disk Y against Disk X: Random 4 KiB, Q32 reads are 50 % faster; nothing else differs"
        " detectably."
    )
    long = made(1, STILL, target={**OTHER, "model": "Y" * 900})
    assert said(made(0, STILL), long).startswith(f"{'Y' * 47}… against Disk X: nothing")
    assert said(made(0, STILL), made(1, STILL), made(2, (1.5, 1.0, 1.0, 1.0), target=OTHER)) == (
        "C (Disk Y): Random 4 KiB, Q32 reads are 50 % faster; nothing else differs detectably."
    )
