# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The latency distribution of a test as a plot: the share of I/Os in each step of latency."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import reduce

import numpy as np

from driveproof.domain.access import Direction
from driveproof.domain.figure import Axis, Column, Plot, Rule, Series, Shade, Table
from driveproof.domain.metric import LATENCY_TITLES, MetricName
from driveproof.domain.quantity import Seconds, Share, Unit
from driveproof.domain.run.columns import Floats
from driveproof.domain.run.histogram import Counts, Histogram
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.say import Say

STEPS = 40
"""For each factor of ten."""
EDGES: Floats = 1e-7 * 10.0 ** (np.arange(9 * STEPS + 1) / STEPS)
"""Of the steps, in seconds."""
_PERCENTILES = ((50.0, MetricName.P50), (99.0, MetricName.P99), (99.9, MetricName.P999))


def whole_histogram(phase: PhaseResult, direction: Direction) -> Histogram:
    """All I/Os of a phase in one direction, all repeats together."""
    parts = [
        result.histogram
        for repeat in phase.repeats
        if (result := repeat.directions.get(direction)) is not None
    ]
    return reduce(lambda a, b: a + b, parts, Histogram.empty())


def limits_of(counts: Iterable[Counts]) -> tuple[float, float]:
    """Whole factors of ten around all that was counted in the steps, at least two of them."""
    used = [places for one in counts if len(places := np.flatnonzero(one))]
    if not used:
        return 1e-5, 1e-2
    low = float(EDGES[min(int(places[0]) for places in used)])
    high = float(EDGES[max(int(places[-1]) for places in used) + 1])
    bottom, top = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
    if top - bottom < 2:
        top = max(top, bottom + 1)
        bottom = top - 2
    return 10.0**bottom, 10.0**top


def latency_plot(histogram: Histogram, direction: Direction) -> Plot:
    """The shares over a logarithmic axis, with percentiles."""
    counts = histogram.rebin(EDGES)
    total = max(1, int(counts.sum()))
    used = np.flatnonzero(counts)
    points = np.empty((0, 2))
    if len(used):
        first, end = int(used[0]), int(used[-1]) + 1
        shares = np.append(counts[first:end] / total, np.nan)  # where the last step ends
        points = np.column_stack((EDGES[first : end + 1], shares))
    values = histogram.percentiles(tuple(percent for percent, _name in _PERCENTILES))
    return Plot(
        "latencies",
        Say("Latency, share of I/Os"),
        Axis("latency", Say("Latency"), Unit.SECONDS, log=True, ends=limits_of([counts])),
        Axis("share", Say("Share"), Unit.SHARE),
        (Series("share", Say("Share"), points, Shade.of(direction), steps=True, area=True),),
        rules=tuple(
            Rule(name, LATENCY_TITLES[name], max(value, 1e-9), named=True)
            for value, (_percent, name) in zip(values, _PERCENTILES, strict=True)
            if value is not None
        ),
    )


def latency_figures(histogram: Histogram) -> Table:
    """A row for each step that has I/Os."""
    counts = histogram.rebin(EDGES)
    total = int(counts.sum())
    return Table(
        "latencies",
        Say("Latency, share of I/Os"),
        (
            Column("from", Say("From")),
            Column("to", Say("To")),
            Column("ios", Say("I/Os")),
            Column("share", Say("Share")),
        ),
        tuple(
            (
                Seconds(float(EDGES[at]), precise=True),
                Seconds(float(EDGES[at + 1]), precise=True),
                int(counts[at]),
                Share(counts[at] / total, 3),
            )
            for at in np.flatnonzero(counts).tolist()
        ),
        names=2,
    )
