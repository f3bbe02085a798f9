# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the test of a drive found: each finding with what it proves, when to stop, the verdict."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum, auto

from driveproof.domain.check.check import Topic
from driveproof.domain.check.rules import use
from driveproof.domain.drive_test.drive_test import (
    BEFORE,
    EXTENDED,
    FREE_SPACE,
    OPEN,
    READ,
    READ_BACK,
    SHORT,
    STEP_TITLES,
    WRITE,
    DriveTest,
    FullPass,
    SelfTestResult,
    Way,
)
from driveproof.domain.finding import Code, Finding, ToDo
from driveproof.domain.health.changes import comparable_readings
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import COUNTERS, PASSED, TEST_FAILED, Health
from driveproof.domain.health.verdict import FAILING, HealthVerdict
from driveproof.domain.quantity import Bytes, Celsius, OneOf, Plural
from driveproof.domain.rating import BAD, FINE, ODD, UNKNOWN, Rating
from driveproof.domain.run.areas import (
    LOST,
    AreaState,
    CapacityVerdict,
    bytes_by_state,
    capacity_of,
)
from driveproof.domain.say import Coded, Say


class DriveVerdict(StrEnum):
    """What to do with the drive; the values are those of JSON."""

    ACCEPT = "accept"
    RETURN = "return"
    UNCERTAIN = "uncertain"


VERDICT_RATINGS = {
    DriveVerdict.ACCEPT: FINE,
    DriveVerdict.RETURN: BAD,
    DriveVerdict.UNCERTAIN: ODD,
}


class DriveTestCode(Code):
    """What was found; scripts may rely on these words."""

    FAKE_CAPACITY = auto()
    LOST_DATA = auto()
    READ_ERRORS = auto()
    WRITE_ERRORS = auto()
    ALL_RIGHT = auto()
    ALL_READ = auto()
    NOT_WHOLE = auto()
    """The pass through the drive did not come to its end."""
    SLOW_AREAS = auto()
    SELF_TEST_FAILED = auto()
    SELF_TEST_PASSED = auto()
    SELF_TEST_UNKNOWN = auto()
    FAILING = auto()
    DEFECTS_GROWN = auto()
    ERRORS_GROWN = auto()
    NOTHING_GROWN = auto()
    ANOTHER_DRIVE = auto()
    """The readings at both ends cannot be compared."""
    SMART_UNKNOWN = auto()
    NOT_NEW = auto()
    USE = auto()
    TOO_HOT = auto()
    SKIPPED = auto()


class DriveTestToDo(Code):
    """What to do about a finding."""

    RETURN_IT = auto()
    CHECK_CABLE = auto()
    ASK_SELLER = auto()
    COOL_IT = auto()
    TEST_AGAIN = auto()


class Subject(StrEnum):
    """What a finding is about; the values are those of JSON."""

    DATA = "data"
    SELF_TEST = "self-test"
    SMART = "smart"
    USE = "use"
    TEMPERATURE = "temperature"
    STEPS = "steps"


SUBJECT_TITLES = {
    Subject.DATA: Say("Data"),
    Subject.SELF_TEST: Say("Self-test"),
    Subject.SMART: Say("SMART"),
    Subject.USE: Say("Use"),
    Subject.TEMPERATURE: Say("Temperature"),
    Subject.STEPS: Say("Steps"),
}
_RETURN = ToDo(DriveTestToDo.RETURN_IT, Say("Return the drive, with this report."))
_CABLE = ToDo(
    DriveTestToDo.CHECK_CABLE, Say("Replace the cable or use another port, then test again.")
)
DEFECTS = ("reallocated", "pending", "uncorrectable", "media_errors", "end_to_end")
"""Counters that grow where the medium of the drive is bad. A full pass finds a bad sector, and a
drive that replaces some on its first pass goes on to do so."""
LINK_ERRORS = ("crc_errors", "command_timeouts")
"""Counters that a bad cable or port raises as well."""
_FULL = (WRITE, READ_BACK, READ, FREE_SPACE)


def findings(test: DriveTest) -> tuple[Finding, ...]:
    """All that was found so far, the most alarming first."""
    found = [
        *_data(test),
        *_self_tests(test),
        *_smart(test),
        *_temperature(test),
        *_skipped(test),
    ]
    order = (BAD, ODD, UNKNOWN, FINE)
    return tuple(sorted(found, key=lambda one: order.index(Rating(one.grade or UNKNOWN))))


def stop(test: DriveTest) -> Finding | None:
    """What ends a test early: it proves that the drive is bad, and more would prove no more."""
    bad = [one for one in findings(test) if one.code in _ENDS_EARLY]
    return bad[0] if bad else None


_ENDS_EARLY = frozenset(
    {
        DriveTestCode.FAKE_CAPACITY,
        DriveTestCode.SELF_TEST_FAILED,
        DriveTestCode.FAILING,
        DriveTestCode.LOST_DATA,
        DriveTestCode.READ_ERRORS,
        DriveTestCode.WRITE_ERRORS,
    }
)


def verdict(test: DriveTest) -> DriveVerdict | None:
    """What to do with the drive; None while that is open."""
    grades = {one.grade for one in findings(test)}
    if BAD in grades:
        return DriveVerdict.RETURN
    if test.status == OPEN:
        return None
    if ODD in grades or not _went_through(test):
        return DriveVerdict.UNCERTAIN
    return DriveVerdict.ACCEPT


def _went_through(test: DriveTest) -> bool:
    """Whether every sector was tried."""
    return test.read is not None and test.read.whole and test.read.size > 0


def health_verdict(test: DriveTest) -> HealthVerdict | None:
    """The verdict of the newest health, by its growth since the beginning; None without one."""
    health = test.last_health
    if health is None or not health.known:
        return None
    before = test.before if test.before is not health else None
    since = before if before is not None and comparable_readings(before, health) else None
    return judge_health(health, since=since, now=health.taken)


def _found(
    subject: Subject, code: DriveTestCode, grade: Rating, *say: Say, do: tuple[ToDo, ...] = ()
) -> Finding:
    return Finding(code, say, grade=grade, do=do, subject=Coded(subject, SUBJECT_TITLES[subject]))


# Data


def _data(test: DriveTest) -> Iterator[Finding]:
    probe = capacity_of(test.probe)
    if probe.verdict in (CapacityVerdict.WRAPS, CapacityVerdict.ENDS):
        yield _fake(probe.true)
        return
    read, written = test.read, test.written
    if read is not None and read.capacity.verdict in (CapacityVerdict.WRAPS, CapacityVerdict.ENDS):
        yield _fake(read.capacity.true)
        return
    passed = [one for one in (written, read) if one is not None]
    if not passed:
        return
    yield from _faults(passed)
    if read is not None and read.done and not read.faults:
        yield from _right(test, read)
    if any(one.areas and _slow(one) for one in passed):
        slow = sum(_slow(one) for one in passed)
        yield _found(
            Subject.DATA,
            DriveTestCode.SLOW_AREAS,
            ODD,
            Say("{count} areas answered only after a long wait.", count=slow),
            do=(ToDo(DriveTestToDo.TEST_AGAIN, Say("Test again: slow areas may become bad.")),),
        )


def _fake(true: int | None) -> Finding:
    return _found(
        Subject.DATA,
        DriveTestCode.FAKE_CAPACITY,
        BAD,
        Say(
            "The drive, or its adapter, stores only {true}: data beyond that are lost.",
            true=Bytes(true or 0),
        ),
        do=(_RETURN,),
    )


def _faults(passed: list[FullPass]) -> Iterator[Finding]:
    """What was lost, by how the drive lost it; a refused write is found once."""
    areas = [area for one in passed for area in one.faults]
    refused = {area.offset for area in areas if area.state is AreaState.UNWRITABLE}
    kinds = (
        (LOST, DriveTestCode.LOST_DATA),
        ((AreaState.UNREADABLE,), DriveTestCode.READ_ERRORS),
        ((AreaState.UNWRITABLE,), DriveTestCode.WRITE_ERRORS),
    )
    for states, code in kinds:
        of_kind = [area for area in areas if area.state in states]
        size = sum(area.counted for area in of_kind)
        count = len(of_kind)
        if code is DriveTestCode.WRITE_ERRORS:
            count = len(refused)
            size = max(
                (sum(a.counted for a in one.faults if a.state in states) for one in passed),
                default=0,
            )
        if not count:
            continue
        values = {
            "areas": Plural("{count} area", "{count} areas", count),
            "size": Bytes(size, binary=True),
        }
        match code:
            case DriveTestCode.LOST_DATA:
                say = Say(
                    "{areas} ({size}) came back with other data, and the drive reported no error.",
                    **values,
                )
            case DriveTestCode.READ_ERRORS:
                say = Say("{areas} ({size}) cannot be read.", **values)
            case _:
                say = Say("{areas} ({size}) cannot be written.", **values)
        yield _found(Subject.DATA, code, BAD, say, do=(_RETURN,))


def _right(test: DriveTest, read: FullPass) -> Iterator[Finding]:
    done = Bytes(read.done)
    if read.whole and test.way is Way.OVERWRITE:
        say = Say("All {size} were written and read back without an error.", size=done)
        yield _found(Subject.DATA, DriveTestCode.ALL_RIGHT, FINE, say)
    elif read.whole and test.way is Way.FOLDER:
        say = Say("{size} of free space were written and read back without an error.", size=done)
        yield _found(Subject.DATA, DriveTestCode.ALL_RIGHT, FINE, say)
    elif read.whole:
        say = Say("All {size} can be read.", size=done)
        yield _found(Subject.DATA, DriveTestCode.ALL_READ, FINE, say)
    elif test.status != OPEN:
        say = Say("Only {done} of {size} were read.", done=done, size=Bytes(read.size))
        yield _found(Subject.DATA, DriveTestCode.NOT_WHOLE, ODD, say)


def _slow(one: FullPass) -> int:
    return sum(area.state is AreaState.SLOW for area in one.areas)


# Self-tests


def _self_tests(test: DriveTest) -> Iterator[Finding]:
    for result in test.self_tests:
        title = STEP_TITLES[_STEP_OF[result.kind]]
        if result.status == TEST_FAILED:
            yield _found(
                Subject.SELF_TEST,
                DriveTestCode.SELF_TEST_FAILED,
                BAD,
                *_failed(title, result),
                do=(_RETURN,),
            )
        elif result.status == PASSED:
            say = Say("{test}: passed.", test=title)
            yield _found(Subject.SELF_TEST, DriveTestCode.SELF_TEST_PASSED, FINE, say)
        else:
            say = Say("{test}: the drive does not say how it ended.", test=title)
            yield _found(Subject.SELF_TEST, DriveTestCode.SELF_TEST_UNKNOWN, UNKNOWN, say)


_STEP_OF = {"short": SHORT, "extended": EXTENDED}


def _failed(title: Say, result: SelfTestResult) -> Iterator[Say]:
    yield Say("{test}: failed.", test=title)
    if result.lba is not None:
        yield Say("First bad sector: {sector}.", sector=result.lba)


# SMART


def _smart(test: DriveTest) -> Iterator[Finding]:
    judged = health_verdict(test)
    if judged is not None and judged.word == FAILING:
        say = Say("The drive reports that it is failing.")
        yield _found(Subject.SMART, DriveTestCode.FAILING, BAD, say, do=(_RETURN,))
    before, last = test.before, test.last_health
    if before is None or not before.known:
        if test.of(BEFORE) is not None:
            say = Say("The drive reports no SMART values.")
            yield _found(Subject.SMART, DriveTestCode.SMART_UNKNOWN, UNKNOWN, say)
        return
    yield from _use(test, before)
    if last is None or last is before or not last.known:
        return
    if not comparable_readings(before, last):
        say = Say("The SMART values before and after are from different sources.")
        yield _found(Subject.SMART, DriveTestCode.ANOTHER_DRIVE, UNKNOWN, say)
        return
    yield from _grown(test, before, last)


def _grown(test: DriveTest, before: Health, last: Health) -> Iterator[Finding]:
    defects = growth(before, last, DEFECTS)
    errors = growth(before, last, LINK_ERRORS)
    if defects:
        say = Say("Defects grew during the test: {counters}.", counters=_told(defects))
        yield _found(Subject.SMART, DriveTestCode.DEFECTS_GROWN, BAD, say, do=(_RETURN,))
    if errors:
        say = Say("Errors of the link grew during the test: {counters}.", counters=_told(errors))
        yield _found(Subject.SMART, DriveTestCode.ERRORS_GROWN, ODD, say, do=(_CABLE,))
    if not defects and not errors and test.after is not None:
        say = Say("No error counter grew during the test.")
        yield _found(Subject.SMART, DriveTestCode.NOTHING_GROWN, FINE, say)


def growth(before: Health, after: Health, names: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """By how much counters grew, those that did, by the names of their fields."""
    found = []
    for name in names:
        old, new = getattr(before, name), getattr(after, name)
        if old is not None and new is not None and new > old:
            found.append((name, new - old))
    return tuple(found)


def _told(grown: tuple[tuple[str, int], ...]) -> OneOf:
    return OneOf(
        tuple(Say("{name} +{count}", name=COUNTERS[name], count=count) for name, count in grown)
    )


def _use(test: DriveTest, before: Health) -> Iterator[Finding]:
    """How much the drive was used when the test began; the rule is that of a check."""
    found = use(before, sold_as_new=not test.used)
    assert found.topic is Topic.USE
    odd = found.word == ODD
    yield Finding(
        DriveTestCode.NOT_NEW if odd and not test.used else DriveTestCode.USE,
        found.say,
        grade=found.grade,
        do=tuple(ToDo(DriveTestToDo.ASK_SELLER, one.say) for one in found.do),
        source=found.source,
        subject=Coded(Subject.USE, SUBJECT_TITLES[Subject.USE]),
    )


# The rest


def _temperature(test: DriveTest) -> Iterator[Finding]:
    health = test.last_health
    limit = health.temperature_warning if health is not None else None
    most = max((one.temperatures.greatest for one in test.done if one.temperatures), default=None)
    if limit is not None and most is not None and most >= limit:
        say = Say(
            "It became {temperature} hot; the drive warns from {limit}.",
            temperature=Celsius(most),
            limit=Celsius(limit),
        )
        do = (ToDo(DriveTestToDo.COOL_IT, Say("Give the drive more air, then test again.")),)
        yield _found(Subject.TEMPERATURE, DriveTestCode.TOO_HOT, ODD, say, do=do)


def _skipped(test: DriveTest) -> Iterator[Finding]:
    for one in test.done:
        if one.skipped is None:
            continue
        say = Say("{step} was skipped: {reason}", step=STEP_TITLES[one.step], reason=one.skipped)
        grade = ODD if one.step in _FULL else UNKNOWN
        yield _found(Subject.STEPS, DriveTestCode.SKIPPED, grade, say)


def not_proven(test: DriveTest) -> tuple[Say, ...]:
    """What even a test without a finding does not prove."""
    said = []
    if test.way is Way.FOLDER:
        said.append(Say("What was not free on the file system was not tested."))
    if test.way is Way.READ:
        said.append(Say("Nothing was written: a drive of faked capacity may read without errors."))
    left_out = [STEP_TITLES[step] for step in test.without]
    if left_out:
        said.append(Say("Left out: {steps}.", steps=OneOf(tuple(left_out))))
    said.append(
        Say(
            "No test proves how long a drive will last: keep backups, and the receipt for the"
            " first months."
        )
    )
    return tuple(said)


def bytes_lost(test: DriveTest) -> int:
    """Bytes that were not as written, or could not be read."""
    counts = bytes_by_state(test.read.areas if test.read is not None else test.probe)
    good = (AreaState.RIGHT, AreaState.SLOW)
    return sum(size for state, size in counts.items() if state not in good)
