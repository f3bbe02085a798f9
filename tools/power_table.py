# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Simulates comparisons: prints the tables of docs/comparing.md and the limits of the tests.

    .venv/bin/python tools/power_table.py [--draws N]

Everything uses domain.comparison itself; seeds are fixed, so that the same call prints the same
tables. The figure of a repeat is the mean of its seconds, which are autocorrelated (0.8) around a
level of its own.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from math import exp, expm1, log1p
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "app"))

from driveproof.domain.comparison.between_runs import between, run_gap  # noqa: E402
from driveproof.domain.comparison.difference import (  # noqa: E402
    Difference,
    Question,
    Verdict,
    compare,
)

CLAIMS = (Verdict.FASTER, Verdict.SLOWER)
REPEATS = (4, 5, 6, 8, 10, 15, 20)
EFFECTS = (0.02, 0.03, 0.05, 0.10)
TESTS = (1, 4, 8)
SPREAD = 0.02
SECONDS = 10
WITHIN = 0.03
DEPENDENT = 0.8
BEGIN, END = "<!-- {name}: tools/power_table.py -->", "<!-- end -->"


def repeats(drawn: Any, shape: tuple[int, ...], spread: float = SPREAD) -> Any:
    """Logarithms of repeats without a true difference: a level each, and autocorrelated seconds."""
    levels = drawn.normal(0, spread, shape)
    second = drawn.normal(0, WITHIN, shape)
    total = np.exp(levels + second)
    fresh = WITHIN * (1 - DEPENDENT**2) ** 0.5
    for _ in range(SECONDS - 1):
        second = DEPENDENT * second + drawn.normal(0, fresh, shape)
        total += np.exp(levels + second)
    return np.log(total / SECONDS)


def families(
    count: int, tests: int, of: int, *, seed: int, shape: Any = None, effect: float = 0.0
) -> Iterator[tuple[Difference, ...]]:
    """Comparisons of `tests` tests with `of` repeats a side; the first one truly has `effect`.

    `shape(drawn, logs)` changes the logarithms of (side, test, repeat) as it likes.
    """
    drawn = np.random.default_rng(seed)
    for _ in range(count):
        logs = repeats(drawn, (2, tests, of))
        logs[1, 0] += log1p(effect)
        if shape is not None:
            logs = shape(drawn, logs)
        yield compare(
            [
                Question(list(map(exp, before)), list(map(exp, after)))
                for before, after in zip(logs[0], logs[1], strict=True)
            ]
        )


def power(tests: int, of: int, effect: float, count: int, *, seed: int = 1) -> float:
    """How often a true change of one test among `tests` is correctly claimed."""
    every = families(count, tests, of, seed=seed, effect=effect)
    return sum(found[0].verdict is Verdict.FASTER for found in every) / count


def asked(sides: list[list[Any]]) -> Question:
    """The question of sides with several runs, as a comparison of runs asks it."""
    gap = run_gap(sides) or 0.0
    one, other = ([exp(x) for run in side for x in run] for side in sides)
    return Question(one, other, floor=expm1(gap), between=between(sides))


def of_runs(count: int, before: int, after: int, apart: float, *, seed: int = 1) -> float:
    """How often a change is claimed of four tests without one.

    Each run of six repeats has a level of its own, `apart` from the others.
    """
    drawn = np.random.default_rng(seed)
    claimed = 0
    for _ in range(count):
        questions = []
        for _ in range(4):
            sides = [
                [repeats(drawn, (6,)) + drawn.normal(0, apart) for _ in range(runs)]
                for runs in (before, after)
            ]
            questions.append(asked(sides))
        claimed += any(found.verdict in CLAIMS for found in compare(questions))
    return claimed / count


def power_table(tests: int, count: int) -> list[str]:
    """Lines of Markdown: repeats per side against the true change."""
    head = "| Repeats a side | " + " | ".join(f"{effect:.0%}" for effect in EFFECTS) + " |"
    lines = [head, "|---" * (len(EFFECTS) + 1) + "|"]
    for of in REPEATS:
        cells = [f"{power(tests, of, effect, count):.0%}" for effect in EFFECTS]
        lines.append(f"| {of} | " + " | ".join(cells) + " |")
    return lines


def runs_table(count: int) -> list[str]:
    """Lines of Markdown: runs per side against their natural differences."""
    apart = (0.0, 0.01, 0.02, 0.03)
    head = "| TestRepeats before, after | " + " | ".join(f"{one:.0%}" for one in apart) + " |"
    lines = [head, "|---" * (len(apart) + 1) + "|"]
    for before, after in ((1, 1), (2, 1), (2, 2), (3, 3), (5, 1), (5, 5)):
        cells = [f"{of_runs(count, before, after, one):.0%}" for one in apart]
        lines.append(f"| {before}, {after} | " + " | ".join(cells) + " |")
    return lines


def main() -> None:
    """Print every table between the document's markers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--draws", type=int, default=1000)
    count = parser.parse_args().draws
    for tests in TESTS:
        name = f"power of {tests}"
        print("\n".join([BEGIN.format(name=name), *power_table(tests, count), END, ""]))
    print("\n".join([BEGIN.format(name="runs"), *runs_table(count), END]))


if __name__ == "__main__":
    main()
