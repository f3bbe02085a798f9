# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The metrics of a test, by the names that the history, JSON and comparisons give them."""

from __future__ import annotations

from enum import StrEnum

from driveproof.domain.access import Pattern


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
