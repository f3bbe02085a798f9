# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of a sentence that carry their unit, so that wording can format them.

In documents each says its `type`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from enum import StrEnum
from string import Formatter

from msgspec import Struct

from driveproof.domain.text import shown


class Bytes(Struct, frozen=True, tag=True):
    """A size: decimal as drives are sold (2.0 TB), or binary as files and blocks are (1 GiB)."""

    number: int
    binary: bool = False

    def __str__(self) -> str:
        return f"{self.number} bytes"


class Seconds(Struct, frozen=True, tag=True):
    """A span of time; a `precise` one is written as a latency is: "350 ms"."""

    number: float
    precise: bool = False

    def __str__(self) -> str:
        return f"{self.number:g} s"


class WorkTime(Struct, frozen=True, tag=True):
    """Seconds that a piece of work took, to be compared: 42 ms, 0.42 s, 4.2 s, 1 min 12 s."""

    number: float

    def __str__(self) -> str:
        return f"{self.number:g} s"


class RunTime(Struct, frozen=True, tag=True):
    """Seconds that a drive was switched on: "1 860 h"."""

    number: float

    def __str__(self) -> str:
        return f"{self.number / 3600:.0f} h"


class Age(Struct, frozen=True, tag=True):
    """Seconds since then, in one whole unit, cut and not rounded: "3 h", "5 months", "2 years"."""

    number: float

    def __str__(self) -> str:
        return f"{self.number:g} s"


class Day(Struct, frozen=True, tag=True):
    """When something was. With `now`, when that was said, it is a date, and on that day a time."""

    at: datetime
    now: datetime | None = None

    def __str__(self) -> str:
        return str(self.at)


class DaysAgo(Struct, frozen=True, tag=True):
    """On which day something was: how many days ago at `now`, or its date without that."""

    at: datetime
    now: datetime | None = None

    def __str__(self) -> str:
        return str(self.at.date())


class Celsius(Struct, frozen=True, tag=True):
    """A temperature."""

    number: float

    def __str__(self) -> str:
        return f"{self.number:g} °C"


class LifeShare(Struct, frozen=True, tag=True):
    """A share of a drive's life or spare: what is above zero is not written as 0 %."""

    number: float

    def __str__(self) -> str:
        return f"{self.number:.0%}"


class Share(Struct, frozen=True, tag=True):
    """A share of one, written in percent: whole ones, or with so many significant `figures`."""

    number: float
    figures: int = 0

    def __str__(self) -> str:
        return f"{self.number:.0%}"


class Amount(Struct, frozen=True, tag=True):
    """How large a change is, a share without a sign: one decimal below ten percent."""

    number: float

    def __str__(self) -> str:
        return f"{self.number:.1%}"


class Change(Struct, frozen=True, tag=True):
    """A relative change: 0.04 is 4 % more; it is written with its sign."""

    number: float

    def __str__(self) -> str:
        return f"{self.number:+.1%}"


class Probability(Struct, frozen=True, tag=True):
    """The probability of a test of significance: "0.023", "below 0.0001"."""

    number: float

    def __str__(self) -> str:
        return f"{self.number:.2g}"


class Times(Struct, frozen=True, tag=True):
    """A factor: "18.2 times"."""

    number: float

    def __str__(self) -> str:
        return f"{self.number:g} times"


class Factor(Struct, frozen=True, tag=True):
    """How many times as fast something is, as a number with one decimal below ten."""

    number: float

    def __str__(self) -> str:
        return f"{self.number:.1f}"


class Number(Struct, frozen=True, tag=True):
    """A number without a unit, written with three digits."""

    number: float

    def __str__(self) -> str:
        return f"{self.number:g}"


class Rate(Struct, frozen=True, tag=True):
    """How fast something goes: bytes or I/Os a second."""

    number: float
    ios: bool = False

    def __str__(self) -> str:
        return f"{self.number:g} {'I/Os' if self.ios else 'bytes'} a second"


class Range(Struct, frozen=True, tag=True):
    """From one figure to another, whose unit is written once: "500 to 560 MB/s"."""

    low: Rate | Seconds | WorkTime | Celsius
    high: Rate | Seconds | WorkTime | Celsius

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"


class Plural(Struct, frozen=True, tag=True):
    """A count of things: the gettext keys (literals) for one and for many, with the field {count}.

    `Plural("{count} test", "{count} tests", 3)`
    """

    one: str
    many: str
    number: int

    def __post_init__(self) -> None:
        check_fields(self.one, ("count",))
        check_fields(self.many, ("count",))

    def __str__(self) -> str:
        return (self.one if self.number == 1 else self.many).format(count=self.number)


class OneOf(Struct, frozen=True, tag=True):
    """Names to choose from, written as a list."""

    names: tuple[object, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.names))


class HalfWidth(Struct, frozen=True, tag=True):
    """How far a figure may be off, as a share of it, written as never less than it is."""

    number: float

    def __str__(self) -> str:
        return f"{self.number:.0%}"


class DriveNumber(Struct, frozen=True, tag=True):
    """One of several drives by its number from 1, until it is known what it is called."""

    number: int

    def __str__(self) -> str:
        return f"Drive {self.number}"


class TimeBound(Struct, frozen=True, tag=True):
    """Seconds that something takes at most, rounded up: "3 min" for 131 s."""

    number: float

    def __str__(self) -> str:
        return f"{self.number:g} s"


class SizeBound(Struct, frozen=True, tag=True):
    """Bytes at most, rounded up to whole units: "44 GB"."""

    number: int

    def __str__(self) -> str:
        return f"{self.number} bytes"


class Estimate(Struct, frozen=True, tag=True):
    """What is expected and its bound, which is written alone where both are one figure: "about 2
    min, at most 3 min". A `brief` one leaves the bound out where they differ.
    """

    likely: TimeBound | SizeBound
    most: TimeBound | SizeBound
    brief: bool = False

    def __str__(self) -> str:
        return f"about {self.likely}, at most {self.most}"


Quantity = (
    Bytes
    | Seconds
    | WorkTime
    | RunTime
    | Age
    | Day
    | DaysAgo
    | LifeShare
    | Share
    | Amount
    | Change
    | Probability
    | Times
    | Factor
    | Number
    | Rate
    | Range
    | Celsius
    | HalfWidth
    | DriveNumber
    | TimeBound
    | SizeBound
    | Estimate
    | Plural
    | OneOf
)


class Unit(StrEnum):
    """What the bare numbers of an axis count."""

    COUNT = "count"
    BYTES = "bytes"
    SECONDS = "seconds"
    IOPS = "I/Os per second"
    BANDWIDTH = "bytes per second"
    SHARE = "share"
    """From 0 to 1."""
    FACTOR = "factor"
    """How many times something else."""
    CELSIUS = "degrees Celsius"
    MOMENT = "seconds since 1970"

    def of(  # noqa: PLR0911 - one for each unit
        self, number: float
    ) -> Quantity | int:
        """A number of the axis as a value with its unit."""
        match self:
            case Unit.BYTES:
                return Bytes(round(number))
            case Unit.SECONDS:
                return Seconds(number, precise=True)
            case Unit.IOPS | Unit.BANDWIDTH:
                return Rate(number, ios=self is Unit.IOPS)
            case Unit.SHARE:
                return Share(number, 3)
            case Unit.FACTOR:
                return Factor(number)
            case Unit.CELSIUS:
                return Celsius(number)
            case Unit.MOMENT:
                return Day(datetime.fromtimestamp(number).astimezone())
        return round(number)


def check_fields(key: str, names: Collection[str]) -> None:
    """That the fields of a key from a document are bare names among these: it may be from anywhere,
    and a field with a width could take any amount of memory. Raises ValueError.
    """
    for _text, field, spec, conversion in Formatter().parse(key):
        if field is not None and (field not in names or spec or conversion):
            raise ValueError(f"{key!r} has a field without a value")


def filled(key: str, values: Mapping[str, object]) -> str:
    """The English sentence of a key, for logs. Without values the key is the sentence."""
    return key.format_map({n: shown(str(v)) for n, v in values.items()}) if values else key
