# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sentences that belong before a comparison: what speaks against it, what was not compared, and
whether anything is slower by a margin.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
from driveproof.domain.comparison.conditions import LOG_BESIDE, Condition, Differing, Reading
from driveproof.domain.comparison.difference import UNJUDGED
from driveproof.domain.comparison.doubts import CloseTogether, Doubt, Drifting, LongLapse, OneWay
from driveproof.domain.comparison.margin import Answer, Margin
from driveproof.domain.comparison.matching import Unmatched, Why, plain_name
from driveproof.domain.comparison.same_test import PhaseKey
from driveproof.domain.run.run import NO_ENCRYPTION, PhaseResult
from driveproof.domain.run.work import differing as work_differing
from driveproof.wording.catalogue import N_, _
from driveproof.wording.comparison.verdicts import (
    metric_title,
    no_claim,
    no_common_test,
    share_text,
)
from driveproof.wording.phase import limit_texts, limits_kind, work_title, work_value
from driveproof.wording.profile import test_names, test_words
from driveproof.wording.units import (
    NARROW,
    format_percent,
    format_seconds,
    format_size,
    format_taken,
    format_temperature,
    group_digits,
)

_NAMED = 3  # tests by name in one sentence
_EACH = 20  # tests that are each in a line of their own
_LISTED = 4  # conditions by name in one sentence

_TITLES = {
    Condition.DRIVE: N_("Drive"),
    Condition.KIND: N_("Target"),
    Condition.IO_PATH: N_("I/O path"),
    Condition.FIRMWARE: N_("Firmware"),
    Condition.PROFILE: N_("Profile"),
    Condition.KERNEL: N_("Kernel"),
    Condition.FIO: N_("fio"),
    Condition.DRIVEPROOF: N_("Driveproof"),
    Condition.SCHEDULER: N_("I/O scheduler"),
    Condition.FILESYSTEM: N_("File system"),
    Condition.MOUNT_OPTIONS: N_("Mount options"),
    Condition.TEST_FILE_SIZE: N_("Test file"),
    Condition.FILL: N_("File system usage"),
    Condition.TEMPERATURE: N_("Temperature"),
    Condition.POWER_SOURCE: N_("Power"),
    Condition.POWER_PROFILE: N_("Power profile"),
    Condition.GOVERNOR: N_("CPU governor"),
    Condition.CPU: N_("CPU"),
    Condition.LINK: N_("Link"),
    Condition.BLOCK_FORMAT: N_("Block format"),
    Condition.USB_DRIVER: N_("USB driver"),
    Condition.LINK_POWER: N_("Link power"),
    Condition.ENCRYPTION: N_("Encryption"),
    Condition.CAPACITY: N_("Capacity"),
    Condition.FREE: N_("Free space"),
    Condition.OTHER_DRIVES: N_("Other drives"),
    Condition.SHARED_PATH: N_("Shared path"),
    Condition.LOG_DRIVE: N_("Log drive"),
    Condition.HOSTS: N_("Hosts"),
    Condition.SQLITE: N_("SQLite"),
    Condition.COMPILER: N_("Compiler"),
    Condition.BOOT: N_("Boot"),
}
# What a difference between two tests is called, in the order of PhaseKey without `work`.
_PARTS = (
    N_("Name"),
    N_("Direction"),
    N_("Pattern"),
    N_("Block size"),
    N_("Queue depth"),
    N_("Jobs"),
    N_("Engine"),
    N_("Direct I/O"),
    N_("Cache mode"),
)


def condition_title(what: Condition) -> str:
    """A condition at the head of a row."""
    return _(_TITLES[what])


def condition_texts(one: Differing) -> tuple[str, str]:
    """Both values of a condition that differs, for people."""
    return one.drives or (_reading(one.what, one.before), _reading(one.what, one.after))


def _reading(  # noqa: PLR0911 - one for each unit
    what: Condition, value: Reading
) -> str:
    if (what, value) == (Condition.LOG_DRIVE, LOG_BESIDE):
        return _("the measured drive")
    if isinstance(value, str) and what is Condition.MOUNT_OPTIONS:
        return value.replace(",", ", ")  # a long list wraps there
    if isinstance(value, str):
        return _("none") if (what, value) == (Condition.ENCRYPTION, NO_ENCRYPTION) else value
    if what is Condition.FILL:
        return format_percent(value)
    if what is Condition.TEMPERATURE:
        return format_temperature(value)
    if what is Condition.BOOT:
        return format_seconds(value)
    if what is Condition.BLOCK_FORMAT:
        return _("{count} bytes").format(count=group_digits(value))
    if what in (Condition.CAPACITY, Condition.FREE):
        return format_size(value)
    return format_size(value, binary=True) if what is Condition.TEST_FILE_SIZE else str(value)


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
            before, after = condition_texts(one)
            if one.what is Condition.DRIVE:
                text = _("Different drives: {before} and {after}.")
                return text.format(before=before, after=after)
            return _("{title} differs: {before} ({one}), {after} ({other}).").format(
                title=condition_title(one.what),
                before=before,
                after=after,
                one=sides[0],
                other=sides[1],
            )
        case SeveralDiffer(conditions):
            named = ", ".join(map(condition_title, conditions))
            return _("The cause is unclear. These differ: {conditions}.").format(conditions=named)
        case Reversed(sides):
            return _("{later} was measured before {first}.").format(later=sides[1], first=sides[0])
        case NotFinished(side):
            return _("A run is incomplete: {side}.").format(side=side)
        case NotOneState(side, conditions):
            named = ", ".join(map(condition_title, conditions))
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
    names += map(condition_title, caution.conditions)
    names += map(work_title, caution.work)
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


def unmatched_reason(one: Unmatched) -> str:
    """Why a test was not compared, as a label."""
    match one.why:
        case Why.ABSENT:
            return _("Only in {side}").format(side=one.sides[0])
        case Why.CUT_SHORT:
            return _("No complete repeat on one side")
        case Why.RECORDED:
            return _("Recording")
        case Why.NO_FIGURE:
            return _("No value on one side")
        case Why.AMBIGUOUS:
            return _("Several tests match")
        case Why.OTHER_TEST:
            return _("Different test ({parts})").format(parts=_other_parts(*(one.tests or ())))


def left_out(comparison: Comparison) -> tuple[tuple[str, str], ...]:
    """What was not compared and why, in pairs.

    A reason that many tests share, as two file-sizes runs have, is said once for all of them.
    """
    found: dict[str, list[str]] = {}
    for one in comparison.unmatched:
        found.setdefault(unmatched_reason(one), []).append(
            test_words(one.title, one.direction, one.profile)
        )
    return tuple(
        (named, reason)
        for reason, names in found.items()
        for named in ([_named(names)] if len(names) > _EACH else names)
    )


def _other_parts(*tests: PhaseKey) -> str:
    """What two tests of one name do not share: "Queue depth: 1, 32"."""
    before, after = tests
    text = _("{what}: {before}, {after}")
    parts = [
        text.format(what=_(what), before=_said(one), after=_said(other))
        for what, one, other in zip(_PARTS, before, after, strict=False)
        if one != other and (one != before.name or plain_name(before) != plain_name(after))
    ]
    parts += [
        text.format(
            what=work_title(name), before=work_value(name, one), after=work_value(name, other)
        )
        for name, one, other in work_differing(before.work, after.work)
    ]
    return "; ".join(parts)


def _said(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return _("unknown") if value in (None, "", 0) else str(value)


def margin_texts(found: Margin, comparison: Comparison) -> tuple[str, ...]:
    """What was found; where nothing was, why, and what would settle it."""
    bound = share_text(found.share)
    if found.answer is Answer.NOT_SLOWER:
        return (_("No test is slower by {share} or more.").format(share=bound),)
    if found.answer is Answer.SLOWER:
        named = _named([metric_title(one) for one in found.slower])
        return (_("Slower by more than {share}: {tests}.").format(share=bound, tests=named),)
    said = []
    if not comparison.primary:
        said.append(no_common_test())
    unjudged = no_claim([one.verdict for one in found.undecided], len(comparison.primary))
    if unjudged:
        said.append(unjudged)
    if found.unmatched:
        said.append(
            _("Not compared: {tests} ({reason}).").format(
                tests=_named(
                    [test_words(one.title, one.direction, one.profile) for one in found.unmatched]
                ),
                reason=unmatched_reason(found.unmatched[0]),
            )
        )
    left = [metric_title(one) for one in found.undecided if one.verdict not in UNJUDGED]
    if left:
        text = _("Could be slower by {share} or more: {tests}.")
        said.append(text.format(share=bound, tests=_named(left)))
        said += filter(None, _settling(found, comparison))
    return tuple(said)


def _settling(found: Margin, comparison: Comparison) -> Iterator[str]:
    """What these runs exclude, and which further run would exclude more."""
    if found.least is not None and found.least < 1:
        text = _("These runs rule out a slowdown of {share} or more.")
        yield text.format(share=share_text(found.least))
    before, *others = comparison.runs
    if min(others) == 1:
        yield _("Measure the changed state again after ten minutes.")
    if before > 1:
        return
    if found.with_second is not None and found.least is not None:
        text = _("A second baseline run would allow {share}.")
        if found.with_second < found.least:
            yield text.format(share=share_text(found.with_second))
            return
    yield _("Measure a second baseline run.")


def _named(names: Sequence[str]) -> str:
    first = "; ".join(names[:_NAMED])
    more = len(names) - _NAMED
    return _("{names} and {count} more").format(names=first, count=more) if more > 0 else first
