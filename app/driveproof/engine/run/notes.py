# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the numbers of a run say about themselves: sentences that belong beside them."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from driveproof.domain.profile.profile import COLD, DIRECT, WARM, Phase, Profile
from driveproof.domain.run.limits import time_in_io
from driveproof.domain.run.run import SHORT_SECONDS, PhaseResult
from driveproof.wording.phase import speed_limit_text
from driveproof.wording.units import format_percent, format_size

# By Little's law the I/Os on their way are IOPS times mean latency: the queue depth, within 1 %,
# when fio does nothing but I/O. Below this share of it, fio itself was what took the time.
FULL_QUEUE = 0.8
# A write that ended this far before its time was ended by its limit of bytes.
SHORTER = 0.75


def findings(profile: Profile, phases: Iterable[PhaseResult]) -> tuple[str, ...]:
    """The sentences, in the order of the tests."""
    planned = {phase.name: phase for phase in profile.phases}
    found = []
    for result in phases:
        found += _limited(result, planned.get(result.name))
        if profile.cache == DIRECT:  # what the cache answers takes less time than asking for it
            found += _occupied(result)
        if profile.cache == COLD and result.cache == WARM:
            found.append(
                f"{result.name} was not cold: the test file's pages could not be dropped, so memory"
                " answered."
            )
    return tuple(found)


def _whole(result: PhaseResult, direction: str) -> list[tuple[float, float, float]]:
    """Seconds, IOPS and mean latency of the repeats that were not cut short."""
    return [
        (found.seconds or 0.0, found.iops, found.latency.mean)
        for repeat in result.repeats
        if repeat.counts
        and (found := repeat.directions.get(direction)) is not None
        and found.latency.mean is not None
    ]


def _limited(result: PhaseResult, phase: Phase | None) -> list[str]:
    if phase is None or phase.limit is None or not (phase.writes or phase.once):
        return []
    figures = _whole(result, result.directions[-1])
    if not figures:
        return []
    seconds = median(seconds for seconds, _, _ in figures)
    if seconds >= SHORTER * phase.seconds:
        return []
    if phase.once:
        return [
            f"{result.name} had read the whole test file, cold, after {seconds:.1f} s instead of"
            f" {phase.seconds:g} s: with a larger one it would be measured for longer."
        ]
    little = ", which is short" if seconds < SHORT_SECONDS else ""
    return [
        f"{result.name} ended at its limit of {format_size(phase.limit, binary=True)}, which spares"
        f" the flash: {seconds:.2g} s were counted instead of {phase.seconds:g} s{little}."
    ]


def _occupied(result: PhaseResult) -> list[str]:
    """That something else than the drive took the time; of writes what that was is known."""
    if words := speed_limit_text(result):
        return [f"{result.name}: {words}."]
    share = time_in_io(result)
    if result.direction != "read" or share is None or share >= FULL_QUEUE:
        return []
    return [
        f"{result.name}: the queue was only {format_percent(share)} full. The processor limits this"
        " figure, and the drive may be faster."
    ]
