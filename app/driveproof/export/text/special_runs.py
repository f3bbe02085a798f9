# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guided runs as tables for the terminal, each kind with its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from driveproof.domain.method import (
    IOPS_AT_LATENCY,
    RECORD,
)
from driveproof.domain.run.cap import capacities_of
from driveproof.domain.run.run import Run
from driveproof.export.text.layout import Layout, one_line
from driveproof.wording.iops_at_latency import (
    capacity_table,
    iops_at_latency_answer,
    iops_at_latency_notes,
)
from driveproof.wording.iops_at_latency import way_title as way_title_of
from driveproof.wording.recording import (
    recording_answer,
    recording_facts,
    recording_notes,
    writer_heads,
    writer_rows,
)


def iops_at_latency_lines(run: Run, layout: Layout) -> list[str]:
    """The answer, then a table of depths for each direction."""
    lines = [*layout.wrapped(iops_at_latency_answer(run)), ""]
    for one in capacities_of(run):
        rows = capacity_table(one)
        made = layout.fitting(rows, (-1,), (2,), (2, 5), (2, 5, 7))  # spread, p95, p99.9
        lines += [way_title_of(one.direction), *made, ""]
    return [*lines, *layout.wrapped(" ".join(iops_at_latency_notes(run)))]


def recording_lines(run: Run, layout: Layout) -> list[str]:
    """A recording: the answer, its figures, a table of writers, and how to take them."""
    facts = [(name, one_line(value)) for name, value in recording_facts(run)]
    lines = [*layout.wrapped(one_line(recording_answer(run))), "", *layout.table(facts, (0, 1))]
    if rows := writer_rows(run):
        cells = [tuple(map(one_line, row)) for row in (writer_heads(), *rows)]
        lines += ["", *layout.table(cells, (0, 1))]
    return [*lines, *layout.below(*map(one_line, recording_notes(run)))]


GUIDED: Mapping[str, Callable[[Run, Layout], list[str]]] = {
    IOPS_AT_LATENCY: iops_at_latency_lines,
    RECORD: recording_lines,
}
"""What writes the figures of a kind of run that has tables of its own."""
