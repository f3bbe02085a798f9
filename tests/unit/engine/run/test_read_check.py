# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A search for bad sectors: from the helper's lines to areas, and the partitions they lie in."""

from __future__ import annotations

import queue
from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.guided_runs import bad_sectors_run

from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Inventory
from driveproof.domain.errors import UsageError
from driveproof.domain.profile.profile import fitted_to_device
from driveproof.domain.run.area_map import map_of
from driveproof.domain.run.areas import AreaState, area
from driveproof.engine.run.bad_places import partition_notes
from driveproof.engine.run.checked import CheckedAreas
from driveproof.engine.run.profiles import Profiles
from driveproof.engine.run.read_check import ReadCheckRun
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.wording.run import note_text

MIB = 2**20
MS = 10**6


class Said:
    """A process of the helper's that has said all of its lines."""

    def __init__(self, *parts: bytes, status: int = 0) -> None:
        self.output: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        for part in (*parts, None):
            self.output.put(part)
        self.output_ended = True
        self.failure = None
        self._status = status

    def wake(self) -> None:
        pass

    def wait(self, timeout: float) -> int:
        return self._status

    def end(self) -> int:
        return self._status

    def errors(self) -> str:
        return "OSError: [Errno 19] No such device\n" if self._status else ""


class Launch:
    command = ("driveproof",)

    def __init__(self, said: Said) -> None:
        self._said = said

    def start(self) -> Said:
        return self._said

    def abort(self) -> None:
        pass


def test_lines_become_areas_however_they_are_cut() -> None:
    text = b"".join(
        (
            b"0 1048576 2000000 0\n",
            b"1048576 65536 2000000 0\n",
            b"1114112 4096 2000000 5\n",
            b"1118208 978944 2000000 0\n",
        )
    )
    found = CheckedAreas(2 * MIB)
    parts = [text[at : at + 7] for at in range(0, len(text), 7)]
    ending = ReadCheckRun(Launch(Said(*parts)), found, cancelled=lambda: False).run()
    assert ending.whole and ending.failure is None
    assert found.areas == (
        area(0, MIB + 65536, AreaState.RIGHT),
        area(MIB + 65536, 4096, AreaState.UNREADABLE),
        area(MIB + 65536 + 4096, 978944, AreaState.RIGHT),
    )
    assert sum(place.bytes for place in found.positions) == MIB


def test_a_slow_place() -> None:
    found = CheckedAreas(20 * MIB)
    run = ReadCheckRun(Launch(Said()), found, cancelled=lambda: False)
    for number in range(20):
        took = 900 * MS if number == 12 else 5 * MS
        run.take(f"{number * MIB} {MIB} {took} 0\n".encode())
    assert [(each.offset, each.state) for each in found.areas] == [
        (0, AreaState.RIGHT),
        (12 * MIB, AreaState.SLOW),
        (13 * MIB, AreaState.RIGHT),
    ]


@pytest.mark.parametrize("status", [19, 5, 200])
def test_how_it_fails(status: int) -> None:
    found = CheckedAreas(2 * MIB)
    said = Said(b"0 1048576 2000000 0\n", status=status)
    ending = ReadCheckRun(Launch(said), found, cancelled=lambda: False).run()
    assert not ending.whole
    assert ending.failure is not None
    assert found.done == MIB


def test_lines_that_are_missing_are_no_success() -> None:
    found = CheckedAreas(2 * MIB)
    said = Said(b"0 1048576 2000000 0\n")
    assert not ReadCheckRun(Launch(said), found, cancelled=lambda: False).run().whole


def test_the_profile_takes_the_size_of_the_device() -> None:
    profile = Profiles().find("bad-sectors")
    assert profile.needs_root and profile.unsized
    assert profile.bytes_written == 0
    sized, notes = fitted_to_device(profile, 64 * MIB)
    assert (sized.size, notes, sized.bytes_written) == (64 * MIB, (), 0)
    assert [phase.name for phase in sized.phases] == ["bad-sectors read"]
    with pytest.raises(UsageError):
        profile.customized(repeats=3)


def test_the_partitions_of_the_bad_places(tmp_path: Path) -> None:
    disk = tmp_path / "class/block/sda"
    for name, begin, size in (("sda1", MIB, 100_000 * MIB), ("sda2", 100_001 * MIB, 300_000 * MIB)):
        folder = disk / name
        folder.mkdir(parents=True)
        for file, number in (("partition", 1), ("start", begin // 512), ("size", size // 512)):
            (folder / file).write_text(f"{number}\n")
    run = bad_sectors_run()
    said = [note_text(note) for note in partition_notes(run, Sysfs(tmp_path))]
    assert len(said) == 2
    assert "/dev/sda1: 1," in said[0] and "/dev/sda2: 2," in said[1]
    assert partition_notes(replace(run, phases=()), Sysfs(tmp_path)) == ()
    part = BlockDevice(path="/dev/sda1", name="sda1", number="8:1", size=MIB, filesystem="ext4")
    (one, how, *_rest) = partition_notes(run, Sysfs(tmp_path), Inventory((part,)))
    assert "/dev/sda1 (ext4): 1," in note_text(one)
    assert 'sudo debugfs -R "icheck ' in note_text(how)
    found = map_of(run)
    assert found is not None and not found.wrote


def test_a_bad_place_across_the_end_of_a_partition(tmp_path: Path) -> None:
    """Neighbours are one place: what is behind the end is in the next partition, or in none."""
    run = bad_sectors_run()
    found = map_of(run)
    assert found is not None
    bad = [(each.offset, each.end) for each in found.areas if each.state is not AreaState.RIGHT]
    begin, end = bad[0]
    middle = begin + 4096
    assert middle < end
    disk = tmp_path / "class/block/sda"
    places = (("sda1", middle, end - middle), ("sda2", bad[1][0], bad[1][1] - bad[1][0]))
    for name, at, size in (*places, ("sda3", bad[-1][1], MIB)):
        folder = disk / name
        folder.mkdir(parents=True)
        for file, number in (("partition", 1), ("start", at // 512), ("size", size // 512)):
            (folder / file).write_text(f"{number}\n")
    notes = partition_notes(run, Sysfs(tmp_path))
    said = [note_text(note).replace("\u202f", " ") for note in notes]
    assert "/dev/sda1: 1, the first at 0 B" in said[0]
    assert "/dev/sda2: 1," in said[1]
    assert notes[2].values["count"] == len(bad) - 2


def test_what_lies_on_encrypted_and_larger_devices(tmp_path: Path) -> None:
    """LUKS has its contents behind its header; of a volume group or an array it is said only."""
    run = bad_sectors_run()
    whole = map_of(run)
    assert whole is not None
    first = next(each.offset for each in whole.areas if each.state is not AreaState.RIGHT)
    name = Path(run.target.device or "").name
    disk = BlockDevice(path=f"/dev/{name}", name=name, number="8:0", size=500 * 10**9)
    locked = replace(disk, filesystem="crypto_LUKS")
    clear = BlockDevice(
        path="/dev/mapper/home", name="dm-0", number="253:0", size=disk.size - 16 * MIB,
        filesystem="ext4", kind=DeviceKind.CRYPT, parents=(name,),
    )  # fmt: skip

    def said(*devices: BlockDevice) -> list[str]:
        found = partition_notes(run, Sysfs(tmp_path), Inventory(devices))
        return [note_text(note).replace("\u202f", " ") for note in found]

    (only,) = said(locked)
    assert disk.path in only
    what, how, _why = said(replace(locked, children=("dm-0",)), clear)
    assert "/dev/mapper/home starts at 16.8 MB" in what
    assert f"icheck {(first - 16 * MIB) // 4096} " in how and how.count("/dev/mapper/home")
    for kind in (DeviceKind.MD, DeviceKind.LVM):
        part = replace(clear, path="/dev/md0", kind=kind, filesystem="ext4")
        member = replace(disk, filesystem="linux_raid_member", children=("dm-0",))
        (only,) = said(member, part)
        assert f"/dev/{name}" in only and "/dev/md0" in only
