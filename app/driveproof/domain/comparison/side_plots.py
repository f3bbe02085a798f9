# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One test on all sides of a comparison as plots: rates, positions, latencies and repeats."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import numpy as np
import numpy.typing as npt

from driveproof.domain.access import Direction
from driveproof.domain.comparison.matching import RepeatValue
from driveproof.domain.figure import (
    Axis,
    Column,
    Group,
    GroupBar,
    Groups,
    Plot,
    Positions,
    Series,
    Shade,
    Table,
)
from driveproof.domain.metric import METRIC_TITLES, MetricName, quantity
from driveproof.domain.quantity import Bytes, OneOf, Plural, Quantity, Seconds, Unit
from driveproof.domain.run.columns import Curve, Floats, PositionColumns
from driveproof.domain.run.histogram import Counts, Histogram
from driveproof.domain.run.latency_plot import EDGES, limits_of
from driveproof.domain.run.run import Position
from driveproof.domain.run.timeline import SLIVER, stall_length
from driveproof.domain.say import Say

_UNITS = {MetricName.IOPS: Unit.IOPS, MetricName.BANDWIDTH: Unit.BANDWIDTH}
_PERCENTILES = ((50.0, "p50"), (90.0, "p90"), (99.0, "p99"), (99.9, "p99.9"))
_NOTHING: Floats = np.empty(0)


def side_rates_plot(
    names: Sequence[str],
    sides: Sequence[Sequence[Curve]],
    metric: MetricName,
    direction: Direction,
) -> Plot:
    """The whole repeats of each side one after the other, the sides over each other. `metric` is
    IOPS or BANDWIDTH.
    """
    slot = slot_of(sides)
    repeats = max((len(curves) for curves in sides), default=0)
    lines = [line_up(curves, slot, metric) for curves in sides]
    return Plot(
        "rates",
        METRIC_TITLES[metric],
        Axis(
            "seconds",
            Say("Time"),
            Unit.SECONDS,
            ends=(0.0, max(slot * repeats, 1e-6)),
            repeats=max(1, repeats),
        ),
        Axis(metric, METRIC_TITLES[metric], _UNITS[metric]),
        _of_sides(names, [np.column_stack(line) for line in lines], direction),
        spoken=tuple(
            _spoken(name, known, metric)
            for name, (_x, y) in zip(names, lines, strict=True)
            if len(known := y[np.isfinite(y)])
        ),
        sides=True,
    )


def _of_sides(
    names: Sequence[str], points: Sequence[Floats], direction: Direction
) -> tuple[Series, ...]:
    return tuple(
        Series(name, name, found, Shade.of_side(number, direction, len(names)))
        for number, (name, found) in enumerate(zip(names, points, strict=True))
    )


def _spoken(name: str, known: Floats, metric: MetricName) -> Say:
    ends = (float(known.min()), float(known.max()), float(np.median(known)))
    low, high, middle = (quantity(metric, one) for one in ends)
    return Say(
        "{name}: {count} samples from {low} to {high}, median {median}",
        name=name,
        count=len(known),
        low=low,
        high=high,
        median=middle,
    )


def line_up(curves: Sequence[Curve], slot: float, metric: MetricName) -> tuple[Floats, Floats]:
    """The corners of a line through consecutive repeats, `slot` seconds apart.

    The warm-up is left out. The line breaks (NaN) where a repeat begins and where the device did
    not respond.
    """
    xs, ys = [_NOTHING], [_NOTHING]
    for number, curve in enumerate(curves):
        usual = float(np.median(curve.seconds)) if len(curve.seconds) else 0.0
        # slightly beyond the warm-up, or fio's last snapshot right after another
        whole = (curve.time > 0.5 * usual) & (curve.seconds >= SLIVER * usual)
        rates = curve.iops if metric == MetricName.IOPS else curve.bandwidth
        time, length, value = curve.time[whole], curve.seconds[whole], rates[whole]
        if not len(time):
            continue
        stalled = length > stall_length(usual)
        base = number * slot
        start = base + max(0.0, float(time[0] - length[0]))
        xs.append(np.concatenate(([start, start], base + time)))
        value = np.where(stalled & (len(value) > 1), np.nan, value)
        ys.append(np.concatenate(([np.nan, value[0]], value)))
    return np.concatenate(xs), np.concatenate(ys)


def slot_of(sides: Sequence[Sequence[Curve]]) -> float:
    """Seconds of the longest repeat: the distance between repeats, on all sides."""
    ends = [float(c.time[-1]) for curves in sides for c in curves if len(c.time)]
    return max([0.0, *ends])


def side_positions_plot(names: Sequence[str], sides: Sequence[Positions]) -> Plot:
    """The same test of each side along the drive: bandwidths as lines from zero, latencies as
    points.
    """
    first = sides[0]
    rates = first.metric is MetricName.BANDWIDTH
    found = [[_places(one, first.metric) for one in side.passes if len(one)] for side in sides]
    ends = [float(x[-1]) for passes in found for x, _y in passes if len(x)]
    return Plot(
        "positions",
        first.title,
        Axis(
            "position",
            Say("Position"),
            Unit.BYTES,
            ends=(0.0, max([1.0, *(float(side.size) for side in sides), *ends])),
        ),
        Axis(
            first.metric,
            METRIC_TITLES[first.metric],
            Unit.BANDWIDTH if rates else Unit.SECONDS,
            log=not rates,
        ),
        tuple(
            Series(
                name,
                name,
                np.column_stack(one),
                Shade.of_side(number, first.direction, len(names)),
                cloud=not rates,
            )
            for number, (name, passes) in enumerate(zip(names, found, strict=True))
            for one in passes
        ),
        spoken=tuple(
            _spoken_along(name, side, passes)
            if rates
            else _spoken(name, np.concatenate([y for _x, y in passes]), first.metric)
            for name, side, passes in zip(names, sides, found, strict=True)
            if any(len(y) for _x, y in passes)
        ),
        sides=True,
    )


def _spoken_along(name: str, side: Positions, passes: Sequence[tuple[Floats, Floats]]) -> Say:
    """The bandwidth on average, and where it is lowest and highest."""
    _offsets, sizes, seconds = PositionColumns.joined(side.passes).columns
    x, y = (np.concatenate(each) for each in zip(*passes, strict=True))
    low, high = int(np.argmin(y)), int(np.argmax(y))
    said = Say(
        "{count} positions, {mean} on average, minimum {least} at {low}, maximum {most} at {high}",
        count=len(y),
        mean=quantity(side.metric, float(sizes.sum() / seconds.sum())),
        least=quantity(side.metric, float(y[low])),
        low=Bytes(round(x[low])),
        most=quantity(side.metric, float(y[high])),
        high=Bytes(round(x[high])),
    )
    return Say("{name}: {text}", name=name, text=said)


def _places(one: Sequence[Position], metric: MetricName) -> tuple[Floats, Floats]:
    """The middle of each position and its value, in the order of the drive."""
    offsets, sizes, seconds = PositionColumns.of(one).columns
    y = np.maximum(seconds, 1e-9)
    if metric is MetricName.BANDWIDTH:
        y = np.where(seconds > 0, sizes / y, np.nan)
    x = offsets + sizes / 2
    x, y = x[np.isfinite(y)], y[np.isfinite(y)]  # a duration of zero has no rate
    order = np.argsort(x, kind="stable")
    return x[order], y[order]


def side_positions_figures(plot: Plot, metric: MetricName) -> Table:
    """A row for each position of each side."""
    return Table(
        plot.key,
        plot.title,
        (
            Column("side", Say("Side")),
            Column("position", Say("Position")),
            Column("byte", Say("Byte")),
            Column(metric, METRIC_TITLES[metric]),
        ),
        tuple(
            (one.title, Bytes(round(x)), round(x), quantity(metric, y))
            for one in plot.series
            for x, y in np.asarray(one.points).tolist()
        ),
        names=2,
    )


def side_latencies_plot(
    names: Sequence[str], histograms: Sequence[Histogram], direction: Direction
) -> Plot:
    """The share of I/Os at or below each latency, on each side: the empirical distribution, as
    counted.
    """
    counts = [histogram.rebin(EDGES) for histogram in histograms]
    limits = limits_of(counts)
    rows = _corners(counts, limits)
    points = [
        np.column_stack((EDGES[1:], np.cumsum(one) / one.sum()))[rows]
        if one.any()
        else np.empty((0, 2))
        for one in counts
    ]
    return Plot(
        "latencies",
        Say("Latency, share of I/Os"),
        Axis(
            "latency",
            Say("At most"),
            Unit.SECONDS,
            log=True,
            ends=limits,
            up_to=True,
        ),
        Axis("share", Say("Share"), Unit.SHARE, ends=(0.0, 1.0)),
        _of_sides(names, points, direction),
        spoken=tuple(
            Say("{name}: {text}", name=name, text=OneOf(found))
            for name, histogram in zip(names, histograms, strict=True)
            if (found := _percentiles(histogram))
        ),
        sides=True,
    )


def _percentiles(histogram: Histogram) -> tuple[Say, ...]:
    values = histogram.percentiles(tuple(percent for percent, _name in _PERCENTILES))
    return tuple(
        Say("{first} {second}", first=name, second=Seconds(value, precise=True))
        for value, (_percent, name) in zip(values, _PERCENTILES, strict=True)
        if value is not None
    )


def _corners(counts: Sequence[Counts], limits: tuple[float, float]) -> npt.NDArray[np.bool_]:
    """The steps in which the share of a side grows, those before them, and the ends of the axis."""
    grows = np.any([one > 0 for one in counts], axis=0)
    found: npt.NDArray[np.bool_] = grows | np.append(grows[1:], False)
    for limit in limits:
        found[max(0, int(np.searchsorted(EDGES, limit * 1.001)) - 2)] = True
    return found


def side_repeats_groups(
    names: Sequence[str],
    sides: Sequence[Sequence[RepeatValue]],
    metric: MetricName,
    direction: Direction,
) -> Groups:
    """A bar to the median of each side, with its repeats."""
    groups = []
    for number, (name, repeats) in enumerate(zip(names, sides, strict=True)):
        bars: list[GroupBar] = []
        if repeats:
            values = [one.value for one in repeats]
            bars.append(
                GroupBar(
                    median(values),
                    Shade.of_side(number, direction, len(names)),
                    _repeats_said(repeats, metric),
                    spread=(min(values), max(values)) if len(values) > 1 else None,
                    repeats=tuple((one.value, one.disturbed) for one in repeats),
                )
            )
        groups.append(Group(name, tuple(bars)))
    return Groups(
        _repeats_table(names, sides, metric),
        Say("Repeats"),
        Axis(metric, METRIC_TITLES[metric], _UNITS.get(metric, Unit.SECONDS)),
        tuple(groups),
        spoken=tuple(
            Say("{name}: {text}", name=name, text=_repeats_said(repeats, metric))
            for name, repeats in zip(names, sides, strict=True)
            if repeats
        ),
    )


def _repeats_said(repeats: Sequence[RepeatValue], metric: MetricName) -> Say | Quantity:
    values = [one.value for one in repeats]
    said: Say | Quantity = quantity(metric, values[0])
    if len(values) > 1:
        said = Say(
            "median of {count}: {median} ({low} to {high})",
            count=len(values),
            median=quantity(metric, median(values)),
            low=quantity(metric, min(values)),
            high=quantity(metric, max(values)),
        )
    if disturbed := sum(one.disturbed for one in repeats):
        affected = Plural("{count} affected", "{count} affected", disturbed)
        return Say("{first}, {second}", first=said, second=affected)
    return said


def _repeats_table(
    names: Sequence[str], sides: Sequence[Sequence[RepeatValue]], metric: MetricName
) -> Table:
    return Table(
        "repeats",
        Say("Repeats"),
        (
            Column("side", Say("Side")),
            Column("repeat", Say("Repeat")),
            Column(metric, METRIC_TITLES[metric]),
            Column("remark", Say("Remark")),
        ),
        tuple(
            (name, order, quantity(metric, one.value), Say("affected") if one.disturbed else None)
            for name, repeats in zip(names, sides, strict=True)
            for order, one in enumerate(repeats, 1)
        ),
        names=2,
        unknown="",
    )
