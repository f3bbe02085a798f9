# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of a run as rows of bars: medians from zero, minimum and maximum repeat as whiskers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.bands import CLASS_TITLES, ReferenceBand
from driveproof.domain.expected_speed import place_words, range_place
from driveproof.domain.figure import Bar, Cell, Column, Lane, Measure, Row, Rows, Shade, Table
from driveproof.domain.metric import METRIC_TITLES, MetricName, metrics_of, quantity
from driveproof.domain.profile.test_titles import DIRECTIONS, test_title
from driveproof.domain.quantity import OneOf, Rate
from driveproof.domain.run.ceiling import Ceiling
from driveproof.domain.run.certainty import certainty
from driveproof.domain.run.result import Figures, PhaseRow, directions_of, rows_of
from driveproof.domain.run.run import METRICS, PhaseResult, Summary
from driveproof.domain.say import Coded, Say

_METRICS = metrics_of(Pattern.RANDOM)  # tasks have a chart of their own
_BAND_IN_SIGHT = 0.25
"""A band is drawn if a bar reaches this fraction of its upper end: it would squash the others."""


def result_rows(
    phases: Sequence[PhaseResult],
    profile: str = "",
    *,
    ceiling: Ceiling | None = None,
    bands: Mapping[str, ReferenceBand] | None = None,
) -> Rows:
    """A row for each of `rows_of`, with a lane for each direction. Each metric has a scale of its
    own.

    `profile` is the name of the profile of their run, whose texts the titles are; `bands` are where
    drives of its class lie, by the name of the test.
    """
    rows, bands = rows_of(phases), bands or {}
    directions = directions_of(rows)
    tops = _tops(rows, directions)
    highest = tops.get(MetricName.BANDWIDTH, 0.0)
    limit = ceiling if ceiling is not None and ceiling.in_sight(highest) else None
    if limit is not None:
        tops[MetricName.BANDWIDTH] = max(highest, limit.value)
    for band in bands.values():
        top = tops.get(band.metric, 0.0)
        if top >= _BAND_IN_SIGHT * band.high:
            tops[band.metric] = max(top, band.high)
    most = max((len(phase.repeats) for phase in phases), default=0)
    # Of tests that went on by themselves none lacks what another has.
    alone = [len(phase.repeats) for phase in phases if phase.stopping and phase.repeats]
    fewest = min(alone, default=most)

    def bar(row: PhaseRow, lane: int, direction: Direction, summary: Summary) -> Bar:
        phase, top = row.phases[direction], tops[row.primary]
        band = bands.get(phase.name)
        seen = band is not None and band.high <= top
        return Bar(
            DIRECTIONS[direction],
            Measure(row.primary, summary),
            Shade.of(direction),
            below=_spread(row, direction, summary, len(phase.repeats) if phase.stopping else most),
            limit=Rate(limit.value) if limit and row.primary is MetricName.BANDWIDTH else None,
            lane=lane,
            band=(band.low, band.high) if band and seen else None,
            band_title=CLASS_TITLES[band.drive_class] if band and seen else None,
        )

    spoken = [one for row in rows for one in _spoken(row, directions, profile, bands)]
    if ceiling is not None and highest > 0:
        spoken.append(ceiling.said)
    return Rows(
        _table(rows, directions, profile),
        Say("Test"),
        tuple(
            Row(
                test_title(row.title, profile),
                tuple(
                    bar(row, lane, direction, summary)
                    for lane, direction in enumerate(directions)
                    if (summary := row.summary(direction))
                ),
                below=_together(row),
                top=tops.get(row.primary, 0.0),
            )
            for row in rows
        ),
        lanes=tuple(Lane(direction, (fewest, most)) for direction in directions),
        limit=() if limit is None else (limit.said, limit.link),
        spoken=tuple(spoken),
    )


def _tops(rows: Sequence[PhaseRow], directions: Sequence[Direction]) -> dict[MetricName, float]:
    """The greatest repeat of each metric."""
    tops: dict[MetricName, float] = {}
    for row in rows:
        for direction in directions:
            if summary := row.summary(direction):
                tops[row.primary] = max(tops.get(row.primary, 0.0), summary.high)
    return tops


def _spread(row: PhaseRow, direction: Direction, summary: Summary, every: int) -> Cell:
    """From the minimum to the maximum, and what there is to say of the repeats."""
    done = Say("{done} of {total}", done=summary.count, total=every)
    said = (
        Measure(row.primary, summary).range,
        done if summary.count < every else None,
        Say("short") if row.short(direction) else None,
        certainty(Figures(row.phases[direction], direction)),
    )
    found = tuple(one for one in said if one is not None)
    return OneOf(found) if found else None


def _together(row: PhaseRow) -> Say | None:
    """Both directions of a mixed test; None for any other."""
    for phase in row.measured:
        if phase.direction == Direction.MIXED:
            iops, bandwidth = (
                phase.total(METRICS[name]) for name in (MetricName.IOPS, MetricName.BANDWIDTH)
            )
            if iops is not None and bandwidth is not None:
                return Say(
                    "Sum: {iops}, {bandwidth}",
                    iops=Rate(iops.median, ios=True),
                    bandwidth=Rate(bandwidth.median),
                )
    return None


def _spoken(
    row: PhaseRow,
    directions: Sequence[Direction],
    profile: str,
    bands: Mapping[str, ReferenceBand],
) -> Iterator[Say]:
    title = test_title(row.title, profile)
    for direction in directions:
        if summary := row.summary(direction):
            text: object = quantity(row.primary, summary.median)
            if band := bands.get(row.phases[direction].name):
                where = range_place(summary.median, band.low, band.high)
                place = place_words(where, band.drive_class)
                text = Say("{first}, {second}", first=text, second=place)
            name = Say("{first}, {second}", first=title, second=DIRECTIONS[direction])
            yield Say("{name}: {text}", name=name, text=text)
    if (together := _together(row)) is not None:
        yield Say("{first}, {second}", first=title, second=together)


def _table(rows: Sequence[PhaseRow], directions: Sequence[Direction], profile: str) -> Table:
    """Every metric of every test, not only those of the bars."""
    found: list[tuple[Cell, ...]] = []
    for row in rows:
        title = test_title(row.title, profile)
        for direction in directions:
            if direction not in row.phases:
                continue
            summaries = [row.summary(direction, metric) for metric in _METRICS]
            count = max((one.count for one in summaries if one is not None), default=0)
            short = Say("{first}, {second}", first=count, second=Say("short"))
            found.append(
                (
                    title,
                    Coded(direction, DIRECTIONS[direction]),
                    short if row.short(direction) else count,
                    *map(_cell, _METRICS, summaries),
                )
            )
        if (total := row.total(MetricName.IOPS)) is not None:
            found.append((title, Say("Together"), total.count, *_totals(row)))
    return Table(
        "results",
        Say("Results of all tests"),
        (
            Column("test", Say("Test")),
            Column("direction", Say("Direction")),
            Column("repeats", Say("Repeats")),
            *(Column(metric, METRIC_TITLES[metric]) for metric in _METRICS),
        ),
        tuple(found),
        names=2,
        unknown="–",
    )


def _cell(metric: MetricName, summary: Summary | None) -> Cell:
    """A median with the spread of its repeats."""
    if summary is None:
        return None
    if metric is MetricName.LONGEST_STALL and not summary.high:
        return Say("none")
    median, spread = quantity(metric, summary.median), Measure(metric, summary).range
    if spread is None or spread.low == spread.high:
        return median
    return Say("{first} ({second})", first=median, second=spread)


def _totals(row: PhaseRow) -> Iterator[Cell]:
    """Both directions of a mixed test, of what adds up."""
    for metric in _METRICS:
        adds_up = metric in (MetricName.IOPS, MetricName.BANDWIDTH)
        total = row.total(metric) if adds_up else None
        yield None if total is None else quantity(metric, total.median)
