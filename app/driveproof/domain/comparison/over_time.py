# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's results over time: each test of a profile in the order of its runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from driveproof.domain.access import Cache, Direction
from driveproof.domain.health.snapshot import FirmwareChange
from driveproof.domain.metric import MetricName
from driveproof.domain.run.run import RunHead, Summary
from driveproof.domain.say import Title


@dataclass(frozen=True, slots=True)
class TestFigure:
    """A test of a run in one direction: its primary metric over the repeats that count.

    `test` is what identifies the test in other runs, `disturbed` how many repeats were disturbed.
    """

    test: str
    title: Title | str
    direction: Direction
    metric: MetricName
    summary: Summary
    disturbed: int = 0


@dataclass(frozen=True, slots=True)
class RunPoint:
    """A run of a series."""

    run: str
    at: datetime
    label: str
    firmware: str
    summary: Summary
    disturbed: int = 0


@dataclass(frozen=True, slots=True)
class MetricSeries:
    """The same test in the same direction, oldest run first."""

    test: str
    title: Title | str
    direction: Direction
    metric: MetricName
    points: tuple[RunPoint, ...]


@dataclass(frozen=True, slots=True)
class SeriesGroup:
    """The tests of one profile with one metric, "bandwidth" or "iops": they share an axis.

    `title` is that of the profile in its newest run.
    """

    profile: str
    title: str
    cache: Cache | None
    metric: MetricName
    series: tuple[MetricSeries, ...]

    @property
    def runs(self) -> int:
        """How many runs have a point in it."""
        return len({point.run for series in self.series for point in series.points})


@dataclass(frozen=True, slots=True)
class DriveOverTime:
    """What is kept of a drive: its groups, the one with most runs first, and when its firmware
    changed, as far as runs and health snapshots saw it.
    """

    groups: tuple[SeriesGroup, ...] = ()
    changes: tuple[FirmwareChange, ...] = ()


@dataclass(slots=True)
class _Series:
    title: Title | str = ""
    points: list[RunPoint] = field(default_factory=list)


def over_time(
    runs: Iterable[tuple[RunHead, Sequence[TestFigure]]], changes: Sequence[FirmwareChange] = ()
) -> DriveOverTime:
    """The series of a drive's runs; runs without a figure are left out."""
    found: dict[tuple[str, Cache | None, MetricName], dict[tuple[str, Direction], _Series]] = {}
    titles: dict[tuple[str, Cache | None], str] = {}
    for head, figures in sorted(runs, key=lambda pair: (pair[0].started, pair[0].id)):
        for figure in figures:
            titles[head.profile, head.cache] = head.title
            group = found.setdefault((head.profile, head.cache, figure.metric), {})
            series = group.setdefault((figure.test, figure.direction), _Series())
            series.title = figure.title
            series.points.append(
                RunPoint(
                    head.id,
                    head.started,
                    head.label,
                    head.firmware or "",
                    figure.summary,
                    figure.disturbed,
                )
            )
    groups = [
        SeriesGroup(
            profile,
            titles[profile, cache],
            cache,
            metric,
            tuple(
                MetricSeries(test, one.title, direction, metric, tuple(one.points))
                for (test, direction), one in tests.items()
            ),
        )
        for (profile, cache, metric), tests in found.items()
    ]
    groups.sort(key=lambda group: -group.runs)
    return DriveOverTime(tuple(groups), tuple(changes))
