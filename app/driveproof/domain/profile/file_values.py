# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The values of a profile's file: how each kind is read, and what is said of a wrong one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol, TypeVar

from driveproof.domain.cap import Cap, parse_cap
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.notes import Note
from driveproof.domain.profile.options import EXAMPLES, parts
from driveproof.domain.quantity import Bytes
from driveproof.domain.units import parse_size

_W = TypeVar("_W", bound=str)
_LONGEST_SHOWN = 80  # characters of a wrong value in a sentence
_MOST_SIZES = 16  # in a list


class WrongError(Exception):
    """A value is wrong; `allowed` describes valid values. Each of the readers below raises it."""

    def __init__(self, allowed: Note) -> None:
        super().__init__(allowed)
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the file: how its value is read, and its default."""

    read: Callable[[Any], Any]
    default: Any = None
    required: bool = False


def text_value(longest: int) -> Callable[[Any], str]:
    """A text of at most so many characters, without the space around it."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or not value.strip() or len(value) > longest:
            raise WrongError(Note("a text of 1 to {longest} characters", longest=str(longest)))
        return value.strip()

    return read


def number_value(low: float, high: float) -> Callable[[Any], float]:
    """A number of seconds, `low` to `high`."""

    def read(value: Any) -> float:
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not low <= value <= high
        ):
            raise WrongError(Note("{low} to {high}", low=f"{low:g}", high=f"{high:g}"))
        return float(value)

    return read


def numbers_value(low: float, high: float, most: int) -> Callable[[Any], tuple[float, ...]]:
    """A list of at most so many of them."""
    one = number_value(low, high)

    def read(value: Any) -> tuple[float, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise WrongError(
                Note(
                    "up to {most} numbers from {low} to {high}",
                    most=str(most),
                    low=f"{low:g}",
                    high=f"{high:g}",
                )
            )
        return tuple(map(one, value))

    return read


def whole_value(low: int, high: int) -> Callable[[Any], int]:
    """A whole number, `low` to `high`."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise WrongError(Note("{low} to {high}", low=str(low), high=str(high)))
        return value

    return read


def bytes_value(low: int, high: int, multiple: int = 1) -> Callable[[Any], int]:
    """A size in bytes, `low` to `high` in steps of `multiple`."""
    ends = Bytes(low, binary=True), Bytes(high, binary=True)
    allowed = Note("{low} to {high}", low=ends[0], high=ends[1])
    if multiple > 1:
        allowed = Note(
            "{low} to {high} in steps of {step}",
            low=ends[0],
            high=ends[1],
            step=Bytes(multiple, binary=True),
        )

    def read(value: Any) -> int:
        try:
            if isinstance(value, bool) or not isinstance(value, str | int):
                raise WrongError(allowed)
            size = parse_size(value) if isinstance(value, str) else value
        except UsageError as error:
            raise WrongError(allowed) from error
        if not low <= size <= high or size % multiple:
            raise WrongError(allowed)
        return size

    return read


def word_value(words: tuple[_W, ...]) -> Callable[[Any], _W]:
    """One of the words."""

    def read(value: Any) -> _W:
        if value not in words:
            raise WrongError(Note("one of {words}", words=_quoted(words)))
        return words[words.index(value)]

    return read


def words_value(words: tuple[_W, ...]) -> Callable[[Any], tuple[_W, ...]]:
    """A list of one or more of the words, each once."""
    allowed = Note("some of {words}", words=_quoted(words))

    def read(value: Any) -> tuple[_W, ...]:
        if not isinstance(value, list) or not value or any(item not in words for item in value):
            raise WrongError(allowed)
        if len(set(value)) != len(value):
            raise WrongError(allowed)
        return tuple(words[words.index(item)] for item in value)

    return read


def counts_value(low: int, high: int) -> Callable[[Any], tuple[int, ...]]:
    """Whole numbers in rising order, each once."""
    allowed = Note(
        "up to {most} rising values from {low} to {high}",
        most=str(_MOST_SIZES),
        low=str(low),
        high=str(high),
    )

    def read(value: Any) -> tuple[int, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= _MOST_SIZES:
            raise WrongError(allowed)
        if any(isinstance(one, bool) or not isinstance(one, int) for one in value):
            raise WrongError(allowed)
        if any(after <= before for before, after in pairwise([low - 1, *value, high + 1])):
            raise WrongError(allowed)
        return tuple(value)

    return read


def sizes_value(low: int, high: int, multiple: int) -> Callable[[Any], tuple[int, ...]]:
    """Sizes in rising order, each once."""
    one = bytes_value(low, high, multiple)
    allowed = Note(
        "up to {most} rising values from {low} to {high}",
        most=str(_MOST_SIZES),
        low=Bytes(low, binary=True),
        high=Bytes(high, binary=True),
    )

    def read(value: Any) -> tuple[int, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= _MOST_SIZES:
            raise WrongError(allowed)
        sizes = tuple(map(one, value))
        if any(after <= before for before, after in pairwise(sizes)):
            raise WrongError(allowed)
        return sizes

    return read


def carried_value(field: str) -> Callable[[Any], str]:
    """Options of fio that a field of `Work` may have (options.py)."""

    def read(value: Any) -> str:
        found = parts(field, value) if isinstance(value, str) else None
        if not found:
            raise WrongError(Note("like {example}", example=EXAMPLES[field]))
        return " ".join(f"{name}={text}" for name, text in found)

    return read


def cap_value(value: Any) -> Cap:
    """A latency cap: "10ms", "p99:20ms"."""
    try:
        return parse_cap(value if isinstance(value, str) else "")
    except UsageError as error:
        raise WrongError(Note("like {example}", example='"10ms", "p99:20ms"')) from error


def true_or_false(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise WrongError(Note("one of {words}", words="true, false"))
    return value


def _quoted(words: tuple[str, ...]) -> str:
    return ", ".join(f'"{word}"' for word in words)


class Places(Protocol):
    """Where a value stands, as a word for an error: in a file, or in a form."""

    source: str | Note

    def table(self, number: int) -> str | Note:
        """A test (from 1), or what is above all of them (0)."""

    def at(self, key: str, number: int) -> str | Note:
        """A value of it."""

    def label(self, key: str) -> str | Note:
        """What it is called there."""


def refused(at: object, what: str | Note, value: object, allowed: Note) -> UsageError:
    """The error of a wrong value: where it stands, its key, and what is allowed there."""
    # Translators: {at} is a place in a file or a form, {what} a key, {allowed} what its value
    # may be, such as "1 to 100".
    return UsageError(
        "{at}: {what} must be {allowed}, not {shown}.",
        at=at,
        what=what,
        allowed=allowed,
        shown=value if isinstance(value, Bytes) else _shown(value),
    )


def missing(at: object, what: str | Note) -> UsageError:
    """The error of a key that is not there."""
    return UsageError("{at}: the key '{what}' is missing.", at=at, what=what)


def needs(at: object, key: str, what: str) -> UsageError:
    """The error of a key that has no meaning without another; both as they are in the file."""
    return UsageError("{at}: {key} needs {what}.", at=at, key=key, what=what)


def at_least(least: object) -> Note:
    """What a value with a minimum may be."""
    return Note("at least {minimum}", minimum=least)


def take(
    table: Mapping[str, Any], keys: Mapping[str, Key], lines: Places, number: int
) -> dict[str, Any]:
    """The values of a table, defaults where it has none. Raises UsageError for an unknown key, one
    that is missing and a wrong value.
    """
    for key in table:
        if key not in keys:
            allowed = ", ".join(sorted(keys))
            raise UsageError(
                # Translators: {at} is a place in a file or a form.
                "{at}: unknown key {shown}.",
                at=lines.at(key, number),
                shown=_shown(key),
                advice=Advice("Choose one of: {options}.", options=allowed),
            )
    values: dict[str, Any] = {}
    for key, rule in keys.items():
        if key not in table:
            if rule.required:
                raise missing(lines.table(number), lines.label(key))
            values[key] = rule.default
            continue
        try:
            values[key] = rule.read(table[key])
        except WrongError as wrong:
            raise refused(
                lines.at(key, number), lines.label(key), table[key], wrong.allowed
            ) from None
    return values


def _shown(value: Any) -> str:
    """A value for a sentence: short, and whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a hexadecimal integer of thousands of digits
        text = "this value"
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
