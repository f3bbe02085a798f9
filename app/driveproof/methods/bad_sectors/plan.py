# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading all of a device once."""

from __future__ import annotations

from msgspec import Struct

from driveproof.domain.access import Direction
from driveproof.domain.method import Trait
from driveproof.domain.notes import Note
from driveproof.domain.profile.phase import Phase, whole_check
from driveproof.domain.say import Title

TRAITS = frozenset(
    {
        *(Trait.ONE_PASS, Trait.ONCE, Trait.OWN_SECONDS, Trait.NO_FILE),
        *(Trait.BY_POSITION, Trait.NO_EXPERIMENT),
    }
)
_NAME = "bad-sectors"


class Plan(Struct, frozen=True):
    """`size` are the bytes of the device, 0 as long as it is not known."""

    size: int = 0

    @property
    def phases(self) -> tuple[Phase, ...]:
        """As one test."""
        return (whole_check(Title("Read everything"), Direction.READ, self.size, _NAME),)

    @property
    def unsized(self) -> bool:
        """Whether the device is not known yet."""
        return not self.size

    def on_device(self, size: int) -> tuple[Plan, tuple[Note, ...]]:
        """All of it."""
        return Plan(size), ()
