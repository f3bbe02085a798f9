# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The metrics of a test, by the names that the history, JSON and comparisons give them."""

from __future__ import annotations

from enum import StrEnum

from driveproof.domain.access import Pattern


class MetricName(StrEnum):
    """A figure of a test: I/Os or bytes a second, or a latency or stall in seconds."""

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


def primary_metric(pattern: str) -> MetricName:
    """The metric that decides: bandwidth for sequential, IOPS for random access."""
    return MetricName.BANDWIDTH if pattern == Pattern.SEQUENTIAL else MetricName.IOPS
