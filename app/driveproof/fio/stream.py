# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads fio's standard output as it comes: bytes in, cumulative snapshots and totals out."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from driveproof.domain.access import DIRECTIONS
from driveproof.domain.notes import Note
from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.run import Commits, CpuTime, Latency, ProcessWrites
from driveproof.domain.run.sample import Counters, Snapshot
from driveproof.fio.command import LOG_JOB

# A json+ object of 64 ungrouped jobs is about 240 KB; more than this is not fio.
MAX_OBJECT = 16 * 2**20
MAX_MESSAGES = 200
MAX_JOBS = 1024  # 16 times what a profile may have
# 2^53: what a float holds exactly, eight pebibytes; thousands of jobs of it still fit 64 bits.
MAX_COUNT = 2**53


@dataclass(frozen=True, slots=True)
class FioReport:
    """One of fio's objects: its counters, its errors, and the bytes that it came as."""

    snapshot: Snapshot
    error: int
    total_err: int
    version: str
    text: bytes = field(repr=False)

    @property
    def key(self) -> tuple[tuple[int, int], ...]:
        """What distinguishes two reports: fio sometimes repeats the last one."""
        return tuple((c.ios, c.bytes) for c in self.snapshot.directions.values())


class BrokenOutputError(ValueError):
    """fio printed something that is not its own JSON: `what` says why."""

    def __init__(self, what: Note) -> None:
        super().__init__(str(what))
        self.what = what


def _count(value: Any) -> int:
    """A count of fio's. Raises ValueError for what cannot be one: it is kept as 64 bits."""
    count = int(value or 0)
    if not 0 <= count <= MAX_COUNT:
        raise ValueError(f"a count of {count:.3g}")
    return count


def _nanoseconds(value: Any) -> float:
    """A latency in seconds. Raises ValueError for what cannot be one."""
    nanoseconds = float(value or 0)
    if not 0 <= nanoseconds <= MAX_COUNT:
        raise ValueError(f"a latency of {nanoseconds:g} ns")
    return nanoseconds * 1e-9


def _counters(data: dict[str, Any]) -> Counters:
    latency = data.get("lat_ns") or {}
    histogram = Histogram.from_bins(latency.get("bins") or {})
    _bins, amounts = histogram.used
    if not 0 <= amounts.min(initial=0) <= amounts.max(initial=0) <= MAX_COUNT:
        raise ValueError("a latency bin with more I/Os than there can be")
    done = _count(latency.get("N"))
    return Counters(
        # `total_ios` counts what was issued, the queue depth ahead of what has ended: up to a tenth
        # of the I/Os that a hard disk does in two seconds.
        ios=done,
        bytes=_count(data["io_bytes"]),
        seconds=_count(data.get("runtime")) / 1000,
        latency_sum=_nanoseconds(latency.get("mean")) * done,
        latency_max=_nanoseconds(latency.get("max")),
        histogram=histogram,
        issued=_count(data["total_ios"]),
    )


def _merged(parts: list[Counters]) -> Counters:
    """Several jobs as one: counts add up, the time is that of the longest."""
    if len(parts) == 1:
        return parts[0]
    total = Counters.zero()
    for part in parts:
        total = Counters(
            ios=total.ios + part.ios,
            bytes=total.bytes + part.bytes,
            seconds=max(total.seconds, part.seconds),
            latency_sum=total.latency_sum + part.latency_sum,
            latency_max=max(total.latency_max, part.latency_max),
            histogram=total.histogram + part.histogram,
            issued=total.issued + part.issued,
        )
    return total


def read_report(text: bytes) -> FioReport:
    """One object of fio's json+ output. Raises BrokenOutputError when it is not one."""
    try:
        document = json.loads(text)
        jobs = document["jobs"]
        if len(jobs) > MAX_JOBS:
            raise ValueError(f"{len(jobs)} jobs")
        every, jobs = jobs, [job for job in jobs if job.get("jobname") != LOG_JOB]
        directions = {
            name: _merged([_counters(job[name]) for job in jobs])
            for name in DIRECTIONS
            if any(_count(job[name]["total_ios"]) for job in jobs)
        }
        return FioReport(
            snapshot=Snapshot(
                max((c.seconds for c in directions.values()), default=0.0),
                directions,
                sum(_count(job.get("job_runtime")) for job in jobs) / 1000 or None,
            ),
            error=max(abs(int(job.get("error") or 0)) for job in every),
            total_err=sum(_count(job.get("total_err")) for job in every),
            version=str(document.get("fio version", ""))[:100],
            text=text,
        )
    except (LookupError, ValueError, TypeError, AttributeError, OverflowError) as error:
        said = Note("fio's output cannot be read: {error}", error=str(error))
        raise BrokenOutputError(said) from error
    except RecursionError as error:
        raise BrokenOutputError(
            Note("fio's output cannot be read: {error}", error="nested too deeply")
        ) from error


class Stream:
    """Splits fio's concatenated objects; `feed` may be called with any pieces of bytes.

    fio prints the opening and the closing brace of each object alone on a line (fio 3.33 and 3.42);
    anything between objects is a message for people and kept in `messages`.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._inside = False  # the buffer begins with the brace that opens an object
        self._seen = 0  # bytes of the buffer in which there is no end
        self._last: tuple[tuple[int, int], ...] | None = None
        self.messages: list[str] = []
        self.final: FioReport | None = None

    def feed(self, data: bytes) -> Iterator[FioReport]:
        """Every report that these bytes complete, an exact repetition of the last left out.

        Raises BrokenOutputError when an object is not fio's or never ends.
        """
        self._buffer += data
        while (text := self._object()) is not None:
            report = read_report(text)
            self.final = report
            if report.key != self._last:
                self._last = report.key
                yield report

    def close(self) -> Iterator[FioReport]:
        """The end of the output: a last line without its line feed is taken as complete."""
        if self._buffer:
            yield from self.feed(b"\n")

    def _object(self) -> bytes | None:
        """The next whole object without its last line feed, None when more bytes are needed."""
        while not self._inside:
            end = self._find(b"\n")
            if end is None:
                return None
            self._inside = self._buffer[:end] == b"{"
            if not self._inside:
                self._tell(bytes(self._buffer[:end]))
                del self._buffer[: end + 1]
        # Searched as a whole, not line by line: 16 jobs print 9,000 lines a snapshot.
        end = self._find(b"\n}\n")
        if end is None:
            return None
        text = bytes(self._buffer[: end + 2])
        del self._buffer[: end + 3]
        self._inside = False
        return text

    def _find(self, mark: bytes) -> int | None:
        """Where in the buffer `mark` begins; what was looked at once is not looked at again."""
        buffer = self._buffer
        found = buffer.find(mark, self._seen)
        if (found if found >= 0 else len(buffer)) > MAX_OBJECT:
            raise BrokenOutputError(Note("fio's output cannot be read: {error}", error="endless"))
        self._seen = 0 if found >= 0 else max(0, len(buffer) - len(mark) + 1)
        return found if found >= 0 else None

    def _tell(self, line: bytes) -> None:
        if line.strip() and len(self.messages) < MAX_MESSAGES:
            self.messages.append(line[:500].decode("utf-8", "replace"))


def processes(report: bytes) -> tuple[ProcessWrites, ...]:
    """What each job of a report wrote, () where it does not tell jobs apart."""
    try:
        jobs = json.loads(report)["jobs"]
        found = tuple(
            ProcessWrites(_count(job["write"]["io_bytes"]), _count(job["write"]["runtime"]) / 1000)
            for job in jobs
        )
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return ()
    return found if len(found) > 1 else ()


def flushes(report: bytes) -> Latency | None:
    """The latencies of the fsyncs of a report; None where it has none.

    fio keeps them apart from those of the writes: with an fsync after each, a write takes 3 us and
    the fsync all the rest.
    """
    try:
        jobs = json.loads(report)["jobs"]
        parts = [job["sync"]["lat_ns"] for job in jobs]
        histogram = Histogram.empty()
        for part in parts:
            histogram = histogram + Histogram.from_bins(part.get("bins") or {})
        count = sum(_count(part.get("N")) for part in parts)
        total = sum(_nanoseconds(part.get("mean")) * _count(part.get("N")) for part in parts)
        longest = max(_nanoseconds(part.get("max")) for part in parts)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        return None
    if not count or not histogram.total:
        return None
    p50, p95, p99, p999 = (
        value if value is None else min(value, longest)
        for value in histogram.percentiles((50, 95, 99, 99.9))
    )
    return Latency(total / count, p50, p95, p99, p999, longest)


def commits(report: bytes) -> Commits | None:
    """What the log beside a test came to, or a test that is a log itself; None without fsyncs."""
    try:
        every = json.loads(report)["jobs"]
        jobs = [job for job in every if job.get("jobname") == LOG_JOB] or every
        seconds = max((_count(job["write"]["runtime"]) / 1000 for job in jobs), default=0.0)
        count = sum(_count(job["sync"]["lat_ns"]["N"]) for job in jobs)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        return None
    latency = flushes(report) if jobs else None  # no other job of such a test flushes
    return None if latency is None or not seconds else Commits(count, seconds, latency)


def written_bytes(report: bytes) -> int | None:
    """How much it wrote, None when the report does not say."""
    try:
        jobs = json.loads(report)["jobs"]
        counts = [int(job["write"]["io_bytes"]) for job in jobs]
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None
    return sum(counts) if all(count >= 0 for count in counts) else None


def submission_share(report: bytes, jobs: int) -> float | None:
    """The share of a job's time that it spent submitting I/Os to the kernel (fio's slat), over the
    whole process.

    None where the engine submits and waits at once (psync), or nothing is reported.
    """
    spent, longest = 0.0, 0.0
    try:
        for job in json.loads(report)["jobs"]:
            for direction in ("read", "write"):
                one = job[direction]
                spent += float(one["slat_ns"]["mean"]) / 1e9 * int(one["total_ios"])
                longest = max(longest, float(one["runtime"]) / 1000)
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None
    return spent / (longest * jobs) if spent > 0 and longest > 0 and jobs > 0 else None


def cpu_time(report: bytes) -> CpuTime | None:
    """What a processor spent on each I/O (fio's usr_cpu and sys_cpu), over the whole process; None
    when the report does not say.
    """
    used, ios = [0.0, 0.0], 0
    try:
        for job in json.loads(report)["jobs"]:
            seconds = float(job["job_runtime"]) / 1000
            used[0] += float(job["usr_cpu"]) / 100 * seconds
            used[1] += float(job["sys_cpu"]) / 100 * seconds
            ios += sum(_count(job[way]["total_ios"]) for way in DIRECTIONS if way in job)
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None
    if not ios or not all(math.isfinite(one) and one >= 0 for one in used):
        return None
    return CpuTime(used[0] / ios, used[1] / ios)


def cpu_share(report: bytes) -> float | None:
    """The share of a processor that each job used (fio's usr_cpu and sys_cpu), over the whole
    process; of jobs that are reported as one, fio's figure is their mean.
    """
    try:
        shares = [
            (float(job["usr_cpu"]) + float(job["sys_cpu"])) / 100
            for job in json.loads(report)["jobs"]
        ]
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None
    return max(shares, default=None)
