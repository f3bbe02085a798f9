# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where saved health reports are read: the files that smartctl wrote, of any drive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from driveproof.domain.health.judge import judge
from driveproof.engine.health.view import Report
from driveproof.system.smart.smartctl import looks_like_report, read_report

if TYPE_CHECKING:
    from driveproof.domain.health.report import Health
    from driveproof.domain.health.verdict import HealthVerdict


def saved_report(path: str) -> tuple[Health, HealthVerdict]:
    """Read a saved report ("-" for standard input) and judge it.

    Raises MachineError.
    """
    read = read_report(path)
    return read, judge(read, now=read.taken, saved=True)


def saved_reports(paths: Sequence[str]) -> tuple[tuple[Report, ...], tuple[str, ...]]:
    """Split files into saved health reports and all others.

    Raises MachineError for a report that cannot be read.
    """
    found = [path for path in paths if looks_like_report(path)]
    reports = [Report(path.rpartition("/")[2], *saved_report(path)) for path in found]
    return tuple(reports), tuple(path for path in paths if path not in found)
