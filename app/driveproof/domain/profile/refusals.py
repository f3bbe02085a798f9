# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is said of a wrong value: in a profile's file, in a form, and in a job file of fio."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.notes import Note
from driveproof.domain.quantity import Bytes

_LONGEST_SHOWN = 80  # characters of a wrong value in a sentence


class Places(Protocol):
    """Where a value stands, as a word for an error: in a file, or in a form."""

    source: str | Note

    def table(self, number: int) -> str | Note:
        """A test (from 1), or what is above all of them (0)."""

    def at(self, key: str, number: int) -> str | Note:
        """A value of it."""

    def label(self, key: str) -> str | Note:
        """What it is called there."""


def refused_value(at: object, what: str | Note, value: object, allowed: Note) -> UsageError:
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


def missing_key(at: object, what: str | Note) -> UsageError:
    """The error of a key that is not there."""
    return UsageError("{at}: the key '{what}' is missing.", at=at, what=what)


def unknown_key(at: object, key: str, known: Iterable[str]) -> UsageError:
    """The error of a key that there is not."""
    return UsageError(
        # Translators: {at} is a place in a file or a form.
        "{at}: unknown key {shown}.",
        at=at,
        shown=_shown(key),
        advice=Advice("Choose one of: {options}.", options=", ".join(sorted(known))),
    )


def key_needs(at: object, key: str, what: str) -> UsageError:
    """The error of a key that has no meaning without another; both as they are in the file."""
    return UsageError("{at}: {key} needs {what}.", at=at, key=key, what=what)


def at_least(least: object) -> Note:
    """What a value with a minimum may be."""
    return Note("at least {minimum}", minimum=least)


def _shown(value: Any) -> str:
    """A value for a sentence: short, and whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a hexadecimal integer of thousands of digits
        text = "this value"
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
