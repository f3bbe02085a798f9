# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run as it was measured."""

from __future__ import annotations

from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.run import (
    DirectionResult,
    Latency,
    PhaseResult,
    Repeat,
)

WRITE = Phase(
    title="Sequential 1 MiB, Q1",
    direction="write",
    pattern="sequential",
    block_size=2**20,
    queue_depth=1,
    seconds=2.0,
    limit=2**31,
)


def measured(*repeats: tuple[float, float, float], disturbed: tuple[str, ...] = ()) -> PhaseResult:
    """Repeats of (seconds, IOPS, mean latency)."""
    return PhaseResult(
        name=WRITE.name,
        title=WRITE.title,
        direction="write",
        pattern="sequential",
        block_size=2**20,
        queue_depth=1,
        jobs=1,
        engine="psync",
        direct=True,
        command=(),
        repeats=tuple(
            Repeat(
                order,
                {
                    "write": DirectionResult(
                        iops=iops,
                        bandwidth=iops * 2**20,
                        bytes=0,
                        ios=0,
                        seconds=seconds,
                        latency=Latency(mean=mean),
                        histogram=Histogram.empty(),
                    )
                },
                disturbed,
            )
            for order, (seconds, iops, mean) in enumerate(repeats, 1)
        ),
    )
