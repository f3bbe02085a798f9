# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a drive is connected: its bus, from its place in /sys, and the speed of the link."""

from __future__ import annotations

import re
from pathlib import Path

from driveproof.domain.drive.drive import DeviceKind

ATA_PORT = re.compile(r"/ata(\d+)/")
USB_DEVICE = re.compile(r"^(.*/usb\d+(?:/\d+-[\d.]+)*)/\d+-[\d.]+:\d")
_NVME = re.compile(r"^nvme(\d+)(?:c\d+)?n\d+$")
_PCIE_GENERATION = {
    "2.5": "1.0", "5.0": "2.0", "8.0": "3.0", "16.0": "4.0", "32.0": "5.0", "64.0": "6.0"
}  # fmt: skip


def bus(name: str, place: str) -> str:
    """The bus that a device is attached to, by its place below /sys/devices; "" for none."""
    if name.startswith("nvme"):
        return "nvme"
    for mark, word in (
        ("/usb", "usb"),
        ("/ata", "sata"),
        ("/mmc_host/", "mmc"),
        ("/session", "iscsi"),
        ("/rport-", "fc"),
        ("/end_device-", "sas"),
        ("/fw", "ieee1394"),
    ):
        if re.search(rf"{mark}(?=\d)" if mark[-1].isalpha() else re.escape(mark), place):
            return word
    if re.search(r"/virtio\d+/block/", place):
        return "virtio"
    return "scsi" if re.search(r"/host\d+/", place) else ""


_BY_NAME = {
    "nvme": DeviceKind.NVME,
    "mmcblk": DeviceKind.MMC,
    "sr": DeviceKind.OPTICAL,
    "fd": DeviceKind.FLOPPY,
    "loop": DeviceKind.LOOP,
    "zram": DeviceKind.ZRAM,
    "ram": DeviceKind.RAM,
    "md": DeviceKind.MD,
    "bcache": DeviceKind.BCACHE,
    "nbd": DeviceKind.NBD,
    "drbd": DeviceKind.DRBD,
    "rbd": DeviceKind.RBD,
    "vd": DeviceKind.VIRTIO,
    "xvd": DeviceKind.VIRTIO,
}
_BY_UUID = {
    "CRYPT-": DeviceKind.CRYPT,
    "LVM-": DeviceKind.LVM,
    "mpath-": DeviceKind.MULTIPATH,
}
_BY_BUS = {
    "usb": DeviceKind.USB,
    "sata": DeviceKind.ATA,
    "ieee1394": DeviceKind.FIREWIRE,
    "virtio": DeviceKind.VIRTIO,
}


def kind_of(name: str, place: str, mapping_uuid: str) -> DeviceKind | None:
    """What kind of device has this name, place below /sys/devices and, of a device mapper's volume,
    identity (dm/uuid). A partition is what its disk is. None where nothing says it.
    """
    if name.startswith("dm-"):
        marks = _BY_UUID.items()
        return next((kind for mark, kind in marks if mapping_uuid.startswith(mark)), DeviceKind.DM)
    for prefix, kind in _BY_NAME.items():
        if name.startswith(prefix) and len(name) > len(prefix):
            return kind
    found = bus(name, place)
    return _BY_BUS.get(found, DeviceKind.SCSI) if found else None


def link(root: Path, name: str, place: str) -> tuple[str | None, str | None]:
    """The current speed of the link, and the highest that drive or port supports; None where
    unknown.

    A PCIe link that saves power may show a lower speed while idle.
    """
    if _NVME.match(name):
        return _pcie(root, name, place)
    if match := ATA_PORT.search(place):
        base = root / "class" / "ata_link" / f"link{match[1]}"
        return _sata(base / "sata_spd"), _sata(base / "hw_sata_spd_limit")
    if match := USB_DEVICE.match(place):
        return _usb((root / "class" / "block" / match[1]).resolve() / "speed"), None
    return None, None


def nvme_controller(root: Path, name: str) -> Path | None:
    """The NVMe controller in /sys/class/nvme of a namespace; None for other devices."""
    match = _NVME.match(name)
    if match is None:
        return None
    device = root / "class" / "block" / name / "device"
    if (device / "address").exists() or (device / "transport").exists():
        return device
    # With several paths the device is a subsystem, which links to its controllers.
    try:
        inside = sorted(path for path in device.iterdir() if re.fullmatch(r"nvme\d+", path.name))
    except OSError:
        inside = []
    for path in (*inside, root / "class" / "nvme" / f"nvme{match[1]}"):
        if path.exists():
            return path
    return None


def _pcie(root: Path, name: str, place: str) -> tuple[str | None, str | None]:
    found = nvme_controller(root, name)
    if found is None:
        return None, None
    device = found / "device"
    return (
        _pcie_text(device / "current_link_speed", device / "current_link_width"),
        _pcie_text(device / "max_link_speed", device / "max_link_width"),
    )


def _pcie_text(speed: Path, width: Path) -> str | None:
    try:
        rate = speed.read_text("ascii").split()[0]
        lanes = int(width.read_text("ascii"))
    except (OSError, ValueError, IndexError):
        return None
    generation = _PCIE_GENERATION.get(rate if "." in rate else f"{rate}.0")
    return f"PCIe {generation} x{lanes}" if generation and lanes else None


def _sata(path: Path) -> str | None:
    try:
        words = path.read_text("ascii").split()  # "6.0 Gbps" or "<unknown>"
        return f"SATA {float(words[0]):g} Gb/s"
    except (OSError, ValueError, IndexError):
        return None


def _usb(path: Path) -> str | None:
    try:
        speed = float(path.read_text("ascii"))
    except (OSError, ValueError):
        return None
    return f"USB {speed / 1000:g} Gb/s" if speed >= 1000 else f"USB {speed:g} Mb/s"
