# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The free space of a file system: how many ranges, how large, and a coarse picture of where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto

import numpy as np
import numpy.typing as npt

BINS = 256
"""Parts of a picture: enough for the width of a page."""
FIRST = 1000
"""So many ranges are kept one by one, whatever the file system holds."""
_LARGEST = 2**63 - 1
"""The largest file system that Linux knows, in bytes; what goes beyond it is nonsense."""


class EstimateReason(Enum):
    """Why the free ranges are not known."""

    CANNOT_TELL = auto()
    ONLY_ROOT = auto()
    FOLDER_CLOSED = auto()


GETFSMAP, STATVFS = "FS_IOC_GETFSMAP", "statvfs"


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeSpace:
    """What is free on a file system, in bytes of the device it is on.

    `bytes` is an estimate where `source` is not FS_IOC_GETFSMAP: then the ranges are not known, and
    `ranges`, `largest` are None, `first` and `bins` empty. `total` is the size of the file system.
    `bins` are the free shares (0 to 1) of 256 equal parts of `span`, `first` the first thousand
    ranges as (start, length). `fitting` are the bytes in ranges of at least `shortest`, which is
    the least that the device discards: the file system leaves shorter ones out.
    """

    bytes: int
    total: int
    source: str
    ranges: int | None = None
    largest: int | None = None
    first: tuple[tuple[int, int], ...] = ()
    bins: tuple[float, ...] = ()
    span: int = 0
    why: EstimateReason | None = None
    """Why it is an estimate."""
    fitting: int | None = None
    shortest: int = 0

    @property
    def estimate(self) -> bool:
        """Whether the ranges are not known."""
        return self.source != GETFSMAP

    @property
    def too_short(self) -> int:
        """Bytes in ranges that are too short for the device, as far as that is known."""
        return 0 if self.fitting is None else self.bytes - self.fitting

    @property
    def share(self) -> float | None:
        """Of the file system; None where its size is not known."""
        return min(1.0, self.bytes / self.total) if self.total else None

    def before(self, position: int) -> float | None:
        """The share of the free bytes that lies before a position; None without a picture."""
        whole = sum(self.bins)
        if not self.span or not whole:
            return None
        place = min(max(position / self.span, 0.0), 1.0) * len(self.bins)
        full = int(place)
        part = self.bins[full] * (place - full) if full < len(self.bins) else 0.0
        return min(1.0, (sum(self.bins[:full]) + part) / whole)


@dataclass
class FreeCounter:
    """Adds up free ranges as they come, in bounded memory. `span` is the device's size in bytes,
    `shortest` the least that it discards.
    """

    span: int
    shortest: int = 0
    ranges: int = 0
    bytes: int = 0
    largest: int = 0
    fitting: int = 0
    first: list[tuple[int, int]] = field(default_factory=list)
    _bins: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(BINS))

    def add(self, starts: npt.NDArray[np.uint64], lengths: npt.NDArray[np.uint64]) -> None:
        """Take ranges in bytes; empty ones and such as cannot be are left out."""
        fits = (lengths > 0) & (lengths <= _LARGEST) & (starts <= _LARGEST)
        fits[fits] = starts[fits] + lengths[fits] <= np.uint64(_LARGEST)
        starts, lengths = starts[fits], lengths[fits]
        if not len(starts):
            return
        self.ranges += len(starts)
        self.bytes += sum(int(length) for length in lengths)  # no sum of 64 bits overflows here
        self.fitting += sum(int(length) for length in lengths[lengths >= self.shortest])
        self.largest = max(self.largest, int(lengths.max()))
        room = FIRST - len(self.first)
        if room > 0:
            self.first += zip(starts[:room].tolist(), lengths[:room].tolist(), strict=True)
        if self.span > 0:
            self._draw(starts.astype(np.float64), lengths.astype(np.float64))

    def _draw(self, starts: npt.NDArray[np.float64], lengths: npt.NDArray[np.float64]) -> None:
        width = self.span / BINS
        begin = np.clip(starts / width, 0.0, BINS)
        end = np.clip((starts + lengths) / width, 0.0, BINS)
        low = np.minimum(begin.astype(np.int64), BINS - 1)
        high = np.minimum(end.astype(np.int64), BINS - 1)
        # What lies before a place in each bin: the difference of two of these is a range.
        steps = np.zeros(BINS + 1)
        for place, part, sign in ((high, end, 1.0), (low, begin, -1.0)):
            np.add.at(self._bins, place, sign * (part - place))
            np.add.at(steps, place, sign)
        # Every bin between the two is full.
        self._bins += np.cumsum(steps[::-1])[::-1][1:]

    @property
    def bins(self) -> tuple[float, ...]:
        """The free share of each part; a hostile file system may tell a range twice."""
        return tuple(np.clip(self._bins, 0.0, 1.0).tolist())

    def result(self, total: int) -> FreeSpace:
        """What was told."""
        return FreeSpace(
            bytes=self.bytes,
            total=total,
            source=GETFSMAP,
            ranges=self.ranges,
            largest=self.largest,
            first=tuple(self.first),
            bins=self.bins if self.span > 0 else (),
            span=max(self.span, 0),
            fitting=self.fitting,
            shortest=self.shortest,
        )


def counted(
    ranges: Iterable[tuple[int, int]], span: int, total: int, shortest: int = 0
) -> FreeSpace:
    """Of ranges that are known: for pictures and tests."""
    pairs = list(ranges)
    counter = FreeCounter(span, shortest)
    counter.add(
        np.array([start for start, _ in pairs], np.uint64),
        np.array([length for _, length in pairs], np.uint64),
    )
    return counter.result(total)
