# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Latencies in fio's JSON, of all its versions: from its list of percentiles, or from its bins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.run import Latency
from driveproof.importers.fields import MAX_COUNT, Fields, UnfitError, count, quoted

MAX_BINS = 10_000
_DIGITS = re.compile(r"\d{1,18}", re.ASCII)
_PERCENTILE = re.compile(r"\d{1,3}\.\d{1,6}", re.ASCII)
_WANTED = (50.0, 95.0, 99.0, 99.9)
# fio 2 counts in microseconds and names bins by their number (stat.h: FIO_IO_U_PLAT_BITS 6).
_OLD_BITS = 6


@dataclass(frozen=True, slots=True)
class Latencies:
    """Of one job in one direction; `total` is lat, issue to end; otherwise it is clat."""

    latency: Latency
    histogram: Histogram
    ios: int
    total: bool


def read_latencies(direction: Fields) -> Latencies:
    """The total latency where fio kept its distribution, the completion latency where not.

    Both are not mixed: a mean of the one beside percentiles of the other would be neither.
    """
    for name, scale in (("lat_ns", 1.0), ("lat", 1e3)):
        found = direction.part(name)
        if found.raw("percentile") or found.raw("bins"):
            return _read(found, scale, total=True)
    for name, scale in (("clat_ns", 1.0), ("clat", 1e3)):
        found = direction.part(name)
        if found.raw("percentile") or found.raw("bins"):
            return _read(found, scale, total=False)
    for name, scale in (("lat_ns", 1.0), ("lat", 1e3)):
        if direction.raw(name):
            return _read(direction.part(name), scale, total=True)
    return Latencies(Latency(), Histogram.empty(), 0, total=True)


def merged(parts: Sequence[Latencies]) -> Latencies:
    """Several jobs as one. Percentiles of single jobs cannot be put together: only bins can."""
    if len(parts) == 1:
        return parts[0]
    histogram = Histogram.empty()
    for part in parts:
        histogram = histogram + part.histogram
    ios = sum(part.ios for part in parts)
    count(histogram.total, "The latencies of all its jobs")
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
    )


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
        raise UnfitError(f"{listed.place} has {len(listed.names)} latency bins.")
    counted: dict[str, int] = {}
    for name in listed.names:
        if name.startswith("FIO_IO_U_PLAT"):
            continue
        if not _DIGITS.fullmatch(name):
            raise UnfitError(f"{listed.place} has the latency {quoted(name)}.")
        amount = listed.count(name)
        key = name if scale == 1.0 else str(_old_bin(int(name)) * int(scale))
        if amount:
            counted[key] = counted.get(key, 0) + amount
    count(sum(counted.values()), listed.place, high=MAX_COUNT)
    return Histogram.from_bins(counted)


def _old_bin(index: int) -> int:
    """The middle of a bin of fio 2 in microseconds, as its `plat_idx_to_val` has it."""
    index = min(index, 29 << _OLD_BITS)
    if index < 1 << (_OLD_BITS + 1):
        return index
    error_bits = (index >> _OLD_BITS) - 1
    base = 1 << (error_bits + _OLD_BITS)
    return base + ((index % (1 << _OLD_BITS)) << error_bits) + (1 << error_bits) // 2
