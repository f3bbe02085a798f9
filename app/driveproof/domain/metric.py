# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The metrics of a test, by the names that the history, JSON and comparisons give them."""

from __future__ import annotations

from enum import StrEnum

from driveproof.domain.access import Pattern
from driveproof.domain.quantity import Rate, Seconds, WorkTime
from driveproof.domain.say import Say


class MetricName(StrEnum):
    """A figure of a test: I/Os or bytes a second, or a latency, a stall or its time in seconds."""

    IOPS = "iops"
    BANDWIDTH = "bandwidth"
    MEAN = "mean"
    """The mean latency; the percentiles and MAX are latencies as well."""
    P50 = "p50"
    P95 = "p95"
    P99 = "p99"
    P999 = "p99.9"
    MAX = "max"
    LONGEST_STALL = "longest_stall"
    TIME = "time"
    """How long a piece of work took, with what it had to wait for the drive at its end."""


METRIC_TITLES = {
    MetricName.IOPS: Say("IOPS"),
    MetricName.BANDWIDTH: Say("Bandwidth"),
    MetricName.MEAN: Say("Latency, mean"),
    MetricName.P50: Say("Latency, median"),
    MetricName.P95: Say("Latency, p95"),
    MetricName.P99: Say("Latency, p99"),
    MetricName.P999: Say("Latency, p99.9"),
    MetricName.MAX: Say("Latency, maximum"),
    MetricName.LONGEST_STALL: Say("Longest stall"),
    MetricName.TIME: Say("Time"),
}
"""What they are called at the head of a row, and above a chart."""

LATENCY_TITLES = {
    MetricName.MEAN: Say("Mean"),
    MetricName.P50: Say("p50"),
    MetricName.P95: Say("p95"),
    MetricName.P99: Say("p99"),
    MetricName.P999: Say("p99.9"),
    MetricName.MAX: Say("Maximum"),
}
"""Latencies as the heads of columns."""
LESS_IS_MORE = frozenset(MetricName) - {MetricName.IOPS, MetricName.BANDWIDTH}
"""Metrics of which the smaller figure is the faster one."""


def metrics_of(pattern: str) -> tuple[MetricName, ...]:
    """The figures of a test: of a piece of work its time, of any other all but that."""
    if pattern == Pattern.TASK:
        return (MetricName.TIME,)
    return tuple(name for name in MetricName if name is not MetricName.TIME)


def primary_metric(pattern: str) -> MetricName:
    """The metric that decides: bandwidth for sequential, IOPS for random access, else the time."""
    if pattern == Pattern.TASK:
        return MetricName.TIME
    return MetricName.BANDWIDTH if pattern == Pattern.SEQUENTIAL else MetricName.IOPS


def quantity(metric: MetricName, number: float) -> Rate | Seconds | WorkTime:
    """A figure of this metric as a value of a sentence."""
    match metric:
        case MetricName.IOPS | MetricName.BANDWIDTH:
            return Rate(number, ios=metric is MetricName.IOPS)
        case MetricName.TIME:
            return WorkTime(number)
    return Seconds(number, precise=True)
