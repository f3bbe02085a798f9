# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Remarks on runs of other programs."""

from __future__ import annotations

from dataclasses import replace

from tests.builders.compared_runs import STEADY, phase, run

from driveproof.domain.comparison.cautions import Caution
from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.conditions import program_of
from driveproof.domain.comparison.matching import Side
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.run import OWN_JSON, Environment, Run, Target
from driveproof.domain.run.work import UNKNOWN_WORK, Work
from driveproof.domain.say import Say

HERE = run(phase(STEADY))
LACKS = Target("", "file", size=10**12)


def imported(source: str | None, number: int = 1, **more: object) -> Run:
    """A run as a reader makes it: its source, and next to nothing else."""
    made = run(phase(STEADY, planned_seconds=0.0), id=f"0b{number}", days=number)
    environment = Environment(source=source, io_path=None, **more)  # type: ignore[arg-type]
    return made.__class__(
        **{
            **{name: getattr(made, name) for name in made.__dataclass_fields__},
            "target": LACKS,
            "environment": environment,
        }
    )


def pair(one: Run, *others: Run) -> Comparison:
    named = [Side("old", (one,)), *(Side(f"new {n}", (each,)) for n, each in enumerate(others, 1))]
    return compare_sides(named)


def codes(found: Comparison) -> list[str]:
    return [one.code for one in found.cautions]


def test_the_program_is_named() -> None:
    assert program_of(HERE) == "Driveproof"
    assert program_of(imported("KDiskMark 3.1.4")) == "KDiskMark 3.1.4"
    assert program_of(imported(OWN_JSON, driveproof="0.2.0")) == "Driveproof"
    assert program_of(imported(None)) == ""


def test_ours_against_another_program() -> None:
    found = pair(HERE, imported("KDiskMark 3.1.4"))
    # What is unknown is neither the same nor another, and no length of a test is 0.
    assert "drive" not in {one.what for one in found.differs}
    assert Caution.OTHER_LENGTHS not in codes(found)


def test_two_imports_of_one_program() -> None:
    """Milder: no warning about their methods, but what neither reports does not count as equal."""
    found = pair(imported("KDiskMark 3.1.4"), imported("KDiskMark 3.1.4", 2))
    assert codes(found).count(Caution.NOT_KNOWN) == 2
    assert Caution.ONE_FOREIGN_PROGRAM in codes(found)


def test_two_versions_of_one_program() -> None:
    found = pair(imported("fio-3.28"), imported("fio-3.39", 2))
    assert codes(found)[0] == Caution.OTHER_PROGRAMS


def test_three_sides_of_three_programs() -> None:
    found = pair(HERE, imported("KDiskMark 3.1.4"), imported("hdparm", 2))
    said = [one.say[0].values for one in found.cautions if one.code == Caution.OTHER_PROGRAMS]
    assert [(values["programs"], values["others"]) for values in said] == [
        (OneOf(("Driveproof",)), OneOf(("KDiskMark 3.1.4",))),
        (OneOf(("Driveproof",)), OneOf(("hdparm",))),
    ]


def test_our_own_runs_need_no_such_word() -> None:
    brought = run(
        phase(STEADY), id="0c", days=1, environment={"source": OWN_JSON, "driveproof": "0.1.0"}
    )
    assert pair(HERE, brought).cautions == ()


def test_a_run_that_nobody_signed() -> None:
    found = pair(HERE, run(phase(STEADY), id="0c", days=1, environment={"driveproof": None}))
    (caution,) = found.cautions
    assert caution.code == Caution.NOT_KNOWN
    assert caution.say[0].values == {"side": "new 1", "names": OneOf((Say("Program"),))}


def test_what_is_not_known_of_the_work_of_another_programs_tests_is_named() -> None:
    known = run(phase(STEADY, direction="write"), id="0b")
    theirs = imported("KDiskMark 3.1.4")
    theirs = replace(theirs, phases=(phase(STEADY, direction="write", work=UNKNOWN_WORK),))
    sides = [Side("ours", (known,)), Side("theirs", (theirs,))]
    (caution,) = (one for one in compare_sides(sides).cautions if one.code == Caution.NOT_KNOWN)
    assert caution.say[0].values["side"] == "theirs"


def test_tests_of_another_program_that_lasted_otherwise_are_warned_of() -> None:
    """What is not known of their work makes no difference, nor does an engine that it chose."""
    here = run(phase(STEADY, direction="write", planned_seconds=5.0), id="0b")
    lasted = phase(
        STEADY, direction="write", planned_seconds=2.0, work=UNKNOWN_WORK, engine="windows"
    )
    there = replace(imported("KDiskMark 3.1.4"), phases=(lasted,))
    found = pair(here, there)
    assert found.primary
    # One that is another test is not compared, and lasts as long as it likes.
    other = replace(there, phases=(replace(lasted, work=Work(fsync=1)),))
    assert Caution.OTHER_LENGTHS not in codes(pair(here, other))
    assert Caution.OTHER_LENGTHS in codes(found)
