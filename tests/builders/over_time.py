# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Made results of a drive over time: two tests in three runs, with a change of the firmware."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from driveproof.domain.access import Direction
from driveproof.domain.comparison.over_time import MetricSeries, RunPoint, SeriesGroup
from driveproof.domain.health.snapshot import FirmwareChange
from driveproof.domain.metric import MetricName
from driveproof.domain.run.run import Summary

START = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
TITLE = "A test"


def series(direction: Direction, scale: float) -> MetricSeries:
    points = tuple(
        RunPoint(
            f"run{day}",
            START + timedelta(days=day),
            "new cable" if day == 2 else "",
            "1.0" if day < 2 else "2.0",
            Summary(scale * (10 + day), scale * (9 + day), scale * (11 + day), 3),
            disturbed=int(day == 1),
        )
        for day in range(3)
    )
    test = f"{direction}/sequential"
    return MetricSeries(test, TITLE, direction, MetricName.BANDWIDTH, points)


GROUP = SeriesGroup(
    "quick",
    "A profile",
    None,
    MetricName.BANDWIDTH,
    (series(Direction.READ, 1e8), series(Direction.WRITE, 5e7)),
)
CHANGES = (FirmwareChange(START + timedelta(days=2), "1.0", "2.0<b>"),)
