# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sentence for more than two sides, and for two drives."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from tests.unit.domain.compared_runs import STEADY, phase, run, times
from tests.unit.domain.guided_runs import floor_run, idle_run

from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.summary import headline_of
from driveproof.domain.run.run import Run
from driveproof.export.text.comparison import comparison_table
from driveproof.history.encoding import kept_verdict, made_verdict
from driveproof.wording.comparison.headline import sentence
from driveproof.wording.comparison.verdicts import (
    could_see_text,
    judged_text,
    notes,
    share_text,
    step_text,
)
from driveproof.wording.units import NARROW

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
    text = sentence(compare_sides(sides)).replace(NARROW, " ")
    return re.sub(r"(change|difference) of \d\.\d %", r"\1 of X %", text)


STILL = (1.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("others", "text"),
    [
        ([STILL, STILL], "Nothing changed detectably: a change of X % would have been seen."),
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
    """The first of the other sides is barely above: among so many tests that is a hint."""
    barely = (103.3, 105.5, 106.0, 106.5)
    few = run(*(phase(barely, **shape) for shape in SHAPES), id="0c", days=1)
    runs = [made(number, (1.5, 1.5, 1.5, 1.5)) for number in (2, 3)]
    assert said(made(0, STILL), few, *runs) == (
        "C: all 4 tests are 50 % faster; D: all 4 tests are 50 % faster; and 1 more below."
    )


def test_too_few_repeats_on_every_side() -> None:
    lone = [run(phase([value]), id=f"0{value:.0f}", days=value) for value in (1.0, 2.0, 3.0)]
    assert said(*lone) == "No claim was possible: 1 repeat a side is too few; measure 3."


def test_nothing_in_common() -> None:
    alone = [run(phase(STEADY, depth=depth), id=f"0{depth}", days=depth) for depth in (1, 2, 4)]
    assert said(*alone) == "Nothing can be compared: no test is in the first side and another."


def test_new_against_old_names_the_drives() -> None:
    new = made(1, (1.5, 1.5, 1.5, 1.5), target=OTHER)
    assert said(made(0, STILL), new) == "Disk Y against Disk X: all 4 tests are 50 % faster."
    same = made(1, STILL, target=OTHER)
    assert said(made(0, STILL), same) == (
        "Disk Y against Disk X: nothing differs detectably: a difference of X % would have been"
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


WILD = (100.0, 0.01, 9e6, 3.0, 4e4, 100.2, 101.0)


def noisy(number: int, *wild: int, factors: tuple[float, ...] = STILL) -> Run:
    """A run some of whose tests are all over the place."""
    phases = (
        phase(WILD if place in wild else times(f, SEVEN), **shape)
        for place, (f, shape) in enumerate(zip(factors, SHAPES, strict=True))
    )
    return run(*phases, id=f"0a{number}", days=number)


@pytest.mark.parametrize(
    ("wild", "factors", "text"),
    [
        (
            (0, 1, 2, 3),
            STILL,
            "No claim was possible: the repeats of one state are too far apart to see even a"
            " tenfold change.",
        ),
        (
            (1,),
            STILL,
            "Nothing changed detectably: a change of X % would have been seen. No claim was"
            " possible for 1 of 4 tests: the repeats of one state are too far apart to see even a"
            " tenfold change.",
        ),
        (
            (1, 2, 3),
            (1.5, 1.0, 1.0, 1.0),
            "Random 4 KiB, Q32 reads are 50 % faster. No claim was possible for 3 of 4 tests: the"
            " repeats of one state are too far apart to see even a tenfold change.",
        ),
        (
            (1, 2),
            (1.5, 1.0, 1.0, 1.0),
            "Random 4 KiB, Q32 reads are 50 % faster; nothing else changed detectably. No claim was"
            " possible for 2 of 4 tests: the repeats of one state are too far apart to see even a"
            " tenfold change.",
        ),
    ],
)
def test_what_no_repeat_could_have_shown_is_not_told_as_a_number(
    wild: tuple[int, ...], factors: tuple[float, ...], text: str
) -> None:
    assert said(noisy(0, *wild), noisy(1, *wild, factors=factors)) == text


def test_noise_is_said_beside_the_test_and_kept_as_a_number() -> None:
    sides = [Side(name, (noisy(number, 1),)) for number, name in enumerate("AB")]
    found = compare_sides(sides)
    steady, wild, *_ = found.primary
    assert wild.difference is not None and wild.difference.detectable is not None
    assert wild.difference.detectable > 1000 and wild.verdict is Verdict.SAME
    assert judged_text(wild.verdict, wild.silence) == "too noisy to say"
    assert could_see_text(wild.verdict, wild.difference) == "not even tenfold"
    assert could_see_text(Verdict.FASTER, wild.difference) == ""
    (note,) = notes(wild)
    assert "not even a tenfold one" in note
    assert notes(steady) == ()
    assert judged_text(steady.verdict, steady.silence) == "no detectable change"
    assert steady.difference is not None and steady.difference.detectable is not None
    told = share_text(steady.difference.detectable)
    assert could_see_text(steady.verdict, steady.difference) == told


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.5, "50 %"), (1.4, "a factor of 2.4"), (9.0, "a factor of 10"), (9.1, "more than tenfold"),
     (740687.0, "more than tenfold")],
)  # fmt: skip
def test_steps_end_at_ten_times(share: float, text: str) -> None:
    assert step_text(share).replace(NARROW, " ") == text


def test_reads_of_a_latency_floor_are_named_as_reads() -> None:
    awake = replace(floor_run("nothing", repeats=8), id="a" * 12)
    asleep = replace(floor_run("drive", repeats=8), id="b" * 12)
    told = said(awake, asleep)
    assert told.startswith("Reads “From the drive after 0.1 s” are ")
    assert "; reads “From the drive after 1 s” are " in told


@pytest.mark.parametrize("count", [2, 3])
def test_recordings_are_not_judged(count: int) -> None:
    """One repeat each is no reason: more of them would say no more about the drive."""
    runs = [replace(idle_run(), id=f"0a{number}") for number in range(count)]
    told = said(*runs)
    assert told.startswith("These are recordings") and "repeat" not in told
    found = compare_sides([Side(name, (one,)) for name, one in zip("ABC", runs, strict=False)])
    assert not found.primary and found.metrics
    assert made_verdict(json.loads(json.dumps(kept_verdict(headline_of(found))))) == headline_of(
        found
    )
    text = comparison_table(found, encoding="utf-8", width=100)
    assert "Without a verdict" in text and "too few" not in text
