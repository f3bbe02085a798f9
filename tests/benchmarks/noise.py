# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Simulated drives on which nothing changed: the noise of the runs of a comparison.

Everything is a logarithm of a speed, in arrays of (family, run, test, round). The runs are in the
order of time, those before first. A family is the tests that are judged together.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np

CARRIED = 0.3
"""What one repeat hands on to the next: seen on recorded drives from round to round as well."""
SPREAD = 0.02
SPREADS = 0.3, 2.0
"""The repeats of a test are 2 % apart, times a factor between these that each test has."""

Drawn = np.random.Generator
Array = Any
"""numpy's array of floats."""


class Layout(NamedTuple):
    """How many runs there are before and after, and how many rounds each has."""

    before: int
    after: int
    rounds: int

    @property
    def runs(self) -> int:
        """All runs of a comparison."""
        return self.before + self.after


Noise = Callable[[Drawn, Array, Layout], Array]
"""Draws the noise of families whose tests' repeats are as far apart as the array (family, test)."""


def spreads(drawn: Drawn, families: int, tests: int) -> Array:
    """How far the repeats of each test are apart."""
    return SPREAD * drawn.uniform(*SPREADS, (families, tests))


def _shape(spread: Array, layout: Layout) -> tuple[int, int, int, int]:
    families, tests = spread.shape
    return families, layout.runs, tests, layout.rounds


def _scaled(spread: Array, unit: Array) -> Array:
    """Values with a standard deviation of one, as far apart as each test's repeats are."""
    return spread[:, None, :, None] * unit


def independent(drawn: Drawn, spread: Array, layout: Layout) -> Array:
    """Normal repeats that know nothing of each other."""
    return _scaled(spread, drawn.standard_normal(_shape(spread, layout)))


def heavy_tails(drawn: Drawn, spread: Array, layout: Layout) -> Array:
    """Student's t with three degrees of freedom."""
    return _scaled(spread, drawn.standard_t(3, _shape(spread, layout)) / sqrt(3))


def stalls(drawn: Drawn, spread: Array, layout: Layout) -> Array:
    """A repeat of ten is a quarter slower."""
    slow = drawn.random(_shape(spread, layout)) < 0.1
    return independent(drawn, spread, layout) + np.where(slow, log(0.75), 0.0)


def _carried(drawn: Drawn, *shape: int) -> Array:
    """AR(1) along the last axis, with a standard deviation of one."""
    fresh = drawn.standard_normal(shape)
    series = np.empty(shape)
    series[..., 0] = fresh[..., 0]
    for step in range(1, shape[-1]):
        before = series[..., step - 1]
        series[..., step] = CARRIED * before + sqrt(1 - CARRIED**2) * fresh[..., step]
    return series


def step_to_step(drawn: Drawn, spread: Array, layout: Layout) -> Array:
    """The noise of one repeat lasts into the next one, which is of another test: in rounds."""
    families, runs, tests, rounds = _shape(spread, layout)
    series = _carried(drawn, families, runs, rounds * tests)
    return _scaled(spread, series.reshape(families, runs, rounds, tests).swapaxes(2, 3))


def back_to_back(drawn: Drawn, spread: Array, layout: Layout) -> Array:
    """The same where all repeats of a test follow each other."""
    families, runs, tests, rounds = _shape(spread, layout)
    series = _carried(drawn, families, runs, tests * rounds)
    return _scaled(spread, series.reshape(families, runs, tests, rounds))


def round_to_round(drawn: Drawn, spread: Array, layout: Layout) -> Array:
    """Noise that lasts a round: a repeat knows of the one before of the same test."""
    return _scaled(spread, _carried(drawn, *_shape(spread, layout)))


def heat(drawn: Drawn, spread: Array, layout: Layout) -> Array:
    """Each round of a run is 1.2 % slower than the one before."""
    return independent(drawn, spread, layout) - 0.012 * np.arange(layout.rounds)


def slow_start(drawn: Drawn, spread: Array, layout: Layout) -> Array:
    """The first round of each run is a tenth slower."""
    return independent(drawn, spread, layout) + np.where(np.arange(layout.rounds), 0.0, log(0.9))


def throttling(drawn: Drawn, spread: Array, layout: Layout) -> Array:
    """Half of the runs get 26 % slower after one of their rounds, all tests alike."""
    families, runs, _tests, rounds = _shape(spread, layout)
    since = drawn.integers(1, rounds, (families, runs, 1, 1))
    hot = drawn.random((families, runs, 1, 1)) < 0.5
    slow = hot & (np.arange(rounds) >= since)
    return independent(drawn, spread, layout) + np.where(slow, log(0.74), 0.0)


def cliff(drawn: Drawn, spread: Array, layout: Layout) -> Array:
    """The drive's cache is full after two rounds: half of the tests are then a third as fast."""
    logs = independent(drawn, spread, layout)
    logs[:, :, : logs.shape[2] // 2, 2:] += log(1 / 3)
    return logs


def wider_after(drawn: Drawn, spread: Array, layout: Layout) -> Array:
    """Repeats after the change are 1.5 times as far apart."""
    logs = independent(drawn, spread, layout)
    logs[:, layout.before :] *= 1.5
    return logs


def levels(times: float, within: Noise = independent) -> Noise:
    """Each run of a test has a level of its own, `times` as far apart as the test's repeats are."""

    def noise(drawn: Drawn, spread: Array, layout: Layout) -> Array:
        families, runs, tests, _rounds = _shape(spread, layout)
        level = times * _scaled(spread, drawn.standard_normal((families, runs, tests, 1)))
        return within(drawn, spread, layout) + level

    return noise


def levels_alike(step: float) -> Noise:
    """The same by a step of logarithms that is as large for every test, however calm it is."""

    def noise(drawn: Drawn, spread: Array, layout: Layout) -> Array:
        families, runs, tests, _rounds = _shape(spread, layout)
        level = drawn.normal(0, step, (families, runs, tests, 1))
        return independent(drawn, spread, layout) + level

    return noise


def machine_levels(step: float) -> Noise:
    """Each run has one level for all of its tests."""

    def noise(drawn: Drawn, spread: Array, layout: Layout) -> Array:
        families, runs, _tests, _rounds = _shape(spread, layout)
        level = drawn.normal(0, step, (families, runs, 1, 1))
        return independent(drawn, spread, layout) + level

    return noise


def trend(drawn: Drawn, spread: Array, layout: Layout) -> Array:
    """Each run is 2 % slower than the one before, and runs differ as well."""
    lost = 0.02 * np.arange(layout.runs)[None, :, None, None]
    return levels(0.65)(drawn, spread, layout) - lost


NOISES: dict[str, Noise] = {
    "independent": independent,
    "heavy tails (t3)": heavy_tails,
    "stalls in a tenth": stalls,
    "AR(0.3) step to step, in rounds": step_to_step,
    "AR(0.3) round to round": round_to_round,
    "AR(0.3), back to back": back_to_back,
    "heat: -1.2 % a round": heat,
    "slow first round": slow_start,
    "half of the runs throttle by 26 %": throttling,
    "cache full after two rounds": cliff,
    "after 1.5 times as wide": wider_after,
    "runs apart by 0.65 x repeats": levels(0.65),
    "runs apart by 1.0 x repeats": levels(1.0),
    "runs apart by 0.65 x, and AR(0.3)": levels(0.65, round_to_round),
    "runs of each test apart by 1 %": levels_alike(0.01),
    "runs of each test apart by 2 %": levels_alike(0.02),
    "whole machine's runs apart by 2 %": machine_levels(0.02),
}
"""What the promise holds for."""
TREND = "steady trend: -2 % from run to run"
"""What it does not hold for: no rule tells a change from what comes all the time."""
