# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs of everyday tasks with made-up figures."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from driveproof.domain.access import Cache
from driveproof.domain.profile.profile import Profile, copying_from, with_plan
from driveproof.domain.run.real_life import task_of
from driveproof.domain.run.run import (
    FINISHED,
    BootTimes,
    DirectionResult,
    Environment,
    IoPath,
    Latency,
    MemberStatistics,
    PhaseResult,
    Repeat,
    Role,
    Run,
    Target,
    TargetKind,
    TaskCost,
)
from driveproof.engine.run.frame import without_repeats
from driveproof.methods.real_life.plan import Plan

STARTED = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
_FIGURES = {
    # seconds, of them processor, of them the drive busy, MB read, MB written
    "make tree": (4.9, 1.0, 3.8, 0, 218),
    "copy tree, cold": (7.4, 1.4, 5.7, 190, 219),
    "copy tree, warm": (5.0, 1.1, 3.8, 0, 219),
    "delete tree": (0.7, 0.4, 0.2, 0, 14),
    "copy from another drive, cold": (6.1, 1.3, 4.2, 0, 219),
    "pack, cold": (5.3, 1.2, 4.0, 190, 208),
    "pack, warm": (2.4, 1.0, 1.4, 0, 208),
    "unpack, cold": (5.2, 1.9, 3.1, 208, 218),
    "unpack, warm": (4.8, 1.8, 2.8, 0, 218),
    "database insert": (1.7, 0.9, 0.7, 0, 21),
    "database commits": (1.4, 0.1, 1.2, 0, 19),
    "database count, cold": (0.16, 0.05, 0.11, 20, 0),
    "database count, warm": (0.05, 0.05, 0.0, 0, 0),
    "database index": (0.3, 0.2, 0.1, 0, 6),
    "compile": (6.9, 6.6, 0.1, 0, 2),
}


def real_life_profile(*, another: bool = False) -> Profile:
    """The profile as it ships."""
    empty = Profile(
        "real-life", "Real life", "What?", (), 0, repeats=3, pause=0.0, method="real-life"
    )
    profile = with_plan(empty, Plan())
    return copying_from(profile) if another else profile


def example_real_life(
    *,
    another: bool = False,
    faster: float = 1.0,
    repeats: int = 3,
    run: str = "real",
    days: int = 0,
) -> Run:
    """A run on a SATA SSD; with `another` a hard disk is copied from. The drive's part of every
    task is so many times `faster`.
    """
    phases = tuple(
        _measured(phase, faster, repeats)
        for phase in (
            without_repeats(
                each, (), engine="task", direct=False,
                cache=Cache.COLD if each.variant.endswith("cold") else Cache.WARM,
            )
            for each in real_life_profile(another=another).phases
        )
    )  # fmt: skip
    return Run(
        id=f"{run}{faster:g}",
        profile="real-life",
        method="real-life",
        title="Real life",
        status=FINISHED,
        started=STARTED + timedelta(days=days),
        seconds=214.0,
        target=Target(
            "/home/maria", TargetKind.FILE, device="/dev/sda2", model="Samsung SSD 870 EVO 1TB",
            size=10**12, filesystem="ext4",
        ),
        environment=Environment(
            kernel="6.12.6", io_path=IoPath.BUFFERED, sqlite="3.46.1",
            compiler="cc (Debian 14.2.0-19) 14.2.0", test_file_size=640 * 2**20,
            boot=BootTimes(5.2, 1.1, 1.4, 3.0, 7.9),
        ),
        phases=phases,
        repeats_planned=repeats,
    )  # fmt: skip


def _measured(phase: PhaseResult, faster: float, repeats: int) -> PhaseResult:
    seconds, cpu, busy, read, written = _FIGURES[phase.name]
    assert task_of(phase) is not None
    made = []
    for order in range(1, repeats + 1):
        # No two repeats take the same time.
        wall = (cpu + (seconds - cpu) / faster) * (1 + 0.01 * ((order * 7) % 5 - 2))
        members = [
            MemberStatistics(
                "sda2", Role.TARGET, read * 10**6, written * 10**6, read * 8, written * 8, wall,
                busy / faster,
            ),
        ]  # fmt: skip
        if phase.name.startswith("copy from"):
            members.append(
                MemberStatistics("sdb", Role.SOURCE, 190 * 10**6, 0, 10240, 0, wall, 0.95 * wall)
            )
        result = DirectionResult(
            iops=10240 / wall, bandwidth=190e6 / wall, bytes=190 * 10**6, ios=10240, seconds=wall,
            latency=Latency(), longest_stall=None,
        )  # fmt: skip
        made.append(
            Repeat(
                order,
                {phase.direction: result},
                started=STARTED,
                members=tuple(members),
                task=TaskCost(cpu, 0.6 * busy / faster, busy / faster, 10240),
            )
        )
    return replace(phase, repeats=tuple(made))
