# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What "Check this drive" finds: findings by topic, and what to do about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto
from typing import NamedTuple

from driveproof.domain.codec import When
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.drive.link import LinkState
from driveproof.domain.finding import Code, Finding, ToDo
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import FAILING, HealthVerdict
from driveproof.domain.notes import Failure
from driveproof.domain.quantity import OneOf
from driveproof.domain.rating import BAD, FINE, ODD, UNKNOWN, Rating
from driveproof.domain.run.run import Run, Target, TargetKind
from driveproof.domain.say import Say
from driveproof.domain.speed import Pace, pace_say
from driveproof.domain.trim.path import DiscardPath


class Topic(StrEnum):
    """What a check looks at, in this order; the words are those of JSON."""

    IDENTITY = "identity"
    USE = "use"
    HEALTH = "health"
    FIRMWARE = "firmware"
    LINK = "link"
    TRIM = "trim"
    MOUNT = "mount"
    """How a folder that a server answers for is mounted."""
    SPEED = "speed"


TOPICS = tuple(Topic)
OF_A_SHARE = (Topic.IDENTITY, Topic.LINK, Topic.MOUNT, Topic.SPEED)
"""What a check of a folder that a server answers for looks at: the rest is the server's."""
OF_A_DRIVE = tuple(topic for topic in Topic if topic is not Topic.MOUNT)


class CheckCode(Code):
    """What was found; scripts may rely on these words."""

    QUOTED = auto()
    # identity
    DRIVE_UNKNOWN = auto()
    NO_DRIVE = auto()
    NO_CAPACITY = auto()
    CAPACITY_NOT_AS_NAMED = auto()
    CAPACITY_DOUBTFUL = auto()
    CAPACITY_AS_NAMED = auto()
    CAPACITY_UNSTATED = auto()
    NO_SERIAL = auto()
    SERIAL_PLACEHOLDER = auto()
    SERIAL_SHARED = auto()
    SERIAL_UNIQUE = auto()
    # its use, and whether it is new
    USE_NOT_KNOWN = auto()
    NO_COUNTERS = auto()
    COUNTERS_UNBELIEVABLE = auto()
    AS_NEW_HOURS_UNKNOWN = auto()
    AS_NEW = auto()
    USED = auto()
    NOT_NEW = auto()
    COUNTERS_SET_BACK = auto()
    # health
    HEALTH_NOT_KNOWN = auto()
    HEALTH_VERDICT = auto()
    NOT_REPORTED = auto()
    # firmware
    REVISION_UNKNOWN = auto()
    NEWER_NOT_ASKED = auto()
    NEWER_UNKNOWN = auto()
    NOT_LISTED = auto()
    NEWER_FIRMWARE = auto()
    NEWER_FIRMWARE_URGENT = auto()
    NEWEST_FIRMWARE = auto()
    # link
    LINK_UNKNOWN = auto()
    BEST_LINK_UNKNOWN = auto()
    SLOWER_LINK = auto()
    FULL_SPEED = auto()
    LINK_ERRORS = auto()
    # a folder that a server answers for
    SHARE = auto()
    WAY_UNKNOWN = auto()
    SAME_MACHINE = auto()
    WIRELESS = auto()
    INTERFACE_SPEED_UNKNOWN = auto()
    INTERFACE = auto()
    ROUND_TRIP = auto()
    SENT_AGAIN = auto()
    OPTIONS = auto()
    OPTIONS_UNKNOWN = auto()
    OPTION_SYNC = auto()
    OPTION_NO_ATTRIBUTES = auto()
    OPTION_SMALL = auto()
    OPTION_SOFT = auto()
    OPTION_UDP = auto()
    OPTION_OLD = auto()
    # TRIM
    HARD_DISK = auto()
    PATH = auto()
    PATH_UNKNOWN = auto()
    SENT_UNKNOWN = auto()
    SENT_PERIODICALLY = auto()
    NOT_SENT = auto()
    # speed
    NOT_MEASURED = auto()
    STALLED = auto()
    NOTHING_WHOLE = auto()


class CheckToDo(Code):
    """What to do about a finding."""

    QUOTED = auto()
    REPAIR = auto()
    NAME_DRIVE = auto()
    INSERT_MEDIUM = auto()
    COMPARE_CAPACITY = auto()
    TEST_CAPACITY = auto()
    CANNOT_TELL_APART = auto()
    COMPARE_SERIAL = auto()
    ATTACH_DIRECTLY = auto()
    ASK_SELLER = auto()
    COUNTERS_DOUBTFUL = auto()
    LOOK_AT_SERVER = auto()
    TRY_A_CABLE = auto()
    CABLE_AND_SWITCH = auto()
    SHORTER_WAY = auto()
    DROP_OPTION = auto()
    MOUNT_HARD = auto()
    NEWER_PROTOCOL = auto()
    LOOK_AT_MANUFACTURER = auto()
    UPDATE_FIRMWARE = auto()
    OTHER_PORT = auto()
    SEAT_CABLE = auto()
    ASK_AS_ROOT = auto()
    ENABLE_TIMER = auto()
    MEASURE_LOOK_AT_HEALTH = auto()
    MEASURE_ALONE = auto()
    MEASURE_AGAIN = auto()
    FULL_LINK_FIRST = auto()
    FIND_OUT_WHY = auto()
    SEE_WHAT_DIFFERS = auto()
    ENTER_DATASHEET = auto()
    CHECK_ENTERED_FIGURE = auto()
    PAST_MEMORY = auto()


class LeftOut(Code):
    """What was not looked at, and notes."""

    QUOTED = auto()
    SEVERAL_DRIVES = auto()
    NOT_ASKED_FOR = auto()
    CANCELLED_BEFORE = auto()
    NOT_WRITABLE = auto()
    NOT_MEASURABLE = auto()
    NO_ROOM = auto()
    NO_MEDIUM = auto()
    SPEED = auto()
    TOPIC_CANCELLED = auto()
    ENDED_LATE = auto()
    CANCELLED = auto()
    FAILED = auto()
    RUN_DELETED = auto()


_TO_DO = {
    CheckToDo.NAME_DRIVE: Say("Name the drive, such as /dev/sda."),
    CheckToDo.INSERT_MEDIUM: Say("Insert a medium."),
    CheckToDo.COMPARE_CAPACITY: Say("Compare the capacity with the label and the invoice."),
    CheckToDo.TEST_CAPACITY: Say(
        "Run the profile “Capacity check”, which writes and reads the whole capacity."
    ),
    CheckToDo.CANNOT_TELL_APART: Say("It cannot be told apart from others of this model."),
    CheckToDo.COMPARE_SERIAL: Say("Read the serial number on the label."),
    CheckToDo.ATTACH_DIRECTLY: Say("Attach the drive without an adapter and compare the label."),
    CheckToDo.LOOK_AT_SERVER: Say("Check the drives of the host or server."),
    CheckToDo.TRY_A_CABLE: Say("Compare with a cable."),
    CheckToDo.CABLE_AND_SWITCH: Say("Try another cable and switch port."),
    CheckToDo.SHORTER_WAY: Say("Look for Wi-Fi, a VPN, power saving or a busy server."),
    CheckToDo.LOOK_AT_MANUFACTURER: Say("Look for updates on the manufacturer's website."),
    CheckToDo.UPDATE_FIRMWARE: Say("Read the release notes, back up, then update with fwupdmgr."),
    CheckToDo.OTHER_PORT: Say("Try another port, slot or cable."),
    CheckToDo.SEAT_CABLE: Say("Reconnect or replace the cable, then try another port."),
    CheckToDo.FIND_OUT_WHY: Say(
        "Run TRIM, let it cool down, and measure again; or run “Why is it slow?”."
    ),
    CheckToDo.PAST_MEMORY: Say("Use a test file larger than memory."),
    CheckToDo.FULL_LINK_FIRST: Say("Fix the link speed, then measure again."),
    CheckToDo.CHECK_ENTERED_FIGURE: Say("Compare the entered value with the data sheet."),
    CheckToDo.MEASURE_ALONE: Say("Measure again while nothing else uses the drive."),
    CheckToDo.MEASURE_AGAIN: Say("Measure again with more repeats."),
}


def to_do(todo: CheckToDo | None) -> tuple[ToDo, ...]:
    """What to do, in one sentence."""
    return () if todo is None else (ToDo(todo, _TO_DO[todo]),)


class CheckFinding(Finding, frozen=True, kw_only=True):
    """One line of the page: what was found about a topic.

    `run` is set for a measurement, `where` names the folder where there are several.
    """

    grade: Rating
    topic: Topic
    run: str = ""

    @property
    def word(self) -> Rating:
        """Its grade."""
        return self.grade

    @property
    def pace(self) -> Pace | None:
        """The verdict of speed, which is its code; None of another finding."""
        return next((one for one in Pace if one == self.code), None)


def checked(
    topic: Topic,
    word: Rating,
    *said: Finding,
    do: tuple[ToDo, ...] = (),
    source: str = "",
    run: str = "",
) -> CheckFinding:
    """What rules said of a topic, in one line; the last of them gives its code."""
    say = tuple(one for each in said for one in each.say)
    code = said[-1].code
    return CheckFinding(code, say, grade=word, do=do, source=source, topic=topic, run=run)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """The result of one check. `run` is the quick measurement, None where there was none. `id` is
    that of the history, "" where it is not kept, `label` a person's name for this state.
    """

    taken: When
    seconds: float
    target: str
    device: BlockDevice | None
    findings: tuple[CheckFinding, ...]
    health: Health | None = None
    verdict: HealthVerdict | None = None
    firmware: FirmwareNews | None = None
    link: LinkState | None = None
    chain: DiscardPath | None = None
    run: Run | None = None
    left_out: tuple[Finding, ...] = ()
    """What was not looked at, and why."""
    sold_as_new: bool = False
    """Whether the person said that it was sold as new: only then is use odd."""
    id: str = ""
    label: str = ""
    unkept: Failure | None = None
    """Why the history could not keep it."""

    @property
    def of_share(self) -> bool:
        """Whether it is of a folder that a server answers for."""
        return any(finding.topic is Topic.MOUNT for finding in self.findings)

    @property
    def subject(self) -> Target:
        """What was checked, as a run names what it measured."""
        if self.run is not None:
            return self.run.target
        drive = self.device
        if drive is None:
            return Target(self.target, TargetKind.FILE)
        return Target(
            self.target,
            TargetKind.DEVICE,
            device=drive.path,
            model=drive.model or None,
            serial=drive.serial or None,
            wwn=drive.wwn or None,
            firmware=drive.firmware or None,
            size=drive.size or None,
            bus=drive.bus or None,
            drive=drive.identity,
        )

    @property
    def word(self) -> Rating:
        """BAD when one finding is; else ODD when one is; else FINE; UNKNOWN when none is known, and
        where the drive is not: what is left is not enough to say that nothing is wrong with it.
        """
        word = worst_of(self.findings)
        return UNKNOWN if word is FINE and self.device is None and not self.of_share else word

    @property
    def say(self) -> tuple[Say, ...]:
        """The verdict in a sentence, and that of its speed where that was measured. For a failing
        drive, what to do comes first.
        """
        if self.word is BAD:
            verdict = self.verdict
            failing = verdict is not None and verdict.word == FAILING
            do = verdict.advice[:1] if verdict is not None and failing else ()
            return (*(one.say for one in do), Say("The drive is failing."))
        paces = (one.pace for one in self.findings if one.topic is Topic.SPEED)
        said = tuple(pace_say(pace) for pace in paces if pace is not None)
        fine, unknown = self.topics(FINE), self.topics(UNKNOWN)
        blank = [one for one in unknown if one not in fine and not (said and one is Topic.SPEED)]
        if self.word is ODD:
            odd = topic_names(self.topics(ODD))
            found = Say("{name}: {text}.", name=Say("Needs attention"), text=odd)
        elif self.word is FINE and blank:
            found = Say("No problems found. Unknown: {topics}.", topics=topic_names(blank))
        elif self.word is FINE:
            found = Say("No problems found.")
        elif fine:
            known = topic_names(fine)
            found = Say(
                "No rating: the drive is unknown. No problems with: {topics}.", topics=known
            )
        elif self.run is not None and self.run.phases:
            found = Say("The results could not be judged.")
        else:
            found = Say("Nothing could be checked.")
        return found, *said

    def of_word(self, word: Rating) -> tuple[CheckFinding, ...]:
        """The findings with this word, in the order of the topics."""
        return tuple(finding for finding in self.findings if finding.word is word)

    def topics(self, word: Rating) -> tuple[Topic, ...]:
        """The topics of these, each once."""
        return tuple(dict.fromkeys(finding.topic for finding in self.of_word(word)))


def ordered(findings: Iterable[CheckFinding]) -> tuple[CheckFinding, ...]:
    """The findings in the order of their topics."""
    return tuple(sorted(findings, key=lambda finding: TOPICS.index(finding.topic)))


def topic_names(topics: Iterable[Topic]) -> OneOf:
    """The topics inside a sentence."""
    return OneOf(tuple(TOPIC_TITLES[topic] for topic in topics))


class CheckHead(NamedTuple):
    """What a list of checks shows: a check without its findings.

    `run` is the id of its measurement, None where nothing was measured; `identity` finds the drive
    again, None where nothing distinguishes it from another. `rating` is that of Check.word.
    """

    id: str
    taken: datetime
    seconds: float
    rating: Rating
    label: str
    target: str
    device: str | None
    model: str | None
    identity: str | None
    run: str | None


TOPIC_TITLES = {
    Topic.IDENTITY: Say("Identity"),
    Topic.USE: Say("Use"),
    Topic.HEALTH: Say("Health"),
    Topic.FIRMWARE: Say("Firmware"),
    Topic.LINK: Say("Link"),
    Topic.TRIM: Say("TRIM"),
    Topic.MOUNT: Say("Mount options"),
    Topic.SPEED: Say("Speed"),
}


def worst_of(findings: Iterable[CheckFinding]) -> Rating:
    """The worst rating; UNKNOWN counts only where nothing is known."""
    words = {finding.word for finding in findings}
    return next((word for word in (BAD, ODD, FINE) if word in words), UNKNOWN)
