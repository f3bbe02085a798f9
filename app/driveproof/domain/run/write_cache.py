# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a drive's write cache ran out between the repeats of a test, and which repeats count.

Flash drives first write to cells with one bit each, which is fast, and which are full after some
gigabytes (a 970 EVO Plus of 1 TB: 42 GB, then half the speed). A later repeat then measures
something else, and the median of both is the speed of neither.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.notes import Note
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.run import WRITE_CACHE_EXHAUSTED, Disturbance, PhaseResult, Repeat

LEFT = 0.7
"""A repeat below this share of the first one has lost its cache. Our choice: repeats of the same
state are within a tenth of each other, and an exhausted cache costs half the speed or more.
"""

OTHER_CAUSES = frozenset(
    {
        Disturbance.FOREIGN_IO, Disturbance.ARRAY_WORK, Disturbance.KERNEL,
        Disturbance.TEMPERATURE_LIMIT, Disturbance.THROTTLING, Disturbance.SLOWER_LINK,
    }
)  # fmt: skip
"""Other causes of a slow repeat, as `Repeat.disturbed` has them."""


class Exhausted(NamedTuple):
    """A test whose write cache ran out in repeat `order`: only the `counted` repeats before it
    count.

    `written` are the bytes that the run had written before that repeat, None where unknown.
    """

    phase: PhaseResult
    order: int
    counted: int
    written: int | None


def exhausted(phase: PhaseResult) -> Repeat | None:
    """The first repeat of a sequential write below LEFT of the first one, without another cause.

    What waits for a flush or a pause after each write is not set by the cache, but by those.
    """
    work = phase.work
    if (
        phase.direction != Direction.WRITE
        or phase.pattern != Pattern.SEQUENTIAL
        or not phase.direct
        or work.paced
        or work.fsync
        or work.fdatasync
        or work.sync
    ):
        return None
    whole = [
        repeat
        for repeat in sorted(phase.repeats, key=lambda repeat: repeat.order)
        if repeat.counts
        and not OTHER_CAUSES & {*repeat.disturbed}
        and Direction.WRITE in repeat.directions
        and not repeat.directions[Direction.WRITE].short
    ]
    if not whole:
        return None
    least = LEFT * whole[0].directions[Direction.WRITE].bandwidth
    return next(
        (one for one in whole[1:] if one.directions[Direction.WRITE].bandwidth < least), None
    )


def spent(phase: PhaseResult) -> PhaseResult:
    """The phase with the repeats marked from which on its write cache had run out."""
    first = exhausted(phase)
    if first is None:
        return phase
    repeats = tuple(
        replace(repeat, disturbed=(*repeat.disturbed, WRITE_CACHE_EXHAUSTED))
        if repeat.order >= first.order
        else repeat
        for repeat in phase.repeats
    )
    return replace(phase, repeats=repeats)


def without_cache(
    phases: Sequence[PhaseResult], written_before: Callable[[Repeat], int | None]
) -> tuple[tuple[PhaseResult, ...], tuple[Exhausted, ...]]:
    """The phases with the repeats marked from which on the cache had run out, and those found."""
    marked: list[PhaseResult] = []
    found: list[Exhausted] = []
    for phase in phases:
        first = exhausted(phase)
        if first is None:
            marked.append(phase)
            continue
        marked.append(spent(phase))
        counted = sum(repeat.counts for repeat in marked[-1].repeats)
        found.append(Exhausted(phase, first.order, counted, written_before(first)))
    return tuple(marked), tuple(found)


def cache_note(one: Exhausted) -> Note:
    """What belongs beside the figure."""
    values: dict[str, Any] = {
        "test": one.phase.name,
        "order": one.order,
        "repeats": len(one.phase.repeats),
    }
    if one.written is None:
        return Note(
            "{test}: the write cache ran out. From repeat {order} of {repeats}, none counts.",
            **values,
        )
    return Note(
        "{test}: the write cache ran out after {written}. From repeat {order} of {repeats}, none"
        " counts.",
        written=Bytes(one.written),
        **values,
    )
