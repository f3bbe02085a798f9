# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison and the text of its report."""

from __future__ import annotations

from tests.builders.compared_runs import STEADY, phase, run, times
from tests.builders.html import read as parsed

from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.matching import Side


def comparison(factor: float = 0.8, *, text: str = "after", sides: int = 2) -> Comparison:
    tests = (STEADY, times(factor))
    made = [
        Side(
            text if number else "before",
            (
                run(
                    phase(tests[number > 0]),
                    phase(STEADY, pattern="sequential", direction="write"),
                    id=f"{number}abc",
                    days=number,
                    label=text,
                    target={"firmware": f"{number}.0 {text if number else ''}"},
                ),
            ),
        )
        for number in range(sides)
    ]
    return compare_sides(made)


def said(page: str) -> str:
    return " ".join(" ".join(parsed(page).words).replace("\u202f", " ").split())
