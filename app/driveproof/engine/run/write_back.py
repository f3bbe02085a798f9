# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows how what a test wrote into memory comes to the drive, also while fio is silent."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from driveproof.domain.access import Direction
from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.run import CachePoint, WriteBack
from driveproof.domain.run.sample import Snapshot
from driveproof.engine.run.monitor import CounterReading, DeviceStats
from driveproof.fio.stream import FioReport, flushes, processes

APART = 0.2
"""Seconds between two looks while fio is silent."""
MOST_LOOKS = 600
GIVEN_UP = 300.0
"""Seconds without a write to the drive after which an fsync is given up."""


STARTING = 0.3
"""What fio takes to begin, until its first snapshot tells better."""


class _Look(NamedTuple):
    """The counters at a moment of our own clock."""

    at: float
    written: int
    stored: int | None
    waiting: int | None


class WriteBackTrack:
    """The course of one repeat. The moments are those of our own clock, which goes on while fio is
    silent; what fio tells says when its first write was.
    """

    def __init__(self, phase: Phase, stats: DeviceStats, waiting: Callable[[], int | None]) -> None:
        self._phase = phase
        self._stats = stats
        self._waiting = waiting
        self._apart = APART
        self._snapshots: list[Snapshot] = []
        self._looks: list[_Look] = []
        self._begun = self._moved = self._first_write = 0.0
        self._before: int | None = None
        self.begin()

    def begin(self) -> None:
        """fio was started."""
        self._begun = self._moved = time.monotonic()
        self._first_write = self._begun + STARTING
        self._before = self._stats.stored(self._stats.read())
        self._snapshots = []
        self._looks = []
        self._add(0, self._before)

    def snapshot(self, snapshot: Snapshot, reading: CounterReading) -> None:
        """fio has told how far it is; `reading` is what the devices had counted then."""
        # It comes when it was made or later, never earlier.
        first = time.monotonic() - snapshot.seconds
        self._first_write = min(self._first_write, first) if self._snapshots else first
        self._snapshots.append(snapshot)
        self._add(self._written, self._stats.stored(reading))

    def look(self) -> bool:
        """Look at drive and memory, if it is time to; whether it was."""
        if time.monotonic() - self._looks[-1].at < self._apart:
            return False
        self._add(self._written, self._stats.stored(self._stats.read()))
        return True

    def _add(self, written: int, stored: int | None) -> None:
        look = _Look(time.monotonic(), written, stored, self._waiting())
        last = self._looks[-1] if self._looks else look
        drained = (look.waiting or 0) < (last.waiting or 0)
        if look.stored != last.stored or drained or written != last.written:
            self._moved = look.at
        self._looks.append(look)
        if len(self._looks) > MOST_LOOKS:
            # Counters only grow: nothing is lost but detail.
            self._looks = [self._looks[0], *self._looks[2::2]]
            self._apart *= 2

    @property
    def _written(self) -> int:
        return self._snapshots[-1].get(Direction.WRITE).bytes if self._snapshots else 0

    @property
    def still(self) -> float:
        """Seconds in which nothing came to the drive."""
        return time.monotonic() - self._moved

    @property
    def moving(self) -> bool:
        """Whether something came to the drive lately, so that an fsync is worth waiting for."""
        return self.still < GIVEN_UP

    @property
    def flushing(self) -> bool:
        """Whether the last write is done as far as that is known, so that fio is in its fsync."""
        if not self._phase.asked.end_fsync:
            return False
        limit = self._phase.limit
        if limit is not None and self._written >= limit:
            return True
        return time.monotonic() - self._first_write > self._phase.seconds + self._phase.interval

    def so_far(self) -> WriteBack:
        """What is known while it runs."""
        return WriteBack(self._points(), self._writing() if self.flushing else None)

    def _points(self) -> tuple[CachePoint, ...]:
        """By the time since the first write; what came before counts as its start."""
        first, *later = self._looks
        found = [CachePoint(0.0, 0, None if self._before is None else 0, first.waiting)]
        for look in later:
            seconds = look.at - self._first_write
            if seconds > found[-1].seconds:
                stored = None
                if look.stored is not None and self._before is not None:
                    stored = max(0, look.stored - self._before)
                found.append(CachePoint(seconds, look.written, stored, look.waiting))
        return tuple(found)

    def _writing(self) -> float:
        """Seconds until the last write was in memory.

        Where no limit of bytes ended it, those that were planned. Else what the writes took
        together over as many as were on their way (Little's law), but not less than until the last
        snapshot with fewer bytes.
        """
        planned = self._phase.seconds
        if not self._snapshots:
            return planned
        last, limit = self._snapshots[-1], self._phase.limit
        longest = min(last.seconds, planned)
        if limit is None or self._written < limit:
            return longest
        earlier = [one for one in self._snapshots if one.get(Direction.WRITE).bytes < self._written]
        at_once = self._phase.queue_depth * self._phase.jobs
        taken = last.get(Direction.WRITE).latency_sum / at_once
        return min(longest, max(taken, earlier[-1].seconds if earlier else 0.0))

    def ended(self, final: FioReport) -> WriteBack:
        """The whole of it, with fio's last report."""
        self.snapshot(final.snapshot, self._stats.read())
        asked, whole = self._phase.asked, final.snapshot.seconds
        writing = self._writing() if asked.end_fsync else whole
        return WriteBack(
            points=_known(self._points(), writing, self._written),
            writing=writing,
            fsync=max(0.0, whole - writing) if asked.end_fsync else 0.0,
            processes=processes(final.text),
            flush=flushes(final.text) if asked.fsync else None,
        )


def _known(points: tuple[CachePoint, ...], writing: float, total: int) -> tuple[CachePoint, ...]:
    """The points as they are known afterwards: `total` bytes were written after `writing` seconds,
    although fio told so only when its fsync was over.
    """
    later = [point._replace(written=total) for point in points if point.seconds > writing]
    earlier = [point for point in points if point.seconds <= writing]
    if not later or earlier[-1].seconds == writing:
        return points
    one, other = earlier[-1], later[0]
    share = (writing - one.seconds) / (other.seconds - one.seconds)

    def between(before: int | None, after: int | None) -> int | None:
        return None if before is None or after is None else round(before + share * (after - before))

    middle = CachePoint(
        writing, total, between(one.stored, other.stored), between(one.waiting, other.waiting)
    )
    return (*earlier, middle, *later)
