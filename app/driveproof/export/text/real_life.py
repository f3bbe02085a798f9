# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday tasks as a table for the terminal."""

from __future__ import annotations

from driveproof.domain.run.real_life import real_life_rows
from driveproof.domain.run.run import Run
from driveproof.domain.text import visible
from driveproof.export.text.layout import table, wrapped
from driveproof.wording.catalogue import _
from driveproof.wording.figures import spread_text
from driveproof.wording.real_life import (
    real_life_answer,
    real_life_notes,
    share_text,
    task_title,
)
from driveproof.wording.units import NARROW, format_seconds, format_size


def real_life_lines(run: Run, *, width: int, encoding: str) -> list[str]:
    """A line for each task: its time, the processor's part and the drive's, and what the drive
    really moved.
    """
    heads = ("", _("time"), _("spread"), _("processor"), _("drive"), "", _("read"), _("written"))
    rows: list[tuple[str, ...]] = [heads]
    rows += [
        tuple(
            visible(cell.replace(NARROW, " "))
            for cell in (
                task_title(row),
                format_seconds(row.time.median),
                spread_text(row.time),
                format_seconds(row.processor),
                format_seconds(row.drive),
                share_text(row),
                "–" if row.read is None else format_size(row.read),
                "–" if row.written is None else format_size(row.written),
            )
        )
        for row in real_life_rows(run)
    ]
    lines = table(rows, (0,), encoding=encoding)
    for text in (real_life_answer(run), *real_life_notes(run)):
        if text:
            lines += ["", *wrapped(text.replace(NARROW, " "), width, encoding=encoding)]
    return lines
