# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sentence of a comparison: what is known, what is not, and what would tell more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from tests.builders.compared_runs import phase, run, sentence, times
from tests.builders.exported import compared_table
from tests.builders.guided_runs import breakdown_run, recording_run

from driveproof.domain.codec import Decoder, encode
from driveproof.domain.comparison.amounts import claimed_span, left_open, verdict_words
from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.headline import Headline
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.sentences import caveat
from driveproof.domain.comparison.summary import headline_of
from driveproof.domain.run.run import Run
from driveproof.wording.say import say_text
from driveproof.wording.units import NARROW

SHAPES: list[dict[str, Any]] = [
    {"depth": 32}, {"depth": 1}, {"pattern": "sequential", "depth": 8}, {"direction": "write"},
]  # fmt: skip
THREE = (100.0, 101.0, 99.0)
WIDE = (100.0, 108.0, 92.0)
OTHER = {"drive": "serial:S2", "serial": "S2", "model": "Disk Y"}
STILL = (1.0, 1.0, 1.0, 1.0)


def made(
    number: int,
    factors: Sequence[float] = STILL,
    wide: Sequence[int] = (),
    repeats: Sequence[float] = THREE,
    **more: Any,
) -> Run:
    """A run of four tests; those at the places `wide` have repeats far apart."""
    phases = (
        phase(times(factor, WIDE if place in wide else repeats), **shape)
        for place, (factor, shape) in enumerate(zip(factors, SHAPES, strict=True))
    )
    return run(*phases, **{"id": f"0a{number}", "days": number / 144, "seconds": 35.0, **more})


def compared(*sides: Sequence[Run], names: str = "ABCD") -> Comparison:
    return compare_sides(
        [Side(name, tuple(runs)) for name, runs in zip(names, sides, strict=False)]
    )


def said(*sides: Sequence[Run]) -> str:
    return sentence(compared(*sides)).replace(NARROW, " ")


def two(factors: Sequence[float] = STILL, **more: Any) -> list[Run]:
    """Two runs before."""
    return [made(0, factors, **more), made(1, factors, **more)]


@pytest.mark.parametrize(
    ("after", "text"),
    [
        (made(2), "No difference above 10 %."),
        (
            made(2, (1.5, 1.0, 1.0, 1.0)),
            "Random 4 KiB, Q32 read: 50 % faster (45 % to 55 %). No other difference above 10 %.",
        ),
        (
            made(2, (0.5, 0.55, 1.0, 2.5)),
            "Random writes: 2.5 times as fast (2.4 to 2.6 times). Random reads: 45 % to"
            " 50 % slower (43 % to 52 %). No other difference above 10 %.",
        ),
        (
            made(2, (1.045, 1.0, 1.0, 1.0)),
            "Random 4 KiB, Q32 read: possible difference, 4.5 % faster."
            " No other difference above 10 %.",
        ),
    ],
)
def test_two_runs_before_and_one_after(after: Run, text: str) -> None:
    assert said(two(), [after]) == text


def test_tests_of_one_kind_are_told_together() -> None:
    assert said(two(), [made(2, (1.2, 1.3, 1.25, 1.22))]) == (
        "All tests: 20 % to 30 % faster (16 % to 34 %)."
    )
    sides = (
        [run(phase(times(by, THREE), direction="mixed"), id=f"0{by}", days=by)] for by in (1.0, 1.2)
    )
    assert said(*sides).startswith("Random reads and writes: 20 % faster (")


def test_what_is_undecided_has_its_farthest_ends() -> None:
    wide = two(wide=(0, 1))
    assert said(wide, [made(2, wide=(0, 1))]) == (
        "No difference above 10 % in 2 tests. 2 tests undecided: up to 19 % slower or 24 % faster."
    )
    every = range(4)
    assert said([made(0, wide=every)], [made(1, wide=every)]).startswith("Undecided: up to ")
    found = said(wide, [made(2, (1.0, 1.0, 2.0, 1.0), wide=(0, 1))])
    assert found.startswith("Sequential reads: 2.0 times as fast (1.9 to 2.1 times). No")
    assert ". No difference above 10 % in 1 test. 2 tests undecided: up to" in found


def test_of_several_sides_two_findings_and_claims_before_hints() -> None:
    hint, faster, slower = (1.045, 1.0, 1.0, 1.0), (1.5, 1.0, 1.0, 1.0), (0.5, 0.5, 0.5, 0.5)
    text = said(two(), [made(2, hint)], [made(3, faster)], [made(4, slower)])
    assert text.startswith(
        "Random 4 KiB, Q32 read (C): 50 % faster (46 % to 54 %). All tests (D): 50 % slower"
        " (49 % to 51 %). More differences below: 1."
    )
    assert said(two(), [made(2)], [made(3)]) == "No difference above 10 %."


def test_one_value_a_side_is_not_judged() -> None:
    lone = [[made(number, repeats=(100.0 + number,))] for number in range(3)]
    assert said(*lone) == ("Too few repeats: 8 of 8. Each side needs 3.")
    assert caveat(compared(*lone)) is None


def test_nothing_in_common() -> None:
    alone = [[run(phase(THREE, depth=depth), id=f"0{depth}", days=depth)] for depth in (1, 2, 4)]
    assert said(*alone) == ("No test is on both sides.")
    assert said(*alone[:2]) == ("No test is on both sides.")


def test_new_against_old_names_the_drives() -> None:
    assert said([made(0)], [made(1, (1.5, 1.5, 1.5, 1.5), target=OTHER)]) == (
        "Disk Y compared with Disk X. All tests: 50 % faster (42 % to 58 %)."
    )
    assert said([made(0)], [made(1, target=OTHER)]) == (
        "Disk Y compared with Disk X. No difference above 10 %."
    )
    assert said([made(0, wide=range(4))], [made(1, wide=range(4), target=OTHER)]).startswith(
        "Disk Y compared with Disk X. Undecided: up to "
    )
    long = made(1, target={**OTHER, "model": "Y" * 900})
    assert said([made(0)], [long]).startswith(f"{'Y' * 47}… compared with Disk X. No difference")
    third = made(2, (1.5, 1.0, 1.0, 1.0), target=OTHER)
    assert said([made(0)], [made(1)], [third]).startswith(
        "Random 4 KiB, Q32 read (C (Disk Y)): 50 % faster ("
    )


def test_the_caveat_names_the_run_that_would_tell_more() -> None:
    """One run a side shows large changes only, also where it has many repeats; two and one leave a
    second run after; with nothing open there is nothing to measure.
    """
    wide = tuple(range(4))

    def caveat_of(*sides: Sequence[Run]) -> str:
        found = caveat(compared(*sides))
        return "" if found is None else say_text(found).replace(NARROW, " ")

    one = caveat_of([made(0)], [made(1)])
    assert one == (
        "Only one run per side: small differences are not detectable. Measure each side"
        " again, ten minutes apart; a run takes 35 s."
    )
    assert caveat_of([made(0)], [made(1, target=OTHER)]) == one
    imported = [made(number, environment={"source": "fio 3.36"}) for number in range(2)]
    assert caveat_of(*([one] for one in imported)).endswith("are not detectable.")
    assert caveat_of(two(wide=wide), [made(2, wide=wide)]) == (
        "Only one run: after. A second one, ten minutes later, takes 35 s."
    )
    after = [made(2, wide=wide), made(3, wide=wide)]
    assert caveat_of(two(wide=wide), after) == (
        "A third run of each side narrows the result. It takes 35 s."
    )
    assert caveat_of(two(), [made(2)]) == ""


@pytest.mark.parametrize(
    ("speeds", "may_be", "spanned"),
    [
        ((0.86, 1.09), "up to 14 % slower or 9.0 % faster", "−14 % to +9.0 %"),
        ((0.5, 2.4), "up to 50 % slower or 2.4 times as fast", "−50 % to +140 %"),
        ((1.004, 1.2), "up to 20 % faster", "0.4 % to 20 %"),
        ((1.0001, 1.2), "up to 20 % faster", "up to 20 %"),
        ((0.8, 0.95), "up to 20 % slower", "5.0 % to 20 %"),
        ((1.3, 2.8), "up to 2.8 times as fast", "1.30 to 2.8 times"),
        ((1.9, 14.0), "up to 14 times as fast", "1.9 to 14 times"),
    ],
)
def test_intervals(speeds: tuple[float, float], may_be: str, spanned: str) -> None:
    assert say_text(left_open(*speeds)).replace(NARROW, " ") == may_be
    assert say_text(claimed_span(*speeds)).replace(NARROW, " ") == spanned


@pytest.mark.parametrize("verdict", Verdict)
def test_cells(verdict: Verdict) -> None:
    """JSON and people have one name for one verdict."""
    assert say_text(verdict_words(verdict)).replace(NARROW, " ") == verdict


def test_what_no_repeat_could_have_shown_is_not_told_as_a_number() -> None:
    wild = (100.0, 0.01, 9e6)
    sides = [
        [run(phase(wild), phase(THREE, depth=1), id=f"0a{number}", days=number)]
        for number in range(2)
    ]
    assert said(*sides) == (
        "No difference above 10 % in 1 test. Too variable for a verdict: 1 of 2."
    )


def test_reads_of_a_latency_breakdown_are_named_as_reads() -> None:
    awake, asleep = (
        replace(made, id=letter * 12, environment=replace(made.environment, driveproof="0.1.0"))
        for made, letter in ((breakdown_run("nothing"), "a"), (breakdown_run("drive"), "b"))
    )
    told = said([awake], [asleep])
    assert told.startswith("From the drive after 0.1 s: ")
    assert ". From the drive after 1 s: " in told


@pytest.mark.parametrize("count", [2, 3])
def test_recordings_are_not_judged(count: int) -> None:
    """One repeat each is no reason: more of them would say no more about the drive."""
    found = compared(*([replace(recording_run(), id=f"0a{number}")] for number in range(count)))
    told = sentence(found)
    assert told.startswith("Recordings are") and "repeat" not in told
    assert not found.primary and found.metrics and not caveat(found)
    text = compared_table(found, encoding="utf-8", width=100)
    assert "Without a verdict" in text and "too few" not in text


def test_a_kept_sentence_is_the_same() -> None:
    for found in (compared(two(), [made(2, (1.5, 1.0, 1.0, 1.0))]), compared([made(0)], [made(1)])):
        kept = headline_of(found)
        assert Decoder(Headline, 10_000).decode(encode(kept)) == kept
