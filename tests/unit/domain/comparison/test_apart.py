# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a drive's own earlier runs tell of how far runs of one state are apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.builders.compared_runs import STEADY, phase, run, times

from driveproof.domain.comparison.apart import Apart, apart_from, safest
from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.judge import ASSUMED, Prior
from driveproof.domain.comparison.matching import Side
from driveproof.domain.run import same_test
from driveproof.domain.run.run import Run

HOUR = 1 / 24
TEST = same_test.test_of(phase(STEADY))
NOW = run(phase(STEADY), phase(STEADY, depth=1), id="0now", days=9)


def earlier(levels: Sequence[float], every: float = HOUR) -> list[Run]:
    return [
        run(phase(times(one)), phase(times(one), depth=1), id=f"0e{at}", days=at * every)
        for at, one in enumerate(levels)
    ]


def ratio(found: Apart | None) -> float:
    assert found is not None
    return max(prior.ratio for prior in found.priors.values())


def test_three_runs_of_one_state_tell() -> None:
    alike = apart_from(earlier([1.0, 1.001, 0.999]), [NOW])
    restless = apart_from(earlier([1.0, 1.1, 0.9]), [NOW])
    assert alike is not None and alike.runs == 3 and len(alike.priors) == 2
    assert ratio(alike) < ASSUMED.ratio < ratio(restless)
    assert ratio(apart_from(earlier([1.0, 1.001, 0.999] * 4), [NOW])) < ratio(alike)


@pytest.mark.parametrize(
    "runs",
    [
        earlier([1.0, 1.001]),
        earlier([1.0, 1.001, 0.999], every=HOUR / 20),  # three minutes apart
        [replace(one, target=replace(one.target, firmware="2.0")) for one in earlier([1.0] * 3)],
        [replace(one, target=replace(one.target, drive="serial:S2")) for one in earlier([1.0] * 3)],
        [replace(one, environment=replace(one.environment, scheduler=name))
         for one, name in zip(earlier([1.0] * 3), ("none", "none", "bfq"), strict=True)],
        [replace(one, environment=replace(one.environment, source="fio-3.36"))
         for one in earlier([1.0] * 3)],
        [*earlier([1.0, 1.001]), NOW],
    ],
    ids=["two", "At once", "firmware", "drive", "scheduler", "imported", "what is compared"],
)  # fmt: skip
def test_what_tells_nothing(runs: list[Run]) -> None:
    assert apart_from(runs, [NOW]) is None


def test_a_label_names_a_state() -> None:
    """Before and after a change that no condition shows; both labels are of no run compared."""
    runs = [
        replace(one, label=label)
        for one, label in zip(earlier([1, 1.001, 1.002, 1.5, 1.501, 1.502]), "aaabbb", strict=True)
    ]
    told = apart_from(runs, [NOW])
    assert told is not None and told.runs == 6 and ratio(told) < ASSUMED.ratio
    assert apart_from(runs[1:5], [NOW]) is None


def test_the_safest_of_several_drives() -> None:
    calm, restless = Apart({TEST: Prior(0.2, 10.0)}, 3), Apart({TEST: Prior(3.0, 10.0)}, 5)
    found = safest([calm, restless])
    assert found == safest([restless, calm]) == Apart(restless.priors, 8)
    assert safest([calm, None]) is None and safest([]) is None


def test_it_stands_in_for_what_is_assumed() -> None:
    """A drive whose runs are always alike shows smaller changes with one run a side."""
    sides = [Side("a", (run(phase(STEADY), id="0a"),)), Side("b", (NOW,))]
    known = apart_from(earlier([1.0, 1.001, 0.999] * 4), [NOW])
    assumed, found = compare_sides(sides), compare_sides(sides, apart=known)
    assert (assumed.apart, found.apart) == (None, known)
    widths = [
        (one.primary[0].high or 0.0) - (one.primary[0].low or 0.0) for one in (assumed, found)
    ]
    assert widths[1] < widths[0]
