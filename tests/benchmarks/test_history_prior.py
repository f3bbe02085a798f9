# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's own earlier runs in place of what is assumed: false claims, and a true tenth found.

The earlier runs have the same noise as those that are compared, but are others.
"""

from __future__ import annotations

from math import log1p

import numpy as np
import pytest
from tests.benchmarks.looks import (
    ONE,
    PLANNED,
    TESTS,
    Design,
    Share,
    compared,
    markdown,
    share,
)
from tests.benchmarks.noise import (
    SPREAD,
    Array,
    Drawn,
    Layout,
    Noise,
    independent,
    levels,
    levels_alike,
    machine_levels,
    round_to_round,
    spreads,
    stalls,
)
from tests.benchmarks.prior import ratios
from tests.benchmarks.ratios import Row, Table

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(3600)]

PROMISE = 0.05
EARLIER = (3, 5, 10)
EFFECT = log1p(0.10)
FEWER = 5
"""The real priors are computed one by one: a fifth of the draws."""


def unlike(drawn: Drawn, spread: Array, layout: Layout) -> Array:
    """Every other test has calm runs, and those between have restless ones."""
    logs = independent(drawn, spread, layout)
    times = np.where(np.arange(spread.shape[1]) % 2, 1.5, 0.1) * spread
    shape = logs.shape[0], logs.shape[1], logs.shape[2], 1
    return logs + times[:, None, :, None] * drawn.standard_normal(shape)


NOISES: dict[str, Noise] = {
    "runs apart by 0.1 x repeats": levels(0.1),
    "0.65 x": levels(0.65),
    "1.0 x": levels(1.0),
    "1.5 x": levels(1.5),
    "1.5 x, and AR(0.3)": levels(1.5, round_to_round),
    "0.1 x and 1.5 x in turn": unlike,
    "stalls in a tenth": stalls,
    "each test's runs apart by 2 %": levels_alike(0.02),
    "whole machine's runs apart by 2 %": machine_levels(0.02),
}
DESIGNS = {"planned": PLANNED, "one run a side": ONE}
BEYOND = {"1.5 x", "1.5 x, and AR(0.3)", "0.1 x and 1.5 x in turn"}
"""Drives that differ more from run to run than what is assumed of all: there nothing is promised
without earlier runs.
"""


def told(noise: Noise, design: Design, earlier: int, draws: int) -> tuple[Share, Share]:
    """False claims, and a true tenth found in a test whose repeats are 2 % apart; with as many
    earlier runs, or with what is assumed.
    """
    drawn = np.random.default_rng(26)
    shares = []
    for effect in (0.0, EFFECT):
        spread = spreads(drawn, draws, TESTS)
        if effect:
            spread[:, 0] = SPREAD
        layout = Layout(earlier + design.before, design.after[-1], design.most)
        logs = noise(drawn, spread, layout)
        logs[:, layout.before :, 0] += effect
        prior = ratios(logs[:, :earlier]) if earlier else None
        claims = compared(logs[:, earlier:], design, prior).claims
        shares.append(share(claims[:, 0] if effect else claims.any(axis=1)))
    return shares[0], shares[1]


@pytest.fixture(scope="module")
def printed(table: Table) -> list[list[str]]:
    """Rows of the document's table; it is printed as the last of them is known."""
    return []


@pytest.mark.parametrize("name", NOISES)
def test_earlier_runs(name: str, table: Table, printed: list[list[str]], draws: int) -> None:
    right = True
    for what, design in DESIGNS.items():
        cells = []
        for earlier in (0, *EARLIER):
            false, found = told(NOISES[name], design, earlier, max(1, draws // FEWER))
            cells.append(f"{false.text()}, {found.text()}")
            if not earlier and name in BEYOND:
                continue
            right = right and false.at_most(PROMISE)
        printed.append([f"{name}; {what}", *cells])
    table.add(Row(f"earlier runs, {name}", cells[-1], "", "false, found", "at most 5 %", right))
    if name == list(NOISES)[-1]:
        head = ["Runs; comparison (false, found in %)", "assumed"]
        head += [f"{earlier} earlier runs" for earlier in EARLIER]
        table.notes.append(markdown("bench earlier runs", head, printed))
    assert right
