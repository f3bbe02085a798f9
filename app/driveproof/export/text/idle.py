# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A recording as text for the terminal: figures, who wrote, sizes of requests."""

from __future__ import annotations

from driveproof.domain.run.run import Run
from driveproof.domain.text import visible
from driveproof.export.text.layout import table, wrapped
from driveproof.wording.idle import (
    idle_answer,
    idle_facts,
    idle_notes,
    writer_heads,
    writer_rows,
)
from driveproof.wording.units import NARROW


def idle_lines(run: Run, *, width: int, encoding: str) -> list[str]:
    """The answer, its figures, a table of writers, and how to take them."""
    lines = wrapped(_typed(idle_answer(run)), width, encoding=encoding)
    facts = [(name, _typed(value)) for name, value in idle_facts(run)]
    lines += ["", *table(facts, (0, 1), encoding=encoding)]
    if rows := writer_rows(run):
        typed = [tuple(_typed(cell) for cell in row) for row in (writer_heads(), *rows)]
        lines += ["", *table(typed, (0, 1), encoding=encoding)]
    for text in idle_notes(run):
        lines += ["", *wrapped(_typed(text), width, encoding=encoding)]
    return lines


def _typed(text: str) -> str:
    return visible(text.replace(NARROW, " "))
