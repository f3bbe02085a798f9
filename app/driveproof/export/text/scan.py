# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A position scan as text: how fast from begin to end, and how long it takes to get anywhere."""

from __future__ import annotations

from driveproof.domain.run.run import METRICS, Run
from driveproof.domain.run.special_runs import positions_of, speeds
from driveproof.domain.text import visible
from driveproof.export.text.layout import table
from driveproof.wording.units import format_bandwidth, format_latency, format_size, group_digits

_LATENCIES = ("mean", "p50", "p95", "p99", "max")


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
