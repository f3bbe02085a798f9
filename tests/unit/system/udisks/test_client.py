# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading everything once, from fake machines on a bus of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.collections_of_drives import demo, many, plain
from tests.fakes.made_array import recovering
from tests.fakes.made_machine import GB, MAJOR, MadeMachine
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import MachineError
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.client import read_inventory


def read(bus: PrivateBus, machine: MadeMachine, *, sysfs: Path | None = None) -> Inventory:
    with FakeUDisks2(bus.address, machine.objects):
        return read_inventory(bus.address, Sysfs(sysfs or machine.root))


def get(inventory: Inventory, name: str) -> BlockDevice:
    device = inventory.get(name)
    assert device is not None, name
    return device


@pytest.mark.parametrize("version", ["2.9.4", "2.10.1", "2.11.0"])
def test_every_kind_of_drive_in_every_version(
    bus: PrivateBus, tmp_path: Path, version: str
) -> None:
    inventory = read(bus, demo(tmp_path / "sys", version))
    assert inventory.source == f"UDisks2 {version}"
    kinds = {device.name: device.kind for device in inventory.listed()}
    assert kinds == {
        "nvme0n1": "nvme", "nvme1n1": "nvme", "sda": "ata", "sdb": "ata", "sdc": "ata",
        "sdd": "usb", "sde": "usb", "sdf": "usb", "md0": "md", "dm-0": "crypt", "dm-1": "lvm",
        "dm-2": "lvm", "zram0": "zram", "loop0": "loop",
    }  # fmt: skip
    drive = get(inventory, "nvme0n1")
    assert (drive.model, drive.serial) == ("Samsung SSD 990 PRO 2TB", "S7KHNJ0W512345")
    assert (drive.firmware, drive.bus, drive.media) == ("4B2QJXD7", "nvme", "ssd")
    assert (drive.size, drive.temperature) == (2000 * GB, 41.85)
    assert drive.partition_table == "gpt"
    assert drive.children == ("nvme0n1p1", "nvme0n1p2", "nvme0n1p3")


def test_partitions_know_their_disk_and_file_system(bus: PrivateBus, tmp_path: Path) -> None:
    inventory = read(bus, demo(tmp_path / "sys"))
    part = get(inventory, "nvme0n1p1")
    assert (part.kind, part.partition_of, part.partition_number) == ("partition", "nvme0n1", 1)
    assert (part.filesystem, part.label, part.usage) == ("vfat", "EFI", "filesystem")
    assert [mount.path for mount in part.mounts] == ["/boot/efi"]
    assert part.model == ""  # that of the disk is one step away, and no size of a drive is wrong
    assert inventory.whole_disk(part).name == "nvme0n1"


def test_stacks_of_crypt_lvm_and_raid(bus: PrivateBus, tmp_path: Path) -> None:
    inventory = read(bus, demo(tmp_path / "sys"))
    names = [layer.device.name for layer in inventory.stack(get(inventory, "/dev/mapper/vg-root"))]
    assert names == ["dm-1", "dm-0", "nvme0n1p3", "nvme0n1"]
    raid = get(inventory, "/dev/md/backup")
    assert raid.parents == ("sdb1", "sdc1")
    assert [drive.name for drive in inventory.drives_below(raid)] == ["sdb", "sdc"]


def test_without_sysfs_the_bus_alone_gives_the_stack(bus: PrivateBus, tmp_path: Path) -> None:
    inventory = read(bus, demo(tmp_path / "sys"), sysfs=tmp_path / "absent")
    assert get(inventory, "dm-0").parents == ("nvme0n1p3",)
    assert get(inventory, "md0").parents == ("sdb1", "sdc1")
    assert get(inventory, "sda1").parents == ("sda",)
    assert get(inventory, "sda").kind == "ata"
    assert get(inventory, "sdd").kind == "usb"
    assert get(inventory, "nvme0n1").number == f"{MAJOR}:1"
    assert get(inventory, "nvme0n1").scheduler is None


def test_rotation_is_only_told_where_it_is_known(bus: PrivateBus, tmp_path: Path) -> None:
    inventory = read(bus, demo(tmp_path / "sys"))
    disk, stick = get(inventory, "sdb"), get(inventory, "sdd")
    assert (disk.rotational, disk.rotation_rate, disk.media) == (True, 5400, "hdd")
    assert (stick.rotational, stick.media) == (None, "")  # the bridge keeps silent
    assert get(inventory, "nvme0n1").rotational is False
    assert get(inventory, "loop0").rotational is None
    assert get(inventory, "zram0").media == "memory"


def test_a_drive_without_a_serial_and_a_virtual_disk(bus: PrivateBus, tmp_path: Path) -> None:
    inventory = read(bus, plain(tmp_path / "sys"))
    silent, virtual = get(inventory, "sdb"), get(inventory, "vda")
    assert (silent.model, silent.serial, silent.title) == ("", "", "Disk sdb")
    assert (virtual.kind, virtual.drive_id, virtual.rotational) == ("virtio", "", None)


def test_two_drives_may_share_a_serial(bus: PrivateBus, tmp_path: Path) -> None:
    inventory = read(bus, demo(tmp_path / "sys"))
    one, two = get(inventory, "sde"), get(inventory, "sdf")
    assert one.serial == two.serial
    assert one in inventory.listed()
    assert two in inventory.listed()


def test_empty_loop_devices_and_what_udev_hides_are_hidden(bus: PrivateBus, tmp_path: Path) -> None:
    machine = demo(tmp_path / "sys")
    hidden = machine.nvme(5, "Hidden", GB)
    machine.objects[hidden.object_path]["org.freedesktop.UDisks2.Block"]["HintIgnore"] = ("b", True)
    inventory = read(bus, machine)
    assert get(inventory, "loop1").hidden
    assert get(inventory, "nvme5n1").hidden
    assert not {"loop1", "nvme5n1"} & {device.name for device in inventory.listed()}


def test_strings_of_any_bytes_are_made_visible_and_paths_survive(
    bus: PrivateBus, tmp_path: Path
) -> None:
    machine = MadeMachine(tmp_path / "sys")
    drive = machine.sata("sda", " Evil\x1b[2J\u202edrive ", GB, 1, serial="  A1  ")
    machine.partition(drive, 1, GB, filesystem="ext4", label="<b>\n", mounts=[b"/media/\xff\xfe\n"])
    machine.loop(0, GB, b"/srv/\xff.img")
    inventory = read(bus, machine)
    device, part = get(inventory, "sda"), get(inventory, "sda1")
    assert device.model == r"Evil\x1b[2J\u202edrive"
    assert device.serial == "A1"
    assert part.label == "<b>"
    assert part.mounts[0].path.encode("utf-8", "surrogateescape") == b"/media/\xff\xfe\n"
    assert get(inventory, "loop0").backing_file.encode("utf-8", "surrogateescape") == (
        b"/srv/\xff.img"
    )


def test_objects_that_lack_most_of_what_they_should_have(bus: PrivateBus, tmp_path: Path) -> None:
    machine = plain(tmp_path / "sys")
    block = "org.freedesktop.UDisks2.Block"
    base = "/org/freedesktop/UDisks2/block_devices"
    machine.objects[f"{base}/odd"] = {block: {}}
    machine.objects[f"{base}/sdq"] = {block: {"Device": ("ay", b"/dev/sdq\0")}}
    machine.objects[f"{base}/sdr"] = {
        block: {"Device": ("ay", b"/dev/sdr\0"), "Drive": ("o", "/org/gone")}
    }
    del machine.objects["/org/freedesktop/UDisks2/Manager"]
    inventory = read(bus, machine)
    assert inventory.source == "UDisks2"
    assert get(inventory, "sdq").size == 0
    assert get(inventory, "sdr").model == ""


def test_mounts_that_this_process_sees_have_options_and_room(
    bus: PrivateBus, tmp_path: Path
) -> None:
    machine = plain(tmp_path / "sys")
    proc = tmp_path / "proc"
    proc.mkdir()
    (proc / "mountinfo").write_text(
        f"1 0 {MAJOR}:2 / {tmp_path} rw,noatime - ext4 /dev/sda1 rw\n"
        f"2 0 {MAJOR}:2 /sub /elsewhere ro - ext4 /dev/sda1 rw\n"
        "3 0 0:40 / /elsewhere/me rw - tmpfs tmpfs rw\n"
        "4 0 0:41 / /data rw - autofs systemd-1 rw\n"
        f"5 0 {MAJOR}:2 / /data rw - ext4 /dev/sda1 rw\n"
    )
    with FakeUDisks2(bus.address, machine.objects):
        inventory = read_inventory(bus.address, Sysfs(machine.root), proc)
    part = get(inventory, "sda1")
    assert [mount.path for mount in part.mounts] == [str(tmp_path), "/elsewhere", "/data"]
    assert part.mounts[0].options == ("rw", "noatime")
    assert [mount.read_only for mount in part.mounts] == [False, True, False]
    assert part.free is not None
    assert part.used is not None
    # What is in memory does not lie on the drive of the folder above it.
    assert inventory.device_at("/elsewhere/you") is inventory.device_at("/data/you") is part
    assert inventory.device_at("/elsewhere/me/file") is None
    assert inventory.point_of("/elsewhere/me") == ""


@pytest.mark.deep
def test_five_hundred_objects(bus: PrivateBus, tmp_path: Path) -> None:
    inventory = read(bus, many(tmp_path / "sys"))
    assert len(inventory.devices) == 500
    assert len(inventory.listed()) == 80 + 50


def test_the_bus_starts_udisks2_if_it_can(bus: PrivateBus) -> None:
    bus.make_activatable()
    assert read_inventory(bus.address).get("vda") is not None


def test_without_udisks2_it_says_how_to_get_it(bus: PrivateBus) -> None:
    with pytest.raises(MachineError, match=r"UDisks2") as caught:
        read_inventory(bus.address)
    assert "udisks2" in str(caught.value.advice)
    assert caught.value.exit_status == 3


def test_without_a_bus_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match=r"system bus"):
        read_inventory(f"unix:path={tmp_path}/absent")
    for malformed in ("tcp:host=localhost", "nonsense"):
        with pytest.raises(MachineError, match=malformed):
            read_inventory(malformed)


@pytest.mark.parametrize(
    ("layout", "ratio", "missing", "expected"),
    [
        ("raid1", 1.0, 0, ArrayState(kind="lvm", wanted=2, active=2)),
        ("raid1", 0.25, 0, ArrayState(
            kind="lvm", wanted=2, active=2, action=ArrayAction.RESYNC, progress=0.25)),
        ("raid5", 1.0, 1, ArrayState(kind="lvm", wanted=3, active=2)),
        ("linear", 0.0, 0, None),
        ("linear", 0.0, 1, ArrayState(kind="lvm", wanted=3, active=2)),
    ],
)  # fmt: skip
def test_udisks2_tells_the_state_of_a_logical_volume(
    bus: PrivateBus, tmp_path: Path, layout: str, ratio: float, missing: int,
    expected: ArrayState | None,
) -> None:  # fmt: skip
    machine = MadeMachine(tmp_path / "sys")
    drives = [machine.sata(name, "Disk", GB, port) for port, name in enumerate(("sda", "sdb"), 1)]
    volume = machine.mapped(0, "group-volume", "LVM-abc", GB, drives)
    machine.volume_group(volume, drives, missing, Layout=("s", layout), SyncRatio=("d", ratio))
    assert get(read(bus, machine), "dm-0").array == expected


def test_the_kernel_tells_the_state_of_an_array(bus: PrivateBus, tmp_path: Path) -> None:
    machine = demo(tmp_path / "sys")
    recovering(machine.root, "md0")
    state = get(read(bus, machine), "md0").array
    assert state is not None and state.degraded
    assert (state.action, state.progress) == ("recover", 0.25)


def test_without_the_kernel_udisks2_tells_it(bus: PrivateBus, tmp_path: Path) -> None:
    machine = demo(tmp_path / "sys")
    assert get(read(bus, machine), "md0").array is None  # neither says a thing
    (raid,) = (each for path, each in machine.objects.items() if "/mdraid/" in path)
    (properties,) = raid.values()
    properties |= {
        "NumDevices": ("u", 2), "Degraded": ("u", 0), "SyncAction": ("s", "check"),
        "SyncCompleted": ("d", 0.5), "SyncRate": ("t", 10**8),
        "SyncRemainingTime": ("t", 90 * 10**6),
    }  # fmt: skip
    state = get(read(bus, machine), "md0").array
    assert state is not None and not state.degraded
    assert (state.action, state.progress) == ("check", 0.5)
    assert (state.speed, state.seconds_left) == (1e8, 90.0)
