# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's results over time as JSON: each test with its runs, and the firmware changes."""

from __future__ import annotations

from typing import Any

from driveproof.domain.comparison.over_time import OverTime, Point
from driveproof.domain.run.assignment import KnownDrive
from driveproof.export.json import VERSION
from driveproof.wording.catalogue import in_english


@in_english()
def over_time_document(found: OverTime, drive: KnownDrive) -> dict[str, Any]:
    """What `history --trend --json` prints; bandwidth in bytes a second."""
    return {
        "version": VERSION,
        "drive": {
            "identity": drive.identity,
            "model": drive.model,
            "serial": drive.serial,
            "wwn": drive.wwn,
        },
        "tests": [
            {
                "profile": group.profile,
                "profile_title": group.title,
                "title": series.title,
                "identity": series.test,
                "direction": series.direction,
                "metric": series.metric,
                "points": [_point(point) for point in series.points],
            }
            for group in found.groups
            for series in group.series
        ],
        "firmware_changes": [
            {
                "at": change.at.astimezone().isoformat(timespec="milliseconds"),
                "before": change.before,
                "after": change.after,
            }
            for change in found.changes
        ],
    }


def _point(point: Point) -> dict[str, Any]:
    return {
        "run": point.run,
        "started": point.at.astimezone().isoformat(timespec="milliseconds"),
        "label": point.label,
        "firmware": point.firmware or None,
        "median": float(f"{point.summary.median:.10g}"),
        "least": float(f"{point.summary.low:.10g}"),
        "greatest": float(f"{point.summary.high:.10g}"),
        "repeats": point.summary.count,
        "disturbed": point.disturbed,
    }
