# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The most I/Os a second under a latency limit, in each direction, and what deeper queues do."""

from __future__ import annotations

from collections.abc import Iterator

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer
from driveproof.domain.cap import Cap
from driveproof.domain.figure import Axis, Cell, Column, Plot, Rule, Shade, Table, Text
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
from driveproof.domain.metric import LATENCY_TITLES, MetricName
from driveproof.domain.quantity import OneOf, Seconds, Unit
from driveproof.domain.run.cap import CappedLoad, cap_of, capacities_of
from driveproof.domain.run.load_curve import LoadPoint
from driveproof.domain.run.result import ChartKind, ChartOf
from driveproof.domain.run.run import Run
from driveproof.domain.say import Coded, Say

WAYS = {
    Direction.READ: Say("Random reads"),
    Direction.WRITE: Say("Random writes"),
    Direction.MIXED: Say("Reads and writes"),
}
_ANSWER = Coded("answer", Say("answer"))
_OVER = Coded("over_limit", Say("over the limit"))


def answer(run: Run) -> Answer:
    """What each direction reached, and a row for each depth."""
    cap, found = cap_of(run), capacities_of(run)
    if cap is None or not found:
        return Answer((), ())
    return Answer(
        (Say("Limit: {cap}.", cap=cap_said(cap)), *map(_sentence, found)),
        (_answers(found), depths_table(found), _plot(cap, found), *map(Text, _notes(found))),
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
        "less": rate_of(point),
        "latency": latency_of(point, one.cap.metric),
    }
    if one.worse is not None:
        return Say(
            "{title}: depth {deep} is slower ({less}, {latency}) than depth {depth} ({more})."
            " Limit the queue.",
            depth=depth_of(best),
            more=rate_of(best),
            **values,
        )
    return Say("{title}: depth {deep} reaches {less}, but at {latency}.", **values)


def _way(one: CappedLoad) -> Say:
    return WAYS[one.direction]


def _sentence(one: CappedLoad) -> Say:
    best = one.answer
    if best is None:
        return Say(
            "{title}: not reached ({latency} at depth 1).",
            title=_way(one),
            latency=latency_of(one.points[0], one.cap.metric),
        )
    return Say(
        "{title}: {iops} ({latency}, depth {depth}).",
        title=_way(one),
        iops=rate_of(best),
        latency=latency_of(best, one.cap.metric),
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
    return iops_of(best), latency_of(best, metric), depth_of(best)


def depths_table(found: tuple[CappedLoad, ...]) -> Table:
    """A row for each depth of each direction."""
    return Table(
        "points",
        Say("IOPS and latency by requests in flight"),
        (
            Column("direction", Say("Direction")),
            Column("depth", Say("Depth")),
            Column("iops", Say("IOPS")),
            *LATENCY_COLUMNS,
            Column("marks", Say("Notes")),
        ),
        tuple(
            (
                Coded(one.direction, _way(one)),
                depth_of(point),
                iops_of(point),
                *latency_cells(point),
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
        yield DEEPER_IS_SLOWER


def _plot(cap: Cap, found: tuple[CappedLoad, ...]) -> Plot:
    """The limited latency of each direction over its IOPS, beside it another one, and the limit."""
    other = MetricName.MEAN if cap.metric == MetricName.P99 else MetricName.P99
    return Plot(
        "iops_at_latency",
        Say("Latency and IOPS"),
        Axis("iops", Say("IOPS"), Unit.IOPS),
        Axis(cap.metric, LATENCY_TITLES[cap.metric], Unit.SECONDS, log=True),
        tuple(
            line
            for one in found
            for line in latency_lines(
                one.curve.line,
                (cap.metric, other),
                Shade.of(one.direction),
                group=_way(one),
                key=one.direction,
                marked=one.answer,
            )
        ),
        (Rule("limit", cap_said(cap), cap.seconds, axis="y"),),
        spoken=tuple(_notes(found)) or tuple(map(_sentence, found)),
    )


def _notes(found: tuple[CappedLoad, ...]) -> Iterator[Say]:
    for one in found:
        if (said := deeper(one)) is not None:
            yield said
