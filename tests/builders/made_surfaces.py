# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Grids like those of a load curve, for tests of how they are drawn as surfaces."""

from __future__ import annotations

import numpy as np

from driveproof.domain.access import Direction
from driveproof.domain.figure import Column, Grid, Measure, Setting
from driveproof.domain.metric import METRIC_TITLES, MetricName
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.columns import Floats
from driveproof.domain.run.run import Summary
from driveproof.domain.say import Say

DEPTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
JOBS = (1, 2, 4, 8, 16)
BLOCKS = tuple(512 * 2**power for power in range(12))
DEPTH = Setting("depth", Say("Queue depth"), DEPTHS)
PROCESSES = Setting("jobs", Say("Processes"), JOBS)


def grid(
    figures: Floats,
    across: Setting,
    down: Setting,
    metric: MetricName = MetricName.IOPS,
    *,
    direction: Direction = Direction.READ,
    log: bool = False,
) -> Grid:
    """These figures, NaN where one is unknown."""
    return Grid(
        "made",
        Say("IOPS, random read"),
        across,
        down,
        Column(metric, METRIC_TITLES[metric]),
        tuple(
            tuple(
                Measure(metric, Summary(one, one, one, 1)) if np.isfinite(one) else None
                for one in row
            )
            for row in figures.tolist()
        ),
        direction,
        log,
    )


def load(
    most: float = 1_000_000.0, knee: float = 12.0, direction: Direction = Direction.READ
) -> Grid:
    """I/Os per second that saturate at `most`, over queue depth and processes."""
    depth, jobs = np.meshgrid(DEPTHS, JOBS)
    busy = depth * jobs
    return grid(most * busy / (busy + knee), DEPTH, PROCESSES, direction=direction)


def bandwidth(most: float = 7.0e9) -> Grid:
    """Bytes per second over block size and queue depth."""
    block, depth = np.meshgrid(BLOCKS, DEPTHS)
    sizes = tuple(Bytes(size, binary=True) for size in BLOCKS)
    figures = most * (block * depth) / (block * depth + 300_000)
    return grid(
        figures, Setting("block_size", Say("Block size"), sizes), DEPTH, MetricName.BANDWIDTH
    )


def latency() -> Grid:
    """Seconds on a logarithmic axis, some of them unknown."""
    depth, jobs = np.meshgrid(DEPTHS, JOBS)
    figures = 20e-6 * (1 + (depth * jobs / 30) ** 1.2)
    figures[2, 4] = np.nan
    figures[4, 6:] = np.nan
    return grid(figures, DEPTH, PROCESSES, MetricName.P99, log=True)
