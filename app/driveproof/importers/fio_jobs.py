# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs of fio's JSON as phases: their options, figures and latencies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby

from driveproof.domain.access import DIRECTIONS, Direction
from driveproof.domain.document.values import MAX_COUNT
from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.run import DirectionResult, Latency, PhaseResult
from driveproof.domain.say import Say
from driveproof.domain.text import visible
from driveproof.importers.fields import (
    Fields,
    invalid_field,
    too_large,
    whole_number,
)
from driveproof.importers.fio_options import Options
from driveproof.importers.run_builder import phase_of

MAX_OPTIONS = 500
_SECTOR = 512


@dataclass(frozen=True, slots=True)
class _Counted:
    """What one job did in one direction."""

    ios: int | None
    bytes: int | None
    seconds: float | None
    iops: float
    bandwidth: float
    latencies: Latencies


@dataclass(frozen=True, slots=True)
class FioJob:
    """One job, or several identical ones (numjobs); `jobs` is 0 where their number is unknown.

    `united` says that reads and writes have one number, which belongs to neither
    (unified_rw_reporting of a job that does both).
    """

    name: str
    group: int
    host: str
    options: Options
    jobs: int
    directions: dict[Direction, _Counted]
    error: int
    united: bool = False

    @property
    def path(self) -> str:
        """What it measured, "" where unknown."""
        return (self.options.get("filename", "directory") or "")[:4096]

    def has(self, percentiles: Percentiles) -> bool:
        """Whether those of a direction are of this kind."""
        return any(one.latencies.percentiles is percentiles for one in self.directions.values())

    @property
    def latencies_total(self) -> bool:
        """Whether its mean and greatest latencies go from the issue of an I/O to its end."""
        return all(counted.latencies.total for counted in self.directions.values())


def jobs_of(listed: Sequence[Fields], common: Fields) -> tuple[FioJob, ...]:
    """The jobs of a document; neighbours that only numjobs made are one."""
    found = [_job(job, common) for job in listed]
    joined: list[FioJob] = []
    # Without options it is unknown whether a name means the same job again or another.
    for _, same in groupby(enumerate(found), key=lambda pair: _same(*pair)):
        joined.append(_together([job for _, job in same]))
    return tuple(joined)


def _same(index: int, job: FioJob) -> tuple[object, ...]:
    own = () if job.options.told else (index,)
    return (job.name, job.group, job.host, job.options, *own)


def phases_of(jobs: Sequence[FioJob]) -> tuple[PhaseResult, ...]:
    """A test for each job; one that reads and writes is mixed, and trims are separate."""
    phases: list[PhaseResult] = []
    for job in jobs:
        ways = [way for way in DIRECTIONS if way in job.directions]
        both = [way for way in ways if way != Direction.TRIM]
        for part in (both,) if Direction.TRIM not in ways else (both, [Direction.TRIM]):
            if part:
                phases.append(_phase(job, part))
    return _told_apart(phases)


def _told_apart(phases: Sequence[PhaseResult]) -> tuple[PhaseResult, ...]:
    """Tests with the same settings also carry the name of their job, or a number."""
    names = [phase.name for phase in phases]
    taken: set[str] = set()
    found = []
    for phase in phases:
        name = phase.name
        if names.count(name) > 1:
            name = f"{name} · {phase.title}"
        unique, number = name, 2
        while unique in taken:
            unique, number = f"{name} ({number})", number + 1
        taken.add(unique)
        found.append(replace(phase, name=unique))
    return tuple(found)


def _job(job: Fields, common: Fields) -> FioJob:
    options = Options(tuple({**_options(common), **_options(job.part("job options"))}.items()))
    directions = {way: _counted(part) for way in DIRECTIONS if _did(part := job.part(way))}
    united = False
    if not directions and _did(mixed := job.part("mixed")):
        # unified_rw_reporting: one number for all directions; of one alone it is that one's.
        united = len(options.moves) != 1
        if not united:
            directions[options.moves[0]] = _counted(mixed)
    return FioJob(
        name=visible(job.text("jobname")[:200]),
        group=job.count_or_none("groupid") or 0,
        host=visible(job.text("hostname")[:200]),
        options=options,
        jobs=options.whole("numjobs"),
        directions=directions,
        error=abs(int(job.number_or_none("error", low=-1e6) or 0)),
        united=united,
    )


def _did(part: Fields) -> bool:
    """Whether a direction has numbers; the first versions of fio 2 count no I/Os."""
    if "total_ios" in part:
        return bool(part.count("total_ios"))
    return bool(part.number_or_none("io_bytes") or part.number_or_none("iops"))


def _together(same: Sequence[FioJob]) -> FioJob:
    first = same[0]
    if len(same) == 1:
        return first
    ways = [way for way in DIRECTIONS if any(way in job.directions for job in same)]
    return replace(
        first,
        jobs=max(first.jobs, len(same)),
        directions={
            way: _sum([job.directions[way] for job in same if way in job.directions])
            for way in ways
        },
        error=max(job.error for job in same),
    )


def _sum(parts: Sequence[_Counted]) -> _Counted:
    """Jobs beside each other: counts and rates add up, the time is that of the longest."""
    return _Counted(
        ios=_all([part.ios for part in parts], "total_ios"),
        bytes=_all([part.bytes for part in parts], "io_bytes"),
        seconds=max((part.seconds for part in parts if part.seconds is not None), default=None),
        iops=sum(part.iops for part in parts),
        bandwidth=sum(part.bandwidth for part in parts),
        latencies=merged([part.latencies for part in parts]),
    )


def _all(parts: Sequence[int | None], name: str) -> int | None:
    known = [part for part in parts if part is not None]
    return whole_number(sum(known), name) if len(known) == len(parts) else None


def _options(found: Fields) -> dict[str, str]:
    names = found.names
    if len(names) > MAX_OPTIONS:
        raise too_large(len(names), MAX_OPTIONS)
    return {visible(name[:100]): found.text(name)[:4096] for name in names}


def _counted(part: Fields) -> _Counted:
    # Up to fio 2 io_bytes was in KiB; since 3 there is io_kbytes beside it.
    old = "io_kbytes" not in part and "lat_ns" not in part and "clat_ns" not in part
    moved = part.count_or_none("io_bytes")
    if moved is not None:
        moved = whole_number(moved * (1024 if old else 1), f"{part.place}.io_bytes")
    ios = part.count_or_none("total_ios")
    milliseconds = part.number_or_none("runtime")
    seconds = None if milliseconds is None else milliseconds / 1000
    bandwidth = part.number_or_none("bw_bytes")
    if bandwidth is None and "bw" in part:
        bandwidth = part.number("bw") * 1024
    iops = part.number_or_none("iops")
    return _Counted(
        ios=ios,
        bytes=moved,
        seconds=seconds,
        iops=_rate(iops, ios, seconds, f"{part.place}.iops"),
        bandwidth=_rate(bandwidth, moved, seconds, f"{part.place}.bw"),
        latencies=read_latencies(part),
    )


def _rate(given: float | None, amount: int | None, seconds: float | None, name: str) -> float:
    """A rate, or what makes one. Raises UnfitError where nothing does."""
    if given is not None:
        return given
    if amount is None or not seconds:
        raise invalid_field(name, given)
    return amount / seconds


def _phase(job: FioJob, ways: Sequence[Direction]) -> PhaseResult:
    options, ways = job.options, tuple(ways)
    results = {way: _result(job.directions[way]) for way in ways}
    names = [word for word in (job.name, job.host) if word]
    return phase_of(
        direction=Direction.MIXED if len(ways) > 1 else ways[0],
        pattern=options.pattern(ways),
        block_size=_block_size(job, ways),
        queue_depth=options.whole("iodepth"),
        jobs=job.jobs,
        results=[results],
        title=" on ".join(names),
        engine=options.engine,
        direct=bool(options.direct),
        command=_command(job),
        work=options.work(ways),
    )


def _result(counted: _Counted) -> DirectionResult:
    return DirectionResult(
        iops=counted.iops,
        bandwidth=counted.bandwidth,
        bytes=counted.bytes,
        ios=counted.ios,
        seconds=counted.seconds,
        latency=counted.latencies.latency,
        longest_stall=None,
        histogram=counted.latencies.histogram,
    )


def _block_size(job: FioJob, ways: tuple[Direction, ...]) -> int:
    """Bytes, by what was moved and otherwise by the options; 0 where the blocks had several sizes,
    or an unknown one.
    """
    if job.options.block_sizes(ways):
        return 0
    sizes = {_moved(job.directions[way]) for way in ways}
    size = sizes.pop() if len(sizes) == 1 else 0
    if size and (job.options.told or size & (size - 1) == 0):  # else it may be an average
        return whole_number(size, Say("Block size"))
    return whole_number(job.options.block_size(ways), Say("Block size"))


def _moved(counted: _Counted) -> int:
    """Bytes of each I/O, but for a last one that is shorter; 0 where this does not come out."""
    if not counted.ios or not counted.bytes:
        return 0
    size = -(-counted.bytes // counted.ios)
    size += -size % _SECTOR
    return size if size * counted.ios - counted.bytes < size else 0


def _command(job: FioJob) -> tuple[str, ...]:
    """Its options, as a command line of fio's."""
    if not job.options.told:
        return ()
    name = [f"--name={job.name}"] if job.name else []
    rest = [
        f"--{option}={value}" if value else f"--{option}"
        for option, value in job.options.values
        if option != "name"
    ]
    return ("fio", *name, *rest)


MAX_BINS = 10_000
_DIGITS = re.compile(r"\d{1,18}", re.ASCII)
_PERCENTILE = re.compile(r"\d{1,3}\.\d{1,6}", re.ASCII)
_WANTED = (50.0, 95.0, 99.0, 99.9)
# fio 2 counts in microseconds and names bins by their number (stat.h: FIO_IO_U_PLAT_BITS 6).
_OLD_BITS = 6


class Percentiles(Enum):
    """Of which latency percentiles and distribution are."""

    OF_MEAN = "the same as mean and maximum"
    OF_COMPLETION = "the completion alone, beside mean and maximum of the whole"
    LEFT_OUT = "known of the completion alone, which was not nearly the whole"


_NEARLY = 1.1
"""A completion latency stands for the whole one while submitting took less than a tenth of it."""


@dataclass(frozen=True, slots=True)
class Latencies:
    """Of one job in one direction; `total` is lat, issue to end, for mean and maximum; otherwise
    they are clat.
    """

    latency: Latency
    histogram: Histogram
    ios: int
    total: bool
    percentiles: Percentiles = Percentiles.OF_MEAN


def read_latencies(direction: Fields) -> Latencies:
    """The total latency where fio kept its distribution; else its mean and maximum, and of the
    completion latency what the total one has not.

    A person who reads a mean takes the percentiles beside it for those of the same latency. So they
    stay out where the two latencies are not nearly the same: libaio blocks in the submission when
    it writes through the page cache, and its completions then take next to no time.
    """
    whole = next(
        (
            (direction.part(name), scale)
            for name, scale in (("lat_ns", 1.0), ("lat", 1e3))
            if direction.raw(name)
        ),
        None,
    )
    total = _read(*whole, total=True) if whole else None
    if whole and total and (whole[0].raw("percentile") or whole[0].raw("bins")):
        return total
    for name, scale in (("clat_ns", 1.0), ("clat", 1e3)):
        found = direction.part(name)
        if found.raw("percentile") or found.raw("bins"):
            completion = _read(found, scale, total=False)
            return _of_both(total, completion)
    return total or Latencies(Latency(), Histogram.empty(), 0, total=True)


def _of_both(total: Latencies | None, completion: Latencies) -> Latencies:
    """The mean and the maximum of the total latency, with the percentiles of the completion."""
    if total is None or not total.latency.mean:
        return completion
    if total.latency.mean > _NEARLY * (completion.latency.mean or 0.0):
        return replace(total, percentiles=Percentiles.LEFT_OUT)
    return Latencies(
        replace(completion.latency, mean=total.latency.mean, max=total.latency.max),
        completion.histogram,
        completion.ios,
        total=True,
        percentiles=Percentiles.OF_COMPLETION,
    )


def merged(parts: Sequence[Latencies]) -> Latencies:
    """Several jobs as one. Percentiles of single jobs cannot be put together: only bins can."""
    if len(parts) == 1:
        return parts[0]
    histogram = Histogram.empty()
    for part in parts:
        histogram = histogram + part.histogram
    ios = sum(part.ios for part in parts)
    whole_number(histogram.total, Say("Latency"))
    means = [part.latency.mean for part in parts]
    mean = None
    if ios and None not in means:
        mean = sum((part.latency.mean or 0.0) * part.ios for part in parts) / ios
    greatest = [part.latency.max for part in parts if part.latency.max is not None]
    whole = all(part.histogram.total for part in parts)
    p50, p95, p99, p999 = histogram.percentiles(_WANTED) if whole else (None,) * 4
    latency = Latency(mean, p50, p95, p99, p999, max(greatest, default=None))
    return Latencies(
        latency,
        histogram if whole else Histogram.empty(),
        ios,
        total=all(part.total for part in parts),
        percentiles=next(
            (kind for kind in _WORST_FIRST if any(part.percentiles is kind for part in parts)),
            Percentiles.OF_MEAN,
        ),
    )


_WORST_FIRST = (Percentiles.LEFT_OUT, Percentiles.OF_COMPLETION)


def _read(found: Fields, scale: float, *, total: bool) -> Latencies:
    """`scale` is nanoseconds in the unit of the file."""
    seconds = scale * 1e-9
    histogram = _histogram(found, scale)
    listed = _percentiles(found)
    own = histogram.percentiles(_WANTED)
    p50, p95, p99, p999 = (
        listed[percent] * seconds if percent in listed else value
        for percent, value in zip(_WANTED, own, strict=True)
    )
    mean, greatest = found.number_or_none("mean"), found.number_or_none("max")
    # A job that did nothing has a mean of 0.
    known = bool(mean or greatest)
    if greatest:  # a percentile is the middle of its bin, which can lie above the greatest
        limit = greatest * seconds
        p50, p95, p99, p999 = (
            value if value is None else min(value, limit) for value in (p50, p95, p99, p999)
        )
    return Latencies(
        Latency((mean or 0.0) * seconds, p50, p95, p99, p999, (greatest or 0.0) * seconds)
        if known
        else Latency(),
        histogram,
        found.count_or_none("N") or histogram.total,
        total=total,
    )


def _percentiles(found: Fields) -> dict[float, float]:
    listed = found.part("percentile")
    return {
        float(name): listed.number(name)
        for name in listed.names[:MAX_BINS]
        if _PERCENTILE.fullmatch(name) and listed.raw(name)
    }


def _histogram(found: Fields, scale: float) -> Histogram:
    listed = found.part("bins")
    if len(listed.names) > MAX_BINS:
        raise too_large(len(listed.names), MAX_BINS)
    counted: dict[str, int] = {}
    for name in listed.names:
        if name.startswith("FIO_IO_U_PLAT"):
            continue
        if not _DIGITS.fullmatch(name):
            raise invalid_field(listed.place, name)
        amount = listed.count(name)
        key = name if scale == 1.0 else str(_old_bin(int(name)) * int(scale))
        if amount:
            counted[key] = counted.get(key, 0) + amount
    whole_number(sum(counted.values()), listed.place, high=MAX_COUNT)
    return Histogram.from_bins(counted)


def _old_bin(index: int) -> int:
    """The middle of a bin of fio 2 in microseconds, as its `plat_idx_to_val` has it."""
    index = min(index, 29 << _OLD_BITS)
    if index < 1 << (_OLD_BITS + 1):
        return index
    error_bits = (index >> _OLD_BITS) - 1
    base = 1 << (error_bits + _OLD_BITS)
    return base + ((index % (1 << _OLD_BITS)) << error_bits) + (1 << error_bits) // 2
