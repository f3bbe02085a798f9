# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guided runs as tables for the terminal, each kind with its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from driveproof.domain.method import (
    IOPS_AT_LATENCY,
    RECORD,
    STEADY,
    SUSTAINED,
)
from driveproof.domain.run.cap import capacities_of
from driveproof.domain.run.run import Run
from driveproof.domain.run.steady_state import steady_of
from driveproof.domain.run.sustained import sustained_of
from driveproof.export.text.layout import Layout, one_line
from driveproof.wording.iops_at_latency import (
    capacity_table,
    iops_at_latency_answer,
    iops_at_latency_notes,
)
from driveproof.wording.iops_at_latency import way_title as way_title_of
from driveproof.wording.long_runs import (
    long_answer,
    long_explanations,
    long_facts,
    round_rows,
    stretch_rows,
)
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


def long_lines(run: Run, layout: Layout) -> list[str]:
    """A sustained write with its parts, or the rounds on the way to a steady state."""
    written, rounds = sustained_of(run), steady_of(run)
    answer = long_answer(run, binary=layout.binary)
    facts = [(f"  {name}", value) for name, value in long_facts(run, binary=layout.binary)]
    lines = [*layout.wrapped(answer), ""] if answer else []
    lines += [*layout.table(facts, (0, 1)), ""] if facts else []
    if written is not None:
        lines += [*layout.table(stretch_rows(written, binary=layout.binary), ()), ""]
    if rounds is not None and rounds.rounds:
        lines += [*layout.table(round_rows(rounds), (4,)), ""]
    return [*lines, *layout.wrapped(" ".join(long_explanations(run)))]


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
    SUSTAINED: long_lines,
    STEADY: long_lines,
}
"""What writes the figures of a kind of run that has tables of its own."""
