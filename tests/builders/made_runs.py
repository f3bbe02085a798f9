# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs with known figures and with matching curves and latencies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from tests.builders.compared_runs import STEADY, phase, run, times

from driveproof.domain.run.histogram import BIN_COUNT, EDGES, Histogram
from driveproof.domain.run.run import PhaseResult, Position, Repeat, Run
from driveproof.domain.run.sample import Sample

TESTS = (("sequential", 8), ("random", 32), ("random", 1))


@cache
def histogram(middle: float, seed: int, count: int = 20_000) -> Histogram:
    """Latencies around `middle` seconds, with a tail."""
    rng = np.random.default_rng(seed)
    values = middle * np.exp(rng.normal(0, 0.25, count)) + rng.exponential(middle / 8, count)
    bins = np.clip(np.searchsorted(EDGES, values) - 1, 0, BIN_COUNT - 1)
    return Histogram(np.bincount(bins, minlength=BIN_COUNT).astype(np.int64))


def drawn(one: PhaseResult, *, seconds: float = 2.0, step: float = 0.1) -> PhaseResult:
    """The same test with samples every `step` seconds and a histogram in every repeat."""

    def with_samples(repeat: Repeat) -> Repeat:
        directions = {}
        for way, result in repeat.directions.items():
            rng = np.random.default_rng(round(result.iops) + repeat.order)
            rates = result.iops * (1 + rng.normal(0, 0.06, round((seconds + 0.5) / step)))
            samples = tuple(
                Sample(
                    time=-0.5 + (place + 1) * step, seconds=step, direction=way,
                    ios=round(rate * step), bytes=round(rate * step * one.block_size),
                    iops=float(rate), bandwidth=float(rate * one.block_size), mean=None,
                    p50=None, p95=None, p99=None, p999=None, histogram=Histogram.empty(),
                )
                for place, rate in enumerate(rates)
            )  # fmt: skip
            spread = histogram(one.queue_depth / max(result.iops, 1.0), repeat.order)
            directions[way] = replace(result, samples=samples, histogram=spread)
        return replace(repeat, directions=directions)

    return replace(one, repeats=tuple(map(with_samples, one.repeats)))


@cache
def _test(
    pattern: str, depth: int, way: str, rate: float, repeats: tuple[float, ...]
) -> PhaseResult:
    """One of the tests of `quick`; many runs have the same."""
    return drawn(phase(times(rate, repeats), pattern=pattern, direction=way, depth=depth))


def quick(
    factor: float = 1.0, writes: float | None = None, repeats: Sequence[float] = STEADY, **more: Any
) -> Run:
    """A run of three reads and three writes, each this many times as fast as usual."""
    scale = {"sequential": 20.0, "random": 200.0}
    tests = [
        _test(
            pattern, depth, way,
            scale[pattern] * (depth / 4) ** 0.5 * by * (0.4 if way == "write" else 1),
            tuple(repeats),
        )
        for pattern, depth in TESTS
        for way, by in (("read", factor), ("write", factor if writes is None else writes))
    ]  # fmt: skip
    return run(*tests, **more)


def pair(**more: Any) -> tuple[Run, Run]:
    """Before and after a TRIM: writes are twice as fast, reads unchanged."""
    before = quick(id="aaaa1", label="before TRIM", **more)
    after = quick(1.001, 2.1, id="bbbb2", label="after TRIM", days=0.02, **more)
    return before, after


def scanned(factor: float, **more: Any) -> Run:
    """A scan of a device: throughput falls towards its end."""
    places = tuple(
        Position(number * 10**10, 2**23, 2**23 / (factor * (2e8 - number * 1e6)))
        for number in range(100)
    )
    test = phase(times(factor), pattern="sequential", depth=1)
    repeats = tuple(
        replace(repeat, directions={"read": replace(repeat.directions["read"], positions=places)})
        for repeat in test.repeats
    )
    return run(
        replace(test, repeats=repeats, title="Throughput"), profile="scan", method="scan", **more
    )
