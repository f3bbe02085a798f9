# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recording what a drive does when we do nothing: how long, and with its requests or without."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.method import Trait
from driveproof.domain.profile.choice import Choice
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.profile.profile import CostBounds, Profile
from driveproof.domain.run.work import Part
from driveproof.domain.say import Say, Title

USUAL = 300.0
"""Seconds: what a computer does in the background comes every few minutes."""
LONGEST = 86_400.0
PROPOSED = (60.0, 300.0, 900.0, 3600.0, 4 * 3600.0, 8 * 3600.0, LONGEST)
TRAITS = frozenset(
    {
        *(Trait.FOLDER, Trait.ONE_PASS, Trait.ONCE, Trait.NO_FILE),
        *(Trait.WATCHES, Trait.NO_EXPERIMENT),
    }
)


class Plan(Struct, frozen=True):
    """Watch for so many `seconds`; with `trace` the helper counts every request as well."""

    seconds: Annotated[
        float, Meta(ge=0.5, le=LONGEST), Choice(Say("&Record for"), proposed=PROPOSED)
    ] = USUAL
    trace: Annotated[
        bool,
        Choice(
            Say("Also record each re&quest"),
            Say("record: each request"),
            tip=Say("Asks for a password."),
        ),
    ] = False

    @property
    def size(self) -> int:
        """It has no files."""
        return 0

    def cost(self, profile: Profile) -> CostBounds:
        """Its seconds; nothing is written."""
        del profile
        return CostBounds((0.0, self.seconds))

    @property
    def by_helper(self) -> bool:
        """The kernel's counters are for everybody."""
        return self.trace

    @property
    def phases(self) -> tuple[Phase, ...]:
        """As one test, of which nothing is known but how long it takes."""
        return (
            Phase(
                title=Title("Recording"),
                direction=Direction.MIXED,
                pattern=Pattern.RANDOM,
                block_size=0,
                queue_depth=0,
                jobs=0,
                warmup=0.0,
                seconds=self.seconds,
                tool=Tool.WATCHED,
                variant="record",
                part=Part.RECORDING,
            ),
        )
