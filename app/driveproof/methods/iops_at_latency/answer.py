# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The most I/Os a second under a latency limit, in each direction, and what deeper queues do."""

from __future__ import annotations

from collections.abc import Iterator

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer
from driveproof.domain.cap import Cap
from driveproof.domain.figure import Axis, Cell, Column, Measure, Plot, Rule, Series, Table, Text
from driveproof.domain.metric import LATENCY_TITLES, MetricName
from driveproof.domain.quantity import OneOf, Rate, Seconds, Unit
from driveproof.domain.run.cap import CappedLoad, cap_of, capacities_of
from driveproof.domain.run.load_curve import LATENCIES, LoadPoint
from driveproof.domain.run.result import ChartKind, ChartOf
from driveproof.domain.run.run import Run
from driveproof.domain.say import Coded, Say

WAYS = {
    Direction.READ: Say("Random reads"),
    Direction.WRITE: Say("Random writes"),
    Direction.MIXED: Say("Reads and writes"),
}
_LEAVE = {MetricName.P95: 3, MetricName.P999: 2}
"""The columns that leave where a terminal is narrow."""
_ANSWER = Coded("answer", Say("answer"))
_OVER = Coded("over_limit", Say("over the limit"))
_WORSE = Coded("deeper_is_slower", Say("deeper is slower"))


def answer(run: Run) -> Answer:
    """What each direction reached, and a row for each depth."""
    cap, found = cap_of(run), capacities_of(run)
    if cap is None or not found:
        return Answer((), ())
    return Answer(
        (Say("Limit: {cap}.", cap=cap_said(cap)), *map(_sentence, found)),
        (_answers(found), points_table(found), _plot(cap, found), *map(Text, _notes(found))),
    )


def charts(run: Run) -> tuple[ChartOf, ...]:
    """One chart of all depths."""
    return (ChartOf(ChartKind.CAP, run.phases),) if run.phases else ()


def cap_said(cap: Cap) -> Say:
    """The limit: "mean latency at most 10 ms"."""
    latency = Seconds(cap.seconds, precise=True)
    if cap.metric == MetricName.MEAN:
        return Say("mean latency at most {latency}", latency=latency)
    return Say("{percentile} latency at most {latency}", percentile=cap.metric, latency=latency)


def depth_of(point: LoadPoint) -> Say | int:
    """The requests in flight: "38", "16 × 4 jobs", of both at once "54 + 27"."""
    depth, writes, jobs = point.depth, point.phase.work.write_depth, point.jobs
    if writes and jobs > 1:
        return Say("{depth} + {writes} × {jobs} jobs", depth=depth, writes=writes, jobs=jobs)
    if writes:
        return Say("{first} + {second}", first=depth, second=writes)
    return point.depth if jobs == 1 else Say("{depth} × {jobs} jobs", depth=depth, jobs=jobs)


def deeper(one: CappedLoad) -> Say | None:
    """What more requests than in the answer did; None where nothing deeper was measured."""
    best = one.answer
    points = [p for p in one.points if best is not None and p.in_flight > best.in_flight]
    if best is None or not points:
        return None
    point = one.worse or points[-1]
    values = {
        "title": _way(one),
        "deep": depth_of(point),
        "less": _rate(point),
        "latency": _latency(point, one.cap.metric),
    }
    if one.worse is not None:
        return Say(
            "{title}: depth {deep} is slower ({less}, {latency}) than depth {depth} ({more})."
            " Limit the queue.",
            depth=depth_of(best),
            more=_rate(best),
            **values,
        )
    return Say("{title}: depth {deep} reaches {less}, but at {latency}.", **values)


def _way(one: CappedLoad) -> Say:
    return WAYS[one.direction]


def _rate(point: LoadPoint) -> Rate:
    return Rate(0.0 if point.iops is None else point.iops.median, ios=True)


def _latency(point: LoadPoint, metric: MetricName) -> Seconds | None:
    value = point.latency(metric)
    return None if value is None else Seconds(value, precise=True)


def _measure(point: LoadPoint) -> Measure | None:
    return None if point.iops is None else Measure(MetricName.IOPS, point.iops)


def _sentence(one: CappedLoad) -> Say:
    best = one.answer
    if best is None:
        return Say(
            "{title}: not reached ({latency} at depth 1).",
            title=_way(one),
            latency=_latency(one.points[0], one.cap.metric),
        )
    return Say(
        "{title}: {iops} ({latency}, depth {depth}).",
        title=_way(one),
        iops=_rate(best),
        latency=_latency(best, one.cap.metric),
        depth=depth_of(best),
    )


def _answers(found: tuple[CappedLoad, ...]) -> Table:
    return Table(
        "answers",
        Say("The most IOPS within the limit"),
        (
            Column("direction", Say("Direction")),
            Column("iops", Say("IOPS")),
            Column("latency", Say("Latency")),
            Column("depth", Say("Depth")),
        ),
        tuple(
            (Coded(one.direction, _way(one)), *_reached(one.answer, one.cap.metric))
            for one in found
        ),
        spoken=("iops", "latency"),
    )


def _reached(best: LoadPoint | None, metric: MetricName) -> tuple[Cell, Cell, Cell]:
    if best is None:
        return None, None, None
    return _measure(best), _latency(best, metric), depth_of(best)


def points_table(found: tuple[CappedLoad, ...]) -> Table:
    """A row for each depth of each direction."""
    return Table(
        "points",
        Say("IOPS and latency by requests in flight"),
        (
            Column("direction", Say("Direction")),
            Column("depth", Say("Depth")),
            Column("iops", Say("IOPS")),
            *(Column(one, LATENCY_TITLES[one], _LEAVE.get(one, 0)) for one in LATENCIES),
            Column("marks", Say("Notes")),
        ),
        tuple(
            (
                Coded(one.direction, _way(one)),
                depth_of(point),
                _measure(point),
                *(_latency(point, metric) for metric in LATENCIES),
                OneOf(marks) if (marks := tuple(_marks(one, point))) else None,
            )
            for one in found
            for point in one.points
        ),
        names=2,
        spoken=("iops", "mean"),
    )


def _marks(one: CappedLoad, point: LoadPoint) -> Iterator[Coded]:
    if point is one.answer:
        yield _ANSWER
    if not one.keeps(point):
        yield _OVER
    if point is one.worse:
        yield _WORSE


def _plot(cap: Cap, found: tuple[CappedLoad, ...]) -> Plot:
    """The limited latency over IOPS of each direction, and the limit."""
    return Plot(
        "iops_at_latency",
        Say("Latency and IOPS"),
        Axis("iops", Say("IOPS"), Unit.IOPS),
        Axis(cap.metric, LATENCY_TITLES[cap.metric], Unit.SECONDS, log=True),
        tuple(
            Series(
                one.direction,
                _way(one),
                tuple((rate, latency) for _point, rate, latency in known),
                one.direction,
                tuple(point.in_flight for point, _rate, _latency in known),
            )
            for one in found
            if (
                known := [
                    (point, point.iops.median, latency)
                    for point in one.curve.line
                    if point.iops is not None and (latency := point.latency(cap.metric)) is not None
                ]
            )
        ),
        (Rule("limit", cap_said(cap), cap.seconds, axis="y"),),
    )


def _notes(found: tuple[CappedLoad, ...]) -> Iterator[Say]:
    for one in found:
        if (said := deeper(one)) is not None:
            yield said
