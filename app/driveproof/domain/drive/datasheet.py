# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the maker of a drive promises in its data sheet, as a person entered it."""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass
from decimal import Decimal

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.units import as_typed

# Without a letter there is no decimal mark: "99,000" would be 99.
_IOPS = re.compile(
    r"(\d{1,12}|\d{1,12}\.\d{1,6}(?=\s*[KM]))\s*([KM])?(?:\s*IOPS)?", re.IGNORECASE | re.ASCII
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Datasheet:
    """The maker's figures of a model; None for what was not entered.

    `read` and `write` are sequential, in bytes a second; `random_read` and `random_write` are I/Os
    of 4 KiB a second; `endurance` is what may be written in the warranty (TBW), in bytes.
    """

    read: int | None = None
    write: int | None = None
    random_read: int | None = None
    random_write: int | None = None
    endurance: int | None = None

    def __bool__(self) -> bool:
        """Whether anything was entered."""
        return any(value is not None for value in astuple(self))

    def speed(self, pattern: Pattern, direction: Direction) -> int | None:
        """The figure of a pattern and a direction."""
        return {
            (Pattern.SEQUENTIAL, Direction.READ): self.read,
            (Pattern.SEQUENTIAL, Direction.WRITE): self.write,
            (Pattern.RANDOM, Direction.READ): self.random_read,
            (Pattern.RANDOM, Direction.WRITE): self.random_write,
        }.get((pattern, direction))


def parse_iops(text: str) -> int:
    """I/Os a second as data sheets write them: "1200000", "1200K", "1.2M" or "1,2M".

    Raises UsageError for anything else and for zero.
    """
    match = _IOPS.fullmatch(as_typed(text.strip()))
    value = Decimal(0)
    if match is not None:
        number, letter = match.groups()
        value = Decimal(number) * 1000 ** " KM".index((letter or " ").upper())
    if value < 1 or value != int(value):
        raise UsageError(
            "'{text}' is not valid.",
            text=text,
            advice=Advice("Write it like {example}.", example='"1200K", "1.2M"'),
        )
    return int(value)
