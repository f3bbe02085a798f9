# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a drive did while nobody measured it: who wrote, how long it was quiet, which requests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

WATCH_ENGINE = "kernel"
"""`PhaseResult.engine` of what was only watched."""
REGIONS = 64
"""Equal parts of a device, for which the bytes of its requests are counted."""


class WriterKind(StrEnum):
    """Who is meant by a writer."""

    GROUP = "group"
    """A service, program or container: a control group, whose I/O the kernel counts by device."""
    REST = "rest"
    """What belongs to no such group: the kernel's own, as a file system's journal."""
    PROCESS = "process"
    """A process with all that it wrote, on whichever drive."""


class Writer(NamedTuple):
    """Who read and wrote so many bytes; `kind` is a word of WriterKind, `name` "" of the rest."""

    kind: str
    name: str
    read_bytes: int
    written_bytes: int


class ActivitySample(NamedTuple):
    """The interval that ended at `seconds`: the share of it with I/O in flight, and the mean number
    of requests that waited or were served; None where the kernel's counters do not tell.
    """

    seconds: float
    busy: float | None
    queue: float | None


@dataclass(frozen=True, slots=True)
class Requested:
    """The requests of one direction: (bytes, how many) by rising size, how many of them began where
    the last one of the direction had ended, how many somebody waited for (REQ_SYNC), how many had
    to be on the medium (REQ_FUA), and the bytes in each of REGIONS equal parts of the device.
    """

    sizes: tuple[tuple[int, int], ...] = ()
    sequential: int = 0
    sync: int = 0
    fua: int = 0
    regions: tuple[int, ...] = (0,) * REGIONS

    @property
    def count(self) -> int:
        """How many there were."""
        return sum(count for _size, count in self.sizes)

    @property
    def bytes(self) -> int:
        """What they moved, or discarded."""
        return sum(size * count for size, count in self.sizes)


MOST_LOST = 0.01
"""With more of them lost, as a share of those that were seen, their order in time means nothing."""


@dataclass(frozen=True, slots=True)
class Requests:
    """The requests that the kernel handed to a device in `seconds`.

    `device` is its kernel name, `size` its bytes. `depths` are (requests in flight with the new
    one, how many) and `gaps` (seconds since the request before, at most, how many), both by rising
    powers of two. `lost` were not seen: the kernel's buffer was full.
    """

    device: str
    size: int
    seconds: float
    read: Requested = Requested()
    write: Requested = Requested()
    discard: Requested = Requested()
    flushes: int = 0
    depths: tuple[tuple[int, int], ...] = ()
    gaps: tuple[tuple[float, int], ...] = ()
    lost: int = 0

    @property
    def count(self) -> int:
        """Reads and writes."""
        return self.read.count + self.write.count

    @property
    def depths_known(self) -> bool:
        """Whether `depths` are worth anything: of a request whose end was not seen it is not known
        that it is in flight no more.
        """
        return bool(self.depths) and self.lost <= MOST_LOST * self.count


@dataclass(frozen=True, slots=True)
class Observed:
    """What was watched in one recording.

    `quiet` are the seconds of all looks without any I/O, `longest_quiet` the longest row of them.
    `writers` are those that the kernel counts by device, and the processes as a hint; `grouped`
    says whether it counts groups at all. `life` is the drive's whole endurance in bytes, as far as
    it was known then, and `rotational` whether it is a hard disk.
    """

    quiet: float
    longest_quiet: float
    looks: tuple[ActivitySample, ...] = ()
    writers: tuple[Writer, ...] = ()
    grouped: bool = False
    discarded_bytes: int | None = None
    flushes: int | None = None
    life: int | None = None
    rotational: bool | None = None
    requests: Requests | None = None

    def of_kind(self, *kinds: WriterKind) -> tuple[Writer, ...]:
        """The writers of these kinds, most written first."""
        return tuple(one for one in self.writers if one.kind in kinds)


def shares(requested: Requested) -> tuple[tuple[int, float], ...]:
    """The share of each size, 0 to 1, of the requests of a direction, by rising size."""
    total = requested.count
    return tuple((size, count / total) for size, count in requested.sizes) if total else ()


def sorted_writers(found: Iterable[Writer]) -> tuple[Writer, ...]:
    """Those that read or wrote anything: most written first, then most read."""
    some = [one for one in found if one.read_bytes > 0 or one.written_bytes > 0]
    return tuple(sorted(some, key=lambda one: (-one.written_bytes, -one.read_bytes, one.name)))
