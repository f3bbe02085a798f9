# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run that read files by their age, with known speeds of each."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from tests.builders.recorded import STARTED

from driveproof.domain.access import Cache, Direction
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.file_ages import (
    AGED_BLOCK,
    READ_ENGINE,
    Age,
    AgedReads,
    FileAges,
    FilesOfAge,
    LeftOut,
    LeftOutFiles,
)
from driveproof.domain.run.histogram import Histogram, bin_counts, exact_latency
from driveproof.domain.run.run import (
    FINISHED,
    DirectionResult,
    Environment,
    IoPath,
    Repeat,
    Run,
    Target,
    TargetKind,
)
from driveproof.engine.run.frame import without_repeats
from driveproof.engine.run.profiles import Profiles
from driveproof.methods.old_data.plan import Plan

DAY = 86_400.0
AGES = {
    Age.WEEK: 3 * DAY,
    Age.MONTH: 20 * DAY,
    Age.QUARTER: 60 * DAY,
    Age.YEAR: 200 * DAY,
    Age.TWO_YEARS: 500 * DAY,
    Age.OLDER: 1200 * DAY,
}
FADING = {
    Age.WEEK: 520e6,
    Age.MONTH: 500e6,
    Age.QUARTER: 490e6,
    Age.YEAR: 210e6,
    Age.TWO_YEARS: 90e6,
    Age.OLDER: 60e6,
}
"""Bytes a second of a drive that reads old data slowly."""
EXAMPLE_FILES = FileAges(
    files=184_312,
    bytes=312 * 10**9,
    whole=True,
    born=True,
    ages=tuple(
        FilesOfAge(age, 20 + 7 * number, (4 + number) * 10**9, old)
        for number, (age, old) in enumerate(AGES.items())
    ),
    left_out=(
        LeftOutFiles(LeftOut.SMALL, 183_810, 21 * 10**9),
        LeftOutFiles(LeftOut.CLOSED, 31, 2 * 10**9),
        LeftOutFiles(LeftOut.SPARSE, 6, 90 * 10**9),
        LeftOutFiles(LeftOut.WRITTEN, 2, 10**9),
    ),
)


def old_data_profile() -> Profile:
    return Profiles().find("old-data")


def old_data_run(
    speeds: Mapping[Age, float] = FADING, *, spread: float = 0.03, repeats: int = 8, reads: int = 24
) -> Run:
    """A run that read each of these ages at such a speed, a repeat up to `spread` off; one read in
    twelve takes ten times as long.
    """
    drawn = random.Random(5)
    phases = []
    for phase in Plan(ages=frozenset(speeds)).phases:
        made = without_repeats(phase, (), engine=READ_ENGINE, direct=True, cache=Cache.DIRECT)
        age = Age(phase.variant.removeprefix("files "))
        found = tuple(
            _repeat(order, AGES[age], speeds[age] * (1 + drawn.uniform(-spread, spread)), reads)
            for order in range(1, repeats + 1)
        )
        phases.append(replace(made, repeats=found))
    return Run(
        id="old1",
        profile="old-data",
        method="old-data",
        title="Old data",
        status=FINISHED,
        started=STARTED,
        seconds=75.0,
        target=Target(
            "/home/maria", TargetKind.FILE, device="/dev/sda2", model="Samsung SSD 840 EVO 1TB",
            size=10**12, filesystem="ext4",
        ),
        environment=Environment(
            kernel="6.12.6", io_path=IoPath.DIRECT, file_ages=EXAMPLE_FILES,
            temperature_before=34.0, temperature_after=38.0,
        ),
        phases=tuple(phases),
        cache=Cache.DIRECT,
        repeats_planned=repeats,
    )  # fmt: skip


def _repeat(order: int, old: float, speed: float, reads: int) -> Repeat:
    usual = AGED_BLOCK / speed
    seconds = [
        usual * (10 if number % 12 == 5 else 1 + 0.02 * (number % 3 - 1)) for number in range(reads)
    ]
    taken = np.array(seconds)
    total = float(taken.sum())
    result = DirectionResult(
        iops=reads / total,
        bandwidth=reads * AGED_BLOCK / total,
        bytes=reads * AGED_BLOCK,
        ios=reads,
        seconds=total,
        latency=exact_latency(taken),
        histogram=Histogram(bin_counts((taken * 1e9).astype(np.int64))),
    )
    ages = tuple(old * (1 + 0.01 * (number % 7)) for number in range(reads))
    return Repeat(order, {Direction.READ: result}, aged=AgedReads(ages, tuple(seconds)))
