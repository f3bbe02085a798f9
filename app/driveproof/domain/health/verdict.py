# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of a health verdict, and what a verdict consists of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

GOOD, WATCH, WORN, FAILING, UNKNOWN = "good", "watch", "worn", "failing", "unknown"
WORDS = (GOOD, WATCH, WORN, FAILING, UNKNOWN)

FAILING_NOW, WEAR, MEDIA, LINK, THERMAL, EVIDENCE = (
    "failing", "wear", "media", "link", "thermal", "evidence",
)  # fmt: skip
AXES = (FAILING_NOW, WEAR, MEDIA, LINK, THERMAL, EVIDENCE)

# From the calm to the alarming; "unknown" is no degree of it.
_DEGREES = {GOOD: 0, WATCH: 1, WORN: 2, FAILING: 3}


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
    """One thing that an axis is not good for.

    `attribute` is the id of the SMART attribute that says so, None where none does; `counter` the
    field of Health ("" where it is no counter), `word` what this alone would make of the axis.
    """

    cause: Cause
    word: str
    attribute: int | None = None
    counter: str = ""


@dataclass(frozen=True, slots=True)
class AxisVerdict:
    """One axis: a word of WORDS, the value in words, the rule that was applied, its source.

    `value` is short ("3 % used"), `detail` the sentence beside it ("11.4 TB written; spare
    100 %, threshold 10 %"), `rule` says when the word changes ("failing when the spare is at or
    below the drive's threshold") and `source` where value and rule are from. `counters` are the
    names of the fields (health.COUNTERS) that a person may acknowledge here. `reasons` say by
    code what is behind a word other than good.
    """

    axis: str
    verdict: str
    value: str
    detail: str = ""
    rule: str = ""
    source: str = ""
    counters: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()


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
    """One thing to do, as a code and as a sentence."""

    code: Do
    sentence: str


@dataclass(frozen=True, slots=True)
class HealthVerdict:
    """The word of the whole drive, what it means in sentences, and the six axes in their order.

    `advice` is what to do about it, the most urgent first; () for a drive that is good.
    """

    word: str
    sentence: str
    sentences: tuple[str, ...] = ()
    axes: tuple[AxisVerdict, ...] = ()
    advice: tuple[Advice, ...] = ()

    def axis(self, name: str) -> AxisVerdict | None:
        """The axis of that name; None where it was not judged."""
        return next((axis for axis in self.axes if axis.axis == name), None)


def worst(words: tuple[str, ...]) -> str:
    """The most alarming of the words; UNKNOWN when nothing else is said."""
    known = [word for word in words if word in _DEGREES]
    return max(known, key=_DEGREES.__getitem__) if known else UNKNOWN


def is_worse(word: str, than: str) -> bool:
    """Whether a verdict got worse. To or from "unknown" is neither better nor worse."""
    return word in _DEGREES and than in _DEGREES and _DEGREES[word] > _DEGREES[than]
