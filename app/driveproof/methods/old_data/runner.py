# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads places of files of one age, one after the other, and keeps what each read took."""

from __future__ import annotations

import errno
import mmap
import os
import time
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import numpy.typing as npt

from driveproof.domain.access import DIRECT, Direction
from driveproof.domain.errors import Advice, DriveproofError, MachineError
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.failed_io import LOOK_AT_IT, known_failure
from driveproof.domain.run.file_ages import AGED_BLOCK, READ_ENGINE, AgedReads
from driveproof.domain.run.histogram import Histogram, bin_counts, exact_latency
from driveproof.domain.run.run import DirectionResult, MemberStatistics, Repeat
from driveproof.domain.run.sample import Sample
from driveproof.domain.say import Say
from driveproof.engine.run.checked import Pass
from driveproof.engine.run.frame import Frame, Tools, without_repeats
from driveproof.methods.old_data.files import Chosen, Place
from driveproof.methods.old_data.plan import age_of_test
from driveproof.system.kernel.aged_files import bytes_from_devices

_CHANGED = frozenset({errno.ENOENT, errno.ESTALE, errno.EACCES, errno.EPERM, errno.ELOOP})
"""Somebody has deleted, replaced or closed the file since it was found."""


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], OldDataRunner]:
    """Makes what reads the files of an age."""
    del profile, tools
    return OldDataRunner


class OldDataRunner:
    """Reads the places of one age; each repeat has places of its own."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._ages: list[float] = []
        self._seconds: list[float] = []
        self._from_memory = self._told = 0
        self._looked = 0.0
        self._samples: list[Sample] = []
        self._last = frame.first

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Read the next places; what made it fail, None when nothing or a cancel did. It is never
        ended early.
        """
        del enough
        frame, tools = self.frame, self.frame.tools
        frame.start(
            order, without_repeats(frame.phase, (), engine=READ_ENGINE, direct=True, cache=DIRECT)
        )
        self._ages, self._seconds, self._samples = [], [], []
        self._from_memory = self._told = 0
        self._looked, self._last = 0.0, frame.first
        places = self._places(order)
        ending = tools.jobs.start(
            Pass(
                lambda stopped: self._read(places, stopped),
                cancelled=tools.jobs.cancelled,
                progress=lambda: len(self._seconds) + self._from_memory,
                on_look=self._look,
                on_silence=frame.stalled,
            )
        )
        frame.over()
        if self._seconds:
            self._look()
            self._keep(order, whole=ending.whole)
        elif ending.whole:
            return MachineError(
                "{test}: memory answered all reads, or the files have changed.",
                test=frame.phase.title,
                advice=Advice("Try again."),
            )
        return ending.failure

    def _places(self, order: int) -> tuple[Place, ...]:
        """Those of one repeat, from 1."""
        bench = self.frame.tools.bench
        chosen, age = bench.own, age_of_test(self.frame.phase.name)
        assert isinstance(chosen, Chosen) and age is not None
        every = chosen.places[age]
        each = min(len(every) // bench.profile.repeats, (self.frame.phase.limit or 0) // AGED_BLOCK)
        return every[(order - 1) * each : order * each]

    def _read(self, places: tuple[Place, ...], stopped: Callable[[], bool]) -> None:
        """In a thread of its own."""
        with mmap.mmap(-1, AGED_BLOCK) as memory, memoryview(memory) as buffer:
            for place in places:
                if stopped():
                    return
                try:
                    self._read_one(place, buffer)
                except OSError as error:
                    if error.errno in _CHANGED:
                        continue
                    raise self._failure(error) from error

    def _read_one(self, place: Place, buffer: memoryview) -> None:
        descriptor = place.file.open(os.O_DIRECT)
        try:
            with suppress(OSError):
                os.posix_fadvise(descriptor, place.offset, AGED_BLOCK, os.POSIX_FADV_DONTNEED)
            before, begun = bytes_from_devices(), time.perf_counter()
            count = os.preadv(descriptor, [buffer], place.offset)
            seconds = time.perf_counter() - begun
            after = bytes_from_devices()
        finally:
            os.close(descriptor)
        if count < AGED_BLOCK:
            return  # it has become shorter
        if before is not None and after is not None and after - before < AGED_BLOCK:
            self._from_memory += 1
            return
        self._ages.append(place.age)
        self._seconds.append(seconds)

    def _failure(self, error: OSError) -> DriveproofError:
        monitor = self.frame.tools.monitor
        number = errno.ENODEV if monitor.gone else error.errno or 0
        return known_failure(number) or MachineError(
            "{name} failed: {reason}.",
            name=Say("The drive"),
            reason=error.strerror or str(error),
            advice=LOOK_AT_IT,
        )

    def _look(self) -> None:
        """What was read since the last look."""
        frame, stats = self.frame, self.frame.tools.monitor.stats
        done, elapsed, reading = len(self._seconds), frame.seconds, stats.read()
        new = np.array(self._seconds[self._told : done])
        took = float(new.sum())
        length = elapsed - self._looked
        members: tuple[MemberStatistics, ...] = stats.between(self._last, reading, length)
        self._told, self._looked, self._last = done, elapsed, reading
        samples: tuple[Sample, ...] = ()
        if len(new):
            one = Sample.counted(
                elapsed,
                took,
                Direction.READ,
                len(new),
                len(new) * AGED_BLOCK,
                mean=took / len(new),
                histogram=_histogram(new),
                temperature=frame.tools.monitor.temperature,
            )
            self._samples.append(one)
            samples = (one,)
        frame.measured(samples, elapsed, moved=done * AGED_BLOCK, members=members)

    def _keep(self, order: int, *, whole: bool) -> None:
        taken = np.array(self._seconds)
        seconds, count = float(taken.sum()), len(taken)
        result = DirectionResult(
            iops=count / seconds,
            bandwidth=count * AGED_BLOCK / seconds,
            bytes=count * AGED_BLOCK,
            ios=count,
            seconds=seconds,
            latency=exact_latency(taken),
            samples=tuple(self._samples),
            histogram=_histogram(taken),
        )
        aged = AgedReads(tuple(self._ages), tuple(self._seconds), self._from_memory)
        members = self.frame.members()
        self.frame.keep(
            Repeat(order, {Direction.READ: result}, members=members, aged=aged), whole=whole
        )


def _histogram(seconds: npt.NDArray[np.float64]) -> Histogram:
    return Histogram(bin_counts((seconds * 1e9).astype(np.int64)))
