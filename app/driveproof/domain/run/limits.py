# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What other than the drive set a figure, or had a part in it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from statistics import median

from driveproof.domain.access import Direction
from driveproof.domain.notes import Note
from driveproof.domain.quantity import Share
from driveproof.domain.run.run import CUT_SHORT, PhaseResult
from driveproof.domain.say import Say

FULL = 0.9
"""Below this share of time in I/O something else took the time. fio that does nothing else reaches
0.99 (Little's law); fresh data at queue depth 1 takes 6 % at 0.4 GB/s and 27 % at 1.4 GB/s."""
EXPLAINS = 0.5
"""The part of what is missing that the data generator has to explain to be named."""
SUBMITTING = 0.9
"""Above this share of a job's time in submission the kernel does the I/O there, one after the
other: btrfs that buffers direct writes 0.96, ext4 on memory 0.55."""


class Setter(StrEnum):
    """What set a figure instead of the drive."""

    GENERATOR = "generator"
    CPU = "cpu"


def time_in_io(result: PhaseResult) -> float | None:
    """The share of the time in which I/Os were in flight, 1 for a queue that was always full.

    By Little's law, IOPS times mean latency over queue depth times jobs. The median of the whole
    repeats; None where a latency or the queue depth is unknown.
    """
    if not result.in_flight:
        return None
    shares = []
    for repeat in result.repeats:
        found = [repeat.directions.get(direction) for direction in result.directions]
        known = [one for one in found if one is not None and one.latency.mean is not None]
        if CUT_SHORT not in repeat.disturbed and len(known) == len(found):
            waiting = sum(one.iops * (one.latency.mean or 0.0) for one in known)
            shares.append(waiting / result.in_flight)
    return median(shares) if shares else None


def unpaced_writes(result: PhaseResult) -> bool:
    """Whether a test wrote as fast as it could: without flush, limit of rate or pause, as far as
    all that is known.
    """
    work = result.work
    flushes = (work.fsync, work.fdatasync, work.end_fsync, work.sync)
    pauses = (work.rate, work.rate_iops, work.think_time)
    plain = flushes == (0, 0, False, "") and pauses == ((), (), 0.0)
    return result.direction in (Direction.WRITE, Direction.MIXED) and plain


def lacks_time_in_io(result: PhaseResult) -> bool:
    """Whether so little of a write test's time was I/O that something else set its figure."""
    share = time_in_io(result)
    return unpaced_writes(result) and result.direct and share is not None and share < FULL


def set_by(result: PhaseResult) -> Setter | None:
    """What set the figure of a write test instead of the drive; None: nothing that is known.

    A job makes its blocks one after the other in its own thread. At queue depth 1 nothing is on its
    way meanwhile, so the generator explains its own share of the time. With a queue every slot that
    is not on its way waits for that thread: then what the thread does most of the time explains it.
    """
    if not lacks_time_in_io(result):
        return None
    rates = [
        written.iops
        for repeat in result.repeats
        if CUT_SHORT not in repeat.disturbed
        and (written := repeat.directions.get(Direction.WRITE)) is not None
    ]
    if not rates or result.limits.generator is None:
        return Setter.CPU
    making = result.limits.generator * median(rates) / result.jobs
    missing = min(1.0, result.queue_depth * (1 - (time_in_io(result) or 0.0)))
    return Setter.GENERATOR if making >= EXPLAINS * missing else Setter.CPU


def submitting(result: PhaseResult) -> bool:
    """Whether a test with a queue spent its time handing over I/Os, so that there was no queue."""
    share = result.limits.submission
    return result.queue_depth > 1 and share is not None and share > SUBMITTING


def speed_limit(*results: PhaseResult) -> Note | None:
    """What kept a test from being as fast as the drive; at most one reason. Of several tests with
    the same reason, with the least and the greatest share.
    """
    if submitting(results[0]):
        return Note(
            "queue depth not reached: {share} of the time was submission",
            share=_span(one.limits.submission or 0.0 for one in results),
        )
    share = _span(time_in_io(one) or 0.0 for one in results)
    match set_by(results[0]):
        case Setter.GENERATOR:
            return Note(
                "limited by the data generator: only {share} of the time was I/O",
                share=share,
            )
        case Setter.CPU:
            return Note(
                "limited by the CPU: only {share} of the time was I/O",
                share=share,
            )
        case None:
            return None


def _span(shares: Iterable[float]) -> Share | Say:
    """From the least to the greatest, as far as they differ as they are written."""
    found = sorted(shares)
    low, high = Share(found[0]), Share(found[-1])
    return low if str(low) == str(high) else Say("{low} to {high}", low=low, high=high)


def limits_of(*results: PhaseResult) -> tuple[Note, ...]:
    """What belongs beside the figure of a test, or of several of one `limits_kind`, worded without
    a capital or a full stop.
    """
    by = results[0].limits.buffered_by
    buffered = Note("buffered I/O by {filesystem}", filesystem=by) if by else None
    return tuple(filter(None, (buffered, speed_limit(*results))))


def limits_kind(result: PhaseResult) -> tuple[object, ...]:
    """What `limits_of` says, whatever the shares in it are."""
    return tuple(
        (limit.key, *(value for value in limit.values.values() if not isinstance(value, Share)))
        for limit in limits_of(result)
    )
