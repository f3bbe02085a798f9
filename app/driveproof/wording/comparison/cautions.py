# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What speaks against a comparison, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from driveproof.domain.comparison.cautions import (
    Caution,
    ConditionDiffers,
    CountedOnce,
    NotFinished,
    NotKnown,
    NotOneState,
    NotTheDrive,
    OneForeignProgram,
    OtherLengths,
    OtherPrograms,
    Reversed,
    SameMeasurement,
    SameRun,
    SeveralDiffer,
)
from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.conditions import Condition, condition_title, condition_values
from driveproof.domain.comparison.doubts import CloseTogether, Doubt, Drifting, LongLapse, OneWay
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.run.work_words import work_title
from driveproof.wording.catalogue import _
from driveproof.wording.phase import limit_texts, limits_kind
from driveproof.wording.profile import test_names
from driveproof.wording.say import say_text, value_text
from driveproof.wording.units import NARROW, format_taken

_NAMED = 3  # tests by name in one sentence
_LISTED = 4  # conditions by name in one sentence


def caution_texts(comparison: Comparison) -> tuple[str, ...]:
    """Everything that speaks against a comparison, one sentence or more each, no text twice."""
    names = test_names(run for side in comparison.sides for run in side.runs)
    limited = [one for one in comparison.cautions if isinstance(one, NotTheDrive)]
    rest = [one for one in comparison.cautions if not isinstance(one, NotTheDrive)]
    said = [*(_caution(one, names) for one in rest), *_not_the_drive(limited, names)]
    return tuple(dict.fromkeys(said))


def _caution(caution: Caution | Doubt, names: Mapping[str, str]) -> str:  # noqa: PLR0911, PLR0912 - a sentence for each kind
    """The sentence, with its reason; the names in it are foreign text."""
    match caution:
        case ConditionDiffers(sides, one):
            before, after = map(value_text, condition_values(one))
            if one.what is Condition.DRIVE:
                text = _("Different drives: {before} and {after}.")
                return text.format(before=before, after=after)
            return _("{title} differs: {before} ({one}), {after} ({other}).").format(
                title=say_text(condition_title(one.what)),
                before=before,
                after=after,
                one=sides[0],
                other=sides[1],
            )
        case SeveralDiffer(conditions):
            named = ", ".join(map(_condition, conditions))
            return _("The cause is unclear. These differ: {conditions}.").format(conditions=named)
        case Reversed(sides):
            return _("{later} was measured before {first}.").format(later=sides[1], first=sides[0])
        case NotFinished(side):
            return _("A run is incomplete: {side}.").format(side=side)
        case NotOneState(side, conditions):
            named = ", ".join(map(_condition, conditions))
            text = _("Runs of {side} differ in: {conditions}.")
            return text.format(side=side, conditions=named)
        case OneForeignProgram(sides, program):
            return _("{one} and {other} were measured by {program}.").format(
                one=sides[0], other=sides[1], program=program
            )
        case OtherPrograms():
            return _programs(caution)
        case NotKnown():
            return _not_known(caution)
        case CountedOnce(side):
            return _("{side} has the same measurement twice.").format(side=side)
        case SameRun() | SameMeasurement():
            return _("Both sides have the same measurement.")
        case OtherLengths():
            return _lengths(caution, names)
        case NotTheDrive():
            return _not_the_drive([caution], names)[0]
        case LongLapse() | CloseTogether() | OneWay() | Drifting():
            return _doubt(caution, names)
        case _ as other:
            assert_never(other)


def _condition(what: Condition) -> str:
    return say_text(condition_title(what))


def _doubt(doubt: Doubt, names: Mapping[str, str]) -> str:
    """What speaks against a claim by when its runs were measured, and how the drive went."""
    match doubt:
        case LongLapse(sides, seconds):
            return _(
                "{time} between {first} and {other}. Measure both again, closer together."
            ).format(first=sides[0], other=sides[1], time=format_taken(seconds))
        case CloseTogether(side, seconds):
            return _("Runs of {side} started within {time}. Wait ten minutes between runs.").format(
                side=side, time=format_taken(seconds)
            )
        case OneWay(sides, tests):
            return _("Possible steady trend: {tests}. Measure {first} again.").format(
                tests=_some(tests, names), first=sides[0]
            )
        case Drifting(side, tests):
            return _("No steady state in {side}: {tests}.").format(
                tests=_some(tests, names), side=side
            )
        case _ as other:
            assert_never(other)


def _some(tests: Sequence[str], names: Mapping[str, str]) -> str:
    return _named([names.get(test, test) for test in tests])


def _programs(caution: OtherPrograms) -> str:
    text = _("Different programs: {programs} ({one}), {others} ({other}).")
    mine, theirs = map(listed, caution.programs)
    return text.format(one=caution.sides[0], programs=mine, other=caution.sides[1], others=theirs)


def _not_known(caution: NotKnown) -> str:
    names = [_("Program")] if caution.program else []
    names += map(_condition, caution.conditions)
    names += (say_text(work_title(name)) for name in caution.work)
    return _("Unknown of {side}: {names}.").format(side=caution.side, names=listed(names))


def _not_the_drive(cautions: Sequence[NotTheDrive], names: Mapping[str, str]) -> list[str]:
    """A sentence for each reason, with all sides and tests that share it: six sides of eight tests
    would have one for each of the 48.
    """
    kinds: dict[tuple[object, ...], dict[str, dict[str, list[PhaseResult]]]] = {}
    for one in cautions:
        kind = limits_kind(one.phase)
        of_test = kinds.setdefault(kind, {}).setdefault(names[one.test], {})
        of_test.setdefault(one.side, []).append(one.phase)
    said = []
    for tests in kinds.values():
        alike: dict[tuple[str, ...], list[str]] = {}
        for test, sides in tests.items():
            alike.setdefault(tuple(sides), []).append(test)
        for named, titles in alike.items():
            phases = [phase for test in titles for side in named for phase in tests[test][side]]
            said.append(
                _("{side}, {test}: {limits}.").format(
                    side=listed(named), test=_named(titles), limits="; ".join(limit_texts(*phases))
                )
            )
    return said


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: "a, b and c"; of more than four the rest as a number."""
    more = len(names) - _LISTED
    if more > 0:
        first = ", ".join(names[:_LISTED])
        return _("{names} and {count} more").format(names=first, count=more)
    if len(names) < 2:
        return names[0]
    return _("{first} and {last}").format(first=", ".join(names[:-1]), last=names[-1])


def _lengths(caution: OtherLengths, names: Mapping[str, str]) -> str:
    lengths = listed([f"{one:g}{NARROW}s" for one in caution.seconds])
    test = names[caution.test]
    if caution.more:
        test = _("{names} and {count} more").format(names=test, count=caution.more)
    return _("Test durations differ ({lengths}): {test}.").format(test=test, lengths=lengths)


def _named(names: Sequence[str]) -> str:
    first = "; ".join(names[:_NAMED])
    more = len(names) - _NAMED
    return _("{names} and {count} more").format(names=first, count=more) if more > 0 else first
