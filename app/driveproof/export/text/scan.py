# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A position scan as text: how fast from begin to end, and how long it takes to get anywhere."""

from __future__ import annotations

from typing import cast

from driveproof.domain.profile.profile import ScanPlan
from driveproof.domain.run.columns import Positions
from driveproof.domain.run.run import METRICS, PhaseResult, Run
from driveproof.domain.text import visible
from driveproof.export.text.layout import counted, table
from driveproof.wording.units import format_bandwidth, format_latency, format_size, group_digits

_LATENCIES = ("mean", "p50", "p95", "p99", "max")


def is_scan(run: Run) -> bool:
    """Whether what was measured is by position."""
    return any(
        len(result.positions)
        for phase in run.phases
        for repeat in phase.repeats
        for result in repeat.directions.values()
    )


def positions_of(phase: PhaseResult) -> Positions:
    """Those of all repeats, one repeat after the other."""
    return Positions.joined(
        result.positions for repeat in phase.repeats for result in repeat.directions.values()
    )


def speeds(positions: Positions) -> list[float]:
    """Bytes a second at each position that took any time."""
    _, sizes, seconds = positions.columns
    took = seconds > 0
    return cast("list[float]", (sizes[took] / seconds[took]).tolist())


def scan_lines(run: Run, *, binary: bool, encoding: str) -> list[str]:
    """The two tests as tables, each with how many places it read."""
    lines: list[str] = []
    for phase in run.phases:
        found = positions_of(phase)
        if not len(found):
            continue
        many = f"{group_digits(len(found))} places of {format_size(found[0].bytes, binary=True)}"
        sequential = phase.pattern == "sequential"
        if sequential:
            average = phase.summary(phase.direction, METRICS["bandwidth"])
            rates = speeds(found)
            values = [average.median if average else None, min(rates), max(rates)] if rates else []
            names: tuple[str, ...] = ("average", "least", "greatest")
            cells = [
                "" if value is None else format_bandwidth(value, binary=binary) for value in values
            ]
        else:
            names = _LATENCIES
            found_here = [phase.summary(phase.direction, METRICS[name]) for name in names]
            cells = ["" if s is None else format_latency(s.median) for s in found_here]
        if cells:
            title = visible(phase.title)
            lines += [*([""] if lines else []), *table([(title, *names), (f"  {many}", *cells)],
                                                       encoding=encoding)]  # fmt: skip
    return lines


def plan_text(plan: ScanPlan) -> str:
    """What a scan reads: "100 samples of 10 MiB and 1 000 reads of 4 KiB"."""
    return (
        f"{counted(plan.positions, 'sample')} of {format_size(plan.sample, binary=True)} and"
        f" {group_digits(plan.accesses)} reads of {format_size(plan.access_size, binary=True)}"
    )
