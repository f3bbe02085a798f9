# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of a run under a latency cap: the answer, its table, and what deeper queues did."""

from __future__ import annotations

from driveproof.domain.access import Direction
from driveproof.domain.cap import Cap
from driveproof.domain.metric import MetricName
from driveproof.domain.run.cap import Capacity, cap_of, capacities_of
from driveproof.domain.run.load_curve import LATENCIES, LoadPoint
from driveproof.domain.run.run import Run
from driveproof.wording.catalogue import _
from driveproof.wording.figures import spread_text
from driveproof.wording.units import format_iops, format_latency, group_digits

_UNKNOWN = "–"


def cap_text(cap: Cap) -> str:
    """The cap as part of a sentence: "a mean latency of at most 10 ms"."""
    latency = format_latency(cap.seconds)
    if cap.metric == MetricName.MEAN:
        return _("mean latency at most {latency}").format(latency=latency)
    return _("{percentile} latency at most {latency}").format(
        percentile=cap.metric, latency=latency
    )


def cap_typed(cap: Cap) -> str:
    """The cap as `--max-latency` takes it: "10ms", "p99:20ms"."""
    value = cap.seconds * 1000
    text = f"{value:g}ms" if value >= 1 else f"{value * 1000:g}us"
    return text if cap.metric == MetricName.MEAN else f"{cap.metric}:{text}"


def way_title(direction: Direction) -> str:
    """A direction as the title of its table and its line."""
    return {
        Direction.READ: _("Random reads"),
        Direction.WRITE: _("Random writes"),
        Direction.MIXED: _("Reads and writes"),
    }.get(direction, direction)


def in_flight_text(point: LoadPoint) -> str:
    """The requests in flight: "38", "16 × 4 jobs", of both at once "54 + 27"."""
    depth = str(point.depth)
    if point.phase.work.write_depth:
        depth = f"{depth} + {point.phase.work.write_depth}"
    if point.jobs == 1:
        return depth
    return _("{depth} × {jobs} jobs").format(depth=depth, jobs=point.jobs)


def _iops(point: LoadPoint) -> str:
    return _UNKNOWN if point.iops is None else format_iops(point.iops.median)


def _latency(point: LoadPoint, metric: MetricName) -> str:
    value = point.latency(metric)
    return _UNKNOWN if value is None else format_latency(value)


def _way_answer(one: Capacity) -> str:
    answer, title = one.answer, way_title(one.direction)
    if answer is None:
        return _("{title}: not reached ({latency} at depth 1)").format(
            title=title, latency=_latency(one.points[0], one.cap.metric)
        )
    return _("{title}: {iops} ({latency}, depth {depth})").format(
        title=title,
        iops=_iops(answer),
        latency=_latency(answer, one.cap.metric),
        depth=in_flight_text(answer),
    )


def iops_at_latency_answer(run: Run) -> str:
    """One sentence: under the cap the I/Os a second of each direction, latency and depth."""
    cap, found = cap_of(run), capacities_of(run)
    if cap is None or not found:
        return ""
    return _("At {cap}: {answers}.").format(
        cap=cap_text(cap), answers="; ".join(map(_way_answer, found))
    )


def deeper_text(one: Capacity) -> str:
    """What more requests than in the answer did; "" where nothing deeper was measured."""
    answer = one.answer
    deeper = [] if answer is None else [
        point for point in one.points if point.in_flight > answer.in_flight
    ]  # fmt: skip
    if answer is None or not deeper:
        return ""
    title = way_title(one.direction)
    worse = one.worse
    if worse is not None:
        text = _(
            "{title}: depth {deep} is slower ({less}, {latency}) than depth {depth}"
            " ({more}). Limit the queue."
        )
        return text.format(
            title=title,
            deep=in_flight_text(worse),
            less=_iops(worse),
            latency=_latency(worse, one.cap.metric),
            depth=in_flight_text(answer),
            more=_iops(answer),
        )
    last = deeper[-1]
    text = _("{title}: depth {deep} reaches {iops}, but at {latency}.")
    return text.format(
        title=title,
        deep=in_flight_text(last),
        iops=_iops(last),
        latency=_latency(last, one.cap.metric),
    )


def iops_at_latency_notes(run: Run) -> list[str]:
    """What to know about the answer, in sentences."""
    found = [deeper_text(one) for one in capacities_of(run)]
    how = _("The depth doubles until the limit is exceeded, then within 10 %.")
    if any(one.direction == Direction.MIXED for one in capacities_of(run)):
        both = _("Reads and writes come from separate jobs.")
        return [*filter(None, found), how, both]
    return [*filter(None, found), how]


def marks_of(one: Capacity, point: LoadPoint) -> list[str]:
    """What is special about a point."""
    found = []
    if point is one.answer:
        found.append(_("answer"))
    if not one.keeps(point):
        found.append(_("over the limit"))
    answer = one.answer
    if answer is not None and point is one.worse:
        found.append(_("deeper is slower"))
    return found


def capacity_table(one: Capacity) -> list[tuple[str, ...]]:
    """A head, and a row for each depth."""
    heads = (_("Depth"), "IOPS", _("Spread"), _("Mean"), *LATENCIES[1:], "")
    rows: list[tuple[str, ...]] = [heads]
    for point in one.points:
        rows.append(
            (
                in_flight_text(point),
                _UNKNOWN if point.iops is None else group_digits(point.iops.median),
                spread_text(point.iops),
                *(_latency(point, metric) for metric in LATENCIES),
                ", ".join(marks_of(one, point)),
            )
        )
    return rows
