# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""When reading again stops getting faster, and who served the bytes."""

from __future__ import annotations

from collections.abc import Iterator

from driveproof.domain.answer import Answer
from driveproof.domain.figure import Cell, Column, Measure, Shares, Table, Text
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Rate, Seconds
from driveproof.domain.run.caches import (
    Readings,
    bandwidth,
    from_memory,
    partly,
    readings_of,
    served_by,
)
from driveproof.domain.run.result import Figures
from driveproof.domain.run.run import PhaseResult, Run
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
    return Answer(said, (table, *map(Text, _notes(run))))


def _rows(way: Readings) -> Iterator[tuple[Cell, ...]]:
    for phase in way.phases:
        rate = bandwidth(phase)
        if rate is not None:
            p50 = Figures(phase, phase.direction).of(MetricName.P50)
            yield (
                Say("Direct I/O") if way.direct else Say("Page cache"),
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
    if number == 1:
        if way.direct:
            return Say("Direct I/O: {first}. Reading again is not faster.", first=Rate(first))
        return Say("Page cache: {first}. Reading again is not faster.", first=Rate(first))
    last = Rate(way.speeds[number - 1] or 0.0)
    if way.direct:
        return Say(
            "Direct I/O: {first}, from reading {number} on {last}.",
            first=Rate(first),
            number=number,
            last=last,
        )
    return Say(
        "Page cache: {first}, from reading {number} on {last}.",
        first=Rate(first),
        number=number,
        last=last,
    )


def _notes(run: Run) -> Iterator[Say]:
    yield Say(
        "A block cache shows as a change of device; a cache inside the drive only as a change of"
        " speed."
    )
    if partly(run):
        yield Say("A reading was cut short by its time limit.")
