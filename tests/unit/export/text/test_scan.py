# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a scan costs, and its positions for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace

import pytest

from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.run import DirectionResult, Latency, Position, Repeat, Run
from driveproof.export.csv.run import POSITION_COLUMNS, samples_csv
from driveproof.export.text.lists import profiles_table
from driveproof.methods.scan.plan import Plan as ScanPlan

MIB = 2**20
ZONES = (
    Position(5 * MIB, 5 * MIB, 0.025),
    Position(105 * MIB, 5 * MIB, 0.05),
    Position(205 * MIB, 5 * MIB, 0.1),
)
DOTS = tuple(Position(4096 * number, 4096, 0.001 * (number + 1)) for number in range(4))


@pytest.fixture
def scan(make_run: Callable[..., Run]) -> Run:
    """The run of the other tests with two passes of a scan in it."""
    run = make_run()
    zones = DirectionResult(
        iops=17.1, bandwidth=15 * MIB / 0.175, bytes=15 * MIB, ios=3, seconds=0.175,
        latency=Latency(0.058, 0.05, 0.1, 0.1, 0.1, 0.1), positions=ZONES,
    )  # fmt: skip
    dots = DirectionResult(
        iops=400.0, bandwidth=4096 * 400, bytes=4 * 4096, ios=4, seconds=0.01,
        latency=Latency(0.0025, 0.002, 0.004, 0.004, 0.004, 0.004), positions=DOTS,
    )  # fmt: skip
    base = replace(run.phases[0], direction="read")
    return replace(run, method="scan", phases=(
        replace(base, title="Throughput by position", name="SEQ5M Q1T1 read", queue_depth=1,
                pattern="sequential", repeats=(Repeat(1, {"read": zones}),)),
        replace(base, title="Access time", name="RND4K Q1T1 read", queue_depth=1,
                pattern="random", repeats=(Repeat(1, {"read": dots}),)),
    ))  # fmt: skip


def test_every_place_for_a_spreadsheet(scan: Run) -> None:
    head, *rows = csv.reader(io.StringIO(samples_csv(scan)))
    assert tuple(head) == POSITION_COLUMNS
    assert len(rows) == 7
    assert rows[0][3:] == ["1", str(5 * MIB), str(5 * MIB), "0.025", "209715200"]
    assert rows[-1][4:7] == [str(3 * 4096), "4096", "0.004"]


def test_what_it_costs() -> None:
    plain = Profile("scan", "Position scan", "Is it?", (), 0, repeats=1, method="scan")
    text = " ".join(profiles_table([with_plan(plain, ScanPlan())]).split())
    assert "100 samples of 10 MiB and 1 000 reads of 4 KiB:" in text
    assert "needs no root" not in text  # which no profile in this list does
