# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs in fio's JSON as tests: what was asked of them, and what they did."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from driveproof.domain.run import DirectionResult, PhaseResult
from driveproof.domain.units import visible
from driveproof.export.readers.fields import Fields, UnfitError, count, quoted
from driveproof.export.readers.fio_latency import Latencies, merged, read_latencies
from driveproof.export.readers.made import phase_of

MAX_OPTIONS = 500
_DIRECTIONS = ("read", "write", "trim")
_SIZE = re.compile(r"(\d{1,15})\s*([kmgt]?)i?b?", re.IGNORECASE | re.ASCII)
_TIMES = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}
# HOWTO of fio: what an option is that is not given.
_DEFAULT_BLOCK = 4096
_DEFAULT_ENGINE = "psync"


@dataclass(frozen=True, slots=True)
class _Counted:
    """What one job did in one direction."""

    ios: int
    bytes: int
    seconds: float
    iops: float
    bandwidth: float
    latencies: Latencies


@dataclass(frozen=True, slots=True)
class Job:
    """One job, or several that are the same (numjobs); `direct` is None where the file does not
    tell, `path` "" likewise.
    """

    name: str
    group: int
    host: str
    options: tuple[tuple[str, str], ...]
    jobs: int
    directions: dict[str, _Counted]
    error: int
    told: bool

    def option(self, *names: str) -> str | None:
        """The value of an option by any of its names; None when it is not given."""
        for name, value in self.options:
            if name in names:
                return value
        return None

    @property
    def direct(self) -> bool | None:
        """Whether it went past the page cache."""
        if not self.told:
            return None
        buffered = self.option("buffered")
        if buffered is not None:
            return buffered == "0"
        return self.option("direct") in ("1", "")

    @property
    def path(self) -> str:
        """What it measured."""
        return (self.option("filename", "directory") or "")[:4096]

    @property
    def latencies_total(self) -> bool:
        """Whether its latencies go from the issue of an I/O to its end."""
        return all(counted.latencies.total for counted in self.directions.values())


def jobs_of(listed: Sequence[Fields], common: Fields) -> tuple[Job, ...]:
    """The jobs of a document; neighbours that only numjobs made are one."""
    found = [_job(job, common) for job in listed]
    keyed = groupby(found, key=lambda job: (job.name, job.group, job.host, job.options))
    return tuple(_together(list(same)) for _, same in keyed)


def phases_of(jobs: Sequence[Job]) -> tuple[PhaseResult, ...]:
    """A test for each job; one that reads and writes is mixed, and trims stand by themselves."""
    phases: list[PhaseResult] = []
    for job in jobs:
        ways = [way for way in _DIRECTIONS if way in job.directions]
        both = [way for way in ways if way != "trim"]
        for part in (both,) if "trim" not in ways else (both, ["trim"]):
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


def _job(job: Fields, common: Fields) -> Job:
    own = job.part("job options")
    options = {**_options(common), **_options(own)}
    directions = {}
    for way in _DIRECTIONS:
        part = job.part(way)
        if part.count_or_none("total_ios"):
            directions[way] = _counted(part)
    return Job(
        name=visible(job.text("jobname")[:200]),
        group=job.count_or_none("groupid") or 0,
        host=visible(job.text("hostname")[:200]),
        options=tuple(options.items()),
        jobs=_whole(options.get("numjobs"), 1),
        directions=directions,
        error=abs(int(job.number_or_none("error", low=-1e6) or 0)),
        told=bool(options),
    )


def _together(same: Sequence[Job]) -> Job:
    first = same[0]
    if len(same) == 1:
        return first
    ways = [way for way in _DIRECTIONS if any(way in job.directions for job in same)]
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
        ios=count(sum(part.ios for part in parts), "The I/Os of all its jobs"),
        bytes=count(sum(part.bytes for part in parts), "The bytes of all its jobs"),
        seconds=max(part.seconds for part in parts),
        iops=sum(part.iops for part in parts),
        bandwidth=sum(part.bandwidth for part in parts),
        latencies=merged([part.latencies for part in parts]),
    )


def _options(found: Fields) -> dict[str, str]:
    names = found.names
    if len(names) > MAX_OPTIONS:
        raise UnfitError(f"{found.place} has {len(names)} options.")
    return {visible(name[:100]): found.text(name)[:4096] for name in names}


def _counted(part: Fields) -> _Counted:
    # Up to fio 2 io_bytes was in KiB; since 3 there is io_kbytes beside it.
    old = "io_kbytes" not in part and "lat_ns" not in part and "clat_ns" not in part
    moved = count(part.count("io_bytes") * (1024 if old else 1), f"{part.place}.io_bytes")
    seconds = part.number("runtime") / 1000
    bandwidth = part.number_or_none("bw_bytes")
    if bandwidth is None:
        bandwidth = part.number("bw") * 1024
    return _Counted(
        ios=part.count("total_ios"),
        bytes=moved,
        seconds=seconds,
        iops=part.number("iops"),
        bandwidth=bandwidth,
        latencies=read_latencies(part),
    )


def _phase(job: Job, ways: Sequence[str]) -> PhaseResult:
    pattern = "random" if (job.option("rw", "readwrite") or "").startswith("rand") else "sequential"
    results = {way: _result(job.directions[way]) for way in ways}
    names = [word for word in (job.name, job.host) if word]
    return phase_of(
        direction="mixed" if len(ways) > 1 else ways[0],
        pattern=pattern,
        block_size=_block_size(job, ways),
        queue_depth=_whole(job.option("iodepth"), 1),
        jobs=job.jobs,
        results=[results],
        title=" on ".join(names),
        engine=(job.option("ioengine") or _DEFAULT_ENGINE)[:100] if job.told else "",
        direct=bool(job.direct),
        command=_command(job),
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


def _block_size(job: Job, ways: Sequence[str]) -> int:
    """By what was moved, where all blocks were of one size; else by the option."""
    moved = sum(job.directions[way].bytes for way in ways)
    ios = sum(job.directions[way].ios for way in ways)
    if ios and moved and moved % ios == 0:
        return moved // ios
    found = _SIZE.match((job.option("bs", "blocksize", "bsrange", "blocksize_range") or "").strip())
    size = int(found[1]) * _TIMES[found[2].lower()] if found else _DEFAULT_BLOCK
    return count(size, "A block size", low=1)


def _whole(text: str | None, default: int) -> int:
    if text is None:
        return default
    if not re.fullmatch(r"\d{1,7}", text.strip(), re.ASCII):
        raise UnfitError(f"A number of jobs or a queue depth is {quoted(text)}.")
    return max(1, int(text))


def _command(job: Job) -> tuple[str, ...]:
    """Its options, as a command line of fio's."""
    if not job.told:
        return ()
    name = [f"--name={job.name}"] if job.name else []
    rest = [
        f"--{option}={value}" if value else f"--{option}"
        for option, value in job.options
        if option != "name"
    ]
    return ("fio", *name, *rest)
