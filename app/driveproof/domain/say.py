# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sentence where it is decided: its key and its values, which wording words late."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from msgspec import Struct

from driveproof.domain.quantity import OneOf, Plural, check_fields, filled


@dataclass(frozen=True, init=False)
class Say:
    """A gettext key (a literal: it is extracted) and the values of its named fields.

    `Say("{device} takes no TRIM.", device="sdb")`: values as in domain/quantity.py, or another
    `Say`; a text among them is foreign. Without values the key is the sentence as it is, braces
    and all. `str()` is English.
    """

    key: str
    values: Mapping[str, object] = field(hash=False)

    def __init__(self, key: str, /, **values: object) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "values", MappingProxyType(values))

    def __post_init__(self) -> None:
        """After it was read from a document (msgspec calls no `__init__`). Raises ValueError."""
        if self.values:
            check_fields(self.key, self.values)

    def __str__(self) -> str:
        return filled(self.key, self.values)


@dataclass(frozen=True, init=False)
class Title(Say):
    """What a plan calls a test. It says what is done, unless it is not `whole`: then the direction
    is told beside it. A value `test` is the title that it was made of.
    """

    whole: bool

    def __init__(self, key: str, /, *, whole: bool = True, **values: object) -> None:
        super().__init__(key, **values)
        object.__setattr__(self, "whole", whole)

    def with_values(self, values: Mapping[str, object]) -> Say:
        """The same sentence with other values."""
        return Say(self.key, **values)


class Coded(Struct, frozen=True):
    """Words for people, with the code that JSON and CSV have in their place. Several words are a
    `OneOf` of these.
    """

    code: str | int
    say: Say | str


def some(names: Sequence[Say | str], most: int) -> OneOf | Say:
    """Names in a sentence, and of more than `most` how many are left."""
    listed = OneOf(tuple(names[:most]))
    if len(names) <= most:
        return listed
    return Say("{names} and {count} more", names=listed, count=len(names) - most)


def repeats(count: int, most: int = 0) -> Say | Plural:
    """ "6 repeats"; "3 to 6 repeats" where there are more of some tests."""
    if most > count:
        return Say("{minimum} to {maximum} repeats", minimum=count, maximum=most)
    return Plural("{count} repeat", "{count} repeats", count)
