# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The events of a run, made from a real fio's output (tests/data/record/phases.py)."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from driveproof.domain.access import Cache
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import (
    FINISHED,
    DirectionResult,
    Environment,
    Latency,
    Repeat,
    Run,
    Target,
)
from driveproof.domain.run.sample import Snapshot, measured_window, sample_between
from driveproof.engine.run import events
from driveproof.engine.run.frame import without_repeats
from driveproof.fio.command import FioTarget, engine_for, prepare
from driveproof.fio.stream import Stream

DATA = Path(__file__).resolve().parent.parent / "data" / "phases"

PROFILE = Profile(
    name="quick",
    title="Quick benchmark",
    question="How fast is this drive in the four ways that people compare?",
    phases=(
        Phase("Sequential 1 MiB, Q8", "read", "sequential", 2**20, 8, limit=None),
        Phase("Sequential 1 MiB, Q8", "write", "sequential", 2**20, 8, limit=2**31),
        Phase("Random 4 KiB, Q32", "read", "random", 4096, 32),
        Phase("Random 4 KiB, Q32", "write", "random", 4096, 32, limit=2**31),
        Phase("Random 4 KiB, Q1", "mixed", "random", 4096, 1, limit=2**31),
    ),
    size=2**26,
    repeats=3,
)
TARGET = Target(
    path="/home",
    kind="file",
    device="/dev/nvme0n1p2",
    model="Example SSD 2TB",
    serial="E1234",
    firmware="4B2Q",
    size=2_000_398_934_016,
    bus="nvme",
    filesystem="ext4",
    mount_point="/home",
    mount_options=("rw", "relatime"),
    stack=("nvme0n1p2", "nvme0n1"),
)
ENVIRONMENT = Environment(
    kernel="6.1.0-30-amd64",
    fio="fio-3.33",
    driveproof="0.1.0",
    cpu="An example of a processor",
    cpus=8,
    memory=16 * 2**30,
    scheduler="none",
    power_source="ac",
    temperature_before=41.0,
    temperature_after=46.0,
    fill=0.62,
    test_file_size=2**26,
)
STARTED = datetime(2026, 3, 14, 18, 4, 5, tzinfo=UTC)


@cache
def snapshots(index: int, order: int) -> tuple[Snapshot, ...]:
    """fio's counters in one repeat, snapshot by snapshot."""
    stream = Stream()
    said = gzip.decompress((DATA / f"{index}-{order}.json.gz").read_bytes())
    return tuple(report.snapshot for report in (*stream.feed(said), *stream.close()))


def repeat_events(index: int, phase: Phase, order: int) -> Iterator[events.Event]:
    """The events of one repeat; the last contains its result."""
    place = FioTarget("/proc/self/fd/7", PROFILE.size)
    command = prepare(phase, place, order=order)
    yield events.RepeatStarted(index, phase, order, PROFILE.repeats, command, engine_for(phase))
    zero, before = Snapshot(0.0), Snapshot(0.0)
    start = zero
    samples: dict[str, list] = {name: [] for name in phase.directions}
    total = len(PROFILE.phases) * PROFILE.repeats
    done = index * PROFILE.repeats + order - 1
    for number, later in enumerate(snapshots(index, order)):
        new = tuple(
            sample_between(
                before,
                later,
                name,
                zero=phase.warmup,
                temperature=41.0 + 5.0 * (done + number / 10) / total,
            )
            for name in phase.directions
        )
        for sample in new:
            samples[sample.direction].append(sample)
        before = later
        if later.seconds <= phase.warmup + 0.05:
            start = later
        progress = (done + min(1.0, later.seconds / (phase.warmup + phase.seconds))) / total
        warming = later.seconds <= phase.warmup + 0.05
        yield events.Measured(index, order, new, warming, progress, (1 - progress) * 60)
    results = {}
    for name in phase.directions:
        part = measured_window(start.get(name), before.get(name))
        latency = Latency(part.mean, *part.histogram.percentiles((50, 95, 99, 99.9)), part.maximum)
        seconds = part.seconds or 1.0
        results[name] = DirectionResult(
            iops=part.ios / seconds,
            bandwidth=part.bytes / seconds,
            bytes=part.bytes,
            ios=part.ios,
            seconds=part.seconds,
            latency=latency,
            samples=tuple(samples[name]),
            histogram=part.histogram,
        )
    yield events.RepeatEnded(index, Repeat(order, results, started=STARTED))


def run_events(profile: Profile = PROFILE) -> Iterator[events.Event]:
    """The events of a whole run, from its start to its end."""
    yield events.Started(profile, TARGET, ENVIRONMENT, 60.0, ())
    for part in range(5):
        yield events.Preparing(part * profile.size // 4, profile.size, 60.0)
    phases = []
    for index, phase in enumerate(profile.phases):
        repeats = []
        for order in range(1, profile.repeats + 1):
            for event in repeat_events(index, phase, order):
                yield event
            assert isinstance(event, events.RepeatEnded)
            repeats.append(event.repeat)
        command = prepare(phase, FioTarget("/proc/self/fd/7", profile.size))
        engine = engine_for(phase)
        made = without_repeats(phase, command, engine=engine, direct=True, cache=Cache.DIRECT)
        result = replace(made, repeats=tuple(repeats))
        phases.append(result)
        left = len(profile.phases) - index - 1
        yield events.PhaseEnded(index, result, left * 10.0)
    yield events.RunEnded(
        Run(
            id="20260314-180405-a1b2",
            profile=profile.name,
            method=profile.method,
            title=profile.title,
            status=FINISHED,
            started=STARTED,
            seconds=61.0,
            target=TARGET,
            environment=ENVIRONMENT,
            phases=tuple(phases),
            repeats_planned=profile.repeats,
        )
    )


@cache
def _ended() -> Run:
    *_events, ended = run_events()
    assert isinstance(ended, events.RunEnded)
    return ended.run


def finished_run(**changes: object) -> Run:
    """The run at the end of the events; keywords replace its values."""
    return replace(_ended(), **changes)
