# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Medians over repeats, and how a drive is recognized again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.run.run import (
    METRICS,
    DirectionResult,
    Latency,
    PhaseResult,
    Repeat,
    Run,
    Summary,
    Target,
)


def phase(*iops: float | None, direction: str = "read") -> PhaseResult:
    """A phase with a repeat for each number; None is a repeat without this direction."""
    return PhaseResult(
        "RND4K Q1T1 read", "", direction, "random", 4096, 1, 1, "psync", True, ("fio",),
        repeats=tuple(
            Repeat(order, {} if value is None else {
                "read": DirectionResult(value, value * 4096, 0, 0, 2.0, Latency(p50=value or None))
            })
            for order, value in enumerate(iops, 1)
        ),
    )  # fmt: skip


@given(st.lists(st.floats(1, 1e7), min_size=1, max_size=9))
def test_a_summary_is_median_least_and_greatest(values: list[float]) -> None:
    summary = phase(*values).summary("read", METRICS["iops"])
    assert summary == Summary(median(values), min(values), max(values), len(values))
    assert summary is not None
    assert summary.low <= summary.median <= summary.high
    assert (summary.spread is None) == (len(values) == 1)
    assert summary.spread is None or summary.spread >= 0


def test_what_was_not_measured_is_not_counted() -> None:
    some = phase(100.0, None, 0.0)
    assert some.summary("read", METRICS["iops"]) == Summary(50.0, 0.0, 100.0, 2)
    assert some.summary("read", METRICS["p50"]) == Summary(100.0, 100.0, 100.0, 1)
    assert some.summary("read", METRICS["p99"]) is None
    assert some.summary("write", METRICS["iops"]) is None
    assert phase().summary("read", METRICS["iops"]) is None


def test_a_median_of_zero_has_no_spread() -> None:
    assert Summary(0.0, 0.0, 5.0, 3).spread is None


def test_the_metric_that_decides() -> None:
    assert phase().primary == "iops"
    assert replace(phase(), pattern="sequential").primary == "bandwidth"
    assert phase(direction="mixed").directions == ("read", "write")


def test_every_metric_can_be_asked_of_a_run(make_run: Callable[..., Run]) -> None:
    for part in make_run().phases:
        for direction in part.directions:
            for name, metric in METRICS.items():
                summary = part.summary(direction, metric)
                assert summary is not None, name
                assert summary.count == len(part.repeats)


@pytest.mark.parametrize(
    ("target", "identity"),
    [
        (Target("/", "file", drive="serial:x"), "serial:x"),
        (Target("/", "file", wwn="eui.1"), "wwn:eui.1"),
        (Target("/", "file", drive="serial:x", wwn="eui.1"), "serial:x"),
        (Target("/", "file", device="/dev/sda"), None),
    ],
)
def test_identity(target: Target, identity: str | None) -> None:
    assert target.identity == identity


def test_naming_a_run_needs_no_numpy() -> None:
    program = "import sys; import driveproof.domain.run.run; sys.exit('numpy' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", program], check=False, env=environment)
    assert done.returncode == 0
