# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What speaks against a comparison: everything to know before its figures are believed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import auto

from driveproof.domain.comparison.conditions import (
    CONFOUNDING,
    FIELDS,
    OF_THE_DRIVE,
    OUR_PROGRAM,
    Condition,
    Differing,
    condition_title,
    condition_values,
    known_values,
    program_of,
)
from driveproof.domain.comparison.matching import Side, cells_of, is_copy, paired_tests
from driveproof.domain.finding import Code, Finding
from driveproof.domain.profile.test_titles import test_names
from driveproof.domain.quantity import OneOf, WorkTime
from driveproof.domain.run.limits import limits_kind, limits_of
from driveproof.domain.run.run import FINISHED, PhaseResult, Run
from driveproof.domain.run.same_test import PhaseKey, test_of
from driveproof.domain.run.work import OUR_WORK, unknown_fields
from driveproof.domain.run.work_words import work_title
from driveproof.domain.say import Say, some

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
NAMED = 3
"""Tests by name in one sentence."""
_LISTED = 4  # sides, conditions or programs by name in one sentence


class Caution(Code):
    """What can speak against a comparison; the doubts are of what it claims (doubts.py)."""

    SAME_MEASUREMENT = auto()
    """Both sides hold the same measurement, under one id or two."""
    CONDITION_DIFFERS = auto()
    """A condition that may make a difference by itself."""
    SEVERAL_DIFFER = auto()
    """Several conditions differ, or at least one besides what was changed on purpose."""
    REVERSED = auto()
    """The further side was measured before the first."""
    NOT_FINISHED = auto()
    """A run of a side was cancelled or failed."""
    NOT_ONE_STATE = auto()
    """The runs of a side were not measured under the same conditions."""
    ONE_FOREIGN_PROGRAM = auto()
    """Both sides were measured by the same other program."""
    OTHER_PROGRAMS = auto()
    """The sides were measured by different programs, or by different versions of one."""
    NOT_KNOWN = auto()
    """What the runs of a side, which another program measured, do not say."""
    COUNTED_ONCE = auto()
    """A side holds the same measurement under several ids."""
    OTHER_LENGTHS = auto()
    """A test was not meant to last equally long."""
    NOT_THE_DRIVE = auto()
    """The drive did not set the figure of a test, or not alone."""
    LONG_LAPSE = auto()
    """More than an hour went between the sides, and the runs of neither were as far apart."""
    CLOSE_TOGETHER = auto()
    """Runs of a side began soon after each other."""
    ONE_WAY = auto()
    """The runs of both sides, one after the other, went the way of what is claimed."""
    DRIFTING = auto()
    """Within a run a test of which a change is claimed went one way from repeat to repeat."""


def cautions(
    sides: Sequence[Side], differs: Sequence[Differing], compared: str | None
) -> tuple[Finding, ...]:
    """All cautions in the order in which they are shown; `compared` as for `compare_sides`."""
    found: list[Finding] = []
    for number, side in enumerate(sides[1:], start=1):
        found += _of_pair(sides[0], side, [one for one in differs if one.side == number], compared)
    for side in sides:
        found += _of_one(side)
    found += _programs_of(sides)
    found += _not_known(sides)
    found += _copied(sides)
    found += _lengths(sides)
    found += _limited(sides)
    return tuple(dict.fromkeys(found))


def _found(code: Caution, said: Say) -> Finding:
    return Finding(code, (said,))


def _of_pair(
    first: Side, other: Side, differs: Sequence[Differing], compared: str | None
) -> Iterator[Finding]:
    if {run.id for run in first.runs} & {run.id for run in other.runs}:
        yield _found(Caution.SAME_MEASUREMENT, _SAME)
    for one in differs:
        if one.what in CONFOUNDING and one.what != compared:
            yield _found(Caution.CONDITION_DIFFERS, _differs(first, other, one))
    whats = {one.what for one in differs}
    rest = [
        one.what
        for one in differs
        if one.what != compared and not (Condition.DRIVE in whats and one.what in OF_THE_DRIVE)
    ]
    if len(rest) >= (2 if compared is None else 1):
        said = Say("The cause is unclear. These differ: {conditions}.", conditions=_titles(rest))
        yield _found(Caution.SEVERAL_DIFFER, said)
    begun = [min(run.started for run in side.runs) for side in (first, other)]
    if begun[1] < begun[0] and Condition.DRIVE not in whats:
        said = Say("{later} was measured before {first}.", later=other.name, first=first.name)
        yield _found(Caution.REVERSED, said)


_SAME = Say("Both sides have the same measurement.")


def _differs(first: Side, other: Side, one: Differing) -> Say:
    before, after = condition_values(one)
    if one.what is Condition.DRIVE:
        return Say("Different drives: {before} and {after}.", before=before, after=after)
    return Say(
        "{title} differs: {before} ({one}), {after} ({other}).",
        title=condition_title(one.what),
        before=before,
        after=after,
        one=first.name,
        other=other.name,
    )


def _titles(conditions: Sequence[Condition]) -> OneOf:
    return OneOf(tuple(map(condition_title, conditions)))


def _of_one(side: Side) -> Iterator[Finding]:
    """What a side's own runs have against them."""
    if any(run.status != FINISHED for run in side.runs):
        yield _found(Caution.NOT_FINISHED, Say("A run is incomplete: {side}.", side=side.name))
    mixed = [
        field.what
        for field in FIELDS
        if field.step is None and len(set(known_values(field, side))) > 1
    ]
    if mixed:
        said = Say(
            "Runs of {side} differ in: {conditions}.", side=side.name, conditions=_titles(mixed)
        )
        yield _found(Caution.NOT_ONE_STATE, said)


def _programs_of(sides: Sequence[Side]) -> Iterator[Finding]:
    """Which programs measured, where one is not ours."""
    first = sides[0]
    for other in sides[1:]:
        mine, theirs = _programs(first), _programs(other)
        # Where a program is not known, `_not_known` says so.
        if not (_foreign(first) or _foreign(other)) or "" in (*mine, *theirs):
            continue
        if mine == theirs and len(mine) == 1:
            said = Say(
                "{one} and {other} were measured by {program}.",
                one=first.name,
                other=other.name,
                program=mine[0],
            )
            yield _found(Caution.ONE_FOREIGN_PROGRAM, said)
        else:
            said = Say(
                "Different programs: {programs} ({one}), {others} ({other}).",
                one=first.name,
                programs=some(mine, _LISTED),
                other=other.name,
                others=some(theirs, _LISTED),
            )
            yield _found(Caution.OTHER_PROGRAMS, said)


def _foreign(side: Side) -> bool:
    return any(program_of(run) != OUR_PROGRAM for run in side.runs)


def _programs(side: Side) -> tuple[str, ...]:
    return tuple(dict.fromkeys(program_of(run) for run in side.runs))


def _not_known(sides: Sequence[Side]) -> Iterator[Finding]:
    """One for each side of another program.

    Two imports of one program are measured alike, but conditions that they do not report may
    differ.
    """
    for side in filter(_foreign, sides):
        others = [one for one in sides if one is not side]
        names: list[Say | str] = [Say("Program")] if "" in _programs(side) else []
        names += [
            condition_title(field.what)
            for field in FIELDS
            if field.what not in _OURS_ONLY
            and not known_values(field, side)
            and (field.what in _ALWAYS or any(known_values(field, other) for other in others))
        ]
        names += map(work_title, _unknown_work(side.runs))
        if names:
            said = Say("Unknown of {side}: {names}.", side=side.name, names=some(names, _LISTED))
            yield _found(Caution.NOT_KNOWN, said)


def _unknown_work(runs: Sequence[Run]) -> tuple[str, ...]:
    """What of the work of their tests is not known and could make them other tests."""
    found = [
        what
        for run in runs
        for phase in run.phases
        for what in unknown_fields(phase.work, phase.direction)
    ]
    return tuple(dict.fromkeys(found))


def _copied(sides: Sequence[Side]) -> list[Finding]:
    """The same figures under two ids: in one side they count once, on both they say nothing."""
    found = [
        _found(Caution.COUNTED_ONCE, Say("{side} has the same measurement twice.", side=side.name))
        for side in sides
        if is_copy(side.runs)
    ]
    if not found and is_copy(run for side in sides for run in side.runs):
        found.append(_found(Caution.SAME_MEASUREMENT, _SAME))
    return found


def _lengths(sides: Sequence[Side]) -> Iterator[Finding]:
    """Tests that were not meant to last equally long: caches fill, and drives throttle, by time."""
    first, *others = paired_tests(sides)
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
    uneven = {test.name: seconds for test, seconds in planned.items() if len(seconds) > 1}
    if uneven:
        names = test_names(run for side in sides for run in side.runs)
        said = Say(
            "Test durations differ ({lengths}): {test}.",
            lengths=OneOf(tuple(map(WorkTime, sorted(next(iter(uneven.values())))))),
            test=some([names[name] for name in uneven], 1),
        )
        yield _found(Caution.OTHER_LENGTHS, said)


def _limited(sides: Sequence[Side]) -> Iterator[Finding]:
    """Figures that the drive did not set, or not alone: they say less of what was changed.

    One for each reason, with all sides and tests that share it: six sides of eight tests would have
    one for each of the 48. Of the cells of a map the first one of each run: its notes count them.
    """
    names = test_names(run for side in sides for run in side.runs)
    maps = cells_of(sides)
    kinds: dict[tuple[object, ...], dict[str, dict[str, list[PhaseResult]]]] = {}
    for side in sides:
        for run in side.runs:
            limited = [phase for phase in run.phases if limits_of(phase)]
            cells = [phase for phase in limited if test_of(phase, run.source) in maps]
            for phase in limited:
                if not any(phase is other for other in cells[1:]):
                    tests = kinds.setdefault(limits_kind(phase), {})
                    tests.setdefault(phase.name, {}).setdefault(side.name, []).append(phase)
    for tests in kinds.values():
        alike: dict[tuple[str, ...], list[str]] = {}
        for test, of_sides in tests.items():
            alike.setdefault(tuple(of_sides), []).append(test)
        for named, titles in alike.items():
            phases = [phase for test in titles for side in named for phase in tests[test][side]]
            said = Say(
                # Translators: {test} and {sides} are names; {limits}: "buffered I/O by btrfs".
                "{name}: {text}.",
                name=Say(
                    "{first} ({second})",
                    first=some([names[test] for test in titles], NAMED),
                    second=some(named, _LISTED),
                ),
                text=OneOf(limits_of(*phases)),
            )
            yield _found(Caution.NOT_THE_DRIVE, said)
