# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds up the free ranges of a file system; apart from their value, because it needs numpy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from driveproof.domain.trim.free_space import BINS, FIRST, GETFSMAP, FreeSpace

_LARGEST = 2**63 - 1
"""The largest file system that Linux knows, in bytes; what goes beyond it is nonsense."""


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
        """Add ranges in bytes; empty and impossible ones are left out."""
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
        """The free share of each part; a hostile file system may report a range twice."""
        return tuple(np.clip(self._bins, 0.0, 1.0).tolist())

    def result(self, total: int) -> FreeSpace:
        """The result."""
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
