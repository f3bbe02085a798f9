# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A latency floor as text."""

from __future__ import annotations

from driveproof.domain.run.latency_floor import floor_of
from driveproof.domain.run.run import Run
from driveproof.export.text.layout import table, wrapped
from driveproof.wording.catalogue import _
from driveproof.wording.latency_floor import floor_answer, floor_heads, floor_notes, floor_rows
from driveproof.wording.units import NARROW


def floor_lines(run: Run, *, width: int, encoding: str) -> list[str]:
    """A line for each test, then what they say."""
    floor = floor_of(run)
    if floor is None:
        return [_("Nothing was measured.")]
    rows = [tuple(cell.replace(NARROW, " ") for cell in row) for row in floor_rows(floor)]
    lines = table([floor_heads(), *rows], (0, 5), encoding=encoding)
    for text in (floor_answer(run), *floor_notes(run)):
        if text:
            lines += ["", *wrapped(text.replace(NARROW, " "), width, encoding=encoding)]
    return lines
