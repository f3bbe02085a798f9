# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures of a result for people: a metric with its unit, its spread, a change in percent."""

from __future__ import annotations

from driveproof.domain.metric import METRIC_TITLES, MetricName
from driveproof.domain.run.run import METRICS, PhaseResult, Summary
from driveproof.wording.catalogue import _
from driveproof.wording.units import (
    format_bandwidth,
    format_iops,
    format_latency,
    format_seconds,
    range_text,
    signed,
    signed_percent,
)


def metric_titles() -> dict[MetricName, str]:
    """Every metric with its title: the head of a row, or what a chart shows."""
    return {name: _(title.key) for name, title in METRIC_TITLES.items()}


def write_metric(metric: MetricName, value: float | None, *, binary: bool = False) -> str:
    """A metric's value with its unit."""
    if value is None:
        return "–"
    if metric == MetricName.IOPS:
        return format_iops(value)
    if metric == MetricName.BANDWIDTH:
        return format_bandwidth(value, binary=binary)
    if metric == MetricName.TIME:
        return format_seconds(value)
    if metric == MetricName.LONGEST_STALL and value == 0:
        return _("none")
    return format_latency(value)


def write_range(metric: MetricName, summary: Summary, *, binary: bool = False) -> str:
    """Lowest to highest of the repeats: "7 390 to 7 480"; "" for one repeat."""
    if summary.count < 2:
        return ""
    low, high = (write_metric(metric, one, binary=binary) for one in (summary.low, summary.high))
    return low if low == high else range_text(low, high)


def together_text(phase: PhaseResult, *, binary: bool = False) -> str:
    """Both directions of a mixed test: "Sum: 12 345 IOPS, 50.6 MB/s"; "" without figures."""
    iops, bandwidth = (
        phase.total(METRICS[name]) for name in (MetricName.IOPS, MetricName.BANDWIDTH)
    )
    if iops is None or bandwidth is None:
        return ""
    return _("Sum: {iops}, {bandwidth}").format(
        iops=format_iops(iops.median), bandwidth=format_bandwidth(bandwidth.median, binary=binary)
    )


def spread_text(summary: Summary | None) -> str:
    """Least and greatest of the repeats against their median, in percent: "−2 +1 %"."""
    if summary is None:
        return ""
    if summary.count < 2 or not summary.median:
        return _("one repeat") if summary.count == 1 else ""
    low = round((summary.low / summary.median - 1) * 100)
    high = round((summary.high / summary.median - 1) * 100)
    return f"{signed(low)} {signed(high)} %" if low or high else "±0 %"


def interval_text(low: float | None, high: float | None) -> str:
    """An interval of ratios as changes: "+1.2 % to +4.1 %"; "" for none.

    One that leaves out "no change" never looks as if it did not: "above 0 % to +4.1 %".
    """
    if low is None or high is None:
        return ""
    texts = [signed_percent(low - 1), signed_percent(high - 1)]
    if not low <= 1 <= high:
        near = _("above {least}") if low > 1 else _("below {least}")
        texts = [text.replace("±0.0", near.format(least=0)) for text in texts]
    return _("{low} to {high}").format(low=texts[0], high=texts[1])
