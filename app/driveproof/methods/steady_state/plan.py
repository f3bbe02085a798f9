# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of a steady-state test: fill a device twice, then rounds until they are alike."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, structs

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.method import Trait
from driveproof.domain.notes import Note
from driveproof.domain.profile.course import Course, Step
from driveproof.domain.profile.phase import LAYOUT_RATE, Phase
from driveproof.domain.profile.plan import WriteBounds
from driveproof.domain.profile.profile import FIO_OVERHEAD, CostBounds, Profile
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.run.steady_state import FULL_ROUND, WINDOW_ROUNDS, window_of
from driveproof.domain.run.work import Part
from driveproof.domain.say import Title

FILL_BLOCK, FILL_DEPTH = 128 * 2**10, 32
FILLS = 2
"""How often the whole capacity is written before the rounds (SNIA PTS 2.0.2, "WIPC")."""
BLOCK, DEPTH = 4096, 32
MOST_ROUNDS = 25
TRAITS = frozenset({Trait.NO_BUDGET, Trait.ERASES, Trait.ONCE})
_LONGEST = 86_400.0  # seconds that the helper runs one test at most


class Plan(Struct, frozen=True):
    """`size` bytes from the start of a device: written `FILLS` times, then rounds of `seconds`, at
    most `rounds`. `size` is 0 until the device is known.
    """

    size: int = 0
    seconds: Annotated[float, Meta(ge=0.5, le=3600)] = FULL_ROUND
    rounds: Annotated[int, Meta(ge=WINDOW_ROUNDS, le=100)] = MOST_ROUNDS

    @property
    def repeats(self) -> int:
        """Of the test that is a round, at most."""
        return self.rounds

    def fitted(self, bounds: WriteBounds) -> tuple[Plan, tuple[Note, ...]]:
        """All of the device that may be overwritten."""
        size = bounds.capacity if bounds.free is None else bounds.free
        return structs.replace(self, size=size or 0), ()

    @property
    def phases(self) -> tuple[Phase, Phase]:
        """The two writes that fill it, and a round."""
        fill = Phase(
            title=Title("Fill twice"),
            direction=Direction.WRITE,
            pattern=Pattern.SEQUENTIAL,
            block_size=FILL_BLOCK,
            queue_depth=FILL_DEPTH,
            warmup=0.0,
            seconds=self._filling,
            limit=FILLS * self.size or None,
            variant=str(Part.PRECONDITIONING),
            part=Part.PRECONDITIONING,
            to_end=True,
        )
        one = Phase(
            title=Title("Round"),
            direction=Direction.WRITE,
            pattern=Pattern.RANDOM,
            block_size=BLOCK,
            queue_depth=DEPTH,
            warmup=0.0,
            seconds=self.seconds,
            limit=self.size or None,
            variant=str(Part.ROUND),
            part=Part.ROUND,
        )
        return fill, one

    @property
    def _filling(self) -> float:
        return min(max(FILLS * self.size / LAYOUT_RATE, 1.0), _LONGEST)

    def cost(self, profile: Profile) -> CostBounds:
        """The fill, and all rounds."""
        del profile
        most = self._filling + FIO_OVERHEAD + self.rounds * (self.seconds + FIO_OVERHEAD)
        return CostBounds((0.0, most), (FILLS + self.rounds) * self.size or None)

    def course(self, profile: Profile) -> Course:
        """Fill, then a round after the other until the last five are steady."""
        fill, one = profile.phases
        each = self.seconds + FIO_OVERHEAD
        yield Step(fill, last=True, left=(WINDOW_ROUNDS * each, self.rounds * each))
        for number in range(1, self.rounds + 1):
            left = (max(0, WINDOW_ROUNDS - number) * each, (self.rounds - number) * each)
            result = yield Step(one, number, last=number == self.rounds, left=left)
            found = window_of(round_values(result))
            if found is not None and found.steady:
                return


def round_values(result: PhaseResult | None) -> list[float]:
    """The IOPS of each round until now."""
    if result is None:
        return []
    return [
        found.iops
        for repeat in result.repeats
        if (found := repeat.directions.get(Direction.WRITE)) is not None
    ]
