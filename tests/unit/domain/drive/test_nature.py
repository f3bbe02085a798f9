# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which drives are shingled, which are virtual, and what is heavy."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from driveproof.domain.drive.drive import BlockDevice, QueueLimits
from driveproof.domain.drive.nature import (
    host_of,
    is_heavy,
    is_virtual_model,
    virtual_host,
    zones,
)
from driveproof.domain.zones import Zones


def device(**more: Any) -> BlockDevice:
    given: dict[str, Any] = {"path": "/dev/sda", "name": "sda", "kind": "ata", "media": "hdd"}
    return BlockDevice(**{**given, **more})


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"limits": QueueLimits(zoned="host-managed")}, Zones.HOST_MANAGED),
        ({"limits": QueueLimits(zoned="host-aware")}, Zones.HOST_AWARE),
        ({"limits": QueueLimits(zoned="none", discard_max_hw_bytes=4096)}, Zones.HINT),
        ({"limits": QueueLimits(zoned="none", discard_max_bytes=4096)}, Zones.HINT),
        ({"limits": QueueLimits(zoned="none", discard_max_hw_bytes=0)}, None),
        ({"limits": QueueLimits(discard_max_hw_bytes=4096), "media": "ssd"}, None),
        ({"limits": QueueLimits(discard_max_hw_bytes=4096), "kind": "scsi"}, None),
        ({"limits": QueueLimits(discard_max_hw_bytes=4096), "model": "QEMU HARDDISK"}, None),
        ({}, None),
    ],
)
def test_zones(more: dict[str, Any], found: Zones | None) -> None:
    assert zones(device(**more)) is found


@pytest.mark.parametrize(
    ("vendor", "model", "host"),
    [
        ("", "Amazon Elastic Block Store", "Amazon EBS"),
        ("", "Amazon EC2 NVMe Instance Storage", "Amazon EC2"),
        ("Google", "PersistentDisk", "Google Cloud"),
        ("", "nvme_card-pd", "Google Cloud"),
        ("", "MSFT NVMe Accelerator v1.0", "Microsoft Azure"),
        ("Msft", "Virtual Disk", "Hyper-V"),
        ("VMware", "Virtual disk", "VMware"),
        ("", "VMware Virtual NVMe Disk", "VMware"),
        ("ATA", "VBOX HARDDISK", "VirtualBox"),
        ("ATA", "QEMU HARDDISK", "QEMU"),
        ("", "QEMU NVMe Ctrl", "QEMU"),
        ("Red Hat", "VirtIO", "virtio"),
        ("", "Samsung SSD 990 PRO 2TB", ""),
        ("WDC", "WD40EFAX-68JH4N1", ""),
        ("", "Virtium StorFly", ""),
        ("", "", ""),
    ],
)
def test_virtual_by_name(vendor: str, model: str, host: str) -> None:
    assert virtual_host(device(vendor=vendor, model=model)) == host
    assert is_virtual_model(f"{vendor} {model}") == bool(host)


def test_a_name_may_say_that_a_disk_is_virtual_and_not_of_whom() -> None:
    assert is_virtual_model("Virtual Device")
    assert virtual_host(device(model="Virtual Device")) == ""


def test_virtual_by_bus_and_kernel_name() -> None:
    assert virtual_host(device(name="vda", kind="virtio", media="")) == "virtio"
    assert virtual_host(device(name="xvda", kind="virtio", media="")) == "Xen"
    assert host_of("vdb", "", "") == "virtio"
    assert host_of("sdb", "", "virtio") == "virtio"
    assert host_of("vdo0", "", "") == ""


class Cost(NamedTuple):
    seconds: float
    bytes_written: int | None


def test_heavy() -> None:
    assert not is_heavy(Cost(60.0, 8 * 2**30))
    assert is_heavy(Cost(61.0, 0))
    assert is_heavy(Cost(5.0, 8 * 2**30 + 1))
    assert is_heavy(Cost(5.0, None))
