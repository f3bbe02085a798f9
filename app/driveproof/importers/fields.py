# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes numbers and texts out of foreign data: each is checked, none is trusted."""

from __future__ import annotations

import math
import re
from datetime import datetime
from enum import Enum
from typing import Any

from driveproof.domain.document.values import MAX_COUNT, MAX_FIGURE, MAX_TEXT
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.say import Say
from driveproof.domain.text import visible

MAX_BYTES = 64 * 2**20  # of a file
# The kinds of dates that the history and the lists can show, whatever the zone.
_FIRST_YEAR, _LAST_YEAR = 1971, 2200


Name = Say | str
"""What a value is: words at the beginning of a sentence, or its place in the file."""
FEWER = Advice("Choose fewer.")


class Unfit(Enum):
    """Why a file was not imported."""

    INVALID = "a value is invalid"
    INCOMPLETE = "it is incomplete"
    TOO_LARGE = "it is too large"
    NO_RESULT = "it has no result"
    UNSUPPORTED = "what it has is not supported"


class UnfitError(MachineError):
    """The file holds something that it should not; who reads it puts the file's name before it.

    Its `code` is an `Unfit`.
    """


def invalid_field(name: Name, value: object) -> UnfitError:
    """`name` has a value that it cannot have."""
    # Translators: {name} is the title of a value, {quoted} the value in the file.
    return UnfitError(
        "{name} is invalid: {quoted}.", code=Unfit.INVALID, name=name, quoted=quoted(value)
    )


def unequal(place: str) -> UnfitError:
    """Columns that belong together have different lengths."""
    return UnfitError("{place} has lists of different lengths.", code=Unfit.INVALID, place=place)


def incomplete() -> UnfitError:
    """The beginning or the end is missing."""
    return UnfitError(
        "It is incomplete or damaged.",
        code=Unfit.INCOMPLETE,
        advice=Advice("Save or copy the whole output."),
    )


def too_large(found: int, most: int) -> UnfitError:
    """It has more of something than is read."""
    return UnfitError(
        "It has {found} entries; the maximum is {most}.",
        code=Unfit.TOO_LARGE,
        found=found,
        most=most,
        advice=FEWER,
    )


def unsupported(program: str, what: object) -> UnfitError:
    """Its results are of a kind that is not read."""
    return UnfitError(
        "This output of {program} cannot be imported: {what}.",
        code=Unfit.UNSUPPORTED,
        what=what,
        program=program,
    )


def without_result(program: str) -> UnfitError:
    """`program` printed or saved it, and measured nothing."""
    return UnfitError("It has no supported result.", code=Unfit.NO_RESULT)


def quoted(value: object) -> Say | str:
    """Something foreign in a sentence: short, on one line."""
    if isinstance(value, (dict, list)):
        return Say("a list") if isinstance(value, list) else Say("an object")
    if isinstance(value, int) and not -(10**20) < value < 10**20:
        value = float("inf") if value > 0 else float("-inf")  # as many digits as a file can hold
    text = value if isinstance(value, str) else str(value)
    short = visible(text[:40]) + ("…" if len(text) > 40 else "")
    return f'"{short}"' if isinstance(value, str) else short


def finite_number(value: object, name: Name, *, low: float = 0.0) -> float:
    """A finite number, at least `low`. Raises UnfitError."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise invalid_field(name, value)
    if not -MAX_FIGURE <= value <= MAX_FIGURE or value < low:
        raise invalid_field(name, value)
    return float(value)


def whole_number(value: object, name: Name, *, low: int = 0, high: int = MAX_COUNT) -> int:
    """A whole number from `low` to `high`. Raises UnfitError."""
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise invalid_field(name, value)
    if not low <= value <= high:
        raise invalid_field(name, value)
    return value


def read_number(text: str, name: Name) -> float:
    """A number as programs print it: with a point or a comma before the decimals, and with the
    other of the two between thousands.
    """
    thousands, point = (".", ",") if text.rfind(",") > text.rfind(".") else (",", ".")
    digits = text.replace(thousands, "").replace(point, ".")
    if not re.fullmatch(r"\d{1,18}(\.\d{1,12})?", digits, re.ASCII):
        raise invalid_field(name, text)
    return finite_number(float(digits), name)


def date_field(text: str, name: Name) -> datetime:
    """A date of RFC 3339. Raises UnfitError."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise invalid_field(name, text) from None
    return possible(found, name)


def possible(found: datetime, name: Name) -> datetime:
    """A date that can be kept and shown. Raises UnfitError."""
    if not _FIRST_YEAR <= found.year <= _LAST_YEAR:
        raise invalid_field(name, found.date().isoformat())
    return found if found.tzinfo else found.astimezone()


def since_epoch(seconds: float, name: Name) -> datetime:
    """A date of seconds since 1970. Raises UnfitError."""
    if not 0 <= seconds < 2**34:
        raise invalid_field(name, seconds)
    return possible(datetime.fromtimestamp(seconds).astimezone(), name)


class Fields:
    """A JSON object: a requested value exists and is valid, or UnfitError says what is wrong.

    `place` is its position, for that sentence; "" for the whole document.
    """

    def __init__(self, value: object, place: str) -> None:
        if not isinstance(value, dict):
            raise invalid_field(place or Say("The document"), value)
        self._value: dict[str, Any] = value
        self.place = place

    def __contains__(self, name: str) -> bool:
        return self._value.get(name) is not None

    @property
    def names(self) -> tuple[str, ...]:
        """All its values."""
        return tuple(self._value)

    def raw(self, name: str) -> Any:
        """Whatever is there; None for nothing."""
        return self._value.get(name)

    def text(self, name: str, default: str = "") -> str:
        """A text."""
        found = self.text_or_none(name)
        return default if found is None else found

    def text_or_none(self, name: str) -> str | None:
        """A text, None where there is none."""
        value = self._value.get(name)
        if value is None:
            return None
        if not isinstance(value, str):
            raise invalid_field(self._at(name), value)
        if len(value) > MAX_TEXT:
            raise UnfitError(
                "A text has {found} characters; the maximum is {most}.",
                code=Unfit.TOO_LARGE,
                found=len(value),
                most=MAX_TEXT,
            )
        return value

    def number(self, name: str, *, low: float = 0.0) -> float:
        """A number that must be there."""
        return finite_number(self._value.get(name), self._at(name), low=low)

    def number_or_none(self, name: str, *, low: float = 0.0) -> float | None:
        """A number, None where there is none."""
        return None if self._value.get(name) is None else self.number(name, low=low)

    def count(self, name: str, *, low: int = 0) -> int:
        """A whole number that must be there."""
        return whole_number(self._value.get(name), self._at(name), low=low)

    def count_or_none(self, name: str, *, low: int = 0) -> int | None:
        """A whole number, None where there is none."""
        return None if self._value.get(name) is None else self.count(name, low=low)

    def flag(self, name: str) -> bool:
        """True or false; false where there is none."""
        value = self._value.get(name)
        if value is not None and not isinstance(value, bool):
            raise invalid_field(self._at(name), value)
        return bool(value)

    def part(self, name: str) -> Fields:
        """An object in it; an empty one where there is none."""
        value = self._value.get(name)
        return Fields({} if value is None else value, self._at(name))

    def items(self, name: str) -> list[Any]:
        """A list in it; an empty one where there is none."""
        value = self._value.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise invalid_field(self._at(name), value)
        return value

    def parts(self, name: str) -> list[Fields]:
        """The objects of a list in it."""
        return [
            Fields(value, f"{self._at(name)}[{index}]")
            for index, value in enumerate(self.items(name))
        ]

    def _at(self, name: str) -> str:
        shown = visible(name[:80])
        return f"{self.place}.{shown}" if self.place else shown
