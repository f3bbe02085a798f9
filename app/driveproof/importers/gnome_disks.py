# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Benchmarks that GNOME Disks saved: a GVariant of samples, as a run."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import replace

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.document.values import MAX_FIGURE
from driveproof.domain.method import SCAN
from driveproof.domain.notes import Note
from driveproof.domain.run.histogram import exact_latency
from driveproof.domain.run.run import (
    DirectionResult,
    Environment,
    Latency,
    PhaseResult,
    Position,
    Target,
    TargetKind,
)
from driveproof.domain.say import Say, Title
from driveproof.importers.fields import (
    incomplete,
    invalid_field,
    since_epoch,
    too_large,
    whole_number,
    without_result,
)
from driveproof.importers.run_builder import FoundRun, imported, phase_of

ACCESS = 4096  # it reads a page; on most machines that is 4 KiB
MAX_SAMPLES = 100_000
_SIZES = {"i": ("<i", 4), "x": ("<q", 8), "t": ("<Q", 8)}
_MISSING = (
    Say("latencies"),
    Say("drive"),
    Say("test environment"),
)


def read_gnome_disks(data: bytes) -> FoundRun:
    """The run, in the form of a position scan. Raises UnfitError."""
    kept = vardict(data)
    version = _whole(kept, "version", "i")
    if version != 1:
        raise invalid_field("version", version)
    size = whole_number(_whole(kept, "device-size", "t"), "device-size")
    sample = whole_number(_whole(kept, "sample-size", "t"), "sample-size", low=1, high=2**40)
    phases: list[PhaseResult] = []
    for name, direction in (("read-samples", Direction.READ), ("write-samples", Direction.WRITE)):
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
        raise without_result("GNOME Disks")
    return imported(
        "GNOME Disks",
        phases,
        method=SCAN,
        title="Benchmark of GNOME Disks",
        started=since_epoch(_whole(kept, "timestamp-usec", "x") / 1e6, Say("Date")),
        target=Target(path="", kind=TargetKind.DEVICE, size=size or None),
        environment=Environment(),
        missing=_MISSING,
        notes=(Note("Averages are bytes over time, not the mean of the rates."),),
    )


def _rate_phase(direction: Direction, sample: int, positions: Sequence[Position]) -> PhaseResult:
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
    return _phase(direction, Pattern.SEQUENTIAL, sample, result)


def _access_phase(accesses: Sequence[Position]) -> PhaseResult:
    times = [position.seconds for position in accesses]
    seconds = sum(times)
    result = DirectionResult(
        iops=len(times) / seconds if seconds else 0.0,
        bandwidth=ACCESS * len(times) / seconds if seconds else 0.0,
        bytes=ACCESS * len(times),
        ios=len(times),
        seconds=seconds,
        latency=exact_latency(times),
        longest_stall=None,
        positions=tuple(accesses),
    )
    return _phase(Direction.READ, Pattern.RANDOM, ACCESS, result)


def _phase(
    direction: Direction, pattern: Pattern, block: int, result: DirectionResult
) -> PhaseResult:
    title = Title("Throughput by position")
    if pattern == Pattern.RANDOM:
        title = Title("Access time")
    if direction == Direction.WRITE:
        title = Title("Write throughput by position")
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
        raise incomplete()
    return int(struct.unpack(form, found[1])[0])


def _samples(kept: dict[str, tuple[str, bytes]], name: str, size: int) -> list[tuple[int, float]]:
    found = kept.get(name)
    if found is None or found[0] != "a(td)" or len(found[1]) % 16:
        raise incomplete()
    if len(found[1]) // 16 > MAX_SAMPLES:
        raise too_large(len(found[1]) // 16, MAX_SAMPLES)
    samples = [(int(offset), float(value)) for offset, value in struct.iter_unpack("<Qd", found[1])]
    for offset, value in samples:
        if offset > size or not 0 <= value <= MAX_FIGURE or 0 < value < 1e-9:
            raise invalid_field(name, value)
    return samples


MAX_ENTRIES = 1000
_ALIGNMENT = 8


def vardict(data: bytes) -> dict[str, tuple[str, bytes]]:
    """An `a{sv}`: name to (type, bytes of the value). Raises UnfitError for what is none."""
    width = _width(len(data))
    table = _end(data, len(data) - width, width, len(data) - width)
    room = len(data) - table
    if room % width or room // width > MAX_ENTRIES:
        raise incomplete()
    found: dict[str, tuple[str, bytes]] = {}
    begin = 0
    for place in range(table, len(data), width):
        begin += -begin % _ALIGNMENT
        end = _end(data, place, width, table)
        if end < begin:
            raise incomplete()
        name, value = _entry(data[begin:end])
        found[name] = value
        begin = end
    return found


def _entry(data: bytes) -> tuple[str, tuple[str, bytes]]:
    """A `{sv}`."""
    width = _width(len(data))
    value_end = len(data) - width
    key_end = _end(data, value_end, width, value_end)
    begin = key_end + -key_end % _ALIGNMENT
    if not key_end or data[key_end - 1] or begin > value_end:
        raise incomplete()
    value, zero, kind = data[begin:value_end].rpartition(b"\0")
    if not zero:
        raise incomplete()
    name = data[: key_end - 1].decode("utf-8", "replace")
    return name, (kind.decode("ascii", "replace"), value)


def _width(size: int) -> int:
    """Bytes of an offset in a container of this size."""
    return next(width for width in (1, 2, 4, 8) if size < 2 ** (8 * width))


def _end(data: bytes, place: int, width: int, highest: int) -> int:
    """An offset in the table at `place`."""
    if place < 0:
        raise incomplete()
    found = int.from_bytes(data[place : place + width], "little")
    if found > highest:
        raise incomplete()
    return found
