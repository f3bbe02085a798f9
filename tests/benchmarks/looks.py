# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The planned comparisons that are simulated, and their looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log1p, sqrt
from typing import NamedTuple

import numpy as np
from tests.benchmarks.many import Many, judge_many
from tests.benchmarks.noise import Array, Drawn, Layout, Noise, wider_after

from driveproof.domain.comparison import difference
from driveproof.domain.run import stopping
from driveproof.domain.student import quantile

TESTS = 8
WITHIN = log1p(stopping.WITHIN)
"""A test is certain where half of its interval is within a tenth."""
SETTLED = log1p(-difference.WITHIN), log1p(difference.WITHIN)
"""A comparison of it is settled where its interval lies within a tenth of no change."""
LEAST, MOST = 3, 6


@dataclass(frozen=True, slots=True)
class Design:
    """Runs before, and after at each look, with the look's share of the chance of a false claim.

    `most` is above `rounds` where a test goes on until it is measured well enough.
    """

    before: int
    after: tuple[int, ...]
    alphas: tuple[float, ...]
    rounds: int = LEAST
    most: int = LEAST
    in_turn: bool = False
    """Measured to and fro (A B B A), two runs a side: neither is before."""

    @property
    def layout(self) -> Layout:
        """What has to be drawn for it."""
        return Layout(self.before, self.after[-1], self.most)


TURNS = [0, 3, 1, 2]
"""The runs of A, then those of B, of A B B A."""
ONE = Design(1, (1,), (0.05,))
PLANNED = Design(2, (1, 2), (0.02, 0.03))
DESIGNS = {
    "1x3, 1x3": ONE,
    "2x3, 1x3": Design(2, (1,), (0.05,)),
    "2x3, 2x3": Design(2, (2,), (0.05,)),
    "3x3, 3x3": Design(3, (3,), (0.05,)),
    "planned: 2x3, 1 or 2 x3": PLANNED,
    "planned: 1x3, 1 or 2 x3": Design(1, (1, 2), (0.01, 0.04)),
    "planned: 3x3, 1 to 3 x3": Design(3, (1, 2, 3), (0.01, 0.015, 0.025)),
    "planned, 3 to 6 rounds": Design(2, (1, 2), (0.02, 0.03), most=MOST),
    "in turn, ABBA": Design(2, (2,), (0.05,), in_turn=True),
    "1x6, 1x6": Design(1, (1,), (0.05,), 6, 6),
}


def half_widths(logs: Array) -> Array:
    """Half of the 95 % interval of the repeats' mean, in steps of logarithms; of the last axis."""
    count = logs.shape[-1]
    return quantile(0.95, count - 1) * logs.std(axis=-1, ddof=1) / sqrt(count)


def rounds_of(logs: Array, within: float = WITHIN) -> Array:
    """After how many repeats a test is measured well enough, or has had the most."""
    chosen = np.full(logs.shape[:-1], MOST)
    for count in range(MOST - 1, LEAST - 1, -1):
        chosen[half_widths(logs[..., :count]) <= within] = count
    return chosen


def measured(logs: Array, design: Design) -> Array:
    """What is measured of the drawn rounds; nan beyond it."""
    if design.most == design.rounds:
        return logs
    beyond = np.arange(design.most) >= rounds_of(logs)[..., None]
    return np.where(beyond, np.nan, logs)


class Outcome(NamedTuple):
    """What was claimed of each test (family, test), after how many runs of the last side, and how
    the last look of each family judged.
    """

    claims: Array
    after: Array
    last: Many

    @property
    def any(self) -> Share:
        """Families with a claim."""
        return share(self.claims.any(axis=1))


def compared(logs: Array, design: Design, prior: tuple[Array, float] | None = None) -> Outcome:
    """The looks of comparisons; each ends with the first one that leaves nothing open."""
    logs = measured(logs, design)
    before, after = logs[:, : design.before], logs[:, design.before :]
    first = judge_many(before, after[:, : design.after[0]], design.alphas[0], prior)
    claims, runs, last = first.claimed, np.full(len(logs), design.after[0]), first
    for count, alpha in zip(design.after[1:], design.alphas[1:], strict=True):
        low, high = last.interval()
        more = ~(claims | ((low >= SETTLED[0]) & (high <= SETTLED[1]))).all(axis=1)
        next_ = judge_many(before, after[:, :count], alpha, prior)
        claims = claims | (next_.claimed & more[:, None])
        runs = np.where(more, count, runs)
        last = last.replaced(next_, more)
    return Outcome(claims, runs, last)


def drawn_logs(
    noise: Noise, design: Design, spread: Array, drawn: Drawn, effect: float = 0.0
) -> Array:
    """Families of which the first test truly changes by `effect`, a step of logarithms."""
    logs = noise(drawn, spread, design.layout)
    if design.in_turn and noise is not wider_after:
        logs = logs[:, TURNS]
    logs[:, design.before :, 0] += effect
    return logs


class Share(NamedTuple):
    """How often something was so, of how many draws."""

    found: int
    of: int

    @property
    def share(self) -> float:
        """As a share."""
        return self.found / self.of

    @property
    def error(self) -> float:
        """Its standard error: that of Monte Carlo."""
        return sqrt(max(self.share * (1 - self.share), 1 / self.of) / self.of)

    def at_most(self, limit: float) -> bool:
        """Whether it may be: draws that exceed the limit by chance alone do not count."""
        return self.share <= limit + 2 * self.error

    def near(self, limit: float) -> bool:
        """Whether draws cannot tell it from the limit."""
        return abs(self.share - limit) <= 2 * self.error

    def text(self) -> str:
        """In percent."""
        percent = 100 * self.share
        return f"{percent:.1f}" if percent < 9.95 else f"{percent:.0f}"


def share(happened: Array) -> Share:
    """How often it happened."""
    return Share(int(happened.sum()), happened.size)


def percents(*shares: Share) -> str:
    """Shares as a document's cell has them."""
    return ", ".join(f"{one.text()} %" for one in shares)


def markdown(name: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table between the markers that a document has around it: how-comparing-works.md and
    how-it-measures.md have the short ones, benchmarks.md those whose name begins with "bench".
    """
    lines = [head, ["---"] * len(head), *rows]
    body = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return f"<!-- {name} -->\n{body}\n<!-- end -->"
