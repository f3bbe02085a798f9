# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What "Check this drive" finds: findings by topic, and what to do about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum, auto
from typing import NamedTuple

from driveproof.domain.codec import When
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.drive.link import LinkState
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import HealthVerdict
from driveproof.domain.notes import Failure
from driveproof.domain.run.run import Run, Target, TargetKind
from driveproof.domain.statement import Statement
from driveproof.domain.trim.path import DiscardPath


class Rating(StrEnum):
    """The rating of a finding; the words are those of JSON. Unknown is never rated fine."""

    FINE = "fine"
    ODD = "odd"
    BAD = "bad"
    UNKNOWN = "unknown"


FINE, ODD, BAD, UNKNOWN = Rating.FINE, Rating.ODD, Rating.BAD, Rating.UNKNOWN


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


class Found(Enum):
    """What was found. The comment names the values; wording/check.py has the texts."""

    QUOTED = auto()  # text: worded elsewhere, or an error
    # identity
    DRIVE_UNKNOWN = auto()
    NO_DRIVE = auto()  # name
    NO_CAPACITY = auto()  # name
    CAPACITY_NOT_AS_NAMED = auto()  # name, size, bytes, stated
    CAPACITY_DOUBTFUL = auto()  # name, size, bytes
    CAPACITY_AS_NAMED = auto()  # name, size, bytes
    CAPACITY_UNSTATED = auto()  # name, size, bytes
    NO_SERIAL = auto()
    NO_SERIAL_BRIDGE = auto()
    SERIAL_PLACEHOLDER = auto()  # serial
    SERIAL_SHARED = auto()  # serial, others
    SERIAL_UNIQUE = auto()  # serial
    # its use, and whether it is new
    USE_NOT_KNOWN = auto()  # reason: "" for none
    NO_COUNTERS = auto()
    COUNTERS_UNBELIEVABLE = auto()  # health, why
    AS_NEW_HOURS_UNKNOWN = auto()  # health
    AS_NEW = auto()  # health
    USED = auto()  # health
    NOT_NEW = auto()  # health; it was said to be new
    COUNTERS_SET_BACK = auto()
    # health
    HEALTH_NOT_KNOWN = auto()  # reason: "" for none
    HEALTH_VERDICT = auto()  # verdict
    HEALTH_AXIS = auto()  # axis
    NOT_REPORTED = auto()  # axes
    # firmware
    REVISION_UNKNOWN = auto()
    NEWER_NOT_ASKED = auto()  # revision
    NEWER_UNKNOWN = auto()  # revision, reason
    NOT_LISTED = auto()  # revision
    NEWER_FIRMWARE = auto()  # revision, newest
    NEWER_FIRMWARE_URGENT = auto()  # revision, newest, urgency
    NEWEST_FIRMWARE = auto()  # revision
    # link
    LINK_UNKNOWN = auto()
    BEST_LINK_UNKNOWN = auto()  # now
    SLOWER_LINK = auto()  # now
    SLOWER_LINK_THAN = auto()  # now, best
    FULL_SPEED = auto()  # now
    LINK_ERRORS = auto()  # count
    # a folder that a server answers for
    SHARE = auto()  # title, source
    WAY_UNKNOWN = auto()  # server
    SAME_MACHINE = auto()
    WIRELESS = auto()  # name
    INTERFACE_SPEED_UNKNOWN = auto()  # name
    INTERFACE = auto()  # name, carries
    ROUND_TRIP = auto()  # time
    SENT_AGAIN = auto()  # count, share
    OPTIONS = auto()  # options
    OPTIONS_UNKNOWN = auto()
    OPTION_SYNC = auto()  # option
    OPTION_NO_ATTRIBUTES = auto()  # option
    OPTION_SMALL = auto()  # option
    OPTION_SOFT = auto()  # option
    OPTION_UDP = auto()  # option
    OPTION_OLD = auto()  # option
    # TRIM
    PATH_UNKNOWN = auto()
    HARD_DISK = auto()
    PATH = auto()  # path
    SENT_UNKNOWN = auto()
    SENT_PERIODICALLY = auto()
    NOT_SENT = auto()  # timer
    # speed
    NOT_MEASURED = auto()
    PACE = auto()  # pace: a Pace, figures: a Figure of each test, drives: their class or ""
    STALLED = auto()  # stall
    NOTHING_WHOLE = auto()
    OTHER_USER = auto()


class Todo(Enum):
    """What to do about a finding."""

    QUOTED = auto()  # text
    REPAIR = auto()  # text: an error that has to be repaired before anything else is known
    NAME_DRIVE = auto()
    INSERT_MEDIUM = auto()
    COMPARE_LABEL = auto()
    TEST_CAPACITY = auto()
    COMPARE_INVOICE = auto()
    CANNOT_TELL_APART = auto()
    COMPARE_SERIAL = auto()
    ATTACH_DIRECTLY = auto()
    ASK_SELLER = auto()
    COUNTERS_DOUBTFUL = auto()
    HEALTH_ADVICE = auto()  # advice
    LOOK_AT_SERVER = auto()
    TRY_A_CABLE = auto()
    CABLE_AND_SWITCH = auto()
    SHORTER_WAY = auto()
    DROP_OPTION = auto()  # option
    MOUNT_HARD = auto()  # option
    NEWER_PROTOCOL = auto()  # option
    LOOK_AT_MAKER = auto()
    UPDATE_FIRMWARE = auto()
    OTHER_PORT = auto()
    SEAT_CABLE = auto()
    CHANGE_LAYER = auto()  # layer
    ASK_AS_ROOT = auto()  # path
    ENABLE_TIMER = auto()
    MEASURE_LOOK_AT_HEALTH = auto()
    MEASURE_ALONE = auto()
    MEASURE_AGAIN = auto()
    FULL_LINK_FIRST = auto()
    FIND_OUT_WHY = auto()
    SEE_WHAT_DIFFERS = auto()  # before, after: ids of runs
    ENTER_MAKERS_FIGURES = auto()
    CHECK_ENTERED_FIGURE = auto()
    PAST_MEMORY = auto()


class LeftOut(Enum):
    """What was not looked at, and notes."""

    QUOTED = auto()  # text
    SEVERAL_DRIVES = auto()  # count, names
    NOT_ASKED_FOR = auto()
    CANCELLED_BEFORE = auto()
    NOT_WRITABLE = auto()  # path
    NOT_MEASURABLE = auto()  # folder, error
    NO_ROOM = auto()  # folder, free
    NO_MEDIUM = auto()
    SPEED = auto()  # why: one of these, None without a reason
    TOPIC_CANCELLED = auto()  # topic
    ENDED_LATE = auto()  # limit
    CANCELLED = auto()
    FAILED = auto()  # error: "" without a reason
    RUN_DELETED = auto()  # run


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the page: a statement about the drive, further statements, what to do, and the
    source.

    `run` is set for a measurement, `where` names the folder where there are several.
    """

    topic: Topic
    word: Rating
    said: tuple[Statement, ...]
    advice: tuple[Statement, ...] = ()
    source: str = ""
    run: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """The result of one check. `run` is the quick measurement, None where there was none. `id` is
    that of the history, "" where it is not kept, `label` a person's name for this state.
    """

    taken: When
    seconds: float
    target: str
    device: BlockDevice | None
    findings: tuple[Finding, ...]
    health: Health | None = None
    verdict: HealthVerdict | None = None
    firmware: FirmwareNews | None = None
    link: LinkState | None = None
    chain: DiscardPath | None = None
    run: Run | None = None
    left_out: tuple[Statement, ...] = ()
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


def worst_of(findings: Iterable[Finding]) -> Rating:
    """The worst rating; UNKNOWN counts only where nothing is known."""
    words = {finding.word for finding in findings}
    return next((word for word in (BAD, ODD, FINE) if word in words), UNKNOWN)
