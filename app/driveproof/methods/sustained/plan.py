# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of a sustained write: one long write, then what the cache takes again after pauses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct, structs

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.method import Trait
from driveproof.domain.notes import Note
from driveproof.domain.profile.course import Course, Enough, Moment, Step
from driveproof.domain.profile.declared import sized
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.plan import WriteBounds
from driveproof.domain.profile.profile import FIO_OVERHEAD, CostBounds, Profile
from driveproof.domain.quantity import Bytes, Seconds
from driveproof.domain.run.sustained import bytes_written_in, cache_of
from driveproof.domain.run.work import Part
from driveproof.domain.say import Title
from driveproof.domain.title import apart

if TYPE_CHECKING:
    from driveproof.domain.run.change_points import Stretch

BLOCK = 2**20
DEPTH = 8
OF_FREE = 0.9
"""The share of the free space that is written at most, where nobody says how much."""
OF_CAPACITY = 0.4
"""Likewise of the capacity: the largest caches are a third of an empty drive."""
OF_LIFE = 0.01
"""Likewise of the endurance: what the manufacturer promises, else what the drive's counters point
to."""
LEAST = 64 * BLOCK
"""Bytes: any drive takes as much into its own memory."""
MORE = 1.2
"""After a pause at most so many times the cache is written."""
SETTLED_SECONDS, SETTLED_SHARE, SETTLED_WITHIN = 30.0, 0.05, 0.1
"""The speed after the cache is known when it lasted so long, for this share of all bytes, and its
two halves differ by no more than this."""
RANDOM_BLOCK, RANDOM_SECONDS, RANDOM_LIMIT = 4096, 60.0, 2**30
"""The random writes at the end of a rotating drive: a shingled one collapses under them."""
TRAITS = frozenset({Trait.FOLDER, Trait.OWN_FILES, Trait.NO_BUDGET, Trait.ONCE})
_LOOK = 1.0  # seconds of the write between two looks for a change
_FEW = 16  # snapshots that are too few for a look


class Plan(Struct, frozen=True):
    """Write on and on, nothing twice, until the cache is used up and the speed has settled.

    `size` bounds the bytes (0: what the target has room for, `fitted`), `seconds` the long
    write, `warning` is the drive's warning temperature in degrees Celsius (None: not known), at
    which it ends. The speed after the cache is known when it lasted `settle` seconds. After each of
    `pauses` (seconds) is written on until the cache ends again. `rotational`: random writes at the
    end; None: where the drive rotates.
    """

    size: Annotated[int, sized(2**26, 2**44, BLOCK)] = 0
    seconds: Annotated[float, Meta(ge=1, le=86400)] = 1200.0
    pauses: Annotated[tuple[Annotated[float, Meta(ge=1, le=3600)], ...], Meta(max_length=8)] = (
        30.0,
        300.0,
    )
    warning: float | None = None
    rotational: bool | None = None
    settle: float = SETTLED_SECONDS

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The long write; what follows depends on it."""
        return (
            self._write(Title("Sustained write"), Part.SUSTAINED, self.size or None, self.seconds),
        )

    def cost(self, profile: Profile) -> CostBounds:
        """The long write, all pauses and writes after them, and the random writes."""
        del profile
        again = sum(pause + self.seconds + FIO_OVERHEAD for pause in self.pauses)
        last = RANDOM_SECONDS + FIO_OVERHEAD if self.rotational else 0.0
        written = self.size + (RANDOM_LIMIT if self.rotational else 0) if self.size else None
        return CostBounds((0.0, self.seconds + FIO_OVERHEAD + again + last), written)

    def fitted(self, bounds: WriteBounds) -> tuple[Plan, tuple[Note, ...]]:
        """Raises UsageError when too little is left to write."""
        plan = structs.replace(
            self,
            warning=self.warning or bounds.warning,
            rotational=bounds.rotational if self.rotational is None else self.rotational,
        )
        notes: tuple[Note, ...] = ()
        known = bounds.endurance
        life = None if known is None else known.rated or known.estimated
        shares = ((bounds.free, OF_FREE), (bounds.capacity, OF_CAPACITY), (life, OF_LIFE))
        most = [size * share for size, share in shares if size]
        if not plan.size and most:
            plan = structs.replace(plan, size=int(min(most)) // BLOCK * BLOCK)
            notes = (Note("Writes at most {size}.", size=Bytes(plan.size)),)
        if plan.size < LEAST:
            raise UsageError(
                "The size must be at least {least}, not {size}.",
                size=Bytes(plan.size, binary=True),
                least=Bytes(LEAST, binary=True),
                advice=Advice("Choose another drive."),
            )
        return plan, notes

    @staticmethod
    def _write(
        title: Title,
        part: Part,
        limit: int | None,
        seconds: float,
        *,
        offset: int = 0,
        rest: float = 0.0,
    ) -> Phase:
        return Phase(
            title=title,
            direction=Direction.WRITE,
            pattern=Pattern.SEQUENTIAL,
            block_size=BLOCK,
            queue_depth=DEPTH,
            warmup=0.0,
            seconds=seconds,
            limit=limit,
            variant=f"{part} {rest:g} s" if rest else str(part),
            part=part,
            rest=rest,
            offset=offset,
        )

    @property
    def _random(self) -> Phase:
        return Phase(
            title=Title("Random write at the end"),
            direction=Direction.WRITE,
            pattern=Pattern.RANDOM,
            block_size=RANDOM_BLOCK,
            queue_depth=1,
            warmup=0.0,
            seconds=RANDOM_SECONDS,
            limit=RANDOM_LIMIT,
            variant=str(Part.RANDOM_END),
            part=Part.RANDOM_END,
        )

    def course(self, profile: Profile) -> Course:
        """The long write, the pauses if the cache ended, the random writes of a rotating drive."""
        (first,) = profile.phases
        after = sum(pause + FIO_OVERHEAD for pause in self.pauses)
        after += RANDOM_SECONDS if self.rotational else 0.0
        result = yield Step(
            first, enough=settled(self.warning, self.settle), last=True, left=(0.0, after)
        )
        written = bytes_written_in(result)
        cache = None if result is None else cache_of(result)
        for pause in self.pauses if cache is not None else ():
            assert cache is not None and result is not None
            room = (self.size - written) // BLOCK * BLOCK
            wanted = math.ceil(cache.size * MORE / BLOCK) * BLOCK
            if room < cache.size / 4:  # it would say nothing of what came back
                break
            after -= pause + FIO_OVERHEAD
            slow = math.sqrt(cache.within * cache.after)
            phase = self._write(
                apart(Title("Write after a pause"), Seconds(pause)),
                Part.RECOVERY,
                min(room, wanted),
                self.seconds,
                offset=written,
                rest=pause,
            )
            step = Step(
                phase, pause=pause, enough=ended_again(slow), last=True, left=(0.0, max(after, 0.0))
            )
            written += bytes_written_in((yield step))
        if self.rotational:
            yield Step(self._random, last=True, left=(0.0, 0.0))


def settled(warning: float | None, lasting: float = SETTLED_SECONDS) -> Enough:
    """The long write is over: the cache has ended and the speed has settled, or the drive is at its
    warning temperature.
    """
    looked = 0.0

    def enough(moments: Sequence[Moment]) -> bool:
        nonlocal looked
        last = moments[-1]
        if warning is not None and last.temperature is not None and last.temperature >= warning:
            return True
        if last.seconds < max(looked + _LOOK, lasting) or len(moments) < _FEW:
            return False
        looked = last.seconds
        found = _stretches(moments)
        end = found[-1] if found else None
        if end is None or not any(one.rate > end.rate / 0.75 for one in found[:-1]):
            return False
        if end.seconds < lasting or end.bytes < SETTLED_SHARE * last.bytes:
            return False
        return _even(moments, end)

    return enough


def ended_again(slow: float) -> Enough:
    """After a pause: the speed has fallen below `slow` (bytes a second) for good."""
    looked = 0.0

    def enough(moments: Sequence[Moment]) -> bool:
        nonlocal looked
        last = moments[-1]
        if last.seconds < looked + _LOOK or len(moments) < _FEW:
            return False
        looked = last.seconds
        found = _stretches(moments)
        return bool(found) and found[-1].rate < slow and found[-1].seconds >= 2 * _LOOK

    return enough


def _stretches(moments: Sequence[Moment]) -> tuple[Stretch, ...]:
    from driveproof.domain.run.change_points import stretches  # noqa: PLC0415 - numpy

    return stretches(
        [0.0, *(moment.seconds for moment in moments)], [0, *(moment.bytes for moment in moments)]
    )


def _even(moments: Sequence[Moment], end: Stretch) -> bool:
    """Whether the halves of the last stretch went alike."""
    middle = (end.began + end.ended) / 2
    half = min(moments, key=lambda moment: abs(moment.seconds - middle))
    if not end.began < half.seconds < end.ended:
        return False
    one = (half.bytes - end.begin) / (half.seconds - end.began)
    two = (end.end - half.bytes) / (end.ended - half.seconds)
    return abs(one - two) <= SETTLED_WITHIN * max(one, two)
