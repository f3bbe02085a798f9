# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where saved health reports are read: the files that smartctl wrote, of any drive."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.saved_report import SavedReport, worst_first
from driveproof.system.smart.known_drives import with_what_is_known
from driveproof.system.smart.smartctl import looks_like_report, read_reports


def reports_of(path: str) -> tuple[SavedReport, ...]:
    """Every saved report in a file ("-" for standard input), judged, in their order.

    Raises MachineError.
    """
    name = path.rpartition("/")[2]
    found = tuple(map(with_what_is_known, read_reports(path)))
    return tuple(
        SavedReport(name, read, judge_health(read, now=read.taken, saved=True), number, len(found))
        for number, read in enumerate(found, 1)
    )


def saved_reports(paths: Sequence[str]) -> tuple[tuple[SavedReport, ...], tuple[str, ...]]:
    """Split files into saved health reports and all others; of a file the worst comes last, so
    that it is shown on top.

    Raises MachineError for a report that cannot be read.
    """
    found = [path for path in paths if looks_like_report(path)]
    reports = tuple(report for path in found for report in reversed(worst_first(reports_of(path))))
    return reports, tuple(path for path in paths if path not in found)
