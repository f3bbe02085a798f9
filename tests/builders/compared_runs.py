# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs with known figures to compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.sentences import comparison_sentences
from driveproof.domain.run.run import (
    DirectionResult,
    Environment,
    Latency,
    PhaseResult,
    Repeat,
    Run,
    Target,
)
from driveproof.wording.say import say_texts

START = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
STEADY = (100.0, 101.0, 99.0, 100.5, 99.5, 100.2)
TARGET = Target(
    "/mnt/x", "file", device="/dev/sda1", model="Disk X", serial="S1", firmware="1.0",
    size=10**12, drive="serial:S1", filesystem="ext4", mount_options=("rw", "relatime"),
)  # fmt: skip
ENVIRONMENT = Environment(
    kernel="6.12", fio="fio-3.39", driveproof="0.1.0", scheduler="none", power_source="ac",
    temperature_before=40.0, fill=0.5, test_file_size=2**30, governor="schedutil",
)  # fmt: skip


def phase(
    values: Sequence[float],
    *,
    pattern: str = "random",
    direction: str = "read",
    depth: int = 32,
    disturbed: Mapping[int, tuple[str, ...]] | None = None,
    **more: Any,
) -> PhaseResult:
    """A test whose repeats have these IOPS; `disturbed` are indexes of repeats, from 0."""
    size = 4096 if pattern == "random" else 2**20
    short = "RND4K" if pattern == "random" else "SEQ1M"
    ways = ("read", "write") if direction == "mixed" else (direction,)
    found = PhaseResult(
        name=f"{short} Q{depth}T1 {direction}",
        title=f"{'Random 4 KiB' if pattern == 'random' else 'Sequential 1 MiB'}, Q{depth}",
        direction=direction,
        pattern=pattern,
        block_size=size,
        queue_depth=depth,
        jobs=1,
        engine="libaio",
        direct=True,
        command=("fio",),
        repeats=tuple(
            Repeat(
                order=place + 1,
                disturbed=(disturbed or {}).get(place, ()),
                directions={
                    way: DirectionResult(
                        iops=value,
                        bandwidth=value * size,
                        bytes=int(value * size) if value == value and value < 1e12 else 0,
                        ios=0,
                        seconds=2.0,
                        latency=Latency(1e-3, 1e-3, 2e-3, 3e-3, 4e-3, 5e-3),
                    )
                    for way in ways
                },
            )
            for place, value in enumerate(values)
        ),
        cache="direct",
    )
    return replace(found, **more)


def run(
    *phases: PhaseResult,
    id: str = "0aaaaaaaa",
    days: float = 0,
    label: str = "",
    target: Mapping[str, Any] | None = None,
    environment: Mapping[str, Any] | None = None,
    **more: Any,
) -> Run:
    """A finished run with these tests."""
    found = Run(
        id=id,
        profile="quick",
        method="fio",
        title="Quick benchmark",
        status="finished",
        started=START + timedelta(days=days),
        seconds=60.0,
        target=replace(TARGET, **(target or {})),
        environment=replace(ENVIRONMENT, **(environment or {})),
        phases=phases,
        label=label,
    )
    return replace(found, **more)


def times(factor: float, values: Sequence[float] = STEADY) -> list[float]:
    """The same repeats, all of them this many times as fast."""
    return [value * factor for value in values]


def with_latency(found: PhaseResult, mean: float) -> PhaseResult:
    """A test whose every repeat has this mean latency in seconds."""
    repeats = tuple(
        replace(
            repeat,
            directions={
                way: replace(one, latency=replace(one.latency, mean=mean))
                for way, one in repeat.directions.items()
            },
        )
        for repeat in found.repeats
    )
    return replace(found, repeats=repeats)


def sentence(comparison: Comparison) -> str:
    """What a comparison answers, as people read it."""
    return say_texts(comparison_sentences(comparison))
