# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the manufacturer of a drive promises in its data sheet, as a person entered it."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from driveproof.domain.access import Direction, Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Datasheet:
    """The manufacturer's figures of a model; None for what was not entered.

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
