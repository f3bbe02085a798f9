# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the planned comparison finds, what it costs, and how exact a run of 3 to 6 rounds is.

Simulated with fixed seeds. Eight tests; one of them changes. The runs of a test are 0.65 times as
far apart as its repeats, which is more than most of the recorded drives.
"""

from __future__ import annotations

from math import log1p
from typing import NamedTuple

import numpy as np
import pytest
from tests.benchmarks.looks import (
    LEAST,
    MOST,
    PLANNED,
    SETTLED,
    TESTS,
    WITHIN,
    Design,
    Share,
    compared,
    drawn_logs,
    half_widths,
    markdown,
    percents,
    rounds_of,
    share,
)
from tests.benchmarks.many import holm_many, judge_many
from tests.benchmarks.noise import (
    SPREADS,
    Array,
    Drawn,
    Layout,
    Noise,
    independent,
    levels,
    round_to_round,
    stalls,
)
from tests.benchmarks.ratios import Row, Table
from tests.builders.compared_runs import phase

from driveproof.domain.run.stopping import is_certain

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(3600)]

PROMISE = 0.05
APART = 0.65
SECONDS = 37
GIGABYTES = {"SATA SSD": 2.5, "PCIe 4": 8.8}
"""A run of three rounds of `quick`, by class of drive."""
LARGE = 0.10
EFFECTS = [
    (0.01, 0.0), (0.01, 0.02), (0.01, 0.05), (0.01, 0.10), (0.01, 0.20),
    (0.02, 0.02), (0.02, 0.05), (0.02, 0.10), (0.02, 0.20),
    (0.04, 0.10), (0.04, 0.20),
]  # fmt: skip
"""How far the repeats are apart, and the true change of one test."""
SPREADS_APART = (0.01, 0.02, 0.04)
COLUMNS = (0.05, 0.10, 0.20)
DESIGNS = {
    "planned": PLANNED,
    "one run a side": Design(1, (1,), (0.05,)),
    "the same, first of two looks": Design(1, (1,), (0.01,)),
    "3x3, 3x3": Design(3, (3,), (0.05,)),
}


def around(drawn: Drawn, spread: float, draws: int) -> Array:
    """The first test's repeats are as far apart as this, those of the others by a factor of it."""
    every = spread * drawn.uniform(*SPREADS, (draws, TESTS))
    every[:, 0] = spread
    return every


def add(table: Table, what: str, share: Share, met: bool | None) -> None:
    """A row of the benches' own table."""
    target = "" if met is None else "at most 5 %"
    text = f"+- {100 * share.error:.1f} points, {share.of} draws"
    table.add(Row(what, f"{share.text()} %", "", text, target, met))


def short_table(cells: dict[tuple[float, float], tuple[Share, float]]) -> str:
    """The document's: what is found of each change, and the rounds after of the largest."""
    rows = []
    for spread in SPREADS_APART:
        found = [cells.get((spread, effect)) for effect in COLUMNS]
        rounds = next(cell[1] for cell in found[1:] if cell)
        texts = ["" if cell is None else percents(cell[0]) for cell in found]
        rows.append([f"{100 * spread:g} %", *texts, f"{rounds:.1f}"])
    head = ["Repeats apart", *(f"{100 * effect:g} %" for effect in COLUMNS), "Rounds after"]
    return markdown("power", head, rows)


def test_power_of_the_planned_looks(table: Table, draws: int) -> None:
    """Found in the one, false in the others, and what it costs; "within 10 %" of a true tenth."""
    rows, right = [], True
    cells: dict[tuple[float, float], tuple[Share, float]] = {}
    for spread, effect in EFFECTS:
        drawn = np.random.default_rng(21)
        spreads = around(drawn, spread, draws)
        logs = drawn_logs(levels(APART), PLANNED, spreads, drawn, log1p(effect))
        outcome = compared(logs, PLANNED)
        low, high = outcome.last.interval()
        inside = (low[:, 0] >= SETTLED[0]) & (high[:, 0] <= SETTLED[1])
        found, others = share(outcome.claims[:, 0]), share(outcome.claims[:, 1:].any(axis=1))
        wrong = share(~outcome.claims[:, 0] & inside)
        after = float(outcome.after.mean())
        every = PLANNED.before + after
        cells[spread, effect] = found, LEAST * after
        rows.append(
            [
                f"{spread:.0%}, {effect:.0%}" if effect else f"{spread:.0%}, none",
                found.text() if effect else ".",
                others.text(),
                f"{LEAST * after:.1f}",
                f"{SECONDS * every:.0f}",
                *(f"{each * every:.2g}" for each in GIGABYTES.values()),
                wrong.text() if effect == LARGE else ".",
            ]
        )
        met = others.at_most(PROMISE) and (effect != LARGE or wrong.at_most(PROMISE))
        add(table, f"power, repeats {spread:.0%} apart, {effect:.0%}: found", found, None)
        add(table, "false claims in the other seven", others, met)
        right = right and met
    head = [
        "Repeats apart, true change",
        "found, %",
        "false in the others, %",
        "rounds after",
        "seconds",
        *(f"GB, {name}" for name in GIGABYTES),
        "said to be within 10 %, %",
    ]
    table.notes.append(markdown("bench power", head, rows))
    table.notes.append(short_table(cells))
    assert right


def test_power_by_design(table: Table, draws: int) -> None:
    """What one run a side finds, and three: larger changes and smaller ones."""
    rows, short = [], []
    for spread, effect in ((0.01, 0.05), (0.02, 0.05), (0.02, 0.10), (0.02, 0.20), (0.02, 0.50),
                           (0.02, 1.00), (0.04, 0.10), (0.04, 0.20), (0.04, 0.50)):  # fmt: skip
        cells = []
        for design in DESIGNS.values():
            drawn = np.random.default_rng(22)
            spreads = around(drawn, spread, draws)
            logs = drawn_logs(levels(APART), design, spreads, drawn, -log1p(effect))
            cells.append(share(compared(logs, design).claims[:, 0]).text())
        rows.append([f"{spread:.0%}, divided by {1 + effect:g}", *cells])
        if (spread, effect) in ALONE:
            short.append([f"{1 + effect:g}", f"{cells[1]} %"])
    head = ["Repeats apart, true change", *(f"{name}: found, %" for name in DESIGNS)]
    table.notes.append(markdown("bench power by runs", head, rows))
    head = ["The speed is divided by", "Found"]
    table.notes.append(markdown("one run a side", head, short[::-1]))


ALONE = [(0.02, 0.10), (0.02, 0.20), (0.02, 0.50), (0.02, 1.00)]

MARGINS: list[tuple[float, float, str, Noise]] = [
    (0.10, 0.01, "independent", independent),
    (0.10, 0.01, "runs 0.65", levels(0.65)),
    (0.10, 0.01, "runs 1.0", levels(1.0)),
    (0.10, 0.02, "independent", independent),
    (0.10, 0.02, "AR(0.3)", round_to_round),
    (0.10, 0.02, "runs 0.65", levels(0.65)),
    (0.05, 0.01, "independent", independent),
    (0.05, 0.01, "runs 0.65", levels(0.65)),
    (0.05, 0.02, "independent", independent),
    (0.05, 0.02, "runs 0.65", levels(0.65)),
]
"""The limit, how far repeats are apart, and the noise."""
WORDS = {
    "independent": "",
    "runs 0.65": ", runs differ by 0.65 times what repeats do",
    "runs 1.0": ", runs differ by as much as repeats do",
}
"""How the document says it."""


class Answers(NamedTuple):
    """Of each family: exit codes, how many rounds after, and whether the first test passes."""

    slower: Array
    not_slower: Array
    rounds: Array
    first: Array


def asked(logs: Array, limit: float) -> Answers:
    """The answers to both questions.

    At each look: a test is slower by more than the limit (Holm over the tests, and the change came
    at the change), or none is (each test by itself: all must pass, Berger 1982).
    """
    step = log1p(-limit)
    families = len(logs)
    slower = not_slower = first = np.zeros(families, bool)
    rounds = np.zeros(families)
    open_ = np.ones(families, bool)
    before, after = logs[:, : PLANNED.before], logs[:, PLANNED.before :]
    for runs, alpha in zip(PLANNED.after, PLANNED.alphas, strict=True):
        found = judge_many(before, after[:, :runs], alpha)
        p = holm_many(found.one_sided((step - found.change) / found.error))
        fails = ((p <= alpha) & found.at_change).any(axis=1)
        passes = found.one_sided((found.change - step) / found.error) <= alpha
        slower = slower | (open_ & fails)
        not_slower = not_slower | (open_ & ~fails & passes.all(axis=1))
        first = first | (open_ & passes[:, 0])
        rounds = np.where(open_, LEAST * runs, rounds)
        open_ = ~(slower | not_slower)
    return Answers(slower, not_slower, rounds, first)


def test_fail_if_slower(table: Table, draws: int) -> None:
    """E1: slower is said though all are at the limit. E2: a test that is at it passes. Pass: no
    change gives exit code 0. Find: a test that is slower by twice the limit gives exit code 1.
    """
    rows, short, right = [], [], True
    for limit, spread, name, noise in MARGINS:
        drawn = np.random.default_rng(23)
        logs = noise(drawn, around(drawn, spread, draws), PLANNED.layout)
        step = log1p(-limit)

        def changed(first: float, rest: float, logs: Array = logs) -> Array:
            moved = logs.copy()
            moved[:, PLANNED.before :] += rest
            moved[:, PLANNED.before :, 0] += first - rest
            return moved

        wrong = share(asked(changed(step, step), limit).slower)
        passed = share(asked(changed(step, 0.0), limit).first)
        calm, twice = asked(logs, limit), asked(changed(log1p(-2 * limit), 0.0), limit)
        rows.append(
            [
                f"{limit:.0%}, {spread:.0%}, {name}",
                wrong.text(),
                passed.text(),
                f"{share(calm.not_slower).text()} ({calm.rounds.mean():.1f})",
                f"{share(twice.slower).text()} ({twice.rounds.mean():.1f})",
            ]
        )
        if name in WORDS:
            title = f"{100 * limit:g}, {100 * spread:g} %{WORDS[name]}"
            answers = (wrong, passed, share(calm.not_slower), share(twice.slower))
            short.append([title, *map(percents, answers)])
        what = f"--fail-if-slower {100 * limit:g}, repeats {spread:.0%} apart, {name}"
        add(table, f"{what}: E1", wrong, wrong.at_most(PROMISE))
        add(table, f"{what}: E2", passed, passed.at_most(PROMISE))
        right = right and wrong.at_most(PROMISE) and passed.at_most(PROMISE)
    head = ["Limit, repeats apart, noise", "E1, %", "E2, %", "pass, % (rounds)", "find, % (rounds)"]
    table.notes.append(markdown("bench margin", head, rows))
    head = ["Percent, repeats apart", "Slower, wrongly", "Not slower, wrongly", "Passes", "Found"]
    table.notes.append(markdown("margin", head, short))
    assert right


CALM = [0.01, 0.02, 0.03, 0.05, 0.08]
SHORTER = log1p(0.05)


def test_rounds_are_those_of_the_run(table: Table) -> None:
    """What decides for thousands of tests decides as a run does."""
    drawn = np.random.default_rng(27)
    logs = drawn.uniform(0.01, 0.12, (300, 1)) * drawn.standard_normal((300, MOST))
    found = []
    for values in (1000 * np.exp(logs)).tolist():
        counts = range(LEAST, MOST)
        found.append(next((n for n in counts if is_certain(phase(values[:n]))), MOST))
    assert rounds_of(logs).tolist() == found
    assert set(found) == {*range(LEAST, MOST + 1)}
    table.add(Row("tests that end like a run's", str(len(found)), "", "", "all", True))


def test_rounds_of_a_run(table: Table, draws: int) -> None:
    """How many rounds a test takes, how often its interval holds this run's level and the state's,
    and how far off its median is of the state.
    """
    rows, short, least = [], [], 1.0
    for spread in CALM:
        for name, noise in (("", independent), (", AR(0.3)", round_to_round), (", stalls", stalls)):
            drawn = np.random.default_rng(24)
            layout = Layout(1, 0, MOST)
            of = np.full((draws, 1), spread)
            within = noise(drawn, of, layout)[:, 0, 0]
            level = drawn.normal(0, APART * spread, draws)
            cells = []
            for width in (SHORTER, WITHIN):
                counts = rounds_of(within, width)
                kept = np.where(np.arange(MOST) < counts[:, None], within, np.nan)
                half = np.choose(
                    counts - LEAST, [half_widths(within[:, :n]) for n in range(LEAST, MOST + 1)]
                )
                middle = np.nanmean(kept, axis=1)
                run = share(np.abs(middle) <= half)
                state = share(np.abs(middle + level) <= half)
                cells += [
                    f"{counts.mean():.1f}",
                    f"{run.text()} / {state.text()}",
                    off(np.nanmedian(kept, axis=1) + level),
                ]
                if not name:
                    least = min(least, run.share)
            six = off(np.median(within, axis=1) + level)
            rows.append([f"{spread:.0%}{name}", *cells, six])
            if not name:
                told = f"{run.text()} %", f"{state.text()} %", f"{cells[-1]} %, {six} %"
                short.append([f"{100 * spread:g} %", cells[-3], *told])
    head = ["Repeats apart"]
    for limit in ("5 %", "10 %"):
        head += [
            f"within {limit}: rounds",
            "holds this run / the state, %",
            "off, %",
        ]
    head.append("six rounds: off, %")
    table.notes.append(markdown("bench rounds", head, rows))
    head = ["Standard deviation of the repeats", "rounds on average"]
    head += ["the interval holds the level of this run", "of this drive, in any run"]
    head.append("error of the median (RMS), six fixed rounds")
    table.notes.append(markdown("rounds", head, short))
    table.add(
        Row(
            "interval of 3 to 6 rounds holds this run's level",
            f"{least:.3f}",
            "",
            f"least of {len(CALM)}, {draws} draws",
            "at least 0.90",
            least >= 0.90,
        )
    )
    assert least >= 0.90


def off(errors: Array) -> str:
    """The root mean square of what a state's speed is told wrong by, in percent."""
    return f"{100 * np.sqrt(np.mean(np.expm1(errors) ** 2)):.1f}"
