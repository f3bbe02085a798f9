# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Surfaces like those of a load curve, for tests of how they are drawn."""

from __future__ import annotations

import numpy as np

from driveproof.domain.quantity import Unit
from driveproof.domain.surface import GridAxis, Surface

DEPTHS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)
JOBS = (1.0, 2.0, 4.0, 8.0, 16.0)
BLOCKS = tuple(512.0 * 2**power for power in range(12))


def load(most: float = 1_000_000.0, knee: float = 12.0) -> Surface:
    """I/Os per second that saturate at `most`, over queue depth and processes."""
    depth, jobs = np.meshgrid(DEPTHS, JOBS)
    busy = depth * jobs
    return Surface(
        "IOPS",
        Unit.IOPS,
        GridAxis("Queue depth", Unit.COUNT, DEPTHS, log=True),
        GridAxis("Processes", Unit.COUNT, JOBS, log=True),
        most * busy / (busy + knee),
    )


def bandwidth(most: float = 7.0e9) -> Surface:
    """Bytes per second over block size and queue depth."""
    block, depth = np.meshgrid(BLOCKS, DEPTHS)
    return Surface(
        "Bandwidth",
        Unit.BANDWIDTH,
        GridAxis("Block size", Unit.BYTES, BLOCKS, log=True),
        GridAxis("Queue depth", Unit.COUNT, DEPTHS, log=True),
        most * (block * depth) / (block * depth + 300_000),
    )


def latency() -> Surface:
    """Seconds on a logarithmic axis, some of them unknown."""
    depth, jobs = np.meshgrid(DEPTHS, JOBS)
    grid = 20e-6 * (1 + (depth * jobs / 30) ** 1.2)
    grid[2, 4] = np.nan
    grid[4, 6:] = np.nan
    return Surface(
        "Latency p99",
        Unit.SECONDS,
        GridAxis("Queue depth", Unit.COUNT, DEPTHS, log=True),
        GridAxis("Processes", Unit.COUNT, JOBS, log=True),
        grid,
        log=True,
    )
