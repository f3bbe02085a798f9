# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How often a change is claimed that does not exist: eight tests, judged together as planned.

Each cell draws families of one noise and judges them by one design. Seeds are fixed. A cell fails
where it is above 5 % by more than two standard errors of the draws. First of all: that what judges
thousands of families judges as the program does.
"""

from __future__ import annotations

import numpy as np
import pytest
from tests.benchmarks.looks import (
    DESIGNS,
    TESTS,
    Design,
    Share,
    compared,
    drawn_logs,
    markdown,
    percents,
)
from tests.benchmarks.many import judge_many
from tests.benchmarks.noise import NOISES, TREND, Layout, Noise, spreads, trend
from tests.benchmarks.ratios import Row, Table

from driveproof.domain.comparison.judge import Prior, SideRuns, judge_tests

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(3600)]

PROMISE = 0.05
DOCUMENTED = {
    "independent": "nothing: independent repeats",
    "stalls in a tenth": "now and then a stall (a tenth of the repeats)",
    "AR(0.3) round to round": "repeats follow each other, AR(0.3) from round to round",
    "heat: -1.2 % a round": "gets warm: 1.2 % slower each round",
    "half of the runs throttle by 26 %": "half of the runs throttle by 26 %",
    "runs apart by 0.65 x repeats": "runs differ by 0.65 times what repeats do",
    "runs apart by 1.0 x repeats": "runs differ by as much as repeats do",
    "runs of each test apart by 2 %": "runs differ by 2 %, each test by itself",
    "whole machine's runs apart by 2 %": "runs differ by 2 %, all tests together",
    TREND: "**a steady trend**: all tests lose 2 % from run to run",
}
COLUMNS = {
    "1x3, 1x3": "1 and 1",
    "2x3, 1x3": "2 and 1",
    "2x3, 2x3": "2 and 2",
    "3x3, 3x3": "3 and 3",
    "planned: 2x3, 1 or 2 x3": "experiment",
}
"""The part of the table that how-comparing-works.md has, and how it names that."""


def false_claims(noise: Noise, design: Design, draws: int) -> Share:
    """Families with a claim, of families without a change."""
    drawn = np.random.default_rng(20)
    spread = spreads(drawn, draws, TESTS)
    return compared(drawn_logs(noise, design, spread, drawn), design).any


def test_many_judge_as_the_judge(table: Table) -> None:
    """Random families: any numbers of runs, of 3 to 6 rounds, with changes and levels of theirs."""
    drawn = np.random.default_rng(19)
    claims = families = 0
    for name, noise in NOISES.items():
        for _ in range(12):
            before, after = drawn.integers(1, 4, 2).tolist()
            logs = noise(drawn, spreads(drawn, 4, TESTS), Layout(before, after, 6))
            logs[:, before:] += (
                drawn.normal(0, 0.1, (4, 1, TESTS, 1)) * drawn.integers(0, 2, TESTS)[:, None]
            )
            rounds = drawn.integers(3, 7, logs.shape[:3])
            logs[np.arange(6) >= rounds[..., None]] = np.nan
            prior = (drawn.uniform(0, 2, (4, TESTS)), 10.0) if drawn.integers(0, 2) else None
            many = judge_many(logs[:, :before], logs[:, before:], 0.05, prior)
            for place, family in enumerate(logs):
                runs = [[[x for x in test if x == x] for test in run] for run in family.tolist()]
                one = judge_tests(
                    [
                        SideRuns(
                            [run[test] for run in runs[:before]],
                            [run[test] for run in runs[before:]],
                            None
                            if prior is None
                            else Prior(float(prior[0][place, test]), prior[1]),
                        )
                        for test in range(TESTS)
                    ]
                )
                families += 1
                claims += sum(test.claimed for test in one)
                assert [test.claimed for test in one] == many.claimed[place].tolist(), name
                assert [test.adjusted for test in one] == pytest.approx(many.adjusted[place])
                assert [test.interval() for test in one] == [
                    pytest.approx(ends)
                    for ends in zip(*(side[place] for side in many.interval()), strict=True)
                ]
    table.add(
        Row("families judged like the judge", str(families), "", f"{claims} claims", "all", True)
    )
    assert claims > families / 4


Found = dict[str, dict[str, Share]]
"""By noise and design."""


@pytest.fixture(scope="module")
def every() -> Found:
    """What was found; it is printed as the last of it is known."""
    return {}


def tables(every: Found) -> list[str]:
    """The whole table, and the document's part of it."""
    whole = [[name, *(share.text() for share in found.values())] for name, found in every.items()]
    part = []
    for name, text in DOCUMENTED.items():
        cells = [percents(every[name][of]) for of in COLUMNS]
        if name == TREND:
            cells = [
                cell if every[name][of].at_most(PROMISE) else f"**{cell}**"
                for cell, of in zip(cells, COLUMNS, strict=True)
            ]
        part.append([text, *cells])
    return [
        markdown("bench false claims", ["Noise; % with a false claim", *DESIGNS], whole),
        markdown("false claims", ["What the drive does by itself", *COLUMNS.values()], part),
    ]


@pytest.mark.parametrize("name", [*NOISES, TREND])
def test_false_claims(name: str, table: Table, every: Found, draws: int) -> None:
    noise = NOISES.get(name, trend)
    found = {of: false_claims(noise, design, draws) for of, design in DESIGNS.items()}
    met = all(share.at_most(PROMISE) for share in found.values())
    near = [of for of, share in found.items() if share.near(PROMISE)]
    stated = name == TREND
    worst = max(found.values())
    text = f"+- {100 * worst.error:.1f} points, {draws} draws"
    table.add(
        Row(
            f"false claims, {name}",
            f"{worst.text()} %",
            "",
            text + (f"; near: {' / '.join(near)}" if near and not stated else ""),
            "stated" if stated else "at most 5 %",
            None if stated else met,
        )
    )
    every[name] = found
    if len(every) == len(NOISES) + 1:
        table.notes += tables(every)
    assert stated or met
