# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Facts from /sys, read from fake trees."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.collections_of_drives import demo
from tests.fakes.made_machine import GB, MAJOR, MadeMachine

from driveproof.domain.drive.drive import QueueLimits
from driveproof.system.kernel import links
from driveproof.system.kernel.hwmon import drive_temperature
from driveproof.system.kernel.sysfs import Sysfs, SysfsFacts


@pytest.fixture
def sysfs(tmp_path: Path) -> Sysfs:
    return Sysfs(demo(tmp_path / "sys").root)


def test_a_drive_tells_number_size_scheduler_and_link(sysfs: Sysfs) -> None:
    facts = sysfs.facts("nvme0n1")
    assert facts.number == f"{MAJOR}:1"
    assert facts.size == 2000 * GB
    assert facts.scheduler == "none"
    assert facts.schedulers == ("none", "mq-deadline")
    assert (facts.link, facts.link_max) == ("PCIe 4.0 x4", "PCIe 4.0 x4")
    assert facts.partition_number is None


def test_a_partition_lies_on_its_disk_and_has_its_limits(sysfs: Sysfs) -> None:
    facts = sysfs.facts("nvme0n1p2")
    assert facts.slaves == ("nvme0n1",)
    assert (facts.partition_number, facts.partition_offset) == (2, 2 * 2**20)
    assert sysfs.limits("nvme0n1p2") == sysfs.limits("nvme0n1") != QueueLimits()


def test_a_mapped_device_tells_name_and_what_is_below(sysfs: Sysfs) -> None:
    facts = sysfs.facts("dm-1")
    assert (facts.mapping, facts.mapping_uuid) == ("vg-root", "LVM-abcroot")
    assert facts.slaves == sysfs.slaves("dm-1") == ("dm-0",)
    assert sysfs.holders("dm-0") == ("dm-1", "dm-2")
    assert sysfs.facts("md0").slaves == ("sdb1", "sdc1")
    assert sysfs.facts("md0").raid_level == "raid1"


def test_limits_are_bytes_and_what_is_not_said_is_none(sysfs: Sysfs) -> None:
    limits = sysfs.limits("sdb")
    assert limits.max_sectors_bytes == 1280 * 1024
    assert limits.optimal_io_size is None
    assert limits.rotational is True
    assert limits.write_cache == "write back"
    assert sysfs.limits("gone") == QueueLimits()


def test_what_is_gone_is_empty_and_never_raises(sysfs: Sysfs) -> None:
    assert sysfs.facts("gone") == SysfsFacts(name="gone")
    assert sysfs.read_stat("gone") is None
    assert sysfs.scheduler("gone") == (None, ())
    assert sysfs.holders("gone") == sysfs.slaves("gone") == ()
    assert sysfs.name_of("1:2") is None
    assert sysfs.name_of(f"{MAJOR}:1") == "nvme0n1"
    assert Sysfs(Path("/absent")).names() == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[none] mq-deadline\n", ("none", ("none", "mq-deadline"))),
        ("none\n", ("none", ("none",))),
        ("mq-deadline kyber [bfq] none\n", ("bfq", ("mq-deadline", "kyber", "bfq", "none"))),
        ("\n", (None, ())),
    ],
)
def test_schedulers_in_every_shape(
    sysfs: Sysfs, text: str, expected: tuple[str | None, tuple[str, ...]]
) -> None:
    (sysfs.root / "class" / "block" / "sda" / "queue" / "scheduler").write_text(text)
    assert sysfs.scheduler("sda") == expected


def test_stat_of_old_and_new_kernels(sysfs: Sysfs) -> None:
    path = sysfs.root / "class" / "block" / "sda" / "stat"
    path.write_text("1 2 8 1500 3 4 16 2500 5 6000 7\n")
    old = sysfs.read_stat("sda")
    assert old is not None
    assert (old.reads, old.read_bytes, old.read_seconds) == (1, 4096, 1.5)
    assert (old.writes, old.written_bytes, old.write_seconds) == (3, 8192, 2.5)
    assert (old.in_flight, old.busy_seconds) == (5, 6.0)
    assert (old.discards, old.discarded_bytes, old.flushes) == (None, None, None)
    path.write_text("1 2 8 1500 3 4 16 2500 5 6000 7 10 11 24 12 13 14\n")
    new = sysfs.read_stat("sda")
    assert new is not None
    assert (new.discards, new.discarded_bytes, new.flushes) == (10, 24 * 512, 13)
    path.write_text("nonsense\n")
    assert sysfs.read_stat("sda") is None


@pytest.mark.parametrize(
    ("name", "link"),
    [("sda", "SATA 6 Gb/s"), ("sdd", "USB 5 Gb/s"), ("nvme1n1", "PCIe 3.0 x4"), ("loop0", None)],
)
def test_links_are_short_words(sysfs: Sysfs, name: str, link: str | None) -> None:
    assert sysfs.facts(name).link == link


def test_slow_usb_and_unknown_sata_speed(tmp_path: Path) -> None:
    machine = MadeMachine(tmp_path / "sys")
    machine.usb("sda", "Old stick", GB, 1, usb_speed=480)
    machine.sata("sdb", "Disk", GB, 2, sata_speed="<unknown>")
    assert Sysfs(machine.root).facts("sda").link == "USB 480 Mb/s"
    assert Sysfs(machine.root).facts("sdb").link is None


@pytest.mark.parametrize(
    ("place", "bus"),
    [
        ("../../devices/pci0000:00/0000:00:14.0/usb2/2-1/2-1.4/2-1.4:1.0/host6/x/block/sda", "usb"),
        ("../../devices/pci0000:00/ata3/host2/target2:0:0/2:0:0:0/block/sda", "sata"),
        ("../../devices/platform/mmc_host/mmc0/mmc0:0001/block/mmcblk0", "mmc"),
        ("../../devices/pci0000:00/virtio1/block/vda", "virtio"),
        ("../../devices/pci0000:00/virtio1/host0/target0:0:0/0:0:0:0/block/sda", "scsi"),
        ("../../devices/platform/host3/session1/target3:0:0/3:0:0:0/block/sda", "iscsi"),
        ("../../devices/pci0000:00/host0/port-0:0/end_device-0:0/target0:0:0/block/sda", "sas"),
        ("../../devices/virtual/block/loop0", ""),
        ("", ""),
    ],
)
def test_the_place_tells_the_bus(place: str, bus: str) -> None:
    assert links.bus(place.rsplit("/", 1)[-1], place) == bus


def test_an_nvme_drive_with_several_paths_has_the_link_of_its_first(tmp_path: Path) -> None:
    pci = tmp_path / "devices" / "pci0000:00" / "0000:01:00.0"
    controller = pci / "nvme" / "nvme0"
    subsystem = tmp_path / "devices" / "virtual" / "nvme-subsystem" / "nvme-subsys0"
    (subsystem / "nvme0n1").mkdir(parents=True)
    (subsystem / "nvme0n1" / "dev").write_text("259:0\n")
    (subsystem / "nvme0n1" / "device").symlink_to(subsystem)
    controller.mkdir(parents=True)
    (controller / "device").symlink_to(pci)
    (controller / "hwmon3").mkdir()
    (controller / "hwmon3" / "name").write_text("nvme\n")
    (controller / "hwmon3" / "temp1_input").write_text("36850\n")
    (pci / "current_link_speed").write_text("32.0 GT/s PCIe\n")
    (pci / "current_link_width").write_text("4\n")
    (subsystem / "nvme0").symlink_to(controller)
    block = tmp_path / "class" / "block"
    block.mkdir(parents=True)
    place = "../../devices/virtual/nvme-subsystem/nvme-subsys0/nvme0n1"
    (block / "nvme0n1").symlink_to(place)
    facts = Sysfs(tmp_path).facts("nvme0n1")
    assert (facts.link, facts.link_max) == ("PCIe 5.0 x4", None)
    assert drive_temperature("nvme0n1", tmp_path) == 36.85


def test_temperature_of_nvme_and_drivetemp_and_of_none(sysfs: Sysfs) -> None:
    assert drive_temperature("nvme0n1", sysfs.root) == 41.85
    assert drive_temperature("sda", sysfs.root) == 29.0
    assert drive_temperature("sdd", sysfs.root) is None
    assert drive_temperature("gone", sysfs.root) is None


def test_a_sensor_that_is_no_thermometer_of_the_drive_is_passed_over(sysfs: Sysfs) -> None:
    hwmon = next((sysfs.root / "class" / "block" / "sda" / "device" / "hwmon").iterdir())
    (hwmon / "name").write_text("acpitz\n")
    assert drive_temperature("sda", sysfs.root) is None
    (hwmon / "name").write_text("drivetemp\n")
    (hwmon / "temp1_input").write_text("\n")
    assert drive_temperature("sda", sysfs.root) is None


@pytest.mark.parametrize(
    ("state", "offline"),
    [("running", False), ("offline", True), ("transport-offline", True), ("blocked", False)],
)
def test_a_disk_that_the_kernel_has_given_up(tmp_path: Path, state: str, offline: bool) -> None:
    """As an iSCSI target that went away: the device stays, with its counters."""
    folder = tmp_path / "class" / "block" / "sdd" / "device"
    folder.mkdir(parents=True)
    (folder / "state").write_text(f"{state}\n")
    sysfs = Sysfs(tmp_path)
    assert sysfs.is_offline("sdd") is offline
    assert not sysfs.is_offline("nvme0n1")
