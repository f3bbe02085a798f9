# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files read and appended to by threads as web and mail servers do, or read as a program's start.

The loops are those of filebench's webserver.f and varmail.f. What is counted is printed as fio
prints it (json+, a snapshot several times a second), so that it is read, drawn and kept like fio's.
"""

from __future__ import annotations

import errno
import itertools
import json
import math
import os
import random
import resource
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import driveproof
from driveproof.engine.run.tasks.common import CHUNK, POOL, SEED, fill_pages, random_pool, sync_all

MEAN, SHAPE = 16 * 2**10, 1.5
"""Bytes of a file: a gamma distribution, filebench's default for both servers."""
LEAST, MOST = 2**10, 500 * 2**10
APPEND = 16 * 2**10
APPENDS = {"web": 1, "mail": 2}
"""How often a thread appends in one turn."""
READS = 10
"""Files that a web server reads for each line of its log."""
LONGEST = 2**16
"""Bytes from which a mailbox is begun anew."""
LOG = 16
"""A log is begun anew from this part of all files on: the room that was checked has an eighth more
than they need."""
UNIT = 4096
"""Bytes that a recording counts in."""
_SNAPSHOT, _OFTEN = 0.2, 0.05
"""Seconds; a start may be over after few of them."""
_BITS = 6  # fio has 64 bins for each power of two (stat.h)


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """What to do: "make", "web", "mail" or "desktop", on `files` files in `folder`, which is a path
    by a descriptor: who may write beside the folder can put a link in its place. `cold`:
    their pages are dropped before each reading; `limit` are the bytes that are written at most.
    `size` is what making them counts as; of a single file it is the size.
    """

    work: str
    folder: str
    files: int
    size: int
    threads: int = 1
    seconds: float = 0.0
    cold: bool = False
    limit: int = 0
    order: int = 1


@dataclass
class ThreadCounts:
    """One direction of one thread, in nanoseconds."""

    ios: int = 0
    bytes: int = 0
    total: int = 0
    longest: int = 0
    bins: dict[int, int] = field(default_factory=dict)

    def add(self, size: int, begun: int) -> None:
        """One more, of `size` bytes, which began at this time."""
        took = time.perf_counter_ns() - begun
        self.ios += 1
        self.bytes += size
        self.total += took
        self.longest = max(self.longest, took)
        middle = _middle(took)
        self.bins[middle] = self.bins.get(middle, 0) + 1


def _middle(nanoseconds: int) -> int:
    """The middle of fio's bin for a latency, by which it prints it."""
    shift = max(0, nanoseconds.bit_length() - 1 - _BITS)
    if not shift:
        return nanoseconds
    return ((nanoseconds >> shift) << shift) + (1 << shift) // 2


class Server:
    """Threads that serve files until time or bytes are up."""

    def __init__(self, setting: ServeSettings) -> None:
        self.setting = setting
        self._paths = paths(setting)
        self._data = random_pool()
        self._log = Path(setting.folder) / "log"
        self._stop = threading.Event()
        self._errors: list[OSError] = []
        self._each = [(ThreadCounts(), ThreadCounts()) for _thread in range(setting.threads)]
        self._begun = time.monotonic()
        # Each thread takes the next turn before it writes: none writes beyond the limit.
        self._turns, self._ended = itertools.count(), itertools.count()
        written = APPEND * APPENDS.get(setting.work, 0)
        self._most = setting.limit // written if setting.limit and written else math.inf

    def run(self) -> int:
        """Serve; the exit status."""
        setting = self.setting
        if not setting.cold:
            fill_pages(self._paths)
        sync_all(Path(setting.folder))
        serve = {"web": self._web, "mail": self._mail, "desktop": self._start}[setting.work]
        self._begun = time.monotonic()
        threads = [
            threading.Thread(target=self._serve, args=(serve, number), daemon=True)
            for number in range(setting.threads)
        ]
        for one in threads:
            one.start()
        end = self._begun + setting.seconds
        pause = _OFTEN if setting.work == "desktop" else _SNAPSHOT
        while not self._stop.wait(max(0.0, min(pause, end - time.monotonic()))):
            self._print()
            if time.monotonic() >= end:
                break
        self._stop.set()
        for one in threads:
            one.join()
        number = (self._errors[0].errno or 1) if self._errors else 0
        self._print(number)
        return int(number > 0)

    def _serve(self, serve: Callable[[random.Random, int], None], number: int) -> None:
        drawn = random.Random(f"{SEED} {self.setting.order} {number}")
        try:
            while not self._stop.is_set():
                if next(self._turns) >= self._most:
                    # The last one to end ends all: the others still write what they began.
                    if next(self._ended) == self.setting.threads - 1:
                        self._stop.set()
                    return
                serve(drawn, number)
        except OSError as error:
            self._errors.append(error)
            self._stop.set()

    def _web(self, drawn: random.Random, number: int) -> None:
        reads, writes = self._each[number]
        for _file in range(READS):
            if self._stop.is_set():
                return
            begun = time.perf_counter_ns()
            reads.add(self._read(drawn.choice(self._paths)), begun)
        begun = time.perf_counter_ns()
        if self._append(self._log, drawn) > self.setting.size // LOG:
            self._log.unlink(missing_ok=True)  # another thread may have done so
        writes.add(APPEND, begun)

    def _mail(self, drawn: random.Random, number: int) -> None:
        """Each thread has files of its own: no two write one."""
        reads, writes = self._each[number]
        mine = self._paths[number :: self.setting.threads]
        path = drawn.choice(mine)
        path.unlink(missing_ok=True)
        begun = time.perf_counter_ns()
        self._append(path, drawn, safe=True)
        writes.add(APPEND, begun)
        path = drawn.choice(mine)
        begun = time.perf_counter_ns()
        size = self._read(path)
        reads.add(size, begun)
        if size > LONGEST:
            os.truncate(path, 0)
        begun = time.perf_counter_ns()
        self._append(path, drawn, safe=True)
        writes.add(APPEND, begun)
        begun = time.perf_counter_ns()
        reads.add(self._read(drawn.choice(mine)), begun)

    def _start(self, _drawn: random.Random, number: int) -> None:
        """Each recorded read waits for the one before; nothing is read ahead of them."""
        reads, _writes = self._each[number]
        descriptor = os.open(self._paths[0], os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_RANDOM)
            for at, size in recorded():
                if self._stop.is_set():
                    return
                begun = time.perf_counter_ns()
                if len(os.pread(descriptor, size, at)) < size:
                    raise OSError(errno.EIO, os.strerror(errno.EIO))
                reads.add(size, begun)
        finally:
            os.close(descriptor)
        self._stop.set()

    def _read(self, path: Path) -> int:
        """Read all of a file; its bytes."""
        size = 0
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            if self.setting.cold:
                os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            while data := os.read(descriptor, CHUNK):
                size += len(data)
        finally:
            os.close(descriptor)
        return size

    def _append(self, path: Path, drawn: random.Random, *, safe: bool = False) -> int:
        """Append a record; `safe`: and wait until it is on the drive. The bytes of the file."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        at = drawn.randrange(POOL - APPEND)
        descriptor = os.open(path, flags, 0o600)
        try:
            os.write(descriptor, self._data[at : at + APPEND])
            if safe:
                os.fsync(descriptor)
            return os.fstat(descriptor).st_size
        finally:
            os.close(descriptor)

    def _print(self, error: int = 0) -> None:
        seconds = time.monotonic() - self._begun
        used = resource.getrusage(resource.RUSAGE_SELF)
        share = 100 / max(seconds, 1e-9) / self.setting.threads
        report(
            {
                "read": _direction([reads for reads, _writes in self._each], seconds),
                "write": _direction([writes for _reads, writes in self._each], seconds),
                "usr_cpu": used.ru_utime * share,
                "sys_cpu": used.ru_stime * share,
                "job_runtime": round(1000 * seconds * self.setting.threads),
            },
            error,
        )


def _direction(parts: list[ThreadCounts], seconds: float) -> dict[str, Any]:
    bins: dict[int, int] = {}
    for part in parts:
        for middle, count in dict(part.bins).items():
            bins[middle] = bins.get(middle, 0) + count
    ios = sum(bins.values())
    total = sum(part.total for part in parts)
    return {
        "io_bytes": sum(part.bytes for part in parts),
        "total_ios": ios,
        "runtime": round(1000 * seconds),
        "lat_ns": {
            "N": ios,
            "mean": total / ios if ios else 0.0,
            "max": max(part.longest for part in parts),
            "bins": bins,
        },
    }


def report(job: dict[str, Any], error: int = 0) -> None:
    """Print a snapshot as fio does."""
    none = {"io_bytes": 0, "total_ios": 0, "runtime": 0}
    whole = {"read": none, "write": none, "trim": none, **job}
    document = {"jobs": [{"jobname": "served", "error": error, "total_err": 0, **whole}]}
    sys.stdout.write(f"{json.dumps(document, indent=1)}\n")
    sys.stdout.flush()


def recorded() -> list[tuple[int, int]]:
    """Offset and length of what a program's start reads, in its order."""
    file = Path(driveproof.__file__).parent / "resources" / "patterns" / "desktop.txt"
    lines = file.read_text("utf-8").splitlines()
    pairs = (line.split() for line in lines if not line.startswith("#"))
    return [(int(begin) * UNIT, int(count) * UNIT) for begin, count in pairs]


def paths(setting: ServeSettings) -> list[Path]:
    """The files, in folders of a hundred."""
    root = Path(setting.folder)
    return [root / f"d{number // 100:04}" / f"f{number:06}" for number in range(setting.files)]


def make(setting: ServeSettings) -> int:
    """Write the files; the exit status."""
    drawn, data, begun, told = random.Random(SEED), random_pool(), time.monotonic(), 0.0
    every, error = paths(setting), 0
    done = 0
    try:
        for done, path in enumerate(every, start=1):
            size = min(MOST, max(LEAST, int(drawn.gammavariate(SHAPE, MEAN / SHAPE))))
            at = drawn.randrange(POOL - size)
            path.parent.mkdir(exist_ok=True)
            with path.open("wb", buffering=0) as file:
                file.write(data[at : at + size])
            now = time.monotonic()
            if now - told > _SNAPSHOT:
                told = now
                _made(setting, done, now - begun)
        sync_all(Path(setting.folder))
    except OSError as failed:
        error = failed.errno or 1
    _made(setting, done, time.monotonic() - begun, error)
    return int(error > 0)


def make_one(setting: ServeSettings) -> int:
    """Write a single file of `size`; the exit status."""
    drawn, data = random.Random(SEED), random_pool()
    begun = told = time.monotonic()
    (path,) = paths(setting)
    error = written = 0
    try:
        path.parent.mkdir(exist_ok=True)
        with path.open("wb", buffering=0) as file:
            while written < setting.size:
                at = drawn.randrange(POOL - CHUNK)
                written += file.write(data[at : at + min(CHUNK, setting.size - written)])
                now = time.monotonic()
                if now - told > _SNAPSHOT:
                    told = now
                    _made(replace(setting, size=written), 1, now - begun)
        sync_all(Path(setting.folder))
    except OSError as failed:
        error = failed.errno or 1
    _made(replace(setting, size=written), 1, time.monotonic() - begun, error)
    return int(error > 0)


def _made(setting: ServeSettings, done: int, seconds: float, error: int = 0) -> None:
    """`done` of the files exist."""
    write = {
        "io_bytes": setting.size * done // max(1, setting.files),
        "total_ios": done,
        "runtime": round(1000 * seconds),
        "lat_ns": {"N": done, "mean": 0.0, "max": 0, "bins": {}},
    }
    report({"write": write, "job_runtime": round(1000 * seconds)}, error)


def main(arguments: list[str]) -> int:
    """Do what the setting says."""
    setting = ServeSettings(**json.loads(arguments[0]))
    os.umask(0o077)
    if setting.work == "make":
        return make(setting) if setting.files > 1 else make_one(setting)
    return Server(setting).run()
