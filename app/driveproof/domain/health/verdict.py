# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a health verdict consists of: grades, axes, statements and advice, all as codes and values.

wording/health turns them into sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum, auto
from typing import NamedTuple

from driveproof.domain import errors
from driveproof.domain.notes import Note
from driveproof.domain.statement import Statement


class Grade(StrEnum):
    """How healthy a drive is, or one axis of it; the words of the JSON."""

    GOOD = "good"
    CAUTION = "caution"
    WORN = "worn"
    FAILING = "failing"
    UNKNOWN = "unknown"


GOOD, CAUTION, WORN, FAILING, UNKNOWN = Grade
WORDS = tuple(Grade)


class Axis(StrEnum):
    """What is judged, in the order in which it is shown."""

    FAILING_NOW = "failing"
    WEAR = "wear"
    MEDIA = "media"
    LINK = "link"
    THERMAL = "thermal"
    EVIDENCE = "evidence"


FAILING_NOW, WEAR, MEDIA, LINK, THERMAL, EVIDENCE = Axis
AXES = tuple(Axis)

# From harmless to alarming; UNKNOWN is not among them.
_DEGREES: Mapping[str, int] = {GOOD: 0, CAUTION: 1, WORN: 2, FAILING: 3}


class Cause(StrEnum):
    """Why an axis is not good; scripts may rely on these words."""

    SAYS_SO = "says-so"
    CRITICAL_WARNING = "critical-warning"
    THRESHOLD = "threshold"
    SELF_TEST = "self-test"
    USED = "used"
    SPARE = "spare"
    COUNT = "count"
    GROWN = "grown"
    TOGETHER = "pending-and-uncorrectable"
    UNJUDGED = "unjudged-attribute"
    ERROR_LOG = "error-log"
    CRC = "crc"
    SLOW_LINK = "slow-link"
    HOT = "hot"
    COLD = "cold"
    OUT_OF_BOUNDS = "temperature-out-of-bounds"
    HOT_SINCE = "hot-since"


class Reason(NamedTuple):
    """One reason why an axis is not good.

    `attribute` is the id of the SMART attribute, None where none is involved; `counter` the field
    of Health ("" where it is no counter), `word` the grade that this alone would give the axis.
    """

    cause: Cause
    word: Grade
    attribute: int | None = None
    counter: str = ""


class Code(Enum):
    """What a statement says. The comments name its values, beyond what the code says itself."""

    NOT_REPORTED = auto()
    GIVEN = auto()  # text: a Note, an errors.Advice, or words that are not translated

    # The drive's own verdict
    YES = auto()
    NO = auto()
    CRITICAL_WARNING = auto()  # warning: a name of report.CRITICAL_WARNINGS
    SAYS_SO = auto()
    PREFAIL_AT_THRESHOLD = auto()  # attribute, name, value, threshold
    PREFAIL_NOT_SHOWN = auto()
    SELF_TEST_FAILED = auto()  # kind, text
    OLD_SELF_TEST_FAILED = auto()  # kind, text, at: seconds of use or None
    SELF_TEST_VALUE = auto()
    NO_OWN_VERDICT = auto()
    NO_CRITICAL_WARNING = auto()
    NOT_FAILING = auto()
    ONLY_TEMPERATURE_WARNING = auto()
    NONE_AT_THRESHOLD = auto()

    # Wear
    WRITTEN = auto()  # size: bytes
    RUN_TIME = auto()  # seconds
    SPARE = auto()  # share, threshold: a share or None
    AT_THRESHOLD = auto()  # attribute, name
    NAMES_AT_THRESHOLD = auto()  # attributes, names
    USED = auto()  # share
    SPARE_VALUE = auto()  # share, below: a SpareLevel
    SPARE_BELOW_HALF = auto()

    # The medium
    COUNT = auto()  # count: a Count
    COUNTS = auto()  # statements: COUNT and SIGNS
    HAS_COUNTS = auto()  # statements: COUNT
    ERROR_LOG_ENTRIES = auto()  # number
    UNKNOWN_ATTRIBUTES = auto()  # attributes: (id, counter, number) of each; accepted
    LOGGED_ERRORS = auto()  # number, at: seconds of use or None, text; accepted
    REFUSED_WRITES = auto()  # number; accepted
    INTERNAL_ERRORS = auto()  # number; accepted
    HARMLESS_ENTRIES = auto()  # number
    NO_ERRORS = auto()
    NO_MEDIUM_ERRORS = auto()

    # The link
    SLOW_LINK = auto()
    LINK = auto()  # meaning: a Note
    FULL_SPEED = auto()
    NO_CRC_ERRORS = auto()
    CRC_QUIET = auto()  # count: a Count
    CRC_OLD = auto()  # count: a Count; at: seconds of use
    CRC_ONCE = auto()  # count: a Count
    CRC_CABLE = auto()  # count: a Count
    TRANSFER_ERRORS = auto()  # number; accepted
    LINK_NOT_JUDGED = auto()

    # The temperature, in degrees Celsius
    TEMPERATURE = auto()  # celsius: a number or None; cause: HOT, COLD, OUT_OF_BOUNDS or None
    TEMPERATURE_WARNING = auto()
    HOT_SINCE = auto()  # seconds, limit, since: a Moment
    HOT_IN_LIFE = auto()  # seconds, limit
    AT_CRITICAL = auto()  # limit
    HOT_UNDER_LOAD = auto()

    # The evidence
    NONE = auto()
    NOT_BELIEVED = auto()
    AGE = auto()  # seconds
    PARTIAL = auto()
    COMPLETE = auto()
    SOURCE = auto()  # source, read: a Moment or None, saved: a moment or None
    LACKING = auto()  # what: Lacking of each
    VIRTUAL_DRIVE = auto()  # model
    NO_POWER_CYCLES = auto()
    ALL_ZERO = auto()

    # The whole drive
    NOT_KNOWN = auto()
    FAILING = auto()  # reasons: statements
    FOUND = auto()  # statements
    HEALTHY = auto()
    NO_FAULT = auto()
    HEAT = auto()  # cause: HOT, COLD, OUT_OF_BOUNDS or HOT_SINCE
    LIFE_USED = auto()  # share
    DETAILS = auto()  # axis: an AxisVerdict


SIGNS = frozenset(
    {Code.UNKNOWN_ATTRIBUTES, Code.LOGGED_ERRORS, Code.REFUSED_WRITES, Code.INTERNAL_ERRORS}
)
"""What speaks against the medium and is no counter."""


def given(text: str | Note | errors.Advice | None) -> Statement | None:
    """What another source said; None for nothing."""
    return Statement(Code.GIVEN, text=text) if text else None


class Moment(NamedTuple):
    """When something was, and when that was found: only on the same day the time of day matters."""

    at: datetime
    now: datetime


class Count(NamedTuple):
    """A counter of report.COUNTERS: its value, and by how much it grew since a snapshot."""

    counter: str
    value: int
    since: Moment | None = None
    grown: int = 0
    accepted: bool = False


class SpareLevel(Enum):
    """How the spare blocks compare with the drive's threshold."""

    ENOUGH = auto()
    BELOW = auto()
    BELOW_HALF = auto()


class Lacking(Enum):
    """What a source does not report."""

    VERDICT = auto()
    MEDIA_ERRORS = auto()
    MEDIUM = auto()
    WEAR = auto()


class HotFrom(NamedTuple):
    """From how many degrees Celsius on a drive is hot; `own`: by its own warning temperature."""

    celsius: float
    own: bool


@dataclass(frozen=True, slots=True)
class AxisVerdict:
    """One axis: its grade, what is said in short and in full, and where that is from.

    `value` is short (3 % used), `details` what is said beside it. `counters` are the fields of
    Health (report.COUNTERS) that a person may acknowledge here. `reasons` say by code what is
    behind a grade other than good. `hot_from` is THERMAL's.
    """

    axis: Axis
    verdict: Grade
    value: Statement
    details: tuple[Statement, ...] = ()
    source: str = ""
    counters: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    hot_from: HotFrom | None = None

    @property
    def value_in_details(self) -> bool:
        """Whether the details say what the value says, with more."""
        with_count = self.details[:1] and self.details[0].code in _WITH_COUNT
        return self.value in self.details or bool(self.value.code is Code.COUNT and with_count)


_WITH_COUNT = {Code.COUNTS, Code.CRC_QUIET, Code.CRC_OLD, Code.CRC_ONCE, Code.CRC_CABLE}
"""Statements that begin with a count."""


class Do(StrEnum):
    """What a person can do about a verdict; scripts may rely on these words."""

    COPY_AND_REPLACE = "copy-and-replace"
    COPY_AND_TEST = "copy-and-test"
    CHECK_COPY_AND_TEST = "check-copy-and-test"
    PLAN_REPLACEMENT = "plan-replacement"
    CHECK_CABLE = "check-cable"
    CHECK_PORT = "check-port"
    COOL = "cool"
    WARM = "warm"
    ASK_HOST = "ask-host"
    ASK_DIRECTLY = "ask-directly"
    ASK_OTHERWISE = "ask-otherwise"
    KEEP_COPY = "keep-copy"


class Advice(NamedTuple):
    """One thing to do. What knows it better than the code says gave a `note` or an `advice`."""

    code: Do
    note: Note | None = None
    advice: errors.Advice | None = None


@dataclass(frozen=True, slots=True)
class HealthVerdict:
    """The grade of the whole drive, its reasons, and the six axes in their order.

    `summary` is the verdict in a sentence or two, `more` are further statements. `advice` is what
    to do about it, the most urgent first; () for a drive that is good.
    """

    word: Grade
    summary: tuple[Statement, ...] = ()
    more: tuple[Statement, ...] = ()
    axes: tuple[AxisVerdict, ...] = ()
    advice: tuple[Advice, ...] = ()

    def axis(self, name: str) -> AxisVerdict | None:
        """The axis of that name; None where it was not judged."""
        return next((axis for axis in self.axes if axis.axis == name), None)


def worst(words: tuple[Grade, ...]) -> Grade:
    """The most alarming of the grades; UNKNOWN when nothing else is among them."""
    known = [word for word in words if word in _DEGREES]
    return max(known, key=_DEGREES.__getitem__) if known else UNKNOWN


_URGENCY = (FAILING, WORN, CAUTION, UNKNOWN, GOOD)


def urgency(word: Grade) -> int:
    """Where a grade comes in a list that begins with what needs a look first; 0 is the first."""
    return _URGENCY.index(word)


def is_failing(verdict: HealthVerdict) -> bool:
    """Whether the drive is failing now, by all axes or by its own word."""
    own = verdict.axis(FAILING_NOW)
    return FAILING in {verdict.word, own.verdict if own is not None else verdict.word}


def is_worse(word: str, than: str) -> bool:
    """Whether a grade got worse. To or from UNKNOWN is neither better nor worse."""
    return word in _DEGREES and than in _DEGREES and _DEGREES[word] > _DEGREES[than]


def is_heat_alone(verdict: HealthVerdict) -> bool:
    """Whether no other axis would give the drive its word."""
    heat = verdict.axis(THERMAL)
    if heat is None or heat.verdict != verdict.word:
        return False
    quiet = {THERMAL, EVIDENCE}
    return all(axis.verdict != verdict.word for axis in verdict.axes if axis.axis not in quiet)
