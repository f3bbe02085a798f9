# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What load curves and searches promise, on simulated drives with fixed seeds: the knee is the same
point under noise, and the time that is left is told to a fifth once a tenth is over.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from tests.benchmarks.ratios import Table, single
from tests.builders.guided_runs import measured
from tests.builders.simulated import Rate, Simulated, channels, deeper_is_worse, hard_disk

from driveproof.domain.profile.load_curve import load_phases
from driveproof.domain.run.load_curve import LoadCurve, LoadPoint
from driveproof.domain.run.run import DirectionResult, Latency, Repeat
from driveproof.engine.run.profiles import Profiles

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(600)]

COUNT = 200
NOISE = 0.05
DEPTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


def soft(count: int, alone: float) -> Callable[[int], float]:
    """Channels that begin to wait for each other before all of them work."""
    return lambda many: many / alone / (1 + (many / count) ** 4) ** 0.25


KNEES: dict[str, tuple[Callable[[int], float], tuple[int, ...]]] = {
    "16 channels of 4 ms": (lambda many: min(many, 16) / 0.004, (16,)),
    "64 channels of 80 us": (lambda many: min(many, 64) / 8e-5, (64,)),
    "soft knee at 16": (soft(16, 1e-4), (16,)),
    "one channel": (lambda many: min(many, 1) / 8e-4, (1,)),
    "hard disk": (lambda many: min(many, 32) ** 0.3 / 0.0125, (1, 2)),
}


@pytest.mark.parametrize("name", KNEES)
def test_the_knee_under_noise(name: str, table: Table) -> None:
    rate, right = KNEES[name]
    draw = random.Random(6)
    hits = 0
    for _ in range(COUNT):
        points = []
        for phase in load_phases(DEPTHS):
            iops = rate(phase.in_flight) * draw.gauss(1.0, NOISE)
            latency = Latency(*([phase.in_flight / iops] * 6))
            result = DirectionResult(iops, iops * 4096, 4096, 1, 2.0, latency)
            points.append(LoadPoint(measured(phase, [Repeat(1, {"read": result})])))
        knee = LoadCurve(tuple(points)).knee
        hits += knee is not None and knee.in_flight in right
    share = hits / COUNT
    table.add(single(f"knee: {name}", [share], "{:.3f}", "at least 95%", share >= 0.95))
    assert share >= 0.95


DRIVES: dict[str, Rate] = {
    "16 channels of 4 ms": channels(16, 0.004),
    "64 channels of 80 us": channels(64, 8e-5),
    "one channel": channels(1, 8e-4),
    "12 channels of 6 ms": channels(12, 0.006),
    "hard disk, 12.5 ms": hard_disk(),
    "hard disk, 8 ms": hard_disk(0.008),
    "deeper is worse": deeper_is_worse,
}


@pytest.mark.parametrize("name", DRIVES)
def test_what_is_left_after_a_tenth(name: str, table: Table) -> None:
    """The range always holds; what is likely is within a fifth in nine of ten runs."""
    profile = Profiles().find("iops-at-latency")
    near, count = 0, 20
    for seed in range(count):
        drive = Simulated(DRIVES[name], 0.02, seed)
        drive.run(profile)
        whole, gone = sum(drive.seconds), 0.0
        told: float | None = None
        for step, seconds in zip(drive.steps, drive.seconds, strict=True):
            assert step.left is not None and step.likely is not None
            after = whole - gone - seconds
            assert step.left[0] - 1e-6 <= after <= step.left[1] + 1e-6
            if told is None and gone >= whole / 10:
                told = gone + seconds + step.likely
            gone += seconds
        near += told is not None and abs(told / whole - 1) <= 0.2
    share = near / count
    table.add(single(f"left: {name}", [share], "{:.2f}", "at least 90%", share >= 0.9))
    assert share >= 0.9
