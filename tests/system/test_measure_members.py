# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which disk did the I/O: the kernel's counters of every device below a real file system."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.builders.deep import deep
from tests.fakes.made_machine import GB, MadeMachine
from tests.system.measuring import MIB, Lab, btrfs_over_two, mounted, phase, profile

from driveproof.domain.run.members import typical
from driveproof.domain.run.run import FINISHED, Run
from driveproof.engine.run import events
from driveproof.system.kernel.sysfs import Sysfs

pytestmark = pytest.mark.root


def moved(result: Run, index: int) -> tuple[int, dict[str, int]]:
    """Bytes that fio counted in a phase, and those of each device in the same time."""
    (repeat,) = result.phases[index].repeats
    direction = result.phases[index].direction
    bytes_of = {
        member.device: member.read_bytes if direction == "read" else member.written_bytes
        for member in repeat.members
    }
    return repeat.directions[direction].bytes, bytes_of


@pytest.mark.parametrize("level", ["raid0", *deep("raid1")])
def test_both_devices_of_a_btrfs(level: str, tmp_path: Path, lab: Lab) -> None:
    # Without a warm-up the first reading is from before the first I/O: the sums are exact.
    tests = profile(
        phase("read", block=MIB, depth=4, warmup=0.0),
        phase("read", depth=4, jobs=4, warmup=0.0),
        phase("write", warmup=0.0),
    )
    with btrfs_over_two(tmp_path, level) as (point, names):
        result = lab.session(tests, point).run()
    assert result.status == FINISHED
    for index in range(3):
        (repeat,) = result.phases[index].repeats
        assert {member.device: member.role for member in repeat.members}.items() >= {
            names[0]: "target",
            names[1]: "beside",
        }.items()
        own, devices = moved(result, index)
        both = [devices[name] for name in names]
        print(f"{level} {result.phases[index].name}: fio {own}, devices {both}")
        copies = 2 if level == "raid1" and result.phases[index].direction == "write" else 1
        assert sum(both) >= copies * own > 0
        if level == "raid0":
            assert min(both) > 0.3 * own
        served = [each for each in typical(result.phases[index]) if each.request is not None]
        assert {each.device for each in served} & {*names}
        for each in served:
            # Little's law, of counters of their own: each kind of wait is cut to milliseconds.
            assert each.queue is not None and each.request is not None
            waits = each.read_iops * (each.read_wait or 0) + each.write_iops * (
                each.write_wait or 0
            )
            assert each.queue >= waits - 0.02
            moved_a_second = each.read_bandwidth + each.write_bandwidth
            requests = (each.read_iops + each.write_iops) * each.request
            assert requests == pytest.approx(moved_a_second)
    kept = lab.history().load(result.id)
    assert kept.phases[0].repeats[0].members == result.phases[0].repeats[0].members


@pytest.mark.deep
def test_the_warm_up_is_not_counted(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (point, device):
        result = lab.session(profile(phase("read", warmup=3.0, seconds=1.0)), point).run()
    (found,) = result.phases
    (repeat,) = found.repeats
    name = device.removeprefix("/dev/")
    member = next(member for member in repeat.members if member.device == name)
    numbers = repeat.directions["read"]
    samples = numbers.samples
    everything = sum(sample.bytes for sample in samples)
    # The counters are read just after fio's snapshot came: an interval is far more than that.
    slack = max(sample.bytes for sample in samples)
    longest = max(sample.seconds for sample in samples)
    assert numbers.bytes - slack <= member.read_bytes <= numbers.bytes + slack < everything
    assert member.seconds == pytest.approx(numbers.seconds, abs=longest)
    live = [event for event in lab.seen if isinstance(event, events.Measured)]
    told = sum(m.read_bytes for e in live for m in e.members if m.device == name)
    assert told >= everything - slack  # the last, short interval is not told
    assert typical(found)[0].device == name


def test_a_volume_that_is_moved_to_another_drive_meanwhile(tmp_path: Path, lab: Lab) -> None:
    """It is what /sys says that changes: there is no device mapper on every machine of tests."""
    machine = MadeMachine(tmp_path / "sys")
    disk, _other = machine.sata("sda", "One", GB, 1), machine.sata("sdb", "Two", GB, 2)
    machine.mapped(0, "vg-home", "LVM-home", GB, [disk])
    numbers, volume = machine.root / "dev/block", machine.root / "class/block/dm-0"
    numbers.mkdir(parents=True, exist_ok=True)

    def moves(event: events.Event) -> None:
        slaves = volume / "slaves"
        if isinstance(event, events.RepeatEnded) and (slaves / "sda").is_symlink():
            (slaves / "sda").rename(slaves / "sdb")

    with mounted("ext4", tmp_path) as (point, _device):
        on = point.stat().st_dev
        (numbers / f"{os.major(on)}:{os.minor(on)}").symlink_to(volume.resolve())
        session = lab.session(
            profile(phase(), repeats=2), point, observer=moves, sysfs=Sysfs(machine.root)
        )
        result = session.run()
    assert result.status == FINISHED
    (_note,) = [note for note in result.notes if "vg-home" in str(note)]
