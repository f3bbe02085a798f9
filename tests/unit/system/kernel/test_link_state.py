# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The link of a drive, read from fake trees of /sys."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.fakes.made_machine import GB, MadeMachine

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.link import LinkState
from driveproof.system.kernel.link_state import best_speed, link_state, port_speeds
from driveproof.system.kernel.sysfs import Sysfs


@pytest.fixture
def machine(tmp_path: Path) -> MadeMachine:
    return MadeMachine(tmp_path / "sys")


def state(machine: MadeMachine, name: str, *, under_load: bool = False) -> LinkState:
    device = BlockDevice(path=f"/dev/{name}", name=name)
    return link_state(
        device, Inventory((device,)), sysfs=Sysfs(machine.root), under_load=under_load
    )


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def port(machine: MadeMachine, index: int = 0) -> Path:
    return machine.root / f"devices/pci0000:00/0000:00:01.{index}"


def test_nvme_at_full_speed_tells_where_it_was_read(machine: MadeMachine) -> None:
    machine.nvme(0, "Fast", GB)
    found = state(machine, "nvme0n1")
    assert (found.kind, found.now, found.slower) == ("pcie", "PCIe 4.0 x4", False)
    place = "/sys/devices/pci0000:00/0000:00:01.0/0000:01:00.0/current_link_speed"
    assert found.source == place


def test_nvme_in_a_slow_slot(machine: MadeMachine) -> None:
    machine.nvme(0, "Fast", GB)
    write(port(machine) / "max_link_speed", "8.0 GT/s PCIe\n")
    write(port(machine) / "max_link_width", "16\n")
    write(port(machine) / "0000:01:00.0" / "current_link_speed", "8.0 GT/s PCIe\n")
    found = state(machine, "nvme0n1", under_load=True)
    assert found.slower is False
    assert found.meaning


def test_nvme_that_saves_power_and_under_load(machine: MadeMachine) -> None:
    machine.nvme(0, "Fast", GB)
    write(port(machine) / "0000:01:00.0" / "current_link_speed", "2.5 GT/s PCIe\n")
    assert state(machine, "nvme0n1").slower is None
    assert state(machine, "nvme0n1", under_load=True).slower is True


def test_nvme_that_sleeps_on_thunderbolt_and_over_a_network(machine: MadeMachine) -> None:
    machine.nvme(0, "Asleep", GB)
    write(port(machine) / "0000:01:00.0" / "current_link_speed", "Unknown\n")
    assert state(machine, "nvme0n1").slower is None
    machine.nvme(1, "Outside", GB)
    write(port(machine, 1) / "0000:02:00.0" / "removable", "removable\n")
    assert "Thunderbolt" in str(state(machine, "nvme1n1").meaning)
    machine.nvme(2, "Far", GB)
    (port(machine, 2) / "0000:03:00.0" / "current_link_speed").unlink()
    assert state(machine, "nvme2n1") == LinkState()


def identify(word: str = "0e0e") -> str:
    words = ["0000"] * 256
    words[76] = word
    return "\n".join(" ".join(words[at : at + 8]) for at in range(0, 256, 8)) + "\n"


def test_sata_that_the_kernel_slowed_down(machine: MadeMachine) -> None:
    machine.sata("sda", "Disk", GB, 3, sata_speed="3.0 Gbps")
    links = machine.root / "class"
    write(links / "ata_link/link3/hw_sata_spd_limit", "<unknown>\n")
    device = links / "ata_device" / "dev3.0"
    write(device / "id", identify())
    assert state(machine, "sda").slower is None, "the port may be an old one"
    write(device / "spdn_cnt", "1\n")
    write(
        device / "ering",
        "[   12.000000000]Timeout, BusError\n[   13.500000000]BusError\n"
        "[   14.000000000]DeviceError\n[   15.000000000]Timeout\n",
    )
    found = state(machine, "sda")
    assert found.slower is True
    assert found.errors == 3
    assert (found.now, found.best) == ("SATA 3 Gb/s", "SATA 6 Gb/s")
    assert found.source == "/sys/class/ata_link/link3/sata_spd"


@pytest.mark.parametrize("word", ["0000", "ffff", "0001", "zz", ""])
def test_a_word_76_that_says_nothing(machine: MadeMachine, word: str) -> None:
    machine.sata("sda", "Disk", GB, 3)
    write(machine.root / "class/ata_link/link3/hw_sata_spd_limit", "<unknown>\n")
    write(machine.root / "class/ata_device/dev3.0/id", identify(word))
    found = state(machine, "sda")
    assert (found.slower, found.best) == (None, "")


def test_behind_a_port_multiplier_each_drive_has_a_link(machine: MadeMachine) -> None:
    place = "devices/pci0000:00/0000:00:17.0/ata5/host5/target5:2:0/5:2:0:0/block/sdx"
    write(machine.root / place / "dev", "8:0\n")
    (machine.root / "class/block/sdx").symlink_to(f"../../{place}")
    write(machine.root / "class/ata_link/link5/sata_spd", "6.0 Gbps\n")
    write(machine.root / "class/ata_link/link5.2/sata_spd", "3.0 Gbps\n")
    assert state(machine, "sdx").now == "SATA 3 Gb/s"


def test_what_a_port_can_is_told_only_where_it_is_certain(machine: MadeMachine) -> None:
    machine.sata("sda", "Disk", GB, 3, sata_speed="6.0 Gbps")
    links, sysfs = machine.root / "class", Sysfs(machine.root)
    write(links / "ata_link/link3/hw_sata_spd_limit", "<unknown>\n")
    write(links / "ata_device/dev3.0/id", identify())
    assert port_speeds("sda", sysfs) == {"ata3": 6.0}  # it runs as fast as the drive can
    write(links / "ata_link/link3/sata_spd", "1.5 Gbps\n")
    assert port_speeds("sda", sysfs) == {}  # an old port?
    write(links / "ata_link/link3/hw_sata_spd_limit", "6.0 Gbps\n")
    assert port_speeds("sda", sysfs) == {"ata3": 6.0}
    machine.usb("sdb", "Stick", GB, 3)
    assert port_speeds("sdb", sysfs) == port_speeds("missing", sysfs) == {}


def test_usb(machine: MadeMachine) -> None:
    machine.usb("sdb", "Stick", GB, 3, usb_speed=480)
    device = machine.root / "devices/pci0000:00/0000:00:14.0/usb2/2-3"
    write(device / "version", " 2.10\n")
    (device / "2-3:1.0" / "driver").symlink_to("../../../../../bus/usb/drivers/uas")
    found = state(machine, "sdb")
    assert found.slower is True
    assert "uas" in str(found.meaning)
    write(device / "version", " 2.00\n")
    assert state(machine, "sdb").slower is False
    write(device / "version", " 2.10\n")
    (device / "bos_descriptors").write_bytes(bos(superspeed=True))
    assert state(machine, "sdb").best == "USB 5 Gb/s"
    (device / "bos_descriptors").write_bytes(bos(superspeed=False))
    assert state(machine, "sdb").slower is False


def bos(*, superspeed: bool, plus: int = 0) -> bytes:
    parts = [bytes([7, 0x10, 2, 2, 0, 0, 0])]
    if superspeed:
        parts.append(bytes([10, 0x10, 3, 0, 0x0E, 0, 1, 10, 0, 0]))
    if plus:
        sublink = (plus << 16 | 3 << 4).to_bytes(4, "little")
        parts.append(bytes([16, 0x10, 0x0A, 0, 0, 0, 0, 0, 0, 0, 0, 0]) + sublink)
    body = b"".join(parts)
    return bytes([5, 0x0F, *(len(body) + 5).to_bytes(2, "little"), len(parts)]) + body


def test_what_a_usb_device_says_of_itself() -> None:
    assert best_speed(bos(superspeed=False)) == 480
    assert best_speed(bos(superspeed=True)) == 5000
    assert best_speed(bos(superspeed=True, plus=10)) == 10000
    assert best_speed(bos(superspeed=True, plus=20)) == 20000
    assert best_speed(bos(superspeed=True, plus=900)) == 5000, "no such speed"
    assert best_speed(b"") is None
    assert best_speed(bytes([5, 0x0F, 5, 0, 0])) == 480


@given(st.binary(max_size=200))
def test_any_descriptor_is_a_speed_or_none(raw: bytes) -> None:
    for found in (best_speed(raw), best_speed(bytes([5, 0x0F, 255, 255, 9]) + raw)):
        assert found is None or 480 <= found <= 20000


def test_what_has_no_link_or_several(machine: MadeMachine) -> None:
    machine.loop(0, GB, "/tmp/file")
    assert state(machine, "loop0") == LinkState()
    assert state(machine, "../../etc") == LinkState()
    assert state(machine, "gone") == LinkState()
    machine.nvme(0, "One", GB)
    machine.nvme(1, "Two", GB)
    one, two = (BlockDevice(path=f"/dev/{n}", name=n) for n in ("nvme0n1", "nvme1n1"))
    raid = BlockDevice(path="/dev/md0", name="md0", kind="md", parents=("nvme0n1", "nvme1n1"))
    part = BlockDevice(path="/dev/nvme0n1p1", name="nvme0n1p1", partition_of="nvme0n1")
    inventory = Inventory((one, two, raid, part))
    sysfs = Sysfs(machine.root)
    assert "2 drives" in str(link_state(raid, inventory, sysfs=sysfs).meaning)
    assert link_state(part, inventory, sysfs=sysfs).now == "PCIe 4.0 x4"


@given(junk=st.binary(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
def test_any_bytes_in_the_files(machine: MadeMachine, junk: bytes) -> None:
    if not (machine.root / "class/block/sda").exists():
        machine.nvme(0, "Fast", GB)
        machine.sata("sda", "Disk", GB, 3)
        machine.usb("sdb", "Stick", GB, 3)
    usb = machine.root / "devices/pci0000:00/0000:00:14.0/usb2/2-3"
    ata = machine.root / "class/ata_device/dev3.0"
    ata.mkdir(parents=True, exist_ok=True)
    card = port(machine) / "0000:01:00.0"
    for path in (
        *(ata / name for name in ("id", "spdn_cnt", "ering")),
        *(usb / name for name in ("speed", "version", "rx_lanes", "bos_descriptors")),
        *(card / f"current_link_{what}" for what in ("speed", "width")),
        machine.root / "class/ata_link/link3/sata_spd",
    ):
        path.write_bytes(junk)
    for name in ("nvme0n1", "sda", "sdb"):
        found = state(machine, name)
        assert found.meaning
        assert found.ceiling is None or found.ceiling > 0
