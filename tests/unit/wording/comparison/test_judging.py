# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a test was judged: what was assumed, and what was seen."""

from __future__ import annotations

import pytest
from tests.builders.compared_runs import phase, run, times

from driveproof.domain.comparison.answer import JUDGING, judging
from driveproof.domain.comparison.apart import Apart
from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.judge import Prior
from driveproof.domain.comparison.matching import Side
from driveproof.domain.run.same_test import test_of as key_of
from driveproof.wording.table import cell_text

THREE = (100.0, 101.0, 99.0)
TEST = key_of(phase(THREE), "")


@pytest.mark.parametrize(
    ("factors", "apart", "counts", "known", "at_change"),
    [
        (((1.0,), (1.5,)), None, "3 against 3", "assumed", ""),
        (((1.0, 1.01), (1.5,)), None, "3, 3 against 3", "these runs", "yes"),
        (((1.0, 1.2), (1.3, 1.5)), None, "3, 3 against 3, 3", "these runs", "no"),
        (((1.0, 1.01), (1.5,)), Apart({TEST: Prior(0.25, 6)}, 5), "3, 3 against 3",
         "5 earlier runs", "yes"),
    ],
)  # fmt: skip
def test_what_was_assumed_and_what_was_seen(
    factors: tuple[tuple[float, ...], tuple[float, ...]],
    apart: Apart | None,
    counts: str,
    known: str,
    at_change: str,
) -> None:
    sides = [
        Side(name, tuple(
            run(phase(times(by, THREE)), id=f"{name}{place}", days=days + place / 144)
            for place, by in enumerate(side)
        ))
        for (name, days), side in zip((("before", 0), ("after", 1)), factors, strict=True)
    ]  # fmt: skip
    found = compare_sides(sides, apart=apart)
    row = judging(found.primary[0], found)
    assert len(row) == len(JUDGING)
    said = tuple(map(cell_text, row))
    assert (said[0], said[2], said[3]) == (counts, known, at_change)
    assert said[1].endswith(" times") and said[5]


def test_what_is_not_judged_has_no_row() -> None:
    found = compare_sides(
        [Side(name, (run(phase((100.0,)), id=name),)) for name in ("before", "after")]
    )
    assert judging(found.primary[0], found) == ()
