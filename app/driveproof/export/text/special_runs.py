# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guided runs as tables for the terminal, each kind with its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from driveproof.domain.method import (
    IOPS_AT_LATENCY,
)
from driveproof.domain.run.cap import capacities_of
from driveproof.domain.run.run import Run
from driveproof.export.text.layout import Layout
from driveproof.wording.iops_at_latency import (
    capacity_table,
    iops_at_latency_answer,
    iops_at_latency_notes,
)
from driveproof.wording.iops_at_latency import way_title as way_title_of


def iops_at_latency_lines(run: Run, layout: Layout) -> list[str]:
    """The answer, then a table of depths for each direction."""
    lines = [*layout.wrapped(iops_at_latency_answer(run)), ""]
    for one in capacities_of(run):
        rows = capacity_table(one)
        made = layout.fitting(rows, (-1,), (2,), (2, 5), (2, 5, 7))  # spread, p95, p99.9
        lines += [way_title_of(one.direction), *made, ""]
    return [*lines, *layout.wrapped(" ".join(iops_at_latency_notes(run)))]


GUIDED: Mapping[str, Callable[[Run, Layout], list[str]]] = {
    IOPS_AT_LATENCY: iops_at_latency_lines,
}
"""What writes the figures of a kind of run that has tables of its own."""
