# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs for tests, made by the production code's own functions, and a bus."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.fakes.udisks2 import PrivateBus
from tests.system.measuring import mounted

from driveproof.domain.notes import Note
from driveproof.domain.run.histogram import BIN_COUNT, Histogram, bin_index
from driveproof.domain.run.run import (
    FINISHED,
    DirectionResult,
    Environment,
    Latency,
    PhaseResult,
    Repeat,
    Run,
    Target,
)
from driveproof.domain.run.sample import Counters, Sample, Snapshot, measured_window, sample_between
from driveproof.history.store import History
from driveproof.system.kernel.mounts import device_number, filesystem_traits, mount_of
from driveproof.wording.units import NARROW, format_size

STARTED = datetime(2026, 11, 21, 10, 12, 30, 123456, tzinfo=UTC)


def _counters(rng: np.random.Generator, before: Counters, ios: int, size: int) -> Counters:
    nanoseconds = rng.lognormal(11, 0.4, ios)
    counts = np.zeros(BIN_COUNT, dtype=np.int64)
    for value in nanoseconds:
        counts[bin_index(int(value))] += 1
    return Counters(
        ios=before.ios + ios,
        bytes=before.bytes + ios * size,
        seconds=before.seconds + 0.25,
        latency_sum=before.latency_sum + float(nanoseconds.sum()) * 1e-9,
        latency_max=max(before.latency_max, float(nanoseconds.max()) * 1e-9),
        histogram=before.histogram + Histogram(counts),
    )


def _result(rng: np.random.Generator, direction: str, size: int, speed: int) -> DirectionResult:
    snapshots = [Snapshot(0.0, {direction: Counters.zero()})]
    for step in range(1, 7):
        later = _counters(
            rng, snapshots[-1].get(direction), int(rng.integers(speed, 2 * speed)), size
        )
        snapshots.append(Snapshot(step * 0.25, {direction: later}))
    samples: list[Sample] = []
    for index, (earlier, snapshot) in enumerate(pairwise(snapshots)):
        temperature = None if index == 2 else 40.0 + index
        samples.append(
            sample_between(earlier, snapshot, direction, zero=0.5, temperature=temperature)
        )
    part = measured_window(snapshots[2].get(direction), snapshots[-1].get(direction))
    p50, p95, p99, p999 = part.histogram.percentiles((50, 95, 99, 99.9))
    return DirectionResult(
        iops=part.ios / part.seconds,
        bandwidth=part.bytes / part.seconds,
        bytes=part.bytes,
        ios=part.ios,
        seconds=part.seconds,
        latency=Latency(part.mean, p50, p95, p99, p999, part.maximum),
        samples=tuple(samples),
        histogram=part.histogram,
    )


def _phase(
    rng: np.random.Generator, direction: str, pattern: str, size: int, depth: int, repeats: int
) -> PhaseResult:
    directions = ("read", "write") if direction == "mixed" else (direction,)
    letters = "SEQ1M" if pattern == "sequential" else "RND4K"
    speed = 60 if pattern == "sequential" else 300
    return PhaseResult(
        name=f"{letters} Q{depth}T1 {direction}",
        title=f"{pattern.title()} {format_size(size, binary=True)}, Q{depth}".replace(NARROW, " "),
        direction=direction,
        pattern=pattern,
        block_size=size,
        queue_depth=depth,
        jobs=1,
        engine="psync" if depth == 1 else "libaio",
        direct=True,
        command=("fio", "--name=a b", f"--rw={direction}", "--filename=/proc/self/fd/3"),
        repeats=tuple(
            Repeat(
                order=order,
                directions={part: _result(rng, part, size, speed) for part in directions},
                disturbed=("another program wrote",) if order == 2 else (),
                fio_json=b'{"fio version": "fio-3.33"}' * 20,
                started=STARTED + timedelta(seconds=order * 3),
            )
            for order in range(1, repeats + 1)
        ),
    )


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[PrivateBus]:
    """A private bus for each test that needs one."""
    folder = tmp_path / "bus"
    folder.mkdir()
    with PrivateBus(folder) as running:
        yield running


@pytest.fixture
def disk_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder on a block device, on a loop device where the temporary folder is in memory."""
    folder = tmp_path_factory.mktemp("disk")
    mount = mount_of(folder)
    if device_number(mount) is not None and not filesystem_traits(mount).memory:
        yield folder
    elif os.geteuid() == 0:
        with mounted("ext4", folder) as (point, _):
            yield point
    else:
        pytest.skip("the temporary folder is on no block device, and a loop device needs root")


@pytest.fixture(scope="session")
def quick_phases() -> tuple[PhaseResult, ...]:
    """Eight phases with two repeats each, as in the quick profile, and a mixed one."""
    rng = np.random.default_rng(7)
    kinds = (
        ("sequential", 2**20, 8),
        ("sequential", 2**20, 1),
        ("random", 4096, 32),
        ("random", 4096, 1),
    )
    phases = [_phase(rng, way, *kind, 2) for way in ("read", "write") for kind in kinds]
    return (*phases, _phase(rng, "mixed", "random", 4096, 1, 3))


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    """A history without a run."""
    made = History(tmp_path / "history.sqlite")
    yield made
    made.close()


@pytest.fixture
def make_run(quick_phases: tuple[PhaseResult, ...]) -> Callable[..., Run]:
    """Make a run; keywords replace its fields, and those of its target come from `target`."""

    def make(id: str = "7g4kq2m9x", target: dict[str, Any] | None = None, **fields: Any) -> Run:
        whole = Target(
            path="/home/anna",
            kind="file",
            device="/dev/nvme0n1p2",
            model="Samsung SSD 990 PRO 2TB",
            serial="S7KHNJ0W123456",
            wwn="eui.0025384b21a0b5c1",
            firmware="4B2QJXD7",
            size=2_000_398_934_016,
            bus="nvme",
            filesystem="ext4",
            mount_point="/",
            mount_options=("rw", "relatime"),
            stack=("nvme0n1p2", "nvme0n1"),
        )
        run = Run(
            id=id,
            profile="quick",
            method="fio",
            title="Quick benchmark",
            status=FINISHED,
            started=STARTED,
            seconds=131.5,
            target=replace(whole, **(target or {})),
            environment=Environment(kernel="6.1.0-18-amd64", fio="3.33", fill=0.51, memory=2**34),
            phases=quick_phases,
            label="before",
            notes=(Note("The file system compresses what is written."),),
            repeats_planned=2,
            remarks="new cable",
        )
        return replace(run, **fields)

    return make


def same_samples(one: tuple[Sample, ...], other: tuple[Sample, ...]) -> bool:
    """Whether samples are equal, including histograms, which define no equality."""
    return len(one) == len(other) and all(
        replace(a, histogram=None) == replace(b, histogram=None)  # type: ignore[arg-type]
        and bool((a.histogram.counts == b.histogram.counts).all())
        for a, b in zip(one, other, strict=True)
    )


def _plain(result: DirectionResult) -> DirectionResult:
    return replace(result, samples=(), histogram=None)  # type: ignore[arg-type]


@pytest.fixture
def assert_same() -> Callable[[Run, Run], None]:
    """Assert that two runs are equal to the last sample."""

    def check(one: Run, other: Run) -> None:
        assert replace(one, phases=()) == replace(other, phases=())
        assert len(one.phases) == len(other.phases)
        for phase, twin in zip(one.phases, other.phases, strict=True):
            assert replace(phase, repeats=()) == replace(twin, repeats=())
            assert len(phase.repeats) == len(twin.repeats)
            for repeat, copy in zip(phase.repeats, twin.repeats, strict=True):
                assert replace(repeat, directions={}) == replace(copy, directions={})
                assert list(repeat.directions) == list(copy.directions)
                for name, result in repeat.directions.items():
                    assert _plain(result) == _plain(copy.directions[name])
                    assert (result.histogram.counts == copy.directions[name].histogram.counts).all()
                    assert same_samples(result.samples, copy.directions[name].samples)

    return check
