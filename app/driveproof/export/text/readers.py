# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of a mirror as a table for the terminal."""

from __future__ import annotations

from driveproof.domain.run.readers import reader_tests
from driveproof.domain.run.run import Run
from driveproof.domain.text import visible
from driveproof.export.text.layout import table, wrapped
from driveproof.wording.catalogue import _
from driveproof.wording.figures import spread_text
from driveproof.wording.readers import (
    reader_notes,
    reader_title,
    readers_answer,
    served_text,
    shares_text,
)
from driveproof.wording.units import NARROW, bandwidth_value


def readers_lines(run: Run, *, binary: bool, width: int, encoding: str) -> list[str]:
    """A line for each test: its speed, how many devices served it, and the share of each."""
    unit = "MiB/s" if binary else "MB/s"
    rows: list[tuple[str, ...]] = [("", unit, _("spread"), _("served by"), _("share of the reads"))]
    rows += [
        (
            reader_title(test),
            bandwidth_value(test.rate.median, binary=binary)[0],
            spread_text(test.rate),
            served_text(run, test),
            visible(shares_text(test).replace(NARROW, " ")),
        )
        for test in reader_tests(run)
    ]
    lines = table(rows, (0, 3, 4), encoding=encoding)
    for text in (readers_answer(run, binary=binary), *reader_notes(run)):
        if text:
            lines += ["", *wrapped(text.replace(NARROW, " "), width, encoding=encoding)]
    return lines
