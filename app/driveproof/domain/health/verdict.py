# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a health verdict consists of: grades, axes, and findings with what to do about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import NamedTuple

from msgspec import structs

from driveproof.domain.finding import Code, Finding, GradeWord, JoinedFinding, ToDo
from driveproof.domain.rating import Rating
from driveproof.domain.say import Coded, Say


class Grade(StrEnum):
    """How healthy a drive is, or one axis of it; the words of the JSON."""

    GOOD = "good"
    CAUTION = "caution"
    WORN = "worn"
    FAILING = "failing"
    UNKNOWN = "unknown"


GOOD, CAUTION, WORN, FAILING, UNKNOWN = Grade
GRADES = tuple(Grade)
GRADE_TITLES = {
    GOOD: Say("Good"),
    CAUTION: Say("Caution"),
    WORN: Say("Worn"),
    FAILING: Say("Failing"),
    UNKNOWN: Say("Unknown"),
}
GRADE_RATINGS = {
    GOOD: Rating.FINE,
    CAUTION: Rating.ODD,
    WORN: Rating.ODD,
    FAILING: Rating.BAD,
    UNKNOWN: Rating.UNKNOWN,
}
GRADE_WORDS = tuple(GradeWord(one, GRADE_TITLES[one], GRADE_RATINGS[one]) for one in Grade)
"""What the grades are called, with their marks."""


class HealthAxis(StrEnum):
    """What is judged, in the order in which it is shown."""

    SELF_ASSESSMENT = "self_assessment"
    WEAR = "wear"
    MEDIA_ERRORS = "media_errors"
    LINK = "link"
    TEMPERATURE = "temperature"
    FIRMWARE = "firmware"
    """Only where a fault of it is known, also one that Linux avoids."""
    DATA_QUALITY = "data_quality"


SELF_ASSESSMENT, WEAR, MEDIA_ERRORS, LINK, TEMPERATURE, FIRMWARE, DATA_QUALITY = HealthAxis
AXES = tuple(axis for axis in HealthAxis if axis is not FIRMWARE)
"""What every drive is judged by."""
AXIS_TITLES: Mapping[HealthAxis, Say] = {
    HealthAxis.SELF_ASSESSMENT: Say("Drive self-assessment"),
    HealthAxis.WEAR: Say("Wear"),
    HealthAxis.MEDIA_ERRORS: Say("Media errors"),
    HealthAxis.LINK: Say("Link"),
    HealthAxis.TEMPERATURE: Say("Temperature"),
    HealthAxis.FIRMWARE: Say("Firmware"),
    HealthAxis.DATA_QUALITY: Say("Data quality"),
}

# From harmless to alarming; UNKNOWN is not among them.
_DEGREES: Mapping[str, int] = {GOOD: 0, CAUTION: 1, WORN: 2, FAILING: 3}


ALARMING = frozenset({CAUTION, WORN, FAILING})
"""Grades of findings that are a reason of a verdict."""


class HealthCode(Code):
    """What a finding says; scripts may rely on these words."""

    NOT_REPORTED = auto()
    QUOTED = auto()
    """What the source, another rule or a reader of reports said."""

    # The drive's own verdict
    FAILED = auto()
    PASSED = auto()
    CRITICAL_WARNING = auto()
    SAYS_SO = auto()
    PREFAIL_NOT_SHOWN = auto()
    SELF_TEST = auto()
    OLD_SELF_TEST = auto()
    NO_OWN_VERDICT = auto()
    NO_CRITICAL_WARNING = auto()
    NOT_FAILING = auto()
    TEMPERATURE_WARNING = auto()
    NONE_AT_THRESHOLD = auto()

    # Wear
    WRITTEN = auto()
    RUN_TIME = auto()
    THRESHOLD = auto()
    """An attribute is at its threshold."""
    USED = auto()
    SPARE = auto()
    SPARE_BELOW = auto()
    """The spare blocks are below the threshold: of this, SPARE gives only the figures."""

    # The medium
    COUNT = auto()
    GROWN = auto()
    """A counter that has grown since an earlier reading."""
    TOGETHER = "pending-and-uncorrectable"
    ENTRIES = "error-log"
    UNJUDGED = "unjudged-attribute"
    LOGGED_ERRORS = auto()
    REFUSED_WRITES = auto()
    INTERNAL_ERRORS = auto()
    FAILED_ERASURE = auto()
    HARMLESS_ENTRIES = auto()
    NO_ERRORS = auto()

    # The link
    SLOW_LINK = auto()
    LINK = auto()
    FULL_SPEED = auto()
    CRC_QUIET = auto()
    CRC_OLD = auto()
    CRC_ONCE = auto()
    CRC = auto()
    TRANSFER_ERRORS = auto()
    GIVEN_UP = auto()
    """Commands that the computer stopped waiting for."""
    LINK_NOT_JUDGED = auto()

    # The temperature
    TEMPERATURE = auto()
    HOT = auto()
    COLD = auto()
    OUT_OF_BOUNDS = "temperature-out-of-bounds"
    HOT_UNDER_LOAD = auto()
    HOT_SINCE = auto()
    HOT_IN_LIFE = auto()
    AT_CRITICAL = auto()

    # The firmware
    FIRMWARE_VERSION = auto()
    KNOWN_FAULT = auto()
    AVOIDED_FAULT = auto()
    """One that Linux avoids by itself."""

    # Data quality
    NONE = auto()
    NOT_BELIEVED = auto()
    AGE = auto()
    RESTING = auto()
    """Why its values are old: it sleeps, or is left alone so that it can."""
    PARTIAL = auto()
    COMPLETE = auto()
    SOURCE = auto()
    LACKING = auto()
    VIRTUAL_DRIVE = auto()
    NO_POWER_CYCLES = auto()
    ALL_ZERO = auto()

    # The whole drive
    NOT_KNOWN = auto()
    FAILING = auto()
    HEALTHY = auto()
    NO_FAULT = auto()


class HealthFinding(Finding, frozen=True):
    """One thing about a drive's health: a label, or a sentence where it ends with a stop.

    `attribute` is the id of the SMART attribute, None where none is involved; `counter` the field
    of Health that is counted ("" where it is no counter).
    """

    grade: Grade = Grade.GOOD
    attribute: int | None = None
    counter: str = ""


def finding_of(
    code: HealthCode,
    say: Say,
    grade: Grade = Grade.GOOD,
    *,
    attribute: int | None = None,
    counter: str = "",
) -> HealthFinding:
    """A finding in one sentence."""
    return HealthFinding(code, (say,), grade, attribute=attribute, counter=counter)


def quoted_finding(text: Say) -> HealthFinding:
    """What another source said, which rates nothing."""
    return finding_of(HealthCode.QUOTED, Say("{text}", text=text), UNKNOWN)


class HotFrom(NamedTuple):
    """From how many degrees Celsius on a drive is hot; `own`: by its own warning temperature."""

    celsius: float
    own: bool


@dataclass(frozen=True, slots=True)
class AxisVerdict:
    """One axis: its grade, what is said in short and in full, and where that is from.

    `value` is short (3 % used), `details` what is said beside it. `counters` are the fields of
    Health (report.COUNTERS) that a person may acknowledge here. `hot_from` is TEMPERATURE's.
    """

    axis: HealthAxis
    verdict: Grade
    value: HealthFinding
    details: tuple[HealthFinding, ...] = ()
    source: str = ""
    counters: tuple[str, ...] = ()
    hot_from: HotFrom | None = None

    @property
    def title(self) -> Say:
        """What is judged."""
        return AXIS_TITLES[self.axis]

    @property
    def short(self) -> Say:
        """The short text beside its title: "3 % used"."""
        return self.value.say[0]

    @property
    def finding(self) -> JoinedFinding:
        """All of it, with the code of its value, whose grade is that of the axis."""
        parts = (
            structs.replace(one, grade=self.verdict) if one is self.value else one
            for one in self.said
        )
        return JoinedFinding(
            self.value.code,
            tuple(one for found in self.said for one in found.say),
            self.verdict,
            source=self.source,
            subject=Coded(self.axis, self.title),
            parts=tuple(parts),
        )

    @property
    def value_in_details(self) -> bool:
        """Whether the details say what the value says, with more."""
        return any(one.code == self.value.code for one in self.details)

    @property
    def said(self) -> tuple[HealthFinding, ...]:
        """The value and what is behind it, each once."""
        return self.details if self.value_in_details else (self.value, *self.details)

    @property
    def reasons(self) -> tuple[HealthFinding, ...]:
        """What is behind a grade other than good."""
        return tuple(one for one in self.said if one.grade in ALARMING)


class HealthToDo(Code):
    """What a person can do about a verdict; scripts may rely on these words."""

    COPY_AND_REPLACE = auto()
    COPY_AND_TEST = auto()
    CHECK_COPY_AND_TEST = auto()
    PLAN_REPLACEMENT = auto()
    CHECK_CABLE = auto()
    CHECK_PORT = auto()
    COOL = auto()
    WARM = auto()
    ASK_HOST = auto()
    ASK_DIRECTLY = auto()
    ASK_OTHERWISE = auto()
    KEEP_COPY = auto()
    UPDATE_FIRMWARE = auto()
    MEASURE_UPDATE = auto()
    STOP_WRITING = auto()


@dataclass(frozen=True, slots=True)
class HealthVerdict:
    """The grade of the whole drive, its reasons, and its axes in their order.

    `summary` is the verdict in a sentence or two, `more` is what else was found. `advice` is what
    to do about it, the most urgent first; () for a drive that is good.
    """

    word: Grade
    summary: tuple[HealthFinding, ...] = ()
    more: tuple[HealthFinding, ...] = ()
    axes: tuple[AxisVerdict, ...] = ()
    advice: tuple[ToDo, ...] = ()

    def axis(self, name: str) -> AxisVerdict | None:
        """The axis of that name; None where it was not judged."""
        return next((axis for axis in self.axes if axis.axis == name), None)


def worst_grade(words: tuple[Grade, ...]) -> Grade:
    """The most alarming of the grades; UNKNOWN when nothing else is among them."""
    known = [word for word in words if word in _DEGREES]
    return max(known, key=_DEGREES.__getitem__) if known else UNKNOWN


RISK_OF_LOAD = Say("Benchmarking stresses a failing drive. Back up first.")
"""What a measurement may do to a failing drive."""

_URGENCY = (FAILING, WORN, CAUTION, UNKNOWN, GOOD)


def urgency(word: Grade) -> int:
    """Where a grade comes in a list that begins with what needs a look first; 0 is the first."""
    return _URGENCY.index(word)


def is_failing(verdict: HealthVerdict) -> bool:
    """Whether the drive is failing now, by all axes or by its own word."""
    own = verdict.axis(SELF_ASSESSMENT)
    return FAILING in {verdict.word, own.verdict if own is not None else verdict.word}


def is_worse(word: str, than: str) -> bool:
    """Whether a grade got worse. To or from UNKNOWN is neither better nor worse."""
    return word in _DEGREES and than in _DEGREES and _DEGREES[word] > _DEGREES[than]


def is_heat_alone(verdict: HealthVerdict) -> bool:
    """Whether no other axis would give the drive its word."""
    heat = verdict.axis(TEMPERATURE)
    if heat is None or heat.verdict != verdict.word:
        return False
    quiet = {TEMPERATURE, DATA_QUALITY}
    return all(axis.verdict != verdict.word for axis in verdict.axes if axis.axis not in quiet)
