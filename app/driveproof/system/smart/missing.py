# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why nobody knows a device's health, in a sentence, and what to do about it."""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.health.phrases import joined
from driveproof.domain.health.report import Health
from driveproof.domain.text import visible

_WHOLE = "Let smartctl ask it, as administrator: driveproof health {path} --whole"

# Devices that are no drive, and lie on none that we could name.
_NO_DRIVE = {
    "loop": "A loop device is a file: it has no health of its own.",
    "zram": "This is compressed memory, and no drive.",
    "ram": "This is memory, and no drive.",
    "virtio": "This is a virtual disk: only the host knows how healthy the drive below it is.",
    "nbd": "This disk comes over the network: only its server knows how healthy it is.",
    "rbd": "This disk comes over the network: only its servers know how healthy it is.",
    "drbd": "This disk is a copy over the network: ask the drives that it is made of.",
    "mmc": "Memory cards keep no record of their health that Linux would read.",
    "optical": "An optical drive keeps no record of its health.",
    "floppy": "A floppy drive keeps no record of its health.",
}

_INSTEAD = {
    "virtio": "Check the health of the host's own drives.",
    "nbd": "Check the health of the server's drives.",
    "rbd": "Check the health of the servers' drives.",
    "mmc": "Keep a copy of what matters on it.",
}


def no_drive(device: BlockDevice, inventory: Inventory) -> tuple[str, str] | None:
    """Reason and advice for what is no drive that has a health; None for a drive."""
    title = {"partition": "A partition", "md": "A RAID"}.get(device.kind, "This device")
    below = tuple(drive for drive in inventory.drives_below(device) if drive.name != device.name)
    if device.kind in {"partition", "md", "crypt", "lvm", "dm", "multipath", "bcache"}:
        if not below:
            return f"{title} has no health of its own.", "Look at the drives that it lies on."
        one = len(below) == 1
        names = joined([drive_name(drive) for drive in below])
        return (
            f"{title} has no health of its own: it lies on {names}.",
            f"Look at {'that drive' if one else 'those drives'}.",
        )
    reason = _NO_DRIVE.get(device.kind)
    if reason is None:
        return None
    if device.kind == "loop" and device.backing_file:
        return reason, f"Look at the drive that {visible(device.backing_file)} is on."
    return reason, _INSTEAD.get(device.kind, "")


def silent(device: BlockDevice, inventory: Inventory) -> tuple[str, str]:
    """Reason and advice for a drive of which UDisks2 tells no health."""
    advice = _WHOLE.format(path=visible(device.path))
    match device.kind, device.bus:
        case "nvme", _:
            version = inventory.source or "This UDisks2"
            return f"{version} cannot read NVMe drives: 2.10 is the first that can.", advice
        case "usb", _:
            return "UDisks2 cannot see through this USB adapter.", advice
        case _, "sas":
            return "UDisks2 cannot read SAS drives.", advice
    return "UDisks2 tells no health of this drive.", advice


def bridge_says_nothing(health: Health) -> Health:
    """What smartctl's refusal means for a drive behind a USB adapter."""
    return replace(
        health,
        advice="Connect the drive to an internal port, or put it into another case: not every USB"
        " adapter passes health on.",
    )


def drive_name(drive: BlockDevice) -> str:
    """A drive in a sentence: "/dev/sda (Samsung SSD 870 EVO)"."""
    path, model = visible(drive.path), visible(drive.model)
    return f"{path} ({model})" if model else path
