# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Latency percentiles: from histograms in fio's bins, which are added up, or from each I/O."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress

import numpy as np
import numpy.typing as npt

from driveproof.domain.run.run import Latency

Counts = npt.NDArray[np.int64]

# fio's stat.h: FIO_IO_U_PLAT_BITS 6 (64 bins a power of two), FIO_IO_U_PLAT_GROUP_NR 29.
BITS = 6
BINS_PER_GROUP = 1 << BITS
GROUPS = 29
BIN_COUNT = GROUPS * BINS_PER_GROUP


def bin_index(nanoseconds: int) -> int:
    """The bin of a latency, as fio's `plat_val_to_idx` places it (documented in its stat.c)."""
    most_significant = nanoseconds.bit_length() - 1
    if most_significant <= BITS:
        return max(0, nanoseconds)
    error_bits = most_significant - BITS
    offset = (nanoseconds >> error_bits) & (BINS_PER_GROUP - 1)
    return min((error_bits + 1) * BINS_PER_GROUP + offset, BIN_COUNT - 1)


def bin_counts(nanoseconds: npt.NDArray[np.int64]) -> Counts:
    """How many of these fall into each bin: `bin_index` of all at once, up to 2^53."""
    # The exponent of a float is the place of the highest bit; whole numbers so small are exact.
    _, exponents = np.frexp(nanoseconds.astype(np.float64))
    error_bits = np.maximum(exponents - 1 - BITS, 0).astype(np.int64)
    offsets = (nanoseconds >> error_bits) & (BINS_PER_GROUP - 1)
    places = np.where(error_bits == 0, nanoseconds, (error_bits + 1) * BINS_PER_GROUP + offsets)
    return np.bincount(np.clip(places, 0, BIN_COUNT - 1), minlength=BIN_COUNT).astype(np.int64)


def _edges() -> npt.NDArray[np.float64]:
    """The SIZE + 1 edges of the bins in seconds, rising."""
    index = np.arange(BIN_COUNT + 1)
    error_bits = np.maximum(index // BINS_PER_GROUP - 1, 0)
    base = np.where(index < 2 * BINS_PER_GROUP, index, 0).astype(np.float64)
    scaled = (BINS_PER_GROUP + index % BINS_PER_GROUP) * np.exp2(error_bits)
    return np.where(index < 2 * BINS_PER_GROUP, base, scaled) * 1e-9


EDGES = _edges()
MIDDLES = (EDGES[:-1] + EDGES[1:]) / 2
# Below 128 ns a bin is one nanosecond and fio prints that very nanosecond.
VALUES = np.where(np.arange(BIN_COUNT) < 2 * BINS_PER_GROUP, EDGES[:-1], MIDDLES)
# The very keys that fio prints: a bin's middle in whole nanoseconds (`plat_idx_to_val`, documented
# in its stat.c). Looking them up is what makes a stream of many jobs cheap to read.
_PRINTED = {str(round(value * 1e9)): index for index, value in enumerate(VALUES)}


class Histogram:
    """How many I/Os took how long, in fio's bins.

    Only the bins in use are kept: each sample of a run has a histogram, a few times a second, and a
    moment's I/Os fall into few of the SIZE bins.
    """

    __slots__ = ("_amounts", "_places")

    def __init__(self, counts: Counts) -> None:
        """`counts` has one int64 for each of fio's SIZE bins."""
        places = np.flatnonzero(counts)
        self._places = places.astype(np.uint16)
        self._amounts: Counts = counts[places]

    @property
    def counts(self) -> Counts:
        """One int64 for each of fio's SIZE bins, made anew each time."""
        counts = np.zeros(BIN_COUNT, dtype=np.int64)
        counts[self._places] = self._amounts
        return counts

    @property
    def used(self) -> tuple[npt.NDArray[np.uint16], Counts]:
        """The bins in use, rising, and how many I/Os fell into each."""
        return self._places, self._amounts

    @classmethod
    def empty(cls) -> Histogram:
        """A histogram without an I/O in it."""
        return cls(np.zeros(BIN_COUNT, dtype=np.int64))

    @classmethod
    def from_bins(cls, bins: Mapping[str, int]) -> Histogram:
        """From json+ `bins`: keys are nanoseconds inside a bin, values are counts.

        Raises ValueError when a key or a count is not a whole number of zero or more.
        """
        counts = np.zeros(BIN_COUNT, dtype=np.int64)
        amounts = np.array(list(bins.values()))
        if amounts.ndim == 1 and amounts.dtype == np.int64 and amounts.min() >= 0:
            with suppress(KeyError):
                places = np.fromiter(map(_PRINTED.__getitem__, bins), np.intp, len(bins))
                counts[places] = amounts
                return cls(counts)
        # Another fio's keys, or something that is not fio's: one by one, and strictly.
        for key, count in bins.items():
            nanoseconds = int(key)
            if nanoseconds < 0 or not isinstance(count, int) or not 0 <= count < 2**63:
                raise ValueError(f"latency bin {key!r}: {count!r}")
            counts[bin_index(nanoseconds)] += count
        return cls(counts)

    @property
    def total(self) -> int:
        """The number of I/Os."""
        return int(self._amounts.sum())

    def __add__(self, other: Histogram) -> Histogram:
        return Histogram(self.counts + other.counts)

    def __sub__(self, earlier: Histogram) -> Histogram:
        """What was counted since `earlier`; a bin never falls below zero."""
        return Histogram(np.maximum(self.counts - earlier.counts, 0))

    def percentile(self, percent: float) -> float | None:
        """The latency in seconds that `percent` % of the I/Os did not exceed, None when empty.

        The value is that of fio's bin (its middle), so that a whole run agrees with fio's own
        `percentile_list`; a bin is at most 1/64 of its value wide.
        """
        return self.percentiles((percent,))[0]

    def percentiles(self, percents: tuple[float, ...]) -> tuple[float | None, ...]:
        """Several percentiles at once, in seconds; each None when the histogram is empty."""
        cumulative = np.cumsum(self._amounts)
        total = int(cumulative[-1]) if len(cumulative) else 0
        if total == 0:
            return (None,) * len(percents)
        wanted = np.ceil(np.asarray(percents) / 100 * total - 1e-9)
        positions = self._places[np.searchsorted(cumulative, np.clip(wanted, 1, total))]
        return tuple(float(VALUES[position]) for position in positions)

    def mean(self) -> float | None:
        """The mean latency in seconds by the middles of the bins, None when empty."""
        total = self.total
        return float((self._amounts * MIDDLES[self._places]).sum() / total) if total else None

    def highest(self) -> float | None:
        """The upper edge in seconds of the highest bin with an I/O in it, None when empty."""
        used = self._places
        return float(EDGES[int(used[-1]) + 1]) if used.size else None

    def rebin(self, edges: npt.NDArray[np.float64]) -> Counts:
        """Counts between other `edges` (seconds, rising), for a heat map: len(edges) - 1 values."""
        places = np.clip(np.searchsorted(edges, MIDDLES, side="right") - 1, 0, len(edges) - 2)
        return np.bincount(places, weights=self.counts, minlength=len(edges) - 1).astype(np.int64)

    def sparse(self) -> tuple[tuple[int, int], ...]:
        """The bins in use as (index, count), for keeping."""
        return tuple(zip(self._places.tolist(), self._amounts.tolist(), strict=True))

    @classmethod
    def from_sparse(cls, pairs: tuple[tuple[int, int], ...]) -> Histogram:
        """The reverse of `sparse`. Raises IndexError for a bin that fio does not have."""
        counts = np.zeros(BIN_COUNT, dtype=np.int64)
        for index, count in pairs:
            if index < 0:
                raise IndexError(f"latency bin {index}")
            counts[index] += count
        return cls(counts)


def exact_latency(seconds: npt.ArrayLike) -> Latency:
    """The latency of I/Os that took these seconds: from each of them, not from bins. All of it is
    None where there are none.
    """
    ordered = np.sort(np.asarray(seconds, dtype=np.float64))
    count = len(ordered)
    if not count:
        return Latency()

    def percentile(percent: float) -> float:
        """The least value that so many percent did not exceed."""
        return float(ordered[max(1, math.ceil(percent * count / 100 - 1e-9)) - 1])

    return Latency(
        mean=float(ordered.sum()) / count,
        p50=percentile(50),
        p95=percentile(95),
        p99=percentile(99),
        p999=percentile(99.9),
        max=percentile(100),
    )
