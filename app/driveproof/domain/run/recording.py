# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a recording came to: totals, rates, who wrote most, how long the drive was quiet."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.access import Direction
from driveproof.domain.run.observed import Observed, Requests, Writer, WriterKind
from driveproof.domain.run.run import DirectionResult, Repeat, Run
from driveproof.domain.run.work import Part

SLEEPS_AFTER = 600.0
"""Seconds without I/O after which many disks are told to spin down (hdparm(8), -S 120)."""
COUNTED_LATE = 5.0
"""The helper tells once a second what it has counted: so many seconds later it has ended."""
SETTLED = 600.0
"""Seconds: a shorter recording is an example, and no habit."""


@dataclass(frozen=True, slots=True)
class Recording:
    """One recording: its seconds, and what was watched in it."""

    repeat: Repeat
    observed: Observed
    seconds: float

    @property
    def read(self) -> int:
        """Bytes."""
        return self._moved(Direction.READ)

    @property
    def written(self) -> int:
        """Bytes."""
        return self._moved(Direction.WRITE)

    def _result(self, way: Direction) -> DirectionResult | None:
        return self.repeat.directions.get(way)

    def _moved(self, way: Direction) -> int:
        found = self._result(way)
        return 0 if found is None else found.bytes or 0

    def rate(self, amount: float, seconds: float) -> float:
        """What `amount` of this recording would be in so many seconds."""
        return amount * seconds / self.seconds if self.seconds else 0.0

    @property
    def read_wait(self) -> float | None:
        """Mean seconds of a read; None without one."""
        found = self._result(Direction.READ)
        return None if found is None else found.latency.mean

    @property
    def write_wait(self) -> float | None:
        """Mean seconds of a write; None without one."""
        found = self._result(Direction.WRITE)
        return None if found is None else found.latency.mean

    @property
    def busy(self) -> float | None:
        """The share of the time with I/O in flight, 0 to 1; None where the kernel does not tell."""
        looks = self.observed.looks
        ends = [0.0, *(look.seconds for look in looks)]
        known = [
            (look.busy, look.seconds - ends[number])
            for number, look in enumerate(looks)
            if look.busy is not None
        ]
        seconds = sum(length for _busy, length in known)
        return sum(busy * length for busy, length in known) / seconds if seconds > 0 else None

    @property
    def processes(self) -> tuple[Writer, ...]:
        """Those that are a hint."""
        return self.observed.of_kind(WriterKind.PROCESS)

    @property
    def counted(self) -> int:
        """Bytes that all groups wrote, with what belongs to none."""
        groups = self.observed.of_kind(WriterKind.GROUP, WriterKind.REST)
        return sum(one.written_bytes for one in groups)

    @property
    def most(self) -> Writer | None:
        """Who of them wrote most; None where nobody wrote."""
        groups = self.observed.of_kind(WriterKind.GROUP, WriterKind.REST)
        return groups[0] if groups and groups[0].written_bytes else None

    @property
    def requests(self) -> Requests | None:
        """The requests, where they were counted."""
        return self.observed.requests

    @property
    def partly_counted(self) -> bool:
        """Whether requests were counted for a part of the recording alone: the helper's job ended
        before it.
        """
        return self.requests is not None and self.requests.seconds < self.seconds - COUNTED_LATE


def recorded_of(run: Run) -> Recording | None:
    """The longest recording of a run; None of any other run."""
    found = [
        Recording(repeat, repeat.observed, seconds)
        for phase in run.phases
        if phase.work.part is Part.RECORDING
        for repeat in phase.repeats
        if repeat.observed is not None
        and (seconds := max((r.seconds or 0.0 for r in repeat.directions.values()), default=0.0))
    ]
    return max(found, key=lambda one: one.seconds, default=None)
