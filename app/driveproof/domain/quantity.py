# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of a sentence that carry their unit, so that wording can format them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from driveproof.domain.text import shown


@dataclass(frozen=True, slots=True)
class Bytes:
    """A size: decimal as drives are sold (2.0 TB), or binary as files and blocks are (1 GiB)."""

    number: int
    binary: bool = False

    def __str__(self) -> str:
        return f"{self.number} bytes"


@dataclass(frozen=True, slots=True)
class Seconds:
    """A span of time; a `precise` one is written as a latency is: "350 ms"."""

    number: float
    precise: bool = False

    def __str__(self) -> str:
        return f"{self.number:g} s"


@dataclass(frozen=True, slots=True)
class Share:
    """A share of one, written in percent."""

    number: float

    def __str__(self) -> str:
        return f"{self.number:.0%}"


@dataclass(frozen=True, slots=True)
class Rate:
    """How fast something goes: bytes or I/Os a second."""

    number: float
    ios: bool = False

    def __str__(self) -> str:
        return f"{self.number:g} {'I/Os' if self.ios else 'bytes'} a second"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A gettext key (a literal: it is extracted) that is a value of another sentence."""

    key: str

    def __str__(self) -> str:
        return self.key


@dataclass(frozen=True, slots=True)
class Plural:
    """A count of things: the gettext keys (literals) for one and for many, with the field {count}.

    `Plural("{count} test", "{count} tests", 3)`
    """

    one: str
    many: str
    number: int

    def __str__(self) -> str:
        return (self.one if self.number == 1 else self.many).format(count=self.number)


@dataclass(frozen=True, slots=True)
class OneOf:
    """Names to choose from, written as a list."""

    names: tuple[object, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.names))


def filled(key: str, values: Mapping[str, object]) -> str:
    """The English sentence of a key, for logs. Without values the key is the sentence."""
    return key.format_map({n: shown(str(v)) for n, v in values.items()}) if values else key
