# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday writes with the real fio: files, last fsync, slow drives, cancels, faults."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import structs
from tests.builders.deep import deep
from tests.builders.exported import run_values
from tests.system.machine import run, unmount
from tests.system.measuring import MIB, Lab, mounted, names

from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.everyday import everyday_rows, flush_time, swallowed
from driveproof.domain.run.failed_io import LOOK_AT_IT
from driveproof.domain.run.run import CANCELLED, CUT_SHORT, FAILED, FINISHED, Disturbance
from driveproof.engine.run import events
from driveproof.importers.own_json import read_own
from driveproof.methods.everyday.plan import Plan, Test

pytestmark = pytest.mark.root

LIMITS = Path("/sys/fs/cgroup/blkio/blkio.throttle.write_bps_device")
SMALL = Test("Small", 4096, 8 * MIB)
MANY = Test("Many", 65536, 16 * MIB, 4, 4)
LARGE = Test("Large", MIB, 32 * MIB)


def everyday(*tests: Test, seconds: float = 0.5) -> Profile:
    profile = Profile("small", "Small", "", (), 0, repeats=1, pause=0.0, method="everyday")
    return with_plan(profile, Plan(tests or (SMALL, MANY), seconds))


@contextmanager
def slow(device: str, rate: int) -> Iterator[None]:
    """The device takes so many bytes a second (cgroup v1 at its root)."""
    if not os.access(LIMITS, os.W_OK):
        pytest.skip("this machine's writes cannot be limited (no cgroup v1 blkio)")
    number = Path(f"/sys/class/block/{Path(device).name}/dev").read_text().strip()
    LIMITS.write_text(f"{number} {rate}")
    try:
        yield
    finally:  # or whoever gets this loop device next is as slow
        LIMITS.write_text(f"{number} 0")


@pytest.mark.parametrize("kind", ["ext4", *deep("xfs", "btrfs")])
def test_each_way_of_each_test(kind: str, tmp_path: Path, lab: Lab) -> None:
    profile = everyday()
    with mounted(kind, tmp_path) as (folder, _device):
        before = names(folder)
        result = lab.session(profile, folder).run()
        lab.nothing_is_left(folder)
        assert names(folder) == before
    assert result.status == FINISHED, result.error
    assert result.method == "everyday"
    assert [phase.name for phase in result.phases] == [phase.name for phase in profile.phases]
    for phase in result.phases:
        (repeat,) = phase.repeats
        back, written = repeat.write_back, repeat.directions["write"]
        assert back is not None and phase.engine == "posixaio" and not phase.direct
        assert written.bytes and written.bytes <= phase.work.extent
        assert back.points[-1].written == written.bytes
        assert [p.seconds for p in back.points] == sorted(p.seconds for p in back.points)
        several = len(back.processes)
        assert several == (phase.jobs if phase.jobs > 1 else 0)
        assert not several or sum(one.bytes for one in back.processes) == written.bytes
        if phase.work.fsync:
            assert (flush_time(phase, "p50") or 0) > 0 and back.fsync == 0
        else:
            assert back.writing is not None
            # The figure is that with the fsync.
            assert back.writing + back.fsync == pytest.approx(written.seconds, abs=0.002)
    kept = lab.history().load(result.id)
    assert [p.repeats[0].write_back for p in kept.phases] == [
        p.repeats[0].write_back for p in result.phases
    ]
    (again,) = read_own([run_values(result)])
    first, second = (run.phases[2].repeats[0].write_back for run in (result, again.made))
    assert first is not None and second is not None
    assert second.processes == first.processes
    assert [p.written for p in second.points] == [p.written for p in first.points]


@pytest.mark.deep
def test_a_slow_drive_is_waited_for_and_has_not_stalled(tmp_path: Path, lab: Lab) -> None:
    """fio says nothing during its last fsync, however long that takes."""
    with mounted("ext4", tmp_path) as (folder, device), slow(device, 8 * MIB):
        result = lab.session(everyday(LARGE, seconds=0.2), folder).run()
    assert result.status == FINISHED, result.error
    (row,) = everyday_rows(result)
    assert row.at_end is not None
    (repeat,) = row.at_end.repeats
    back, written = repeat.write_back, repeat.directions["write"]
    assert back is not None and back.fsync > 1 and back.writing is not None
    assert Disturbance.STALL not in repeat.disturbed and written.longest_stall == 0
    # All of it was in memory at first, and came to the drive in the silence.
    assert (swallowed(row.at_end) or 0) > 0.8
    silent = [point for point in back.points if point.seconds > back.writing]
    assert len(silent) > 3 and silent[-1].stored is not None
    assert silent[-1].stored > 0.9 * (written.bytes or 0)
    seen = [event for event in lab.seen if isinstance(event, events.WritingBack)]
    assert any(event.flushing for event in seen)
    assert not [e for e in lab.seen if isinstance(e, events.Stalled) and e.index == 0]


@pytest.mark.deep
def test_a_cancel_during_the_fsync_waits_for_it(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, device), slow(device, 8 * MIB):

        def stop(event: events.Event) -> None:
            if isinstance(event, events.WritingBack) and event.flushing:
                session.cancel()

        session = lab.session(everyday(LARGE, seconds=0.2), folder, observer=stop)
        result = session.run()
        # No fio is left that the kernel still holds in its fsync.
        assert lab.fios() == []
        lab.nothing_is_left(folder)
    assert result.status == CANCELLED
    for phase in result.phases:
        assert CUT_SHORT in phase.repeats[0].disturbed


@pytest.mark.deep
def test_little_room_makes_the_files_smaller(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):
        plan = everyday(SMALL, structs.replace(LARGE, size=1024 * MIB), seconds=0.5)
        result = lab.session(plan, folder).run()
    assert result.status == FINISHED, result.error
    assert result.phases[0].work.extent == 8 * MIB
    assert 32 * MIB < result.phases[2].work.extent < 96 * MIB


@pytest.mark.deep
def test_a_drive_that_refuses_the_write_back_fails_the_fsync(tmp_path: Path, lab: Lab) -> None:
    """An image in a full file system: the loop device answers with EIO, when it is written back."""
    small = tmp_path / "small"
    small.mkdir()
    run("mount", "-t", "tmpfs", "-o", "size=20m", "none", str(small))
    try:
        with mounted("ext4", small) as (folder, _device):
            result = lab.session(everyday(LARGE, seconds=5.0), folder).run()
            assert lab.fios() == []
    finally:
        unmount(small)
    assert result.status == FAILED
    # fio ends with 0 there; the kernel tells us.
    assert result.error is not None
    assert result.error.advice in {LOOK_AT_IT, Advice(Remedy.FREE_SPACE_OR_SMALLER_FILE)}
    assert not any(
        CUT_SHORT not in repeat.disturbed
        for phase in result.phases
        if phase.work.end_fsync
        for repeat in phase.repeats
    )
