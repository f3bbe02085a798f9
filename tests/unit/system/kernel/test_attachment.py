# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""USB driver and power saving, read from made trees of /sys."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.made_machine import GB, MadeMachine

from driveproof.domain.drive.attachment import Attachment, UsbAdapter, UsbDriver
from driveproof.system.kernel.sysfs import Sysfs


@pytest.fixture
def machine(tmp_path: Path) -> MadeMachine:
    return MadeMachine(tmp_path / "sys")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n")


def read(machine: MadeMachine, name: str) -> Attachment:
    found = Sysfs(machine.root).facts(name).attachment
    assert Sysfs(machine.root).attachment(name) == found
    return found


def test_nothing_reported_is_nothing_said(machine: MadeMachine) -> None:
    machine.nvme(0, "Plain", GB)
    machine.sata("sda", "Plain", GB, 1)
    machine.usb("sdb", "Plain", GB, 1)
    machine.virtio("vda", GB)
    for name in ("nvme0n1", "sda", "sdb", "vda", "gone"):
        assert read(machine, name) == Attachment()
        assert read(machine, name).saves_power is None
        assert read(machine, name).link_power == ""


def test_nvme(machine: MadeMachine) -> None:
    machine.nvme(0, "Saver", GB)
    card = machine.root / "devices/pci0000:00/0000:00:01.0/0000:01:00.0"
    for state, word in (("l0s", "0"), ("l1", "1"), ("l1_2", "1")):
        write(card / "link" / f"{state}_aspm", word)
    policy = machine.root / "module/pcie_aspm/parameters/policy"
    write(policy, "default performance [powersave] powersupersave")
    write(card / "nvme/nvme0/power/pm_qos_latency_tolerance_us", "100000")
    write(card / "power/control", "auto")
    write(card / "power/runtime_status", "suspended")
    found = read(machine, "nvme0n1")
    assert (found.aspm, found.aspm_policy) == (("L1", "L1.2"), "powersave")
    assert (found.apst, found.runtime, found.suspended) == (100000, "auto", True)
    assert found.saves_power is True
    assert found.link_power == "ASPM L1 L1.2, APST 100000 us"


def test_nvme_that_never_sleeps(machine: MadeMachine) -> None:
    machine.nvme(0, "Awake", GB)
    card = machine.root / "devices/pci0000:00/0000:00:01.0/0000:01:00.0"
    write(card / "link" / "l1_aspm", "0")
    write(card / "nvme/nvme0/power/pm_qos_latency_tolerance_us", "0")
    found = read(machine, "nvme0n1")
    assert (found.aspm, found.apst, found.saves_power) == ((), 0, False)
    assert found.link_power == "ASPM off, APST off"


@pytest.mark.parametrize("word", ["any", "auto", "-1", ""])
def test_a_tolerance_that_is_no_number(machine: MadeMachine, word: str) -> None:
    machine.nvme(0, "Odd", GB)
    card = machine.root / "devices/pci0000:00/0000:00:01.0/0000:01:00.0"
    write(card / "nvme/nvme0/power/pm_qos_latency_tolerance_us", word)
    assert read(machine, "nvme0n1").apst is None


@pytest.mark.parametrize(("policy", "saves"), [("max_performance", False), ("min_power", True)])
def test_sata(machine: MadeMachine, policy: str, saves: bool) -> None:
    machine.sata("sda", "Disk", GB, 3)
    write(machine.root / "class/scsi_host/host3/link_power_management_policy", policy)
    write(machine.root / "class/scsi_host/host4/link_power_management_policy", "medium_power")
    found = read(machine, "sda")
    assert (found.sata_power, found.saves_power) == (policy, saves)
    assert found.link_power == f"SATA {policy}"


@pytest.mark.parametrize(
    ("driver", "known"),
    [("uas", UsbDriver.UAS), ("usb-storage", UsbDriver.BOT), ("ums-realtek", None)],
)
def test_usb(machine: MadeMachine, driver: str, known: UsbDriver | None) -> None:
    machine.usb("sdb", "Stick", GB, 1)
    interface = machine.root / "devices/pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0"
    (machine.root / "drivers" / driver).mkdir(parents=True)
    (interface / "driver").symlink_to(machine.root / "drivers" / driver)
    write(interface.parent / "power/control", "on")
    write(interface.parent / "power/runtime_status", "active")
    for file, text in {
        "idVendor": "152d", "idProduct": "0583", "bcdDevice": "0209", "manufacturer": "JMicron ",
    }.items():  # fmt: skip
        write(interface.parent / file, f"{text}\n")
    found = read(machine, "sdb")
    assert found.usb_adapter == UsbAdapter(0x152D, 0x0583, 0x209, "JMicron")
    assert (found.usb_adapter.id, found.usb_adapter.key) == ("152d:0583", "152d:0583:0209")
    assert (found.usb_driver, found.runtime, found.suspended) == (known, "on", False)


def test_a_usb_device_without_its_numbers(machine: MadeMachine) -> None:
    machine.usb("sdb", "Stick", GB, 1)
    device = machine.root / "devices/pci0000:00/0000:00:14.0/usb2/2-1"
    write(device / "idVendor", "152d")
    assert read(machine, "sdb").usb_adapter is None
