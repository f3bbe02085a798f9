# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of a run under a latency cap: the answer, its table, and what deeper queues did."""

from __future__ import annotations

from driveproof.domain.access import Direction
from driveproof.domain.cap import Cap
from driveproof.domain.metric import MetricName
from driveproof.domain.run.cap import Capacity, cap_of, capacities_of
from driveproof.domain.run.load_curve import LATENCIES, LoadPoint
from driveproof.domain.run.run import METRICS, Run
from driveproof.wording.catalogue import _
from driveproof.wording.figures import spread_text
from driveproof.wording.units import format_iops, format_latency, group_digits

_UNKNOWN = "–"


def cap_text(cap: Cap) -> str:
    """The cap as part of a sentence: "a mean latency of at most 10 ms"."""
    latency = format_latency(cap.seconds)
    if cap.metric == MetricName.MEAN:
        return _("a mean latency of at most {latency}").format(latency=latency)
    return _("a {percentile} latency of at most {latency}").format(
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
        Direction.MIXED: _("Both at once, two reads for a write in flight"),
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
    answer = one.answer
    if answer is None:
        first = one.points[0]
        texts = {
            Direction.READ: _("reads do not reach it: one at a time takes {latency}"),
            Direction.WRITE: _("writes do not reach it: one at a time takes {latency}"),
            Direction.MIXED: _("both at once do not reach it: one of each takes {latency}"),
        }
        return texts[one.direction].format(latency=_latency(first, one.cap.metric))
    values = {
        "iops": _iops(answer),
        "latency": _latency(answer, one.cap.metric),
        "depth": in_flight_text(answer),
    }
    if one.direction == Direction.MIXED:
        for way in (Direction.READ, Direction.WRITE):
            rate = answer.phase.summary(way, METRICS[MetricName.IOPS])
            values[way] = _UNKNOWN if rate is None else format_iops(rate.median)
    texts = {
        Direction.READ: _("reads {iops} ({latency}, depth {depth})"),
        Direction.WRITE: _("writes {iops} ({latency}, depth {depth})"),
        Direction.MIXED: _("both at once {iops}, {read} of them reads ({latency}, depth {depth})"),
    }
    return texts[one.direction].format(**values)


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
            "{title}: deeper is worse. Depth {deep} does {less} at {latency}, depth {depth} does"
            " {more}: limit the queue."
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
    text = _("{title}: depth {deep} does {iops}, but at {latency}.")
    return text.format(
        title=title,
        deep=in_flight_text(last),
        iops=_iops(last),
        latency=_latency(last, one.cap.metric),
    )


def iops_at_latency_notes(run: Run) -> list[str]:
    """What to know about the answer, in sentences."""
    found = [deeper_text(one) for one in capacities_of(run)]
    how = _(
        "The depth doubles until the cap is missed, then the middle is tried until the ends are"
        " within 10 %. The answer is the point with the most IOPS of all that keep the cap; it and"
        " the next deeper one are repeated."
    )
    if any(one.direction == Direction.MIXED for one in capacities_of(run)):
        both = _("Both at once: reads and writes come from jobs of their own, and both keep it.")
        return [*filter(None, found), how, both]
    return [*filter(None, found), how]


def marks_of(one: Capacity, point: LoadPoint) -> list[str]:
    """What is special about a point."""
    found = []
    if point is one.answer:
        found.append(_("answer"))
    if not one.keeps(point):
        found.append(_("misses the cap"))
    answer = one.answer
    if answer is not None and point is one.worse:
        found.append(_("deeper is worse"))
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
