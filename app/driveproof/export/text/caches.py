# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Repeated reading as a table for the terminal."""

from __future__ import annotations

from driveproof.domain.access import Direction
from driveproof.domain.run.caches import bandwidth, readings_of
from driveproof.domain.run.run import Run
from driveproof.domain.text import visible
from driveproof.export.text.layout import table, wrapped
from driveproof.wording.caches import cache_notes, caches_answer, served_text, way_title
from driveproof.wording.catalogue import _
from driveproof.wording.figures import spread_text
from driveproof.wording.units import NARROW, bandwidth_value, format_latency


def caches_lines(run: Run, *, binary: bool, width: int, encoding: str) -> list[str]:
    """A line for each reading: its speed, its latency, and who served the bytes."""
    unit = "MiB/s" if binary else "MB/s"
    rows: list[tuple[str, ...]] = [("", unit, _("spread"), "p50", _("served by"))]
    for way in readings_of(run):
        rows.append((way_title(direct=way.direct), "", "", "", ""))
        for phase in way.phases:
            rate, p50 = bandwidth(phase), phase.summary(Direction.READ, lambda r: r.latency.p50)
            if rate is None:
                continue
            rows.append(
                (
                    _("  reading {number}").format(number=phase.work.reading),
                    bandwidth_value(rate.median, binary=binary)[0],
                    spread_text(rate),
                    "" if p50 is None else format_latency(p50.median),
                    visible(served_text(phase).replace(NARROW, " ")),
                )
            )
    lines = table(rows, (0, 4), encoding=encoding)
    for text in (caches_answer(run, binary=binary), *cache_notes(run)):
        if text:
            lines += ["", *wrapped(text.replace(NARROW, " "), width, encoding=encoding)]
    return lines
