# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a test did is part of its identity, if it matters for that test."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.builders.compared_runs import STEADY, phase, run

from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.matching import Side, paired_tests
from driveproof.domain.run import same_test
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.run.work import (
    NAMES,
    OUR_WORK,
    UNKNOWN_WORK,
    Data,
    Work,
    name_marks,
    unknown_fields,
)


def identity(phase: PhaseResult) -> str:
    return same_test.test_identity(same_test.test_of(phase))


def compared(before: Work, after: Work, **more: Any) -> Comparison:
    sides = (
        Side("before", (run(phase(STEADY, work=before, **more), id="0b"),)),
        Side("after", (run(phase(STEADY, work=after, **more), id="0a", days=1),)),
    )
    return compare_sides(sides)


def test_the_share_of_reads_makes_a_mixed_test() -> None:
    found = compared(Work(read_share=70), Work(read_share=50), direction="mixed")
    assert not found.metrics


def test_what_a_read_cannot_do_does_not_tell_reads_apart() -> None:
    work = Work(data=Data.ZEROS, fsync=1, fdatasync=1, end_fsync=True, sync="sync", read_share=9)
    assert compared(Work(), work).primary


@pytest.mark.parametrize("direction", ["read", "write", "mixed", "trim"])
def test_what_is_not_known_may_be_the_same(direction: str) -> None:
    found = compared(Work(read_share=70, fsync=1), UNKNOWN_WORK, direction=direction)
    assert found.primary
    assert not found.unmatched


def test_one_that_could_be_two_is_neither() -> None:
    two = run(
        phase(STEADY, work=Work(rate=(1, 0, 0))), phase(STEADY, work=Work(rate=(2, 0, 0))), id="0b"
    )
    one = run(phase(STEADY, work=UNKNOWN_WORK), id="0a", days=1)
    for sides in ((two, one), (one, two)):
        found = compare_sides([Side("x", (sides[0],)), Side("y", (sides[1],))])
        assert not found.metrics


def test_sides_that_tell_less_stand_under_the_first_ones_key() -> None:
    first = Side("x", (run(phase(STEADY), id="0b"),))
    second = Side("y", (run(phase(STEADY, work=UNKNOWN_WORK), id="0a"),))
    one, other = paired_tests([first, second])
    assert set(one) == set(other)


def test_an_identity_is_stable_and_tells_what_differs() -> None:
    """Histories contain these texts: they must not change."""
    plain = phase(STEADY)
    assert identity(plain) == "read/random/4096/Q32/T1/libaio/direct/RND4K Q32T1 read"
    # Data does not matter to reads.
    assert identity(replace(plain, work=Work(data=Data.SCRAMBLED))) == identity(plain)
    other = phase(STEADY, direction="write", work=Work(data=Data.SCRAMBLED, fsync=1, rate=None))
    assert identity(other) == (
        "write/random/4096/Q32/T1/libaio/direct/data=scrambled/fsync=1/rate=?/RND4K Q32T1 write"
    )
    odd = replace(plain, name="a/b%", engine="", direct=False, cache=None)
    assert identity(odd) == "read/random/4096/Q32/T1/?/buffered/a%2Fb%25"


@pytest.mark.parametrize("name", NAMES)
def test_every_field_is_told_apart_in_an_identity(name: str) -> None:
    kept = replace(Work(think_time=1.0, read_share=70), **{name: None})
    plain = replace(kept, **{name: getattr(Work(think_time=1.0, read_share=70), name)})
    one, other = (phase(STEADY, direction="mixed", work=work) for work in (kept, plain))
    assert identity(one) != identity(other)


def test_what_is_not_known_is_named_where_it_matters() -> None:
    assert unknown_fields(Work(data=None, fsync=None), "read") == ()
    assert unknown_fields(Work(data=None, fsync=None), "write") == ("fsync", "data")
    assert unknown_fields(Work(), "mixed") == ("read_share",)


@pytest.mark.parametrize(
    ("work", "direction", "found"),
    [
        (OUR_WORK, "write", ()),
        (replace(OUR_WORK, fsync=1, rate=(0, 5, 0)), "write", ("fsync=1", "rate=0,5,0")),
        (replace(OUR_WORK, fsync=1, rate=(0, 5, 0)), "read", ("rate=0,5,0",)),
        (replace(OUR_WORK, data=Data.ZEROS), "write", ("data=zeros",)),
        (replace(OUR_WORK, data=Data.SCRAMBLED), "write", ()),
        (replace(OUR_WORK, data=Data.ZEROS), "read", ()),
        (UNKNOWN_WORK, "write", ()),
    ],
)
def test_what_is_in_a_name(work: Work, direction: str, found: tuple[str, ...]) -> None:
    assert name_marks(work, work.data, direction) == found


def test_tests_whose_names_differ_by_what_they_ask_for_are_told_as_other_tests() -> None:
    plain = phase(STEADY, direction="write", name="RND4K Q1T1 write")
    sides = []
    for count, name in ((2, "before"), (4, "after")):
        flushing = replace(
            phase(STEADY, direction="write", name=f"RND4K Q1T1 write · fsync={count}"),
            work=replace(OUR_WORK, fsync=count),
        )
        sides.append(Side(name, (run(plain, flushing, id=f"0{count}"),)))
    found = compare_sides(sides)
    assert [metric.test.name for metric in found.primary] == ["RND4K Q1T1 write"]
    (_left,) = found.unmatched
