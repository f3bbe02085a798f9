# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's results over time as a plot: a line for each test, its spread, and where the firmware
changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.comparison.over_time import MetricSeries, RunPoint, SeriesGroup
from driveproof.domain.figure import Axis, Cell, Column, Plot, Rule, Series, Shade, Table
from driveproof.domain.health.snapshot import FirmwareChange
from driveproof.domain.metric import METRIC_TITLES, MetricName, quantity
from driveproof.domain.profile.test_titles import DIRECTIONS, run_title, test_title
from driveproof.domain.quantity import Day, Plural, Unit
from driveproof.domain.say import Coded, Say

_UNITS = {MetricName.IOPS: Unit.IOPS, MetricName.BANDWIDTH: Unit.BANDWIDTH}
_EDGE = 0.03  # of the time from the first run to the last: on either side of them
_HALF_DAY = 43200.0


def group_title(group: SeriesGroup) -> Say:
    """What a group is called where one is chosen: "Quick benchmark: Bandwidth"."""
    profile = run_title(group.title or group.profile, group.profile, group.cache)
    return Say("{name}: {text}", name=profile, text=METRIC_TITLES[group.metric])


def over_time_plot(group: SeriesGroup, changes: Sequence[FirmwareChange] = ()) -> Plot:
    """The medians of each test over the dates of its runs; a single run is in the middle of a
    day.
    """
    moments = [point.at.timestamp() for one in group.series for point in one.points]
    first, last = min(moments, default=0.0), max(moments, default=0.0)
    edge = (last - first) * _EDGE or _HALF_DAY
    title = METRIC_TITLES[group.metric]
    profile = run_title(group.title or group.profile, group.profile, group.cache)
    spoken = [_spoken(one, group) for one in group.series]
    spoken += [Say("{name}: {text}", name=Day(change.at), text=change.said) for change in changes]
    return Plot(
        "over_time",
        Say("{quantity} of {profile} over time", quantity=title, profile=profile),
        Axis("started", Say("Date"), Unit.MOMENT, ends=(first - edge, last + edge)),
        Axis(group.metric, title, _UNITS.get(group.metric, Unit.SECONDS)),
        tuple(
            Series(
                f"{one.test}/{one.direction}",
                _name(one, group),
                tuple((point.at.timestamp(), point.summary.median) for point in one.points),
                Shade.of(one.direction),
                dots=True,
                dash=sum(other.direction == one.direction for other in group.series[:number]),
                spread=tuple((point.summary.low, point.summary.high) for point in one.points),
                notes=tuple(point.label for point in one.points),
            )
            for number, one in enumerate(group.series)
        ),
        rules=tuple(
            Rule("firmware", change.said, change.at.timestamp(), named=True) for change in changes
        ),
        spoken=tuple(spoken),
    )


def over_time_figures(group: SeriesGroup) -> Table:
    """A row for each run of each test, the oldest first."""
    pairs = [
        (point.at, number, one, point)
        for number, one in enumerate(group.series)
        for point in one.points
    ]
    return Table(
        "over_time",
        METRIC_TITLES[group.metric],
        (
            Column("started", Say("Date")),
            Column("test", Say("Test")),
            Column("median", Say("Median")),
            Column("minimum", Say("Minimum")),
            Column("maximum", Say("Maximum")),
            Column("repeats", Say("Repeats")),
            Column("label", Say("Label")),
            Column("firmware", Say("Firmware")),
            Column("affected", Say("Remark")),
        ),
        tuple(_row(one, point, group) for _at, _number, one, point in sorted(pairs, key=_by_time)),
        names=2,
        unknown="",
    )


def _by_time(pair: tuple[object, ...]) -> tuple[object, ...]:
    return pair[:2]


def _row(one: MetricSeries, point: RunPoint, group: SeriesGroup) -> tuple[Cell, ...]:
    summary = point.summary
    affected = Plural("{count} affected", "{count} affected", point.disturbed)
    return (
        Day(point.at),
        Coded(one.test, _name(one, group)),
        *(quantity(one.metric, value) for value in (summary.median, summary.low, summary.high)),
        summary.count,
        point.label,
        point.firmware,
        affected if point.disturbed else None,
    )


def _name(one: MetricSeries, group: SeriesGroup) -> Say:
    return Say(
        "{first}, {second}",
        first=test_title(one.title, group.profile),
        second=DIRECTIONS.get(one.direction, one.direction),
    )


def _spoken(one: MetricSeries, group: SeriesGroup) -> Say:
    first, last = one.points[0], one.points[-1]
    return Say(
        "{name}: {count} values, from {first} ({begin}) to {last} ({end})",
        name=_name(one, group),
        count=len(one.points),
        first=quantity(one.metric, first.summary.median),
        begin=Day(first.at),
        last=quantity(one.metric, last.summary.median),
        end=Day(last.at),
    )
