# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guided runs as tables for the terminal: hdparm beside fio, tests under each scheduler."""

from __future__ import annotations

from driveproof.domain.comparison.scheduler_table import scheduler_tests
from driveproof.domain.run.run import Run, Summary
from driveproof.domain.run.special_runs import beside_fio, hdparm_rows, read_again
from driveproof.domain.text import visible
from driveproof.export.text.layout import table, widest, wrapped
from driveproof.wording.figures import percent, spread_text, write_metric
from driveproof.wording.special_runs import (
    bandwidth_of,
    detectable_words,
    difference_words,
    hdparm_units,
    judgement,
    no_scheduler_claim,
    printed,
    read_again_text,
    way_title,
    why_they_differ,
)
from driveproof.wording.units import bandwidth_value


def hdparm_table(run: Run, *, binary: bool, width: int, room: int, encoding: str) -> list[str]:
    """hdparm's figures beside fio's, and why they differ.

    Sentences have `width` columns, and the table loses its last ones where it needs more than
    `room`.
    """
    unit = "MiB/s" if binary else "MB/s"
    rows: list[tuple[str, ...]] = [
        ("Sequential read, 2 MiB", f"hdparm {unit}", "spread", f"fio {unit}", "spread",
         "fio to hdparm", "hdparm printed"),
    ]  # fmt: skip
    again = read_again(run)
    for row in hdparm_rows(run):
        timing, test = bandwidth_of(row.hdparm), bandwidth_of(row.fio)
        rows.append(
            (
                f"{way_title(row.way)}{f' ({row.hdparm.name})' if row.hdparm else ''}",
                _value(timing, binary),
                spread_text(timing),
                _value(test, binary),
                spread_text(test),
                ""
                if again and row.fio and not row.fio.direct
                else percent(test.median / timing.median - 1)
                if timing and test
                else "",
                printed(timing) if timing else "",
            )
        )
    lines = _fitting(rows, (7, 6, 5, 4), (0,), room, encoding)
    why = [why_they_differ()] if beside_fio(run) else []
    for text in (hdparm_units(), *why, *([read_again_text()] if again else [])):
        lines += ["", *wrapped(text, width, encoding=encoding)]
    return lines


def _value(summary: Summary | None, binary: bool) -> str:
    return bandwidth_value(summary.median, binary=binary)[0] if summary else ""


def _fitting(
    rows: list[tuple[str, ...]],
    counts: tuple[int, ...],
    left: tuple[int, ...],
    room: int,
    encoding: str,
) -> list[str]:
    """A table of as many of the first columns as there is room for, of the numbers in `counts`."""
    for count in counts:
        lines = table([row[:count] for row in rows], left, encoding=encoding)
        if widest(lines) <= room:
            break
    return lines


def scheduler_table(run: Run, *, binary: bool, width: int, room: int, encoding: str) -> list[str]:
    """Each test under each scheduler, and its difference to the device's own.

    Without the intervals where the tables would need more than `room` columns.
    """
    own = run.environment.scheduler or ""
    lines: list[str] = []
    for test in scheduler_tests(run):
        rows: list[tuple[str, ...]] = [
            (visible(test.name), "median", "spread", f"against {visible(own)}", "", "95 % interval",
             "could see")
        ]  # fmt: skip
        for cell in test.cells:
            change, interval, verdict = difference_words(cell.difference)
            name = visible(cell.scheduler)
            rows.append(
                (
                    f"  {name}{' (its own)' if cell.scheduler == own else ''}",
                    write_metric(test.metric, cell.summary.median, binary=binary),
                    spread_text(cell.summary),
                    change,
                    verdict,
                    interval,
                    detectable_words(cell.difference),
                )
            )
        lines += [*_fitting(rows, (7, 6, 5), (0, 4), room, encoding), ""]
    text = f"{judgement(run)} A smaller change than it could see would have gone unnoticed."
    if silence := no_scheduler_claim(run):
        text = f"{silence} {text}"
    return [*lines, *wrapped(text, width, encoding=encoding)]
