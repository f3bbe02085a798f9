# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a sustained write shows: the cache, the speed within and after it, how it recovers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from driveproof.domain.access import Direction
from driveproof.domain.quantity import Bytes, Rate
from driveproof.domain.run.run import Disturbance, PhaseResult, Run
from driveproof.domain.run.work import Part
from driveproof.domain.say import Say
from driveproof.domain.zones import Zones

if TYPE_CHECKING:
    from driveproof.domain.run.change_points import Stretch

DROP = 0.75
"""The cache ends where the speed falls below this share for good."""
SLOPE = 0.85
"""A write whose last tenth has at most this share of the speed of its first fell evenly, if it
lasted `LASTING` seconds: a shorter one does not tell a slope from noise.
"""
LASTING = 30.0
PART = 0.2
"""The position is why only where it went over this share of the drive: the speed over the bytes is
a straight line there, whose end has about half the speed, so less cannot slow a write by SLOPE.
"""
COLLAPSE = 0.3
"""Random writes collapse when those of the last third reach this share of the first at most."""
_HEAT = frozenset({Disturbance.TEMPERATURE_LIMIT, Disturbance.THROTTLING})


class Fall(StrEnum):
    """Why the speed fell."""

    NONE = ""
    """It did not."""
    CACHE = "cache"
    HEAT = "heat"
    """The drive was at its limit, or counted time above it."""
    RETURNS = "returns"
    """The speed came back while the write went on: no used-up cache."""
    LINK = "link"
    EVEN = "even"
    """Evenly, without a change to see."""
    POSITION = "position"
    """Evenly, as on a hard disk from its outer to its inner tracks."""


class WriteCounters(NamedTuple):
    """A write as counters from its start: seconds, bytes, degrees Celsius (None: not known)."""

    seconds: tuple[float, ...]
    written: tuple[int, ...]
    temperatures: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class SpeedChange:
    """After `place` bytes, `moment` seconds after its start, a write went on at `after` instead of
    `before` bytes a second. `lasting`: found at the same place for `STANDS` looks, a second each;
    until then more bytes may move it or take it away.
    """

    place: float
    moment: float
    before: float
    after: float
    lasting: bool

    @property
    def say(self) -> Say:
        """The change, as far as it is known."""
        return Say(
            "After {size}: from {before} to {after}.",
            size=Bytes(round(self.place)),
            before=Rate(self.before),
            after=Rate(self.after),
        )


STANDS = 5
_LOOK = 1.0  # seconds of the write between two looks
_FEW = 16  # snapshots that are too few for a look
_SAME = 0.05  # a change has moved if it is further from its place than this share of all bytes


class Changes:
    """Where the speed of a long write has changed for good, while it goes on."""

    def __init__(self) -> None:
        self._looked = 0.0
        self._stood: tuple[tuple[float, int], ...] = ()
        """Each place, and in how many looks one after the other it was found."""

    def due(self, seconds: float, snapshots: int) -> bool:
        """Whether there is enough new to look again."""
        return seconds >= self._looked + _LOOK and snapshots >= _FEW

    def look(self, seconds: Sequence[float], written: Sequence[int]) -> tuple[SpeedChange, ...]:
        """The changes until now; both are counters from the start of the write."""
        from driveproof.domain.run.change_points import stretches  # noqa: PLC0415 - numpy

        self._looked = seconds[-1]
        found = stretches(seconds, written)
        near = _SAME * (written[-1] - written[0])
        self._stood = tuple(
            (
                one.begin,
                1
                + max((n for place, n in self._stood if abs(place - one.begin) <= near), default=0),
            )
            for one in found[1:]
        )
        return tuple(
            SpeedChange(later.begin, later.began, earlier.rate, later.rate, count >= STANDS)
            for (earlier, later), (_place, count) in zip(pairwise(found), self._stood, strict=True)
        )


@dataclass(frozen=True, slots=True)
class WriteCache:
    """A write cache of `size` bytes, and the speeds within and after it in bytes a second."""

    size: float
    within: float
    after: float


@dataclass(frozen=True, slots=True)
class Recovery:
    """What was written fast again after a `pause` in seconds; `share` is that of the cache."""

    pause: float
    bytes: float
    share: float
    all: bool
    """Whether the write ended before the speed fell: then it is at least as much."""


@dataclass(frozen=True, slots=True)
class Sustained:
    """The result of a sustained write. Speeds are bytes a second."""

    line: WriteCounters
    stretches: tuple[Stretch, ...]
    fall: Fall
    cache: WriteCache | None
    recoveries: tuple[Recovery, ...] = ()
    shingled: bool | None = None
    """Whether random writes at the end collapsed; None where there were none."""
    zones: Zones | None = None
    """What points to shingled tracks, as the kernel reports the drive."""
    pauses_left_out: bool = False
    """Whether the cache ended, and nothing was written after a pause."""
    first: float = 0.0
    """The speed of the first tenth of the bytes."""
    last: float = 0.0
    """That of the last."""

    @property
    def written(self) -> int:
        """Bytes of the long write."""
        return self.line.written[-1]

    @property
    def hottest(self) -> float | None:
        """Degrees Celsius; None where not known."""
        return max((one for one in self.line.temperatures if one is not None), default=None)


def bytes_written_in(phase: PhaseResult | None) -> int:
    """The bytes that a write test has written; its newest repeat."""
    if phase is None or not phase.repeats:
        return 0
    result = phase.repeats[-1].directions.get(Direction.WRITE)
    return 0 if result is None else result.bytes or 0


def line_of(phase: PhaseResult) -> WriteCounters | None:
    """The newest repeat as counters; None without samples."""
    result = phase.repeats[-1].directions.get(Direction.WRITE) if phase.repeats else None
    if result is None or not result.samples:
        return None
    seconds, written, warm = [0.0], [0], [result.samples[0].temperature]
    for sample in result.samples:
        seconds.append(sample.time)
        written.append(written[-1] + sample.bytes)
        warm.append(sample.temperature)
    return WriteCounters(tuple(seconds), tuple(written), tuple(warm))


def stretches_of(phase: PhaseResult) -> tuple[Stretch, ...]:
    """The parts of its newest repeat that have one rate each."""
    from driveproof.domain.run.change_points import stretches  # noqa: PLC0415 - numpy

    line = line_of(phase)
    return () if line is None else stretches(line.seconds, line.written)


def cache_of(phase: PhaseResult) -> WriteCache | None:
    """The cache that a long write used up; None where its speed did not fall, or fell otherwise."""
    found = stretches_of(phase)
    if _fall(phase, found) is not Fall.CACHE:
        return None
    return _cache(found)


def _drop(found: tuple[Stretch, ...]) -> int | None:
    """The number of the first stretch after a lasting drop; a slow start comes before it."""
    for index in range(1, len(found)):
        best = max(one.rate for one in found[:index])
        if all(one.rate < DROP * best for one in found[index:]):
            return index
    return None


def _cache(found: tuple[Stretch, ...]) -> WriteCache | None:
    index = _drop(found)
    if index is None:
        return None
    begin, end = found[0], found[-1]
    place = found[index]
    return WriteCache(
        size=place.begin,
        within=(place.begin - begin.begin) / (place.began - begin.began),
        after=(end.end - place.begin) / (end.ended - place.began),
    )


def _fall(phase: PhaseResult, found: tuple[Stretch, ...]) -> Fall:
    """Heat and a slower link explain a fall before a cache does: they were seen."""
    disturbed = {word for repeat in phase.repeats for word in repeat.disturbed}
    fell = any(one.rate < DROP * max(o.rate for o in found[:i]) for i, one in enumerate(found) if i)
    if not fell:
        return Fall.NONE
    if _HEAT & disturbed:
        return Fall.HEAT
    if Disturbance.SLOWER_LINK in disturbed:
        return Fall.LINK
    return Fall.RETURNS if _drop(found) is None else Fall.CACHE


def sustained_of(run: Run) -> Sustained | None:
    """The result of a run of a sustained write; None for any other, or without a sample."""
    long = next((one for one in run.phases if one.work.part is Part.SUSTAINED), None)
    line = None if long is None else line_of(long)
    if long is None or line is None:
        return None
    found = stretches_of(long)
    fall = _fall(long, found)
    first, last = _ends(line)
    if fall is Fall.NONE and line.seconds[-1] >= LASTING and last <= SLOPE * first:
        part = line.written[-1] / (run.target.size or math.inf)
        fall = Fall.POSITION if part >= PART else Fall.EVEN
    cache = _cache(found) if fall is Fall.CACHE else None
    recoveries = tuple(_recoveries(run.phases, cache))
    return Sustained(
        line=line,
        stretches=found,
        fall=fall,
        cache=cache,
        recoveries=recoveries,
        shingled=_collapsed(run.phases),
        zones=_zones(run.target.zones),
        pauses_left_out=cache is not None and not recoveries,
        first=first,
        last=last,
    )


def _zones(word: str | None) -> Zones | None:
    """None also for a word of a newer version."""
    return Zones(word) if word in tuple(Zones) else None


def _ends(line: WriteCounters) -> tuple[float, float]:
    """The speeds of the first and of the last tenth of the bytes."""
    whole = line.written[-1]
    head = next(i for i, size in enumerate(line.written) if size >= whole / 10)
    tail = next(i for i, size in enumerate(line.written) if size >= whole * 0.9)
    head, tail = max(head, 1), min(tail, len(line.written) - 2)
    one = line.written[head] / line.seconds[head] if line.seconds[head] else 0.0
    rest = line.seconds[-1] - line.seconds[tail]
    return one, (whole - line.written[tail]) / rest if rest > 0 else 0.0


def _recoveries(phases: Iterable[PhaseResult], cache: WriteCache | None) -> Iterable[Recovery]:
    if cache is None:
        return
    slow = (cache.within * cache.after) ** 0.5
    for phase in phases:
        if phase.work.part is not Part.RECOVERY:
            continue
        found = stretches_of(phase)
        fast = 0.0
        for one in found:
            if one.rate < slow:
                break
            fast = one.end
        if found:
            yield Recovery(phase.work.rest, fast, fast / cache.size, fast == found[-1].end)


def _collapsed(phases: Iterable[PhaseResult]) -> bool | None:
    """Whether the random writes at the end became a fraction of what they began with."""
    end = next((one for one in phases if one.work.part is Part.RANDOM_END), None)
    line = None if end is None else line_of(end)
    if line is None or line.seconds[-1] <= 0:
        return None
    third = line.seconds[-1] / 3
    early = sum(b - a for a, b, t in zip(line.written, line.written[1:], line.seconds[1:],
                                         strict=False) if t <= third)  # fmt: skip
    late = sum(b - a for a, b, t in zip(line.written, line.written[1:], line.seconds[1:],
                                        strict=False) if t > 2 * third)  # fmt: skip
    return late <= COLLAPSE * early


def cache_size(runs: Iterable[Run]) -> float | None:
    """The write cache of a drive in bytes, by the newest of its `runs` that used it up; None where
    none did. `runs` have to be of one drive, the newest first; none is looked at after the answer.
    """
    for run in runs:
        found = sustained_of(run)
        if found is not None and found.cache is not None:
            return found.cache.size
    return None
