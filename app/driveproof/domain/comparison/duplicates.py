# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the same measurement under two ids: a file imported twice makes no further repeats."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from driveproof.domain.run.run import PhaseResult, Run


def distinct(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Each measurement once, in the order given."""
    found: dict[Hashable, Run] = {}
    for run in runs:
        found.setdefault(_measured(run), run)
    return tuple(found.values())


def copies(runs: Iterable[Run]) -> bool:
    """Whether one of them is the same measurement as another."""
    runs = tuple({run.id: run for run in runs}.values())
    return len(distinct(runs)) < len(runs)


def _measured(run: Run) -> Hashable:
    """What two measurements never share: when they began, and every figure. A run in which nothing
    was measured is like no other. A date may have been written to the second.
    """
    figures = tuple(map(_figures, run.phases))
    if not any(repeats for _, repeats in figures):
        return run.id
    return int(run.started.timestamp()), figures


def _figures(phase: PhaseResult) -> tuple[str, tuple[Hashable, ...]]:
    return phase.name, tuple(
        (way, result.iops, result.bandwidth, result.latency.mean)
        for repeat in phase.repeats
        for way, result in repeat.directions.items()
    )
