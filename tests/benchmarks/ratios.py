# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ratios of pairs that were measured side by side, and the table that prints them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

PAIRS = 7
MORE_PAIRS = 15

Pair = tuple[float, float]
Measure = Callable[[], float]


def interleaved(ours: Measure, other: Measure, count: int, *, done: int = 0) -> list[Pair]:
    """`count` pairs (ours, other), one after the other; which comes first alternates."""
    pairs = []
    for number in range(done, done + count):
        if number % 2:
            second = other()
            pairs.append((ours(), second))
        else:
            first = ours()
            pairs.append((first, other()))
    return pairs


def ratios(pairs: Sequence[Pair]) -> list[float]:
    """Ours over other, pair by pair."""
    return [ours / other for ours, other in pairs]


def interval_of_median(values: Sequence[float]) -> Pair:
    """The interval of the median with a confidence of 95 % or more, by order statistics.

    The k-th smallest and largest of n values enclose it unless fewer than k of n fair coins fall on
    one side (the sign test); with 15 values k is 4, with 7 it is 1.
    """
    ordered, count = sorted(values), len(values)
    k, tail = 0, 0.0
    while True:
        tail += math.comb(count, k) / 2**count
        if 2 * tail > 0.05:
            break
        k += 1
    k = max(1, k)
    return ordered[k - 1], ordered[-k]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table, with its texts as they are printed."""

    what: str
    ours: str
    other: str
    ratio: str
    target: str
    met: bool | None  # None: for comparison only
    undecided: bool = False  # then the limit is not met either

    @property
    def verdict(self) -> str:
        """The verdict in a word."""
        if self.undecided:
            return "TOO NOISY"
        return {True: "met", False: "NOT MET", None: "-"}[self.met]


HEADS = ("What", "Ours", "Other", "Median (least to greatest)", "Target", "")


def spread(values: Sequence[float], form: str = "{:.3f}") -> str:
    """Median, minimum and maximum."""
    low, middle, high = (form.format(x) for x in (min(values), median(values), max(values)))
    return f"{middle} ({low} to {high})"


def compared(
    what: str, pairs: Sequence[Pair], form: str, target: str, met: bool | None = None
) -> Row:
    """A row for pairs: the medians of both sides in `form`, and their ratio."""
    ours, other = (form.format(median(side)) for side in zip(*pairs, strict=True))
    ratio = f"{spread(ratios(pairs))}, {len(pairs)} pairs"
    return Row(what, ours, other, ratio, target, met)


def single(
    what: str, values: Sequence[float], form: str, target: str, met: bool | None = None
) -> Row:
    """A row for values that are compared only with a limit."""
    return Row(
        what, form.format(median(values)), "", f"{spread(values, form)}, {len(values)}", target, met
    )


class Table:
    """Collects the rows of a whole run."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.notes: list[str] = []

    def add(self, row: Row) -> Row:
        """Add a row, and return it."""
        self.rows.append(row)
        return row

    def text(self) -> str:
        """The table as it is printed."""
        cells = [HEADS]
        cells += [(r.what, r.ours, r.other, r.ratio, r.target, r.verdict) for r in self.rows]
        widths = [max(len(line[column]) for line in cells) for column in range(len(HEADS))]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in cells
        ]
        return "\n".join([*lines, *self.notes])
