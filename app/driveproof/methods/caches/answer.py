# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""When reading again stops getting faster, and who served the bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from statistics import median
from typing import NamedTuple

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer
from driveproof.domain.figure import (
    Bar,
    Cell,
    Column,
    Ink,
    Measure,
    Row,
    Rows,
    Shade,
    Shares,
    Table,
    Text,
)
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Rate, Seconds
from driveproof.domain.run.result import ChartKind, ChartOf, Figures
from driveproof.domain.run.run import METRICS, MemberStatistics, PhaseResult, Role, Run, Summary
from driveproof.domain.say import Say

_MOST = 3
"""Devices in a cell."""
_WORTH = 0.005
"""A share of memory that is worth to be named."""


def answer(run: Run) -> Answer:
    """What reading again brings in each cache mode, and a row for each reading."""
    ways = readings_of(run)
    table = Table(
        "readings",
        Say("The same blocks, read again and again"),
        (
            Column("cache_mode", Say("Cache mode")),
            Column("reading", Say("Reading")),
            Column("bandwidth", Say("Bandwidth")),
            Column("p50", Say("p50")),
            Column("served_by", Say("Served by")),
        ),
        tuple(row for way in ways for row in _rows(way)),
        names=2,
        spoken=("bandwidth",),
    )
    said = tuple(one for way in ways if (one := _sentence(way)) is not None)
    return Answer(said, (_drawn(table), *map(Text, _notes(run))))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The chart that shows all."""
    return (ChartOf(ChartKind.ROWS, run.phases),)


def _drawn(table: Table) -> Rows:
    """Each cache mode has a scale of its own: memory would make all other bars dots."""
    shade = Shade(Ink.READ)
    rows = tuple(
        Row(
            mode, tuple(Bar(name, rate, shade, beside=served) for _, name, rate, _, served in group)
        )
        for mode, group in groupby(table.rows, key=lambda cells: cells[0])
    )
    return Rows(table, Say("Random reads, one at a time"), rows, each=True)


def _rows(way: Readings) -> Iterator[tuple[Cell, ...]]:
    for phase in way.phases:
        rate = bandwidth(phase)
        if rate is not None:
            p50 = Figures(phase, phase.direction).of(MetricName.P50)
            yield (
                _mode(way),
                Say("Reading {number}", number=phase.work.reading),
                Measure(MetricName.BANDWIDTH, rate),
                None if p50 is None else Seconds(p50.median, precise=True),
                _served(phase),
            )


def _served(phase: PhaseResult) -> Shares | None:
    """Memory first, then the devices; None where unknown."""
    memory = from_memory(phase)
    parts: list[tuple[str | Say, float]] = []
    if memory is not None and not phase.direct and memory >= _WORTH:
        parts.append((Say("memory"), memory))
    parts += [(one.device, one.share) for one in served_by(phase)[:_MOST]]
    return Shares(tuple(parts)) if parts else None


def _sentence(way: Readings) -> Say | None:
    number, first = way.settled, way.speeds[0] if way.speeds else None
    if number is None or first is None:
        return None
    # Translators: {mode} is "Direct I/O" or "Page cache".
    if number == 1:
        return Say(
            "{mode}: {first}. Reading again is not faster.", mode=_mode(way), first=Rate(first)
        )
    return Say(
        "{mode}: {first}, from reading {number} on {last}.",
        mode=_mode(way),
        first=Rate(first),
        number=number,
        last=Rate(way.speeds[number - 1] or 0.0),
    )


def _mode(way: Readings) -> Say:
    return Say("Direct I/O") if way.direct else Say("Page cache")


def _notes(run: Run) -> Iterator[Say]:
    if partly(run):
        yield Say("A reading was cut short by its time limit.")


FASTER = 1.25
"""A reading counts as faster from this factor on: single readings differ by less."""
SERVED = 0.005
"""A share of the bytes that is worth to be named."""


OWN = 0.1
"""What a target served beyond all others has to be more than this: counters are not read at one
instant."""


class ServedShare(NamedTuple):
    """A device that read a part of the bytes; `share` is of those that the program asked for."""

    device: str
    role: Role
    share: float


@dataclass(frozen=True, slots=True)
class Readings:
    """All readings of one way, in their order."""

    direct: bool
    phases: tuple[PhaseResult, ...]

    @property
    def speeds(self) -> tuple[float | None, ...]:
        """Bytes a second of each, medians of the repeats."""
        return tuple(
            None if (found := bandwidth(phase)) is None else found.median for phase in self.phases
        )

    @property
    def settled(self) -> int | None:
        """The number (from 1) of the reading after which none is faster any more, by FASTER; None
        where that was not measured.
        """
        speeds = self.speeds
        if not speeds or any(speed is None for speed in speeds):
            return None
        known = [speed for speed in speeds if speed is not None]
        for number, speed in enumerate(known, start=1):
            if all(later < FASTER * speed for later in known[number:]):
                return number
        return None

    @property
    def gain(self) -> float | None:
        """How many times as fast the settled reading is as the first."""
        number = self.settled
        if number is None:
            return None
        first, last = self.speeds[0], self.speeds[number - 1]
        return last / first if first and last else None


def readings_of(run: Run) -> tuple[Readings, ...]:
    """Past the page cache first, then through it."""
    found = (
        Readings(direct, tuple(p for p in run.phases if p.work.reading and p.direct == direct))
        for direct in (True, False)
    )
    return tuple(each for each in found if each.phases)


def bandwidth(phase: PhaseResult) -> Summary | None:
    """Bytes a second."""
    return phase.summary(Direction.READ, METRICS[MetricName.BANDWIDTH])


def from_memory(phase: PhaseResult) -> float | None:
    """The share of the bytes that no device read, 0 to 1; None where no device is counted."""
    shares = []
    for repeat in phase.repeats:
        own = (
            repeat.directions[Direction.READ].bytes if Direction.READ in repeat.directions else None
        )
        read = [member.read_bytes for member in repeat.members if member.role == Role.TARGET]
        if own and read:
            shares.append(min(1.0, max(0.0, 1 - sum(read) / own)))
    return median(shares) if shares else None


_MAPPED = re.compile(r"(dm-|md)\d+")
"""Kernel names of devices that only pass on what others read: whatever such a one reads, the
counters of those below it have as well.
"""


def _drives_of(members: tuple[MemberStatistics, ...]) -> tuple[MemberStatistics, ...]:
    """Without layers between the target and its drives, where drives are counted: an LVM cache has
    three of them, and each byte would be told twice.
    """
    drives = tuple(m for m in members if m.role == Role.TARGET or not _MAPPED.fullmatch(m.device))
    return drives if any(member.role != Role.TARGET for member in drives) else members


def served_by(phase: PhaseResult) -> tuple[ServedShare, ...]:
    """The devices below and beside the target by how much of the bytes they read, the most first.

    What none of them read is the target's own: a loop device serves from the memory that its file
    is in, and a drive alone is all that there is.
    """
    found: dict[tuple[str, Role], list[float]] = {}
    for repeat in phase.repeats:
        own = (
            repeat.directions[Direction.READ].bytes if Direction.READ in repeat.directions else None
        )
        if not own:
            continue
        shares = {
            (member.device, member.role): min(1.0, member.read_bytes / own)
            for member in _drives_of(repeat.members)
        }
        others = sum(share for (_device, role), share in shares.items() if role != Role.TARGET)
        for key, share in shares.items():
            alone = max(0.0, share - others) if key[1] == Role.TARGET else share
            found.setdefault(key, []).append(alone if alone > OWN or key[1] != Role.TARGET else 0.0)
    served = (ServedShare(*key, median(shares)) for key, shares in found.items())
    return tuple(sorted((one for one in served if one.share >= SERVED), key=lambda one: -one.share))


def partly(run: Run) -> bool:
    """Whether a reading ended by its seconds, before it was through the file."""
    test_file = run.environment.test_file_size
    moved = [
        result.bytes
        for phase in run.phases
        for repeat in phase.repeats
        for result in repeat.directions.values()
        if phase.work.reading and result.bytes is not None
    ]
    return test_file is not None and bool(moved) and min(moved) < test_file * 0.99
