# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Change points: where a rate changes for good, and what is none."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from driveproof.domain.run.change_points import Stretch, stretches

SECOND = 0.25


def found(rates: NDArray[np.float64], noise: float = 0.05, seed: int = 1) -> tuple[Stretch, ...]:
    """The stretches of a line with these rates (bytes in equal times) and noise."""
    noisy = rates * (1 + noise * np.random.default_rng(seed).normal(size=len(rates)))
    written = np.concatenate([[0.0], np.cumsum(noisy)])
    return stretches(np.arange(len(written)) * SECOND, written)


AT = np.arange(480)


def test_a_step_is_found_with_its_place_and_its_rates() -> None:
    fast, slow = found(np.where(AT < 120, 1e8, 3e7))
    assert fast.end == pytest.approx(120e8, rel=0.02)
    assert fast.rate == pytest.approx(1e8 / SECOND, rel=0.02)
    assert slow.rate == pytest.approx(3e7 / SECOND, rel=0.02)
    assert slow.ended == 120.0


def test_a_step_within_a_snapshot_is_found_there() -> None:
    rates = np.where(AT < 20, 100.0, 10.0)
    rates[20] = 0.3 * 100 + 0.7 * 10  # three tenths of this snapshot are fast still
    fast, _slow = found(rates * 1e6, noise=0.0)
    assert fast.end == pytest.approx((20 * 100 + 30) * 1e6, rel=0.001)


def test_a_short_fast_part_is_found_however_short_its_time() -> None:
    """Five per cent of the bytes in six of 1200 snapshots."""
    fast, _slow = found(np.where(np.arange(1200) < 6, 1e8, 1e7))
    assert fast.end == pytest.approx(6e8, rel=0.1)


def test_a_step_is_found_in_few_snapshots() -> None:
    """Those of a drive whose writes come in bursts, twice a second."""
    fast, slow = found(np.where(np.arange(40) < 16, 60e6, 8e6), noise=0.3)
    assert fast.end == pytest.approx(16 * 60e6, rel=0.1)
    assert fast.rate > 4 * slow.rate


def test_two_drops_are_two_changes() -> None:
    rates = [
        one.rate * SECOND
        for one in found(np.where(AT < 60, 4500.0, np.where(AT < 150, 2000.0, 500.0)))
    ]
    assert rates == pytest.approx([4500, 2000, 500], rel=0.05)


@pytest.mark.parametrize(
    "rates",
    [
        np.full(480, 5e8),
        np.linspace(200e6, 90e6, 480),  # the zones of a hard disk
        np.where(AT % 60 == 7, 2e7, 5e8),  # single dips
        np.where((AT > 200) & (AT < 220), 1e6, 5e8),  # one stall
        np.where(AT < 240, 5e8, 4.4e8),  # less than a step
    ],
    ids=["flat", "slope", "dips", "stall", "small"],
)
def test_what_is_no_change(rates: NDArray[np.float64]) -> None:
    assert len(found(rates)) == 1


def test_a_drive_that_alternates_after_its_cache_has_one_change() -> None:
    folding = np.where((AT // 6) % 2 == 0, 1500e6, 300e6)
    fast, slow = found(np.where(AT < 100, 3000e6, folding))
    assert fast.end == pytest.approx(100 * 3000e6, rel=0.03)
    assert slow.rate * SECOND == pytest.approx(900e6, rel=0.1)


def test_a_staircase_of_zones_is_a_curve_and_no_step() -> None:
    assert len(found(200e6 - 110e6 * (AT / 480) ** 2, noise=0.03)) == 1


def test_nothing_is_no_stretch_and_little_is_one() -> None:
    assert stretches([], []) == ()
    assert stretches([0.0, 1.0], [0, 0]) == ()
    (one,) = stretches([0.0, 1.0, 2.0], [0, 10, 30])
    assert (one.bytes, one.rate) == (30, 15.0)


def test_counters_that_stand_still_or_repeat_do_no_harm() -> None:
    (one,) = stretches([0, 1, 1, 2, 3, 3.5], [0, 100, 100, 100, 300, 300])
    assert one.bytes == 300
