# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The judge's promises, by simulation: how often it claims a false change, and finds a true one.

Seeds are fixed. The bounds are the binomial's: a judge that was worse than its promise would pass
once in a thousand times.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from math import log, sqrt
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from driveproof.domain.comparison.difference import ALPHA, NOISE_FLOOR, Verdict, repeats_needed

pytestmark = pytest.mark.slow

CHECKOUT = Path(__file__).resolve().parents[4]
CLAIMS = {Verdict.FASTER, Verdict.SLOWER}
THREE_NINES = 3.09  # standard deviations


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("power_table", CHECKOUT / "tools/power_table.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


tool = _tool()


def at_most(share: float, count: int) -> float:
    """What a true `share` would fall below once in a thousand times."""
    return count * share - THREE_NINES * sqrt(count * share * (1 - share))


def at_least(share: float, count: int) -> float:
    """What a true `share` would exceed once in a thousand times."""
    return count * share + THREE_NINES * sqrt(count * share * (1 - share))


def heating(_: Any, logs: Any) -> Any:
    """Both sides lose 6 % from their first to their last repeat, as a drive that gets warm."""
    return logs - np.linspace(0, 0.06, logs.shape[-1])


def stalling(drawn: Any, logs: Any) -> Any:
    """One repeat of ten is a quarter slower: no normal distribution at all."""
    return logs + np.where(drawn.random(logs.shape) < 0.1, log(0.75), 0.0)


SHAPES = [None, heating, stalling]


@pytest.mark.parametrize("shape", SHAPES, ids=["steady", "heating", "stalling"])
@pytest.mark.parametrize(("tests", "repeats", "count"), [(4, 6, 4000), (8, 8, 2000)])
def test_no_change_is_not_claimed(
    tests: int, repeats: int, count: int, shape: Callable[[Any, Any], Any] | None
) -> None:
    """False claims of a whole comparison: at most 5 %. The interval of each holds the truth in at
    least 93 %.

    Six repeats of four tests cannot spend the whole 5 %, only 3.4: there the binomial's bound shows
    that it is less. Eight of eight spend 4.4, too near for that.
    """
    claimed = covered = 0
    for found in tool.families(count, tests, repeats, seed=tests, shape=shape):
        claimed += any(one.verdict in CLAIMS for one in found)
        covered += sum(one.low <= 1 <= one.high for one in found)
    assert claimed <= (at_most(ALPHA, count) if repeats == 6 else ALPHA * count)
    assert covered >= at_least(0.93, count * tests)


@pytest.mark.parametrize(("tests", "repeats", "count"), [(1, 8, 1000), (2, 9, 500)])
def test_twelve_alike_are_not_claimed_to_differ(tests: int, repeats: int, count: int) -> None:
    """Eleven sides against one base: what the base drew falls on all eleven, and false claims of
    the whole comparison still stay within 5 %.
    """
    drawn = np.random.default_rng(12)
    claimed = 0
    for _ in range(count):
        sides = np.exp(drawn.normal(0, tool.WITHIN, (tests, 12, repeats)))
        questions = [
            tool.Question(list(test[0]), list(side)) for test in sides for side in test[1:]
        ]
        claimed += any(one.verdict in CLAIMS for one in tool.compare(questions))
    assert claimed <= ALPHA * count


def test_an_interval_holds_a_true_change() -> None:
    """As often as it holds none: the change is 5 %."""
    count = 2500
    true = 1.05
    every = tool.families(count, 1, 6, seed=9, effect=true - 1)
    assert sum(found[0].low <= true <= found[0].high for found in every) >= at_least(0.93, count)


def test_seconds_are_no_repeats() -> None:
    """The simulation can fail: seconds in place of repeats would claim more than half the time."""
    drawn = np.random.default_rng(2)
    count = 200
    claimed = 0
    for _ in range(count):
        sides = []
        for _ in range(2):
            second, level, row = drawn.normal(0, tool.WITHIN), drawn.normal(0, tool.SPREAD), []
            for _ in range(30):
                second = 0.8 * second + drawn.normal(0, tool.WITHIN * 0.6)
                row.append(float(np.exp(level + second)))
            sides.append(row)
        (found,) = tool.compare([tool.Question(*sides)])
        claimed += found.verdict in CLAIMS
    assert claimed > count / 2


@pytest.mark.parametrize(("tests", "repeats"), [(1, 5), (4, 6), (8, 10)])
def test_what_it_says_it_could_see(tests: int, repeats: int) -> None:
    """A change as large as `detectable` is found in four of five cases."""
    count = 600
    seen = 0
    for place, found in enumerate(tool.families(count, tests, repeats, seed=5)):
        change = found[0].detectable
        assert change is not None
        again = tool.families(1, tests, repeats, seed=1000 + place, effect=change)
        seen += next(iter(again))[0].verdict is Verdict.FASTER
    assert seen >= count * 0.8 - THREE_NINES * sqrt(count * 0.8 * 0.2)


@pytest.mark.parametrize("apart", [0.0, 0.01, 0.02, 0.03])
def test_three_batches_tell_the_state_from_the_day(apart: float) -> None:
    """Each run has a level of its own: with three of each side, claims stay rare."""
    count = 250
    assert tool.of_runs(count, 3, 3, apart, seed=4) <= ALPHA


def test_one_batch_cannot() -> None:
    """Why a baseline is measured twice: what differs from day to day looks like a change."""
    assert tool.of_runs(150, 1, 1, 0.03, seed=4) > 0.25


def tables() -> dict[str, list[list[str]]]:
    """The tables of the document that the tool has printed, by name."""
    text = (CHECKOUT / "docs/comparing.md").read_text("utf-8")
    found = {}
    for name, body in re.findall(r"<!-- (.+?): tools/power_table.py -->\n(.+?)<!-- end -->",
                                 text, re.DOTALL):  # fmt: skip
        rows = [line.strip("| ").split("|") for line in body.strip().splitlines()]
        found[name] = [[cell.strip() for cell in row] for row in rows]
    return found


def percent(cell: str) -> float:
    assert cell.endswith("%")
    return float(cell.removesuffix("%")) / 100


@pytest.mark.parametrize("tests", tool.TESTS)
def test_the_table_is_what_the_tool_computes(tests: int) -> None:
    """Coarsely: 60 draws against those of the document, three standard deviations of the worst."""
    table = tables()[f"power of {tests}"]
    assert [percent(cell) for cell in table[0][1:]] == list(tool.EFFECTS)
    assert [int(row[0]) for row in table[2:]] == list(tool.REPEATS)
    for row in table[2:]:
        for effect, cell in zip(tool.EFFECTS, row[1:], strict=True):
            assert tool.power(tests, int(row[0]), effect, 60, seed=7) == pytest.approx(
                percent(cell), abs=0.2
            )


def test_the_table_of_batches_is_what_the_tool_computes() -> None:
    table = tables()["runs"]
    for row in table[2:]:
        before, after = (int(word) for word in row[0].split(","))
        for apart, cell in zip(table[0][1:], row[1:], strict=True):
            found = tool.of_runs(40, before, after, percent(apart), seed=7)
            assert found == pytest.approx(percent(cell), abs=0.25)


def test_the_document_says_how_many_are_needed() -> None:
    text = (CHECKOUT / "docs/comparing.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| (\d+)(?: to \d+)? \| (\d+) \|$", text, re.MULTILINE))
    assert rows
    for tests, needed in rows.items():
        assert repeats_needed(int(tests)) == int(needed)
    assert f"{100 * NOISE_FLOOR:g} %" in text
