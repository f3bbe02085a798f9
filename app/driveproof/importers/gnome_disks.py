# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The benchmark that GNOME Disks (up to 50) saves, one a drive, in its cache.

Its form by its source (gdubenchmarkdialog.c, maybe_save_data): an `a{sv}` with "version" 1; samples
are `a(td)`: an offset in bytes, and bytes a second or the seconds of an access.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import replace

from driveproof.domain.run.run import (
    DirectionResult,
    Environment,
    Latency,
    PhaseResult,
    Position,
    Target,
)
from driveproof.importers.fields import MAX_FIGURE, UnfitError, count, since_epoch
from driveproof.importers.gvariant import vardict
from driveproof.importers.run_builder import Found, imported, phase_of

ACCESS = 4096  # it reads a page; on most machines that is 4 KiB
MAX_SAMPLES = 100_000
_SIZES = {"i": ("<i", 4), "x": ("<q", 8), "t": ("<Q", 8)}
_MISSING = ("no latencies but the access times", "no drive but its size", "no environment")


def read_gnome_disks(data: bytes) -> Found:
    """The run, in the form of a position scan. Raises UnfitError."""
    kept = vardict(data)
    version = _whole(kept, "version", "i")
    if version != 1:
        raise UnfitError(f"It is a benchmark of GNOME Disks in version {version}, not 1.")
    size = count(_whole(kept, "device-size", "t"), "device-size")
    sample = count(_whole(kept, "sample-size", "t"), "sample-size", low=1, high=2**40)
    phases: list[PhaseResult] = []
    for name, direction in (("read-samples", "read"), ("write-samples", "write")):
        # A rate of 0: nothing was left to read at the end of a small device.
        rates = [(offset, value) for offset, value in _samples(kept, name, size) if value > 0]
        positions = []
        for offset, rate in rates:
            part = min(sample, size - offset) or sample
            positions.append(Position(offset, part, part / rate))
        if positions:
            phases.append(_rate_phase(direction, sample, positions))
    accesses = [
        Position(offset, ACCESS, value)
        for offset, value in _samples(kept, "access-time-samples", size)
    ]
    if accesses:
        phases.append(_access_phase(accesses))
    if not phases:
        raise UnfitError("It is a saved benchmark of GNOME Disks without a sample in it.")
    return imported(
        "GNOME Disks",
        phases,
        title="Benchmark of GNOME Disks",
        started=since_epoch(_whole(kept, "timestamp-usec", "x") / 1e6, "Its date"),
        target=Target(path="", kind="device", size=size or None),
        environment=Environment(),
        missing=_MISSING,
        notes=(
            "Averages are bytes over time. GNOME Disks itself shows the mean of the rates, which is"
            " higher where they differ.",
            "Its date is the end of the benchmark.",
        ),
    )


def _rate_phase(direction: str, sample: int, positions: Sequence[Position]) -> PhaseResult:
    seconds = sum(position.seconds for position in positions)
    moved = sum(position.bytes for position in positions)
    result = DirectionResult(
        iops=len(positions) / seconds,
        bandwidth=moved / seconds,
        bytes=moved,
        ios=len(positions),
        seconds=seconds,
        latency=Latency(),
        longest_stall=None,
        positions=tuple(positions),
    )
    return _phase(direction, "sequential", sample, result)


def _access_phase(accesses: Sequence[Position]) -> PhaseResult:
    times = sorted(position.seconds for position in accesses)
    seconds = sum(times)

    def percentile(percent: float) -> float:
        """The least value that so many percent did not exceed."""
        return times[max(1, math.ceil(percent * len(times) / 100 - 1e-9)) - 1]

    result = DirectionResult(
        iops=len(times) / seconds if seconds else 0.0,
        bandwidth=ACCESS * len(times) / seconds if seconds else 0.0,
        bytes=ACCESS * len(times),
        ios=len(times),
        seconds=seconds,
        latency=Latency(
            mean=seconds / len(times),
            p50=percentile(50),
            p95=percentile(95),
            p99=percentile(99),
            p999=percentile(99.9),
            max=times[-1],
        ),
        longest_stall=None,
        positions=tuple(accesses),
    )
    return _phase("read", "random", ACCESS, result)


def _phase(direction: str, pattern: str, block: int, result: DirectionResult) -> PhaseResult:
    title = "Access time" if pattern == "random" else "Throughput by position"
    if direction == "write":
        title = "Write throughput by position"
    made = phase_of(
        direction=direction,
        pattern=pattern,
        block_size=block,
        queue_depth=1,
        jobs=1,
        results=[{direction: result}],
        title=title,
        engine="gnome-disks",
    )
    return replace(made, planned_seconds=result.seconds or 0.0)


def _whole(kept: dict[str, tuple[str, bytes]], name: str, kind: str) -> int:
    found = kept.get(name)
    form, width = _SIZES[kind]
    if found is None or found[0] != kind or len(found[1]) != width:
        raise UnfitError(f'Its "{name}" is missing or broken.')
    return int(struct.unpack(form, found[1])[0])


def _samples(kept: dict[str, tuple[str, bytes]], name: str, size: int) -> list[tuple[int, float]]:
    found = kept.get(name)
    if found is None or found[0] != "a(td)" or len(found[1]) % 16:
        raise UnfitError(f'Its "{name}" are missing or broken.')
    if len(found[1]) // 16 > MAX_SAMPLES:
        raise UnfitError(f'Its "{name}" are more than {MAX_SAMPLES}.')
    samples = [(int(offset), float(value)) for offset, value in struct.iter_unpack("<Qd", found[1])]
    for offset, value in samples:
        if offset > size or not 0 <= value <= MAX_FIGURE or 0 < value < 1e-9:
            raise UnfitError(f'Its "{name}" hold what cannot have been measured.')
    return samples
