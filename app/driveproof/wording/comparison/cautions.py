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
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.conditions import LOG_BESIDE, Condition, Differing, Reading
from driveproof.domain.comparison.doubts import CloseTogether, Doubt, Drifting, LongLapse, OneWay
from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.comparison.margin import Answer, Margin
from driveproof.domain.comparison.matching import Unmatched, Why, plain_name
from driveproof.domain.comparison.same_test import PhaseKey
from driveproof.domain.run.run import CANCELLED, NO_ENCRYPTION, PhaseResult
from driveproof.domain.run.work import differing as work_differing
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.comparison.verdicts import metric_title, share_text
from driveproof.wording.phase import limit_texts, limits_kind, work_title, work_value
from driveproof.wording.profile import test_names, test_words
from driveproof.wording.units import (
    NARROW,
    format_percent,
    format_seconds,
    format_size,
    format_taken,
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
    Condition.FILL: N_("File system full"),
    Condition.TEMPERATURE: N_("Temperature before"),
    Condition.POWER_SOURCE: N_("Power"),
    Condition.POWER_PROFILE: N_("Power profile"),
    Condition.GOVERNOR: N_("Frequency governor"),
    Condition.CPU: N_("Processor"),
    Condition.LINK: N_("Link"),
    Condition.BLOCK_FORMAT: N_("Block format"),
    Condition.USB_DRIVER: N_("USB driver"),
    Condition.LINK_POWER: N_("Link power"),
    Condition.ENCRYPTION: N_("Encryption"),
    Condition.CAPACITY: N_("Capacity"),
    Condition.FREE: N_("Free space"),
    Condition.OTHER_DRIVES: N_("Further drives"),
    Condition.SHARED_PATH: N_("Shared path"),
    Condition.LOG_DRIVE: N_("Log written to"),
    Condition.HOSTS: N_("Hosts"),
    Condition.SQLITE: N_("SQLite"),
    Condition.COMPILER: N_("Compiler"),
    Condition.BOOT: N_("Last start of the computer"),
}
_CLOCK = N_(
    "{title} is {before} in {one} and {after} in {other}: it sets how fast the processor answers."
)
# Why a condition that differs is worth a caution.
_WHY = {
    Condition.DRIVE: N_(
        "Two drives are compared, {before} and {after}: everything about the two drives may play a"
        " part, and where they are connected."
    ),
    Condition.KIND: N_(
        "{title} is {before} in {one} and {after} in {other}: a file goes through a file system, a"
        " device does not."
    ),
    Condition.IO_PATH: N_(
        "{title} is {before} in {one} and {after} in {other}: I/O through memory does not measure"
        " the drive."
    ),
    Condition.PROFILE: N_(
        "{title} is {before} in {one} and {after} in {other}: tests of the same name follow others"
        " there, which leave caches and temperatures behind."
    ),
    Condition.FIO: N_(
        "{title} is {before} in {one} and {after} in {other}: versions of fio differ in what they"
        " cost and count."
    ),
    Condition.TEST_FILE_SIZE: N_(
        "{title} is {before} in {one} and {after} in {other}: a smaller file is served from the"
        " drive's caches more often."
    ),
    Condition.FILL: N_(
        "{title} is {before} in {one} and {after} in {other}: a fuller drive has fewer free blocks"
        " to write to."
    ),
    Condition.TEMPERATURE: N_(
        "{title} is {before} in {one} and {after} in {other}: a warm drive may throttle."
    ),
    Condition.POWER_SOURCE: N_(
        "{title} is {before} in {one} and {after} in {other}: on battery machine and drive save"
        " power."
    ),
    Condition.POWER_PROFILE: _CLOCK,
    Condition.GOVERNOR: _CLOCK,
    Condition.LINK_POWER: N_(
        "{title} is {before} in {one} and {after} in {other}: where a link or a drive may sleep,"
        " the first I/O after a pause takes longer."
    ),
    Condition.OTHER_DRIVES: N_(
        "{title} are {before} in {one} and {after} in {other}: drives of one number are compared,"
        " whatever they are."
    ),
    Condition.HOSTS: N_(
        "{title} are {before} in {one} and {after} in {other}: other hosts load the storage in"
        " another way."
    ),
    Condition.SQLITE: N_(
        "{title} is {before} in {one} and {after} in {other}: versions of SQLite differ in what"
        " they write."
    ),
    Condition.COMPILER: N_(
        "{title} is {before} in {one} and {after} in {other}: that changes how long compiling"
        " takes."
    ),
    Condition.CPU: N_(
        "{title} is {before} in {one} and {after} in {other}: that is another machine."
    ),
}
# What a difference between two tests is called, in the order of PhaseKey without `work`.
_PARTS = (
    N_("name"),
    N_("direction"),
    N_("pattern"),
    N_("block size"),
    N_("queue depth"),
    N_("jobs"),
    N_("engine"),
    N_("direct I/O"),
    N_("cache"),
)


def condition_title(what: Condition) -> str:
    """A condition at the head of a row."""
    return _(_TITLES[what])


def condition_inside(what: Condition) -> str:
    """The same within a sentence: "kernel", but "I/O scheduler" and "Driveproof"."""
    title = condition_title(what)
    plain = title[1:2].islower() and what is not Condition.DRIVEPROOF
    return title[:1].lower() + title[1:] if plain else title


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
        return f"{value:.0f}{NARROW}°C"
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
        case SameRun():
            return _("The same run is on both sides: there is nothing to find.")
        case ConditionDiffers(sides, one):
            before, after = condition_texts(one)
            return _(_WHY[one.what]).format(
                title=condition_title(one.what),
                before=before,
                after=after,
                one=sides[0],
                other=sides[1],
            )
        case SeveralDiffer(conditions, on_purpose):
            named = ", ".join(map(condition_inside, conditions))
            text = (
                _(
                    "More than what was changed is not the same ({conditions}): which of it made a"
                    " difference could not be determined."
                )
                if on_purpose
                else _(
                    "More than one thing is not the same ({conditions}): which of it made a"
                    " difference could not be determined."
                )
            )
            return text.format(conditions=named)
        case Reversed(sides):
            return _("{later} was measured before {first}.").format(later=sides[1], first=sides[0])
        case NotFinished(side, status):
            text = (
                _("A run of {side} was cancelled: what it had measured counts.")
                if status == CANCELLED
                else _("A run of {side} did not finish: what it had measured counts.")
            )
            return text.format(side=side)
        case NotOneState(side, conditions):
            named = ", ".join(map(condition_inside, conditions))
            text = _("The runs of {side} are not of one state: {conditions} differ among them.")
            return text.format(side=side, conditions=named)
        case OneForeignProgram(sides, program):
            return _("{one} and {other} were both measured by {program}, and not here.").format(
                one=sides[0], other=sides[1], program=program
            )
        case OtherPrograms():
            return _programs(caution)
        case NotKnown():
            return _not_known(caution)
        case CountedOnce(side):
            return _("{side} holds the same measurement more than once: it counts once.").format(
                side=side
            )
        case SameMeasurement():
            return _("The same measurement is on both sides, under two ids.")
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
                "Between the runs of {first} and those of {other} went {time}, more than between"
                " the runs of either: what changed in that time by itself looks the same. Measure"
                " both again, closer together."
            ).format(first=sides[0], other=sides[1], time=format_taken(seconds))
        case CloseTogether(side, seconds):
            return _(
                "Runs of {side} began within {time}: they show less of how runs differ, and a claim"
                " is less certain. Leave ten minutes between them."
            ).format(side=side, time=format_taken(seconds))
        case OneWay(sides, tests):
            return _(
                "{tests}: run after run of {first} and of {other} went the same way. That can be a"
                " steady trend of the drive, and no change. Measure the first state once more."
            ).format(tests=_some(tests, names), first=sides[0], other=sides[1])
        case Drifting(side, tests):
            return _(
                "{tests}: from repeat to repeat a run of {side} went one way. The drive was not in"
                " a steady state."
            ).format(tests=_some(tests, names), side=side)
        case _ as other:
            assert_never(other)


def _some(tests: Sequence[str], names: Mapping[str, str]) -> str:
    return _named([names.get(test, test) for test in tests])


def _programs(caution: OtherPrograms) -> str:
    text = (
        _(
            "{one} was measured by {programs}, {other} by {others}: versions of one program may"
            " differ in what they do."
        )
        if caution.versions
        else _(
            "{one} was measured by {programs}, {other} by {others}: they warm up, repeat and count"
            " in their own ways, which may look like a change."
        )
    )
    mine, theirs = map(listed, caution.programs)
    return text.format(one=caution.sides[0], programs=mine, other=caution.sides[1], others=theirs)


def _not_known(caution: NotKnown) -> str:
    side = caution.side
    said = []
    if caution.program:
        said.append(_("{side} does not say by which program it was measured.").format(side=side))
    if caution.conditions:
        named = listed([condition_inside(one) for one in caution.conditions])
        said.append(
            ngettext(
                "Not known of {side}: {conditions}; it may differ as well.",
                "Not known of {side}: {conditions}; each of them may differ as well.",
                len(caution.conditions),
            ).format(side=side, conditions=named)
        )
    if caution.work:
        text = _("Not known of the tests of {side}: {work}; they may have done other work.")
        said.append(
            text.format(side=side, work=listed([work_title(name) for name in caution.work]))
        )
    return " ".join(said)


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
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def _lengths(caution: OtherLengths, names: Mapping[str, str]) -> str:
    lengths = listed([f"{one:g}{NARROW}s" for one in caution.seconds])
    if caution.more:
        text = _(
            "{test} (and {count} more) was measured for {lengths}: caches fill and drives get warm"
            " with time."
        )
    else:
        text = _("{test} was measured for {lengths}: caches fill and drives get warm with time.")
    return text.format(test=names[caution.test], count=caution.more, lengths=lengths)


def unmatched_reason(one: Unmatched) -> str:
    """Why a test was not compared, as a clause without a full stop."""
    match one.why:
        case Why.ABSENT:
            return _("only in {side}").format(side=one.sides[0])
        case Why.CUT_SHORT:
            return _("every repeat of one side was cut short, or there is none")
        case Why.RECORDED:
            return _("a recording of what others did")
        case Why.NO_FIGURE:
            return _("one side has no figure, or nothing moved on either")
        case Why.AMBIGUOUS:
            text = _("what {one} and {other} report of it fits several tests")
            return text.format(one=one.sides[0], other=one.sides[1])
        case Why.OTHER_TEST:
            return _("not the same test in {one} and {other}: {parts}").format(
                one=one.sides[0], other=one.sides[1], parts=_other_parts(*(one.tests or ()))
            )


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
    """What two tests of one name do not share: "queue depth 1 in one, 32 in the other"."""
    before, after = tests
    text = _("{what} {before} in one, {after} in the other")
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
        said.append(_("No test is in both: measure both with the same profile."))
    if found.silent:
        said.append(_silence(found.silent, comparison))
    if found.unmatched:
        said.append(
            _("{tests} could not be compared: {reason}.").format(
                tests=_named(
                    [test_words(one.title, one.direction, one.profile) for one in found.unmatched]
                ),
                reason=unmatched_reason(found.unmatched[0]),
            )
        )
    if found.undecided and not found.silent:
        named = _named([metric_title(one) for one in found.undecided])
        said.append(_("Undecided: {tests}.").format(tests=named))
        said += filter(None, _settling(found, comparison))
    return tuple(said)


def _settling(found: Margin, comparison: Comparison) -> Iterator[str]:
    """What these runs exclude, and which further run would exclude more."""
    if found.least is not None and found.least < 1:
        text = _("These runs exclude a slowdown of {share} or more.")
        yield text.format(share=share_text(found.least))
    before, *others = comparison.runs
    if min(others) == 1:
        yield _("Measure what was changed once more, ten minutes later, and compare again.")
    if before > 1:
        return
    if found.with_second is not None and found.least is not None:
        text = _("With a baseline of two runs, these would exclude {share}.")
        if found.with_second < found.least:
            yield text.format(share=share_text(found.with_second))
            return
    yield _("Take a baseline of two or more runs.")


def _silence(silent: Sequence[Metric], comparison: Comparison) -> str:
    total = len(comparison.primary)
    tests = ngettext("{count} test", "{count} tests", total).format(count=total)
    needed = str(LEAST_REPEATS)
    if any(any(metric.disturbed) for metric in silent):
        needed = _("{count} undisturbed ones").format(count=needed)
    fewest = min(min(metric.repeats) for metric in silent)
    text = (
        ngettext(
            "No claim was possible: {fewest} repeat a side is too few; measure {needed}.",
            "No claim was possible: {fewest} repeats a side are too few; measure {needed}.",
            fewest,
        )
        if len(silent) == total
        else ngettext(
            "No claim was possible for {count} of {tests}: {fewest} repeat a side is too few;"
            " measure {needed}.",
            "No claim was possible for {count} of {tests}: {fewest} repeats a side are too few;"
            " measure {needed}.",
            fewest,
        )
    )
    return text.format(count=len(silent), fewest=fewest, needed=needed, tests=tests)


def _named(names: Sequence[str]) -> str:
    first = "; ".join(names[:_NAMED])
    more = len(names) - _NAMED
    return _("{names} and {count} more").format(names=first, count=more) if more > 0 else first
