# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What of a latency is ours, and who slept in a pause."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import breakdown_run

from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.matching import Side
from driveproof.domain.metric import MetricName
from driveproof.domain.run.latency_breakdown import LatencyBreakdown, Woken, breakdown_of
from driveproof.domain.run.run import Run
from driveproof.domain.run.work import Part
from driveproof.fio.command import FioTarget, prepare
from driveproof.methods.latency_breakdown.plan import AWAKE, PAUSES


def breakdown(run: Run) -> LatencyBreakdown:
    found = breakdown_of(run)
    assert found is not None
    return found


def without(run: Run, *parts: Part) -> Run:
    return replace(run, phases=tuple(p for p in run.phases if p.work.part not in parts))


def test_the_shares_of_a_read() -> None:
    run = breakdown_run()
    found = breakdown(run)
    assert found.seconds(Part.DRIVE) == pytest.approx(62e-6, rel=0.05)
    share = found.of(Part.DRIVE)
    assert share is not None and share.cpu is not None
    assert share.cpu == pytest.approx((0.8e-6, 3.9e-6), rel=0.05)
    # What a processor works on it is more than what a read from memory takes.
    assert found.ours == pytest.approx(4.7 / 62, rel=0.1)
    assert not found.limited_by_cpu
    assert found.pauses == (0.1, 1.0, 10.0)


def test_a_drive_as_fast_as_memory_is_set_by_the_processor() -> None:
    run = breakdown_run("nothing")
    phases = tuple(
        replace(p, repeats=q.repeats) if p.work.part is Part.DRIVE and not p.work.think_time else p
        for p in run.phases
        for q in run.phases
        if q.work.part is Part.MEMORY
    )
    found = replace(run, phases=phases)
    assert breakdown(found).limited_by_cpu


@pytest.mark.parametrize(
    ("kind", "woken"),
    [("drive", Woken.DRIVE), ("cpu", Woken.CPU), ("nothing", Woken.NOTHING)],
)
def test_who_slept(kind: str, woken: Woken) -> None:
    found = breakdown(breakdown_run(kind))
    assert [found.woken(pause) for pause in found.pauses] == [woken] * 3
    assert found.first_late == (None if woken is Woken.NOTHING else 0.1)


@pytest.mark.parametrize("kind", ["drive", "cpu"])
def test_one_repeat_blames_nobody(kind: str) -> None:
    run = breakdown_run(kind, repeats=1)
    found = breakdown(run)
    assert [found.woken(pause) for pause in found.pauses] == [Woken.UNKNOWN] * 3


def test_without_a_busy_processor_nobody_is_blamed() -> None:
    found = breakdown(without(breakdown_run("drive"), Part.AWAKE))
    assert found.woken(1.0) is Woken.UNKNOWN
    assert found.woken(7.0) is None


def test_what_fio_is_asked_for() -> None:
    from driveproof.engine.run.profiles import Profiles  # noqa: PLC0415

    phases = Profiles().find("latency-breakdown").phases
    place = FioTarget("/proc/self/fd/3", 2**30)
    lines = [" ".join(prepare(phase, place)) for phase in phases]
    assert len(lines) == 3 + len(PAUSES) + len(AWAKE)
    assert "--ioengine=null" in lines[0]
    assert "--pre_read=1" in lines[1] and "--direct=0" in lines[1]
    assert all("--direct=1" in line and "pre_read" not in line for line in lines[2:])
    assert "--thinktime=10000000us" in lines[5] and "--runtime=35000ms" in lines[5]


def test_compared_are_times_and_not_what_a_pause_lets_through() -> None:
    """A read after ten seconds has 0.1 IOPS, whatever it takes."""
    awake = replace(breakdown_run("nothing", repeats=8), id="a" * 12)
    asleep = replace(breakdown_run("drive", repeats=8), id="b" * 12)
    found = compare_sides((Side("", (awake,)), Side("", (asleep,))))
    said = {one.name: (one.metric, one.verdict) for one in found.primary}
    late = [value for name, value in said.items() if "think_time" in name]
    assert late == [(MetricName.P50, Verdict.SLOWER)] * 5
    assert (MetricName.P50, Verdict.WITHIN) in said.values()
