# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of a load curve: its answer, its marked points, its table, and how to read it."""

from __future__ import annotations

from typing import NamedTuple

from driveproof.domain.metric import MetricName
from driveproof.domain.run.load_curve import LATENCIES, LoadCurve, LoadPoint, load_of
from driveproof.domain.run.run import Run
from driveproof.wording.catalogue import _
from driveproof.wording.figures import metric_titles, spread_text
from driveproof.wording.units import (
    NARROW,
    format_iops,
    format_latency,
    format_percent,
    group_digits,
    three_digits,
)

_BOUNDS = (1e-3, 1e-2, 1e-1)
"""Mean latencies in seconds that people ask for; the first that one request alone keeps is used."""
_UNKNOWN = "–"


class LoadFigure(NamedTuple):
    """A marked point of a curve: what it is, its I/Os a second, and beside what that was."""

    title: str
    iops: str
    detail: str


def curve_of(run: Run) -> LoadCurve:
    """The curve of a run that is one."""
    found = load_of(run.phases)
    assert found is not None
    return found


def depth_text(point: LoadPoint) -> str:
    """The requests in flight of a point: "16", "32 × 4 jobs"."""
    if point.jobs == 1:
        return str(point.depth)
    return _("{depth} × {jobs} jobs").format(depth=point.depth, jobs=point.jobs)


def _iops(point: LoadPoint) -> str:
    return _UNKNOWN if point.iops is None else format_iops(point.iops.median)


def _latency(point: LoadPoint, metric: MetricName) -> str:
    value = point.latency(metric)
    return _UNKNOWN if value is None else format_latency(value)


def bound_of(curve: LoadCurve) -> tuple[float, LoadPoint] | None:
    """A round mean latency, and the point with the most I/Os that keeps it."""
    for bound in _BOUNDS:
        point = curve.within(bound)
        if point is not None:
            return bound, point
    return None


def load_figures(curve: LoadCurve) -> list[LoadFigure]:
    """At the knee, under a round latency, one at a time."""
    found = []

    def add(title: str, point: LoadPoint | None) -> None:
        if point is None:
            return
        parts = [
            _("depth {depth}").format(depth=depth_text(point)),
            _("mean {latency}").format(latency=_latency(point, MetricName.MEAN)),
            _("p99 {latency}").format(latency=_latency(point, MetricName.P99)),
        ]
        if point.iops is not None and point.iops.count > 1:
            parts.append(spread_text(point.iops).replace(" %", f"{NARROW}%"))
        found.append(LoadFigure(title, _iops(point), ", ".join(parts)))

    add(_("At the knee"), curve.knee)
    bound = bound_of(curve)
    if bound is not None:
        add(_("Mean at most {latency}").format(latency=format_latency(bound[0])), bound[1])
    add(_("One request at a time"), curve.alone)
    return found


def load_answer(run: Run) -> str:
    """The most I/Os under a round latency, then what deeper queues bring, in sentences."""
    curve = curve_of(run)
    bound, knee = bound_of(curve), curve.knee
    said = []
    if bound is not None and bound[1].iops is not None:
        said.append(
            _("{iops} within {latency} mean latency (depth {depth}).").format(
                iops=_iops(bound[1]),
                latency=format_latency(bound[0]),
                depth=depth_text(bound[1]),
            )
        )
    if knee is not None:
        said.append(beyond_text(curve, knee))
    return " ".join(said)


def beyond_text(curve: LoadCurve, knee: LoadPoint) -> str:
    """What more requests than at the knee bring."""
    most = curve.most
    if most is None or most.in_flight <= knee.in_flight:
        return _("Depths above {depth} only add latency.").format(depth=depth_text(knee))
    return _("Knee at depth {depth}; depth {deepest}: {gain} more IOPS.").format(
        depth=depth_text(knee), gain=format_percent(curve.gain), deepest=depth_text(most)
    )


def knee_label(curve: LoadCurve) -> str:
    """What stands at the knee in the picture; "" without one."""
    knee = curve.knee
    if knee is None:
        return ""
    return _("knee, depth {depth}").format(depth=depth_text(knee))


def saturation_text(curve: LoadCurve) -> str:
    """N*, and what it is; "" where it is not known."""
    number = curve.saturation
    if number is None:
        return ""
    return _("N* = {number}: about this many requests saturate the drive.").format(
        number=three_digits(number)
    )


def worse_text(curve: LoadCurve) -> str:
    """That deeper queues did less than the best one; "" where none did."""
    worse, most = curve.worse, curve.most
    if not worse or most is None:
        return ""
    last = worse[-1]
    return _("Deeper is slower: {less} at depth {deep}, {more} at depth {depth}.").format(
        less=_iops(last), deep=depth_text(last), more=_iops(most), depth=depth_text(most)
    )


def busy_text(curve: LoadCurve) -> str:
    """At which points the processor may be what limits; "" for none."""
    busy = [depth_text(point) for point in curve.points if point.busy]
    if not busy:
        return ""
    words = ", ".join(busy[:6])
    if len(busy) > 6:
        words = _("{names} and {count} more").format(names=words, count=len(busy) - 6)
    return _(
        "At depth {depths} this machine may be the limit (over 90 % of a CPU per job)."
    ).format(depths=words)


def load_notes(run: Run) -> list[str]:
    """What to know about the curve, in sentences."""
    curve = curve_of(run)
    single = all(len(point.phase.repeats) == 1 for point in curve.points)
    claim = _("Not made for comparisons.") if single else ""
    found = (
        _("Right: more IOPS. Up: higher latency."),
        saturation_text(curve),
        worse_text(curve),
        busy_text(curve),
        claim,
    )
    return [text for text in found if text]


def point_marks(curve: LoadCurve, point: LoadPoint) -> list[str]:
    """What is special about a point, in words."""
    found = []
    if point is curve.knee:
        found.append(_("knee"))
    if point is curve.most:
        found.append(_("most IOPS"))
    if point in curve.worse:
        found.append(_("deeper is slower"))
    if point.busy:
        found.append(_("CPU"))
    return found


def load_table(curve: LoadCurve) -> list[tuple[str, ...]]:
    """A head, and a row for each point: depth, jobs, IOPS, spread, latencies, processor, marks."""
    heads = [_("Depth"), _("Jobs"), "IOPS", _("Spread")]
    heads += [_("Mean"), *(metric for metric in LATENCIES[1:])]
    rows: list[tuple[str, ...]] = [(*heads, _("CPU per job"), "")]
    for point in curve.points:
        share = point.phase.limits.processor
        rows.append(
            (
                str(point.depth),
                str(point.jobs),
                _UNKNOWN if point.iops is None else group_digits(point.iops.median),
                spread_text(point.iops),
                *(_latency(point, metric) for metric in LATENCIES),
                _UNKNOWN if share is None else format_percent(share),
                ", ".join(point_marks(curve, point)),
            )
        )
    return rows


def metric_label(metric: MetricName) -> str:
    """A latency as the label of a line: "p99"."""
    return (
        _(MetricName.MEAN)
        if metric == MetricName.MEAN
        else metric
        if metric in LATENCIES
        else metric_titles()[metric]
    )
