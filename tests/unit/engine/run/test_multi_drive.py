# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What several drives do together is the sum of what each does, seen with the first one's pulse."""

from __future__ import annotations

import pytest

from driveproof.domain.access import Direction
from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.run import MemberStatistics, Role
from driveproof.domain.run.sample import Sample
from driveproof.engine.run import events
from driveproof.methods.multi_drive.runner import of_all


def snapshot(device: str, bandwidth: float, seconds: float, latency: int) -> events.Measured:
    ios = round(bandwidth * seconds / 2**20)
    histogram = Histogram.from_bins({str(latency): ios})
    sample = Sample(
        1.0, seconds, Direction.READ, ios, ios * 2**20, bandwidth / 2**20, bandwidth,
        histogram.mean(), None, None, histogram.percentile(99), None, histogram,
    )  # fmt: skip
    member = MemberStatistics(device, Role.TARGET, ios * 2**20, 0, ios, 0, seconds)
    return events.Measured(2, 1, (sample,), False, 0.5, 10.0, (member,))


def test_rates_add_up_and_every_drive_is_named() -> None:
    first = snapshot("sda", 100 * 2**20, 0.5, 1_000_000)
    second = snapshot("sdb", 300 * 2**20, 1.0, 9_000_000)
    whole = of_all(1, {2: second, 1: first})
    (sample,) = whole.samples
    assert sample.bandwidth == pytest.approx(400 * 2**20)
    assert sample.bytes == pytest.approx(200 * 2**20)
    assert sample.ios == 200 and sample.iops == pytest.approx(400)
    assert sample.p99 is not None and sample.p99 > 0.008
    assert [member.device for member in whole.members] == ["sda", "sdb"]


def test_before_the_others_have_said_anything_it_is_the_first_alone() -> None:
    first = snapshot("sda", 100 * 2**20, 0.5, 1_000_000)
    assert of_all(1, {1: first}) == first
