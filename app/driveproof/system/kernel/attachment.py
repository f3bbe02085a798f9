# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The USB driver and the power saving of a drive, from /sys; reading wakes no drive."""

from __future__ import annotations

import re
from pathlib import Path

from driveproof.domain.drive.attachment import Attachment, UsbDriver
from driveproof.system.kernel import links

_HOST = re.compile(r"/host(\d+)/")
_ASPM = (
    ("l0s_aspm", "L0s"),
    ("l1_aspm", "L1"),
    ("l1_1_aspm", "L1.1"),
    ("l1_2_aspm", "L1.2"),
    ("l1_1_pcipm", "L1.1 PCI-PM"),
    ("l1_2_pcipm", "L1.2 PCI-PM"),
)
"""Files of a PCIe device in link/ (ABI/testing/sysfs-bus-pci), and the states that they allow."""


def attachment(root: Path, name: str, place: str) -> Attachment:
    """What /sys says of the drive `name` at `place` (below /sys/devices); raises nothing."""
    if controller := links.controller(root, name):
        return _nvme(root, controller)
    block = root / "class" / "block" / name
    runtime = block / "device" / "power"
    driver: UsbDriver | None = None
    if usb := links.USB_DEVICE.match(place):
        device = (root / "class" / "block" / usb[1]).resolve()
        interface = place.removeprefix(usb[1]).split("/")[1]
        driver = _usb_driver(device / interface / "driver")
        runtime = device / "power"
    policy = ""
    if links.ATA_PORT.search(place) and (host := _HOST.search(place)):
        folder = root / "class" / "scsi_host" / f"host{host[1]}"
        policy = _word(folder / "link_power_management_policy")
    return Attachment(
        usb_driver=driver,
        sata_power=policy,
        runtime=_runtime(runtime),
        suspended=_word(runtime / "runtime_status") == "suspended",
    )


def _nvme(root: Path, controller: Path) -> Attachment:
    """The kernel puts the limit of the drive's own sleep states (APST) where it has its tolerance
    of latency: a number of microseconds, 0 for none.
    """
    card = controller / "device"
    tolerance = _word(controller / "power" / "pm_qos_latency_tolerance_us")
    policy = _word(root / "module" / "pcie_aspm" / "parameters" / "policy", whole=True)
    chosen = re.search(r"\[(\w+)\]", policy)
    states = [(_word(card / "link" / file), state) for file, state in _ASPM]
    known = any(word for word, _ in states)
    return Attachment(
        aspm=tuple(state for word, state in states if word == "1") if known else None,
        aspm_policy=chosen[1] if chosen else "",
        apst=int(tolerance) if tolerance.isascii() and tolerance.isdigit() else None,
        runtime=_runtime(card / "power"),
        suspended=_word(card / "power" / "runtime_status") == "suspended",
    )


def _runtime(folder: Path) -> str:
    # Where the driver supports none, the status is "unsupported" whatever "control" says.
    if _word(folder / "runtime_status") in {"", "unsupported"}:
        return ""
    word = _word(folder / "control")
    return word if word in {"auto", "on"} else ""


def _usb_driver(link: Path) -> UsbDriver | None:
    try:
        name = link.readlink().name
    except OSError:
        return None
    return UsbDriver(name) if name in tuple(UsbDriver) else None


def _word(path: Path, *, whole: bool = False) -> str:
    try:
        with path.open("rb") as file:
            text = file.read(256).decode("utf-8", "replace").strip()
    except OSError:
        return ""
    return text if whole or re.fullmatch(r"[\w+-]+", text) else ""
