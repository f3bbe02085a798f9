# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks, when a run is over, for what may have set its figures instead of the drive."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from statistics import median

from driveproof.domain.run.limits import lacks_time_in_io
from driveproof.domain.run.run import CUT_SHORT, PhaseResult
from driveproof.domain.run.work import Data
from driveproof.fio.stream import submission_share

Cost = Callable[[Data, int], float | None]
"""Seconds that this machine takes to make a block of such data; may take a second itself."""

QUEUED = ("libaio", "io_uring")


def with_limits(phases: Iterable[PhaseResult], cost: Cost | None) -> tuple[PhaseResult, ...]:
    """The tests with what is known of their limits; `cost` is asked only where it may matter."""
    return tuple(_looked_at(phase, cost) for phase in phases)


def _looked_at(phase: PhaseResult, cost: Cost | None) -> PhaseResult:
    limits = phase.limits
    if phase.engine in QUEUED:
        limits = replace(limits, submission=_submission(phase))
    if cost is not None and phase.work.data is not None and lacks_time_in_io(phase):
        limits = replace(limits, generator=cost(phase.work.data, phase.block_size))
    return replace(phase, limits=limits)


def _submission(phase: PhaseResult) -> float | None:
    shares = [
        share
        for repeat in phase.repeats
        if CUT_SHORT not in repeat.disturbed
        and repeat.fio_json is not None
        and (share := submission_share(repeat.fio_json, phase.jobs)) is not None
    ]
    return median(shares) if shares else None
