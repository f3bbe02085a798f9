# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a measurement will probably take and write on a drive, beside its upper bounds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from statistics import median

from driveproof.domain.access import DIRECT, Direction, Pattern
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.file_sizes import OPERATIONS
from driveproof.domain.profile.log import log_beside
from driveproof.domain.profile.options import size_of
from driveproof.domain.profile.phase import LARGE_BLOCK, Phase
from driveproof.domain.profile.profile import APART_SECONDS, FIO_OVERHEAD, HasCost, Profile
from driveproof.domain.run.run import FINISHED, RunHead
from driveproof.domain.say import Say

TYPICAL = {
    SpeedClass.USB: 40e6,
    SpeedClass.DISK: 180e6,
    SpeedClass.SATA: 530e6,
    SpeedClass.NVME: 5e9,
    SpeedClass.FAST_NVME: 13e9,
}
"""Sequential writes of a usual drive of a class, bytes a second: sticks write 0.01 to 0.22 GB/s,
hard disks 0.12 to 0.22 on the outer tracks, SATA SSDs 0.53, NVMe drives 3.3 on PCIe 3.0, 6.9 on 4.0
and 13.4 on 5.0 (reviews and data sheets that resources/bands.toml names). A slower link bounds it.
"""
FASTEST = {SpeedClass.USB: 450e6, SpeedClass.DISK: 400e6}
"""What hardly any drive of a class exceeds where its link is unknown, bytes a second."""
SMALL_WRITE = {SpeedClass.USB: 2e-3, SpeedClass.DISK: 5e-3}
"""Seconds of one small write, however many at a time: 500 a second is what an SD card of class A1
has to do, 200 a hard disk does, its own cache included."""
FLASH_WRITE = 25e-6
"""Seconds of one small write on flash behind a SATA or PCIe link; more at a time share the link."""
RANDOM_SHARE = 0.5
"""What small writes reach of a link at most."""


DIRTY_MEMORY = 2 * 2**30
"""Bytes that memory takes before a program is slowed down to the drive's speed: a fifth of what is
available by default (vm.dirty_ratio, Documentation/admin-guide/sysctl/vm.rst), of 10 GiB."""


MEMORY_RATE = 2e9
"""Bytes a second at which what memory holds is read in blocks of 64 KiB: 1 to 6 GB/s were seen."""


WITHIN = 0.2
"""An expectation is told as one figure where it is at most so far off for such a drive."""


UNLIKE = 2.0
"""A drive is probably at most so many times as fast, or as slow, as its class and link say."""


NEWEST = 3
"""Runs of a test whose median tells how fast it will be; of fewer the last one does."""


class ExpectationSource(StrEnum):
    """What an expectation is made from."""

    RUNS = "runs"
    CLASS = "class"


SOURCES = {
    ExpectationSource.RUNS: Say("Estimated from earlier runs."),
    ExpectationSource.CLASS: Say("Estimated for a typical drive of this kind."),
}


@dataclass(frozen=True, slots=True)
class Rates:
    """How fast a drive probably writes, and reads where a test ends with its file. `known` has the
    bytes a second of the tests that it was measured with, by name, `iops` the I/Os a second of
    those whose name has no block size; of a mixed test those of its writes. `ceiling` is that of
    its link, `speed` its class.
    """

    source: ExpectationSource
    known: Mapping[str, float] = field(default_factory=dict)
    ceiling: float | None = None
    speed: SpeedClass = SpeedClass.OTHER
    iops: Mapping[str, float] = field(default_factory=dict)

    @property
    def typical(self) -> float | None:
        """Bytes a second of sequential writes, as drives of its class and link write; None where
        neither is known.
        """
        bounds = (TYPICAL.get(self.speed), self.ceiling)
        return min((bound for bound in bounds if bound is not None), default=None)

    def measured(self, phase: Phase) -> float | None:
        """Bytes a second that a test had on this drive, None before it was measured."""
        if (known := self.known.get(phase.name)) is not None:
            return known
        iops = self.iops.get(phase.name)
        return None if iops is None else iops * mean_block(phase)

    def of(self, phase: Phase) -> float | None:  # noqa: PLR0911 - one for each kind of evidence
        """Bytes a second of a test, None without evidence."""
        if (known := self.measured(phase)) is not None:
            return known
        if phase.asked.reading > 1 and not phase.direct:
            return MEMORY_RATE
        if phase.asked.paced or phase.asked.block_sizes:
            return None  # no link tells what limits and pauses take
        sequential = phase.pattern == Pattern.SEQUENTIAL
        if (typical := self.typical) is None:
            return None
        small = SMALL_WRITE.get(self.speed)
        if phase.asked.end_fsync and not phase.direct and small is None:
            # Memory gathers what is written: the drive gets many requests at a time.
            return RANDOM_SHARE * typical
        if sequential:
            return typical
        if small is not None:
            return min(phase.block_size / small, typical)
        at_once = phase.in_flight * phase.block_size
        return min(at_once / FLASH_WRITE, RANDOM_SHARE * typical)

    def fastest(self, phase: Phase) -> float:
        """Bytes a second that a test hardly exceeds: what was measured, else those of the link."""
        if (known := self.measured(phase)) is not None:
            return known
        return max(self.of(phase) or 0.0, self.ceiling or FASTEST.get(self.speed, math.inf))

    def filling(self, profile: Profile) -> float:
        """Bytes a second at which the test file is written: as in the fastest sequential write of
        this drive, whose requests are neither few nor held up by an fsync each.
        """
        own = (
            rate
            for phase in profile.phases
            if phase.writes and phase.pattern == Pattern.SEQUENTIAL and not phase.asked.fsync
            if not phase.asked.paced and (rate := self.of(phase)) is not None
        )
        known = (rate for name, rate in self.known.items() if _is_filling(name))
        return max((*own, *known), default=self.typical or TYPICAL[SpeedClass.DISK])


LIKELY_BEYOND = 1 / 8
"""The part of the rounds beyond those that are always done that is expected: a quarter of the tests
in recorded series of real drives is not certain after three, and takes half of them."""


@dataclass(frozen=True, slots=True)
class Expected:
    """Seconds and bytes of a whole run, never more than the profile's bounds. `source` is RUNS only
    where all of its tests were measured on this drive. It takes at least `fewest` seconds and at
    most `most`. `sure` says whether `seconds` is a figure to rely on: as earlier runs went, or the
    drive changes little of it.
    """

    seconds: float
    bytes_written: int
    source: ExpectationSource
    fewest: float
    most: float
    sure: bool

    def times(self, runs: int) -> Expected:
        """The same with the seconds of so many runs."""
        seconds, fewest, most = (runs * one for one in (self.seconds, self.fewest, self.most))
        return replace(self, seconds=seconds, fewest=fewest, most=most)


def rates_of(
    heads: Iterable[RunHead],
    speed: SpeedClass = SpeedClass.OTHER,
    *,
    ceiling: float | None = None,
) -> Rates | None:
    """The facts about a drive: its runs, newest first, its class and its link."""
    known: dict[str, list[float]] = {}
    iops: dict[str, list[float]] = {}
    for head in heads:
        if head.status != FINISHED:
            continue
        for name, direction, metric, value in head.figures:
            # Through the page cache a figure is the drive's only where an fsync is part of it.
            if head.cache not in (None, DIRECT) and "fsync=" not in name:
                continue
            if value <= 0 or not (direction == Direction.WRITE or _reads_once(name)):
                continue
            if metric == MetricName.BANDWIDTH:
                known.setdefault(name, []).append(value)
            elif block := _block(name):
                known.setdefault(name, []).append(value * block)
            else:
                iops.setdefault(name, []).append(value)
    if known or iops:
        return Rates(ExpectationSource.RUNS, _usual(known), ceiling, speed, _usual(iops))
    told = ceiling or speed is not SpeedClass.OTHER
    return Rates(ExpectationSource.CLASS, ceiling=ceiling, speed=speed) if told else None


def _usual(rates: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """Of some the median of the newest, as one run may have been disturbed; else the newest."""
    return {
        name: values[0] if len(values) < NEWEST else median(values[:NEWEST])
        for name, values in rates.items()
    }


def _is_filling(name: str) -> bool:
    """Whether a test of this name, "SEQ1M Q8T1 write", writes as a test file is written."""
    words = name.split()
    return name.startswith("SEQ") and words[-1] == Direction.WRITE and _block(name) >= LARGE_BLOCK


def _reads_once(name: str) -> bool:
    """Whether a test of this name reads its file once: a cell of file sizes, a repeated reading."""
    return "reading" in name or any(name.startswith(f"{way} ") for way in OPERATIONS)


def mean_block(phase: Phase) -> float:
    """Bytes of a test's written blocks on average: "bssplit=4k/60:64k/40" has shares in percent,
    of reads, and after a comma of writes, where they differ.
    """
    kind, _equals, ways = (phase.asked.block_sizes or "").partition("=")
    parts = [part.partition("/") for part in ways.split(",")[:2][-1].split(":")]
    sizes = [(size_of(size) or 0, size_of(share) or 0) for size, _slash, share in parts]
    shares = sum(share for _size, share in sizes)
    if kind != "bssplit" or not all(share for _size, share in sizes):
        return phase.block_size
    return sum(size * share for size, share in sizes) / shares


def _block(name: str) -> float:
    """The block size in the name of a test, "RND4K Q32T1 write"; 0 of any other."""
    size = name.partition(" ")[0].removeprefix("RND").removeprefix("SEQ")
    units = {"K": 2**10, "M": 2**20}
    number, unit = size[:-1], units.get(size[-1:], 0)
    return float(number) * unit if number.isascii() and number.isdigit() else 0.0


def ends_with_bytes(phase: Phase) -> bool:
    """Whether a test is over when its bytes are moved, if that is before its time is."""
    return phase.limit is not None and (phase.writes or phase.once)


def moving_seconds(phase: Phase, rates: Rates | None, *, times: float = 1.0) -> float | None:
    """Seconds in which bytes probably move in a repeat of a test, without fio's own start, on a
    drive that is so many `times` as fast; None where nothing tells when it ends.
    """
    whole = phase.warmup + phase.seconds
    if not ends_with_bytes(phase):
        return None if phase.writes else whole
    rate = None if rates is None else times * _together(phase, rates)
    if not rate or phase.limit is None:
        return None
    if phase.asked.end_fsync and not phase.direct:
        # The fsync at the end comes on top of the seconds.
        return min(float(phase.limit), rate * whole + DIRTY_MEMORY) / rate
    return min(whole, phase.limit / rate)


def _together(phase: Phase, rates: Rates) -> float:
    """Bytes a second that count against the limit of a test, 0 without evidence."""
    rate = rates.of(phase) or 0.0
    # Of a mixed test that was measured, the rate is that of its writes.
    share = phase.write_share if phase.writes and rates.measured(phase) is None else 1.0
    return rate * share


def expected_cost(profile: Profile, rates: Rates | None) -> Expected | None:
    """What a run of tests will probably take and write; None without evidence, for profiles that
    are no tests, which write nothing, and for several hosts: the rates are those of one drive here.
    """
    many = has_trait(profile.method, Trait.MANY_FILES)
    own = many or isinstance(profile.plan, HasCost)
    planned = has_trait(profile.method, Trait.FOLDER) and not own and not profile.hosts
    bound = profile.bytes_written
    if rates is None or not planned or bound is None:
        return None
    seconds, fast, slow = (_takes(profile, rates, times) for times in (1.0, UNLIKE, 1 / UNLIKE))
    if seconds is None or fast is None or slow is None:
        return None
    ending = [phase for phase in profile.phases if ends_with_bytes(phase)]
    measured = all(rates.measured(phase) is not None for phase in ending)
    measured = measured and rates.source is ExpectationSource.RUNS
    near = fast >= (1 - WITHIN) * seconds and slow <= (1 + WITHIN) * seconds
    seconds = min(seconds, profile.seconds)
    return Expected(
        seconds,
        min(_written(profile, rates), bound),
        ExpectationSource.RUNS if measured else ExpectationSource.CLASS,
        min(_fewest(profile, rates), seconds),
        profile.seconds,
        measured or near,
    )


def _takes(profile: Profile, rates: Rates, times: float) -> float | None:
    """The seconds of a run on a drive that is so many `times` as fast; None without evidence."""
    each = 0.0
    for phase in profile.phases:
        moving = moving_seconds(phase, rates, times=times)
        if moving is None and phase.writes:
            return None
        each += (phase.warmup + phase.seconds if moving is None else moving) + FIO_OVERHEAD
    beyond = LIKELY_BEYOND * (profile.most - profile.repeats) * max(APART_SECONDS, each)
    return (
        each * profile.repeats
        + beyond
        + _beside(profile, times * rates.filling(profile), FIO_OVERHEAD)
    )


def _fewest(profile: Profile, rates: Rates) -> float:
    """The least that a run takes."""
    each = 0.0
    for phase in profile.phases:
        whole = phase.warmup + phase.seconds
        if ends_with_bytes(phase):
            whole = min(whole, (phase.limit or 0) / rates.fastest(phase))
        each += whole + FIO_OVERHEAD / 2
    filling = max(rates.ceiling or 0, rates.filling(profile))
    return each * profile.repeats + _beside(profile, filling, FIO_OVERHEAD / 2)


def _beside(profile: Profile, filling: float, starting: float) -> float:
    """The seconds of pauses and of test files, each written with `filling` bytes a second by a
    process of fio that takes `starting` seconds to start and end.
    """
    files = profile.laid_out / filling + profile.files_made * starting
    return profile.fixed().pauses + files


def _written(profile: Profile, rates: Rates) -> int:
    """The bytes that a run probably writes, test file included."""
    each = {
        phase: _once_written(phase, rates)
        for phase in profile.phases
        if phase.writes and phase.limit is not None
    }
    surely = profile.laid_out + sum(each.values()) * profile.repeats
    room = math.inf if profile.budget is None else profile.budget - surely
    beyond = 0.0
    for phase, one in each.items():
        if beyond + (phase.limit or 0) <= room:
            beyond += LIKELY_BEYOND * (profile.most - profile.repeats) * one
    return round(surely + beyond)


def _once_written(phase: Phase, rates: Rates) -> float:
    """The bytes that a repeat of a test probably writes."""
    limit = float(phase.limit or 0)
    whole = moving_seconds(phase, rates) or phase.warmup + phase.seconds
    written = min(limit, whole * _together(phase, rates))
    if phase.asked.log_block:
        written += min(limit, (rates.of(log_beside(phase)) or 0.0) * whole)
    return written
