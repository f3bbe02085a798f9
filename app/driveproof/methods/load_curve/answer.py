# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many I/Os a drive does at which latency, and what deeper queues bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np
from msgspec import structs

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer
from driveproof.domain.figure import (
    Axis,
    Band,
    Column,
    Fact,
    Facts,
    Grid,
    Measure,
    Plot,
    Rule,
    Series,
    Setting,
    Shade,
    Table,
    Text,
)
from driveproof.domain.load_points import (
    DEEPER_IS_SLOWER,
    LATENCY_COLUMNS,
    depth_of,
    iops_of,
    latency_cells,
    latency_lines,
    latency_of,
    rate_of,
)
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Number, OneOf, Seconds, Share, Unit
from driveproof.domain.run.histogram import EDGES, Histogram
from driveproof.domain.run.load_curve import LoadCurve, LoadPoint, load_of
from driveproof.domain.run.result import ChartKind, ChartOf
from driveproof.domain.run.run import Run, Summary
from driveproof.domain.say import Coded, Say

DRAWN = (MetricName.P50, MetricName.P99)
_BOUNDS = (1e-3, 1e-2, 1e-1)
"""Mean latencies in seconds that people ask for; the first that one request alone keeps is used."""
_TIMES = 14
"""Limits of time between the least latency and the greatest p99.9."""
_MOST_NAMED = 6
_MOST_BARS = 16
"""With more tests than this it has no bars: its maps show every figure."""
_KNEE = Coded("knee", Say("knee"))
_MOST = Coded("most_iops", Say("most IOPS"))
_BUSY = Coded("cpu", Say("CPU"))


def answer(run: Run) -> Answer:
    """The most I/Os under a round latency, what deeper queues bring, and a row for each test."""
    curve = load_of(run.phases)
    if curve is None:
        return Answer((), ())
    matrix = matrix_of(curve)
    blocks = (
        _marked(curve),
        points_table(curve),
        *([matrix] if matrix else ()),
        Facts(tuple(_facts(curve))),
        plot_of(curve),
    )
    return Answer(tuple(_sentences(curve)), (*blocks, *map(Text, _notes(curve))))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The curve, and the bars of few tests."""
    bars = [ChartOf(ChartKind.BARS, run.phases)] if len(run.phases) <= _MOST_BARS else []
    return ChartOf(ChartKind.LOAD, run.phases), *bars


def points_table(curve: LoadCurve) -> Table:
    """A row for each test, with what is special about it."""
    return Table(
        "points",
        Say("IOPS and latency by requests in flight"),
        (
            Column("depth", Say("Depth")),
            Column("jobs", Say("Jobs")),
            Column("iops", Say("IOPS")),
            *LATENCY_COLUMNS,
            Column("cpu", Say("CPU per job"), extra=1),
            Column("marks", Say("Notes")),
        ),
        tuple(
            (
                point.depth,
                point.jobs,
                iops_of(point),
                *latency_cells(point),
                None if (share := point.phase.limits.cpu) is None else Share(share),
                OneOf(marks) if (marks := tuple(_marks(curve, point))) else None,
            )
            for point in curve.points
        ),
        names=2,
        spoken=("iops", "mean"),
    )


def matrix_of(curve: LoadCurve) -> Grid | None:
    """IOPS over queue depth and jobs; None where that is no grid."""
    if not curve.grid:
        return None
    points = {(point.depth, point.jobs): iops_of(point) for point in curve.points}
    return Grid(
        "matrix",
        Say("IOPS by queue depth and jobs"),
        Setting("depth", Say("Queue depth"), curve.depths),
        Setting("jobs", Say("Jobs"), curve.jobs),
        Column("iops", Say("IOPS")),
        tuple(tuple(points.get((depth, jobs)) for depth in curve.depths) for jobs in curve.jobs),
        _way(curve),
    )


def answered(curve: LoadCurve) -> Grid | None:
    """Over the requests in flight and a time: the I/Os a second that were answered within it. None
    where no histogram was kept, or too few points have one.
    """
    counted = [
        (point, histogram)
        for point in curve.line
        if point.iops is not None and (histogram := _histogram(point)).total
    ]
    if len(counted) < 2:
        return None
    ends = [histogram.percentiles((1, 99.9)) for _point, histogram in counted]
    low = max(min(first for first, _last in ends if first is not None), 1e-9)
    high = max(last for _first, last in ends if last is not None)
    spaced = np.geomspace(low, max(high, 4 * low), _TIMES).tolist()
    times = sorted({float(f"{time:.2g}") for time in spaced})
    columns = [
        np.interp(times, EDGES, np.concatenate(([0], np.cumsum(histogram.counts))))
        / histogram.total
        * rate_of(point).number
        for point, histogram in counted
    ]
    return Grid(
        "answered",
        Say("IOPS answered within a time"),
        Setting(
            "depth",
            Say("Requests in flight"),
            tuple(point.in_flight for point, _histogram in counted),
        ),
        Setting("time", Say("Answered within"), tuple(Seconds(one, precise=True) for one in times)),
        Column("iops", Say("IOPS")),
        tuple(
            tuple(Measure(MetricName.IOPS, Summary(one, one, one, 1)) for one in row)
            for row in np.stack(columns, axis=1).tolist()
        ),
        _way(curve),
    )


def surfaces_of(curve: LoadCurve) -> tuple[Grid, ...]:
    """What is drawn of it as surfaces."""
    return tuple(grid for grid in (answered(curve), matrix_of(curve)) if grid is not None)


def _way(curve: LoadCurve) -> Direction:
    """Whose colour it has."""
    return Direction.READ if curve.direction == Direction.MIXED else curve.direction


def _histogram(point: LoadPoint) -> Histogram:
    parts = [
        result.histogram
        for repeat in point.phase.repeats
        if repeat.counts
        for result in repeat.directions.values()
    ]
    return reduce(lambda one, other: one + other, parts, Histogram.empty())


def plot_of(curve: LoadCurve) -> Plot:
    """Latencies over IOPS, with the knee and what is beyond it."""
    knee = curve.knee
    rules: tuple[Rule, ...] = ()
    bands: tuple[Band, ...] = ()
    if knee is not None and knee.iops is not None:
        at, most = (
            knee.iops.median,
            max(point.iops.median for point in curve.line if point.iops is not None),
        )
        rules = (Rule("knee", Say("knee, depth {depth}", depth=depth_of(knee)), at),)
        bands = (Band("beyond_knee", Say("Beyond the knee"), at, most),)
    lines = tuple(latency_lines(curve.line, DRAWN, Shade.of(_way(curve))))
    return structs.replace(_plot(lines), rules=rules, bands=bands, spoken=tuple(_sentences(curve)))


def _plot(lines: tuple[Series, ...]) -> Plot:
    return Plot(
        "load_curve",
        Say("IOPS and latency by requests in flight"),
        Axis("iops", Say("IOPS"), Unit.IOPS),
        Axis("latency", Say("Latency"), Unit.SECONDS, log=True),
        lines,
    )


def sides_plot(sides: Sequence[tuple[str, LoadCurve]]) -> Plot:
    """The curves of the sides of a comparison, by their names, over each other."""
    return structs.replace(
        _plot(
            tuple(
                line
                for number, (name, curve) in enumerate(sides)
                for line in latency_lines(
                    curve.line,
                    DRAWN,
                    Shade.of_side(number, _way(curve)),
                    group=name,
                    key=f"side_{number}",
                )
            )
        ),
        spoken=tuple(
            Say("{name}: {text}", name=name, text=one)
            for name, curve in sides
            for one in _sentences(curve)
        ),
        sides=True,
    )


def sides_table(sides: Sequence[tuple[str, LoadCurve]]) -> Table:
    """A row for each test of each side."""
    tables = [(name, points_table(curve)) for name, curve in sides]
    first = tables[0][1]
    return structs.replace(
        first,
        columns=(Column("side", Say("Side")), *first.columns),
        rows=tuple((name, *row) for name, table in tables for row in table.rows),
        names=first.names + 1,
    )


def _marked(curve: LoadCurve) -> Table:
    """At the knee, under a round latency, one at a time."""
    points: list[tuple[Coded, LoadPoint | None]] = [(Coded("knee", Say("At the knee")), curve.knee)]
    if (bound := _bound(curve)) is not None:
        seconds, point = bound
        title = Say("Mean at most {latency}", latency=Seconds(seconds, precise=True))
        points.append((Coded("within_latency", title), point))
    points.append((Coded("one_request", Say("One request at a time")), curve.alone))
    return Table(
        "marked_points",
        Say("Points of the curve"),
        (
            Column("point", Say("Point")),
            Column("iops", Say("IOPS")),
            Column("depth", Say("Depth")),
            Column("mean", Say("Mean")),
            Column("p99", Say("p99"), extra=2),
        ),
        tuple(
            (
                title,
                iops_of(point),
                depth_of(point),
                latency_of(point, MetricName.MEAN),
                latency_of(point, MetricName.P99),
            )
            for title, point in points
            if point is not None
        ),
        spoken=("iops", "mean"),
    )


def _facts(curve: LoadCurve) -> Iterator[Fact]:
    if (number := curve.saturation) is not None:
        title = Say("Requests that saturate the drive, N*")
        yield Fact("saturation", title, Number(number))


def _marks(curve: LoadCurve, point: LoadPoint) -> Iterator[Coded]:
    if point is curve.knee:
        yield _KNEE
    if point is curve.most:
        yield _MOST
    if point in curve.worse:
        yield DEEPER_IS_SLOWER
    if point.busy:
        yield _BUSY


def _bound(curve: LoadCurve) -> tuple[float, LoadPoint] | None:
    """A round mean latency, and the point with the most I/Os that keeps it."""
    for bound in _BOUNDS:
        if (point := curve.within(bound)) is not None:
            return bound, point
    return None


def _sentences(curve: LoadCurve) -> Iterator[Say]:
    bound, knee, most = _bound(curve), curve.knee, curve.most
    if bound is not None and bound[1].iops is not None:
        yield Say(
            "{iops} within {latency} mean latency (depth {depth}).",
            iops=rate_of(bound[1]),
            latency=Seconds(bound[0], precise=True),
            depth=depth_of(bound[1]),
        )
    if knee is None:
        return
    if most is None or most.in_flight <= knee.in_flight:
        yield Say("Depths above {depth} only add latency.", depth=depth_of(knee))
    else:
        yield Say(
            "Knee at depth {depth}; depth {deepest}: {gain} more IOPS.",
            depth=depth_of(knee),
            deepest=depth_of(most),
            gain=Share(curve.gain),
        )


def _notes(curve: LoadCurve) -> Iterator[Say]:
    if curve.grid:
        yield Say("Lines: jobs. Columns: queue depth.")
    worse, most = curve.worse, curve.most
    if worse and worse[-1].iops is not None and most is not None and most.iops is not None:
        yield Say(
            "Deeper is slower: {less} at depth {deep}, {more} at depth {depth}.",
            less=rate_of(worse[-1]),
            deep=depth_of(worse[-1]),
            more=rate_of(most),
            depth=depth_of(most),
        )
    if busy := [depth_of(point) for point in curve.points if point.busy]:
        yield _limited(busy)
    if all(len(point.phase.repeats) == 1 for point in curve.points):
        yield Say("Not made for comparisons.")


def _limited(busy: list[Say | int]) -> Say:
    """At which depths the CPU may be what limits."""
    depths: Say | OneOf = OneOf(tuple(busy[:_MOST_NAMED]))
    if (more := len(busy) - _MOST_NAMED) > 0:
        depths = Say("{names} and {count} more", names=depths, count=more)
    return Say(
        "At depth {depths} this machine may be the limit (over 90 % of a CPU per job).",
        depths=depths,
    )
