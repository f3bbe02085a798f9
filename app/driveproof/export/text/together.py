# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several drives alone and at once as a table for the terminal."""

from __future__ import annotations

from driveproof.domain.run.run import Run, Summary
from driveproof.domain.run.together import drives_of, sum_alone, sum_at_once
from driveproof.export.text.layout import table, wrapped
from driveproof.wording.catalogue import _
from driveproof.wording.together import drive_title, kept_text, together_answer, together_notes
from driveproof.wording.units import NARROW, bandwidth_value


def together_lines(run: Run, *, binary: bool, width: int, encoding: str) -> list[str]:
    """A line for each drive, and their sum."""
    unit = "MiB/s" if binary else "MB/s"

    def value(rate: float | None) -> str:
        return "" if rate is None else bandwidth_value(rate, binary=binary)[0]

    def middle(summary: Summary | None) -> str:
        return value(None if summary is None else summary.median)

    alone = _("alone, {unit}").format(unit=unit)
    rows: list[tuple[str, ...]] = [("", alone, _("at once"), _("left"))]
    rows += [
        (
            drive_title(run, drive.number),
            middle(drive.alone),
            middle(drive.at_once),
            kept_text(drive).replace(NARROW, " "),
        )
        for drive in drives_of(run)
    ]
    rows.append((_("all"), value(sum_alone(run)), middle(sum_at_once(run)), ""))
    lines = table(rows, (0,), encoding=encoding)
    for text in (together_answer(run, binary=binary), *together_notes(run, binary=binary)):
        if text:
            lines += ["", *wrapped(text.replace(NARROW, " "), width, encoding=encoding)]
    return lines
