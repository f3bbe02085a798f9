# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday writes as a table for the terminal."""

from __future__ import annotations

from driveproof.domain.run.everyday import bandwidth, everyday_rows, iops, processes
from driveproof.domain.run.run import Run
from driveproof.domain.text import visible
from driveproof.export.text.layout import wrapped
from driveproof.export.text.special_runs import fitting
from driveproof.wording.catalogue import _
from driveproof.wording.everyday import (
    asynchronous,
    factor_text,
    fsync_text,
    heads,
    meaning,
    memory_text,
    way_title,
)
from driveproof.wording.figures import spread_text
from driveproof.wording.profile import test_title
from driveproof.wording.units import NARROW, bandwidth_value, group_digits


def everyday_lines(run: Run, *, binary: bool, width: int, room: int, encoding: str) -> list[str]:
    """Two lines for each test: with one fsync at its end, and with one after each write."""
    unit = "MiB/s" if binary else "MB/s"
    rows: list[tuple[str, ...]] = [
        ("", unit, "IOPS", _("spread"), *heads(), _("each process, {unit}").format(unit=unit), "")
    ]
    for row in everyday_rows(run):
        rows.append((visible(test_title(row.title, run.profile).replace(NARROW, " ")),))
        for phase in row.phases:
            rate, ios = bandwidth(phase), iops(phase)
            if rate is None or ios is None:
                continue
            each = bool(phase.work.fsync)
            parts = processes(phase)
            rows.append(
                (
                    f"  {way_title(each=each)}",
                    bandwidth_value(rate.median, binary=binary)[0],
                    group_digits(ios.median),
                    spread_text(rate),
                    fsync_text(phase),
                    memory_text(phase),
                    _("{slowest} to {fastest}").format(
                        slowest=bandwidth_value(parts[0], binary=binary)[0],
                        fastest=bandwidth_value(parts[1], binary=binary)[0],
                    )
                    if parts
                    else "",
                    factor_text(row) if each else "",
                )
            )
    full = [row + ("",) * (len(rows[0]) - len(row)) for row in rows]
    lines = fitting(full, (8, 7, 6), (0,), room, encoding)
    for text in (meaning(), *([asynchronous()] if any(p.queue_depth > 1 for p in run.phases)
                              else [])):  # fmt: skip
        lines += ["", *wrapped(text, width, encoding=encoding)]
    return lines
