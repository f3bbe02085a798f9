# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a drive is shingled or virtual, and what is heavy for a virtual one."""

from __future__ import annotations

import re
from typing import Protocol

from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Media
from driveproof.domain.zones import Zones

HEAVY_SECONDS = 60.0
HEAVY_BYTES = 8 * 2**30


class ProfileCost(Protocol):
    """What a profile costs at most: seconds, and bytes or None without a limit."""

    @property
    def seconds(self) -> float: ...
    @property
    def bytes_written(self) -> int | None: ...


def zones(device: BlockDevice) -> Zones | None:
    """The zones of a drive; None where nothing points to any.

    An ordinary hard disk overwrites in place and has no use for TRIM; one that shingles its tracks
    by itself has, and reports nothing else of it. Virtual disks and the units of a storage array
    offer TRIM for other reasons, and are left out.
    """
    limits = device.limits
    if limits.zoned in tuple(Zones):
        return Zones(limits.zoned)
    offered = limits.discard_max_hw_bytes or limits.discard_max_bytes
    physical = device.kind in {DeviceKind.ATA, DeviceKind.USB} and not virtual_host(device)
    return Zones.HINT if physical and device.media == Media.HDD and offered else None


# Names that hypervisors and clouds give to their disks, vendor and model joined by a blank.
# Sources: QEMU hw/scsi and hw/nvme; VirtualBox DrvVD; the storage pages of Amazon EC2, Google
# Compute Engine and Azure; Xen's block frontend has only the name xvd.
_HOSTS = (
    (re.compile(r"amazon elastic block store"), "Amazon EBS"),
    (re.compile(r"amazon ec2 nvme instance storage"), "Amazon EC2"),
    (re.compile(r"google (persistentdisk|ephemeraldisk)|nvme_card(-pd|\d*)$"), "Google Cloud"),
    (re.compile(r"msft nvme accelerator|microsoft nvme direct disk"), "Microsoft Azure"),
    (re.compile(r"msft virtual (disk|hd)|^virtual hd"), "Hyper-V"),
    (re.compile(r"vmware|^virtual disk$"), "VMware"),
    (re.compile(r"vbox (harddisk|nvme)"), "VirtualBox"),
    (re.compile(r"\bqemu\b"), "QEMU"),
    (re.compile(r"^red hat"), "virtio"),
)
_NAMELESS = re.compile(r"^virtual")  # says that it is virtual, and not of whom


def virtual_host(device: BlockDevice) -> str:
    """The hypervisor or cloud that a virtual disk is from, "virtio" where that is all that is
    known; "" for anything that does not say that it is virtual.
    """
    bus = "virtio" if device.kind == DeviceKind.VIRTIO else device.bus
    return host_of(device.name, f"{device.vendor} {device.model}", bus)


def host_of(name: str, model: str, bus: str) -> str:
    """The same, from the kernel's name, vendor and model, and the bus."""
    if name.startswith("xvd"):
        return "Xen"
    told = _plain(model)
    for pattern, host in _HOSTS:
        if pattern.search(told):
            return host
    return "virtio" if bus == "virtio" or re.fullmatch(r"vd[a-z]+", name) else ""


def is_virtual_model(model: str) -> bool:
    """Whether a model's name, perhaps with the vendor before it, is that of a virtual disk: what it
    says of wear and errors is invented.
    """
    return bool(host_of("", model, "") or _NAMELESS.match(_plain(model)))


def _plain(model: str) -> str:
    return re.sub(r"\s+", " ", model.strip()).casefold()


def is_heavy(profile: ProfileCost) -> bool:
    """Whether a profile moves enough to be billed or noticed: longer than a minute, or writing more
    than 8 GiB.
    """
    written = profile.bytes_written
    return profile.seconds > HEAVY_SECONDS or written is None or written > HEAVY_BYTES
