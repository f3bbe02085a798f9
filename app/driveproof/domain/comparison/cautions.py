# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What speaks against a comparison: everything to know before its figures are believed.

Each caution is a value; wording/comparison/cautions.py words it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from driveproof.domain.comparison.conditions import (
    CONFOUNDING,
    FIELDS,
    OF_THE_DRIVE,
    OURS,
    Condition,
    Differing,
    known,
    program,
)
from driveproof.domain.comparison.matching import Side, cells_of, copies, paired
from driveproof.domain.comparison.same_test import PhaseKey, test_of
from driveproof.domain.run.limits import set_by, submitting
from driveproof.domain.run.run import FINISHED, PhaseResult, Run
from driveproof.domain.run.work import OURS as OUR_WORK
from driveproof.domain.run.work import unknown

# What every drive has and every system knows: missing only where a program does not report it.
_ALWAYS = frozenset(
    {
        Condition.DRIVE,
        Condition.FIRMWARE,
        Condition.KERNEL,
        Condition.SCHEDULER,
        Condition.FILL,
        Condition.TEMPERATURE,
    }
)
# No other program can report these.
_OURS_ONLY = frozenset({Condition.DRIVEPROOF, Condition.PROFILE})


@dataclass(frozen=True, slots=True)
class SameRun:
    """A run is on both sides."""


@dataclass(frozen=True, slots=True)
class ConditionDiffers:
    """A condition that may make a difference by itself; `sides` are the names of the two."""

    sides: tuple[str, str]
    differing: Differing


@dataclass(frozen=True, slots=True)
class SeveralDiffer:
    """Several conditions differ, or at least one besides what was changed on purpose."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Reversed:
    """The further side, named second, was measured before the first."""

    sides: tuple[str, str]


@dataclass(frozen=True, slots=True)
class NotFinished:
    """A run of a side was cancelled or failed."""

    side: str


@dataclass(frozen=True, slots=True)
class NotOneState:
    """The runs of a side were not measured under the same conditions."""

    side: str
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class OneForeignProgram:
    """Both sides were measured by the same other program."""

    sides: tuple[str, str]
    program: str


@dataclass(frozen=True, slots=True)
class OtherPrograms:
    """The sides were measured by different programs, or by `versions` of one."""

    sides: tuple[str, str]
    programs: tuple[tuple[str, ...], tuple[str, ...]]
    versions: bool


@dataclass(frozen=True, slots=True)
class NotKnown:
    """What the runs of a side, which another program measured, do not say: which `program` it was,
    some conditions, and what `work` its tests did (fields of Work).
    """

    side: str
    program: bool
    conditions: tuple[Condition, ...]
    work: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CountedOnce:
    """A side holds the same measurement under several ids."""

    side: str


@dataclass(frozen=True, slots=True)
class SameMeasurement:
    """Both sides hold the same measurement, under two ids."""


@dataclass(frozen=True, slots=True)
class OtherLengths:
    """A test was not meant to last equally long, in seconds; so were `more` other tests."""

    test: str
    seconds: tuple[float, ...]
    more: int


@dataclass(frozen=True, slots=True)
class NotTheDrive:
    """The drive did not set the figure of a test, or not alone; domain.run.limits says what did."""

    side: str
    test: str
    phase: PhaseResult = field(compare=False)


Caution = (
    SameRun
    | ConditionDiffers
    | SeveralDiffer
    | Reversed
    | NotFinished
    | NotOneState
    | OneForeignProgram
    | OtherPrograms
    | NotKnown
    | CountedOnce
    | SameMeasurement
    | OtherLengths
    | NotTheDrive
)


def cautions(
    sides: Sequence[Side], differs: Sequence[Differing], compared: str | None
) -> tuple[Caution, ...]:
    """All cautions in the order in which they are shown; `compared` as for `compare_sides`."""
    found: list[Caution] = []
    for number, side in enumerate(sides[1:], start=1):
        found += _of_pair(sides[0], side, [one for one in differs if one.side == number], compared)
    for side in sides:
        found += _of_one(side)
    found += _programs_of(sides)
    found += _not_known(sides)
    found += _copied(sides)
    found += _lengths(sides)
    return (*found, *_limited(sides))


def _of_pair(
    first: Side, other: Side, differs: Sequence[Differing], compared: str | None
) -> list[Caution]:
    names = (first.name, other.name)
    found: list[Caution] = []
    if {run.id for run in first.runs} & {run.id for run in other.runs}:
        found.append(SameRun())
    found += [
        ConditionDiffers(names, one)
        for one in differs
        if one.what in CONFOUNDING and one.what != compared
    ]
    whats = {one.what for one in differs}
    rest = tuple(
        one.what
        for one in differs
        if one.what != compared and not (Condition.DRIVE in whats and one.what in OF_THE_DRIVE)
    )
    if len(rest) >= (2 if compared is None else 1):
        found.append(SeveralDiffer(rest))
    begun = [min(run.started for run in side.runs) for side in (first, other)]
    if begun[1] < begun[0] and Condition.DRIVE not in whats:
        found.append(Reversed(names))
    return found


def _of_one(side: Side) -> list[Caution]:
    """What a side's own runs have against them."""
    found: list[Caution] = [NotFinished(side.name) for run in side.runs if run.status != FINISHED]
    mixed = tuple(
        field.what for field in FIELDS if field.step is None and len(set(known(field, side))) > 1
    )
    return [*found, NotOneState(side.name, mixed)] if mixed else found


def _programs_of(sides: Sequence[Side]) -> list[Caution]:
    """Which programs measured, where one is not ours."""
    found: list[Caution] = []
    first = sides[0]
    for other in sides[1:]:
        mine, theirs = _programs(first), _programs(other)
        # Where a program is not known, `NotKnown` says so.
        if not (_foreign(first) or _foreign(other)) or "" in (*mine, *theirs):
            continue
        names = (first.name, other.name)
        if mine == theirs and len(mine) == 1:
            found.append(OneForeignProgram(names, mine[0]))
        else:
            families = {_family(name) for name in (*mine, *theirs)}
            found.append(OtherPrograms(names, (mine, theirs), len(families) == 1))
    return found


def _foreign(side: Side) -> bool:
    return any(program(run) != OURS for run in side.runs)


def _programs(side: Side) -> tuple[str, ...]:
    return tuple(dict.fromkeys(program(run) for run in side.runs))


def _family(name: str) -> str:
    """A program without its version: "KDiskMark 3.1.4" and "fio-3.39" are KDiskMark and fio."""
    for place, letter in enumerate(name):
        if letter.isdigit():
            return name[:place].rstrip(" -").lower()
    return name.lower()


def _not_known(sides: Sequence[Side]) -> list[Caution]:
    """One for each side of another program.

    Two imports of one program are measured alike, but conditions that they do not report may
    differ.
    """
    found: list[Caution] = []
    for side in filter(_foreign, sides):
        others = [one for one in sides if one is not side]
        conditions = tuple(
            field.what
            for field in FIELDS
            if field.what not in _OURS_ONLY
            and not known(field, side)
            and (field.what in _ALWAYS or any(known(field, other) for other in others))
        )
        work = _unknown_work(side.runs)
        missing = "" in _programs(side)
        if missing or conditions or work:
            found.append(NotKnown(side.name, missing, conditions, work))
    return found


def _unknown_work(runs: Sequence[Run]) -> tuple[str, ...]:
    """What of the work of their tests is not known and could make them other tests."""
    found = [
        what
        for run in runs
        for phase in run.phases
        for what in unknown(phase.work, phase.direction)
    ]
    return tuple(dict.fromkeys(found))


def _copied(sides: Sequence[Side]) -> list[Caution]:
    """The same figures under two ids: in one side they count once, on both they say nothing."""
    found: list[Caution] = [CountedOnce(side.name) for side in sides if copies(side.runs)]
    if not found and copies(run for side in sides for run in side.runs):
        found.append(SameMeasurement())
    return found


def _lengths(sides: Sequence[Side]) -> list[Caution]:
    """Tests that were not meant to last equally long: caches fill, and drives throttle, by time."""
    first, *others = paired(sides)
    # What is not known of the work keeps no test from being compared: here it is left out.
    planned: dict[PhaseKey, set[float]] = {
        test._replace(work=OUR_WORK): set() for test in first if any(test in one for one in others)
    }
    for side in sides:
        for run in side.runs:
            for phase in run.phases:
                test = test_of(phase, run.source)._replace(work=OUR_WORK)
                # What another program's file does not report is 0.
                if test in planned and phase.planned_seconds > 0:
                    planned[test].add(phase.planned_seconds)
    uneven = [(test.name, seconds) for test, seconds in planned.items() if len(seconds) > 1]
    if not uneven:
        return []
    name, seconds = uneven[0]
    return [OtherLengths(name, tuple(sorted(seconds)), len(uneven) - 1)]


def _limited(sides: Sequence[Side]) -> list[Caution]:
    """Figures that the drive did not set, or not alone: they say less of what was changed.

    Of the cells of a map the first one of each run: its notes count them.
    """
    found: list[Caution] = []
    maps = cells_of(sides)
    for side in sides:
        for run in side.runs:
            limited = [
                phase
                for phase in run.phases
                if phase.limits.buffered_by or submitting(phase) or set_by(phase) is not None
            ]
            cells = [phase for phase in limited if test_of(phase, run.source) in maps]
            found += [
                NotTheDrive(side.name, phase.name, phase)
                for phase in limited
                if not any(phase is other for other in cells[1:])
            ]
    return found
