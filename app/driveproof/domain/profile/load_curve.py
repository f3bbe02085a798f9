# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of a load curve: one access pattern with more and more requests in flight."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.profile.phase import Phase
from driveproof.domain.say import Title
from driveproof.domain.units import block_name

ONE_JOB = 32
"""The most requests in flight that come from one job: above this a fast drive waits for the one
thread that submits and reaps them."""
SEVERAL = 4
MOST_IN_FLIGHT = 1024
"""More than this no drive has a use for: the longest queues of NVMe drives that are filled in
practice, and of SATA 32 (NCQ)."""
WARMUP = 0.3


def depth_and_jobs(in_flight: int) -> tuple[int, int]:
    """Queue depth and jobs for about so many requests in flight; exactly so many up to ONE_JOB."""
    if in_flight <= ONE_JOB:
        return in_flight, 1
    return max(1, round(in_flight / SEVERAL)), SEVERAL


def load_title(block_size: int, depth: int, jobs: int, write_depth: int = 0) -> Title:
    """What a test is called: "Random 4 KiB, depth 16, 4 jobs", "..., depth 16 + 8"."""
    values: dict[str, object] = {
        "size": block_name(block_size),
        "depth": f"{depth} + {write_depth}" if write_depth else depth,
    }
    if jobs == 1:
        return Title("Random {size}, depth {depth}", whole=False, **values)
    return Title("Random {size}, depth {depth}, {jobs} jobs", whole=False, jobs=jobs, **values)


def load_phases(
    depths: Iterable[int],
    jobs: Iterable[int] = (),
    *,
    direction: Direction = Direction.READ,
    block_size: int = 4096,
    seconds: float = 1.5,
    limit: int | None = None,
    read_share: int = 70,
) -> tuple[Phase, ...]:
    """The tests at these depths: each depth with each number of `jobs`; without jobs, a depth is
    that of all requests together, from one job up to ONE_JOB and from SEVERAL above.

    `limit` bounds the bytes that one repeat writes. More than MOST_IN_FLIGHT are left out.
    """
    pairs = list(product(depths, jobs)) or list(map(depth_and_jobs, depths))
    return tuple(
        Phase(
            title=load_title(block_size, depth, count),
            direction=direction,
            pattern=Pattern.RANDOM,
            block_size=block_size,
            queue_depth=depth,
            jobs=count,
            warmup=min(WARMUP, seconds),
            seconds=seconds,
            limit=limit if direction != Direction.READ else None,
            read_share=read_share,
        )
        for depth, count in sorted(pairs, key=lambda pair: (pair[1], pair[0]))
        if depth * count <= MOST_IN_FLIGHT
    )
