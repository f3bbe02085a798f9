# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a drive is connected, read from /sys and judged: speed, maximum, errors of the link."""

from __future__ import annotations

import re
from pathlib import Path

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.link import LinkState
from driveproof.domain.drive.link_rules import (
    SATA_CEILINGS,
    SataFacts,
    UsbFacts,
    judge_pcie,
    judge_sata,
    judge_usb,
    pcie_link,
    usb_version,
)
from driveproof.domain.notes import Note
from driveproof.system.kernel import links
from driveproof.system.kernel.small_files import bytes_in, float_in, text_in
from driveproof.system.kernel.sysfs import Sysfs

_SECONDS = re.compile(r"\[ *\d+\.\d+\]")
_SATA_BITS = {1: 1.5, 2: 3.0, 3: 6.0}  # of word 76 of IDENTIFY (ACS-4, 7.13.7.30)
# Of ata_err_names in libata-transport.c: errors of the link itself. "Timeout" and "DeviceError"
# have other causes as well.
_LINK_ERRORS = frozenset({"BusError", "HostBusError"})


def link_state(
    device: BlockDevice,
    inventory: Inventory,
    *,
    sysfs: Sysfs | None = None,
    under_load: bool = False,
) -> LinkState:
    """The link of a drive, or of the single drive below a partition or volume.

    Empty where there is none or several. `under_load` says that the drive is in use right now: an
    idle PCIe link lowers its speed. Reads a few small files, each in well under a millisecond;
    raises nothing.
    """
    drives = inventory.drives_below(inventory.whole_disk(device))
    if len(drives) > 1:
        several = Note("It is on {count} drives with links of their own.", count=len(drives))
        return LinkState(meaning=several)
    drive = drives[0] if drives else device
    return link_of(drive.name, sysfs or Sysfs(), under_load=under_load)


def link_of(name: str, sysfs: Sysfs, *, under_load: bool = False) -> LinkState:
    """The link of the drive with this kernel name."""
    place = _place(sysfs.root, name)
    if place is None:
        return LinkState()
    if controller := links.nvme_controller(sysfs.root, name):
        return _pcie(sysfs.root, controller, under_load=under_load)
    if match := links.ATA_PORT.search(place):
        return _sata(sysfs.root, int(match[1]), place)
    if match := links.USB_DEVICE.match(place):
        folder = (sysfs.root / "class" / "block" / match[1]).resolve()
        return _usb(sysfs.root, folder, place.removeprefix(match[1]).split("/")[1])
    return LinkState()


def port_speeds(name: str, sysfs: Sysfs) -> dict[str, float]:
    """What the drive with this kernel name and its port can do together, in Gbit/s, by the name of
    the port in the kernel's log: {"ata3": 6.0}.

    Empty unless that is certain, and behind a port multiplier, where the port has several drives.
    """
    place = _place(sysfs.root, name) or ""
    match = links.ATA_PORT.search(place)
    state = link_of(name, sysfs)
    if match is None or state.slower is None:
        return {}
    alone = state.source.endswith(f"/link{match[1]}/sata_spd")
    best = [speed for speed, ceiling in SATA_CEILINGS.items() if ceiling == state.best_ceiling]
    return {f"ata{match[1]}": best[0]} if alone and best else {}


def _place(root: Path, name: str) -> str | None:
    if not name or "/" in name:
        return None
    try:
        return str((root / "class" / "block" / name).readlink())
    except OSError:
        return None


def _pcie(root: Path, controller: Path, *, under_load: bool) -> LinkState:
    try:
        card = (controller / "device").resolve(strict=True)
    except (OSError, RuntimeError):
        return LinkState()
    if not (card / "current_link_speed").exists():
        return LinkState()  # NVMe over fabrics
    port = card.parent

    def end(folder: Path, which: str) -> tuple[str, str]:
        return text_in(folder / f"{which}_link_speed"), text_in(folder / f"{which}_link_width")

    return judge_pcie(
        pcie_link(*end(card, "current")),
        pcie_link(*end(card, "max")),
        pcie_link(*end(port, "max")),
        under_load=under_load,
        # The kernel's attribute of devices outside the case (ABI/testing/sysfs-devices-removable)
        tunnel=text_in(card / "removable") == "removable",
        source=_shown(root, card / "current_link_speed"),
    )


def _sata(root: Path, port: int, place: str) -> LinkState:
    # Behind a port multiplier the link's name includes its own port: target2:3:0.
    behind = re.search(r"/target\d+:(\d+):\d+/", place)
    folder = root / "class" / "ata_link" / f"link{port}"
    device = root / "class" / "ata_device" / f"dev{port}.0"
    if behind and (multiplied := folder.with_name(f"link{port}.{behind[1]}")).exists():
        folder, device = multiplied, device.with_name(f"dev{port}.{behind[1]}.0")
    if not (folder / "sata_spd").exists():
        return LinkState()
    facts = SataFacts(
        now=_gigabits(folder / "sata_spd"),
        drive=_of_identify(text_in(device / "id")),
        limit=_gigabits(folder / "hw_sata_spd_limit"),
        lowered=_count(device / "spdn_cnt"),
        errors=_errors(text_in(device / "ering")) if (device / "ering").exists() else None,
    )
    return judge_sata(facts, _shown(root, folder / "sata_spd"))


def _usb(root: Path, device: Path, interface: str) -> LinkState:
    if not (device / "speed").exists():
        return LinkState()
    facts = UsbFacts(
        speed=_number(device / "speed"),
        lanes=_count(device / "rx_lanes"),
        version=text_in(device / "version"),
        can=_can(device),
        hub=_number(device.parent / "speed"),
        driver=_name_of(device / interface / "driver"),
    )
    return judge_usb(facts, _shown(root, device / "speed"))


def _can(device: Path) -> float | None:
    """The highest speed that the drive reports, in Mbit/s; None where it cannot be read."""
    found = best_speed(bytes_in(device / "bos_descriptors"))
    if found is None and usb_version(text_in(device / "version")) < 0x201:
        return _number(device / "speed")  # older than USB 2.1: it has no more to report
    return found


def _errors(ering: str) -> int:
    """How many of the errors in the ring (the last 32) are the link's own.

    A line is "[ 1234.567000000]Timeout, BusError"; old kernels put several errors in one line.
    """
    return sum(
        1
        for entry in _SECONDS.split(ering)
        if _LINK_ERRORS & {word.strip() for word in entry.replace("\n", ",").split(",")}
    )


def _of_identify(text: str) -> float | None:
    """The highest speed in word 76 of IDENTIFY, from 256 words in hexadecimal; None if not
    reported.

    Words of only zeros or ones are not a report.
    """
    words = text.split()
    try:
        word = int(words[76], 16)
    except (ValueError, IndexError):
        return None
    if not 0 < word < 0xFFFF or word & 1:
        return None
    return max((speed for bit, speed in _SATA_BITS.items() if word >> bit & 1), default=None)


def _gigabits(path: Path) -> float | None:
    try:
        speed = float(text_in(path).split()[0])  # "6.0 Gbps" or "<unknown>"
    except (ValueError, IndexError):
        return None
    return speed if speed in _SATA_BITS.values() else None


def _number(path: Path) -> float | None:
    value = float_in(path)
    return value if value is not None and 0 < value < 1e6 else None


def _count(path: Path) -> int | None:
    text = text_in(path)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _name_of(link: Path) -> str:
    try:
        return link.readlink().name
    except OSError:
        return ""


def _shown(root: Path, path: Path) -> str:
    """The path below /sys as people find it."""
    for start in (root, root.resolve()):
        if path.is_relative_to(start):
            return f"/sys/{path.relative_to(start)}"
    return str(path)


_DEVICE_CAPABILITY = 0x10
_SUPER_SPEED, _SUPER_SPEED_PLUS = 0x03, 0x0A  # USB 3.2, table 9-14
_EXPONENTS = {0: 1e-6, 1: 1e-3, 2: 1.0, 3: 1e3}  # bit/s, kbit/s, Mbit/s and Gbit/s, in Mbit/s


def best_speed(raw: bytes) -> float | None:
    """The highest speed in Mbit/s from `bos_descriptors` of /sys (since Linux 6.12).

    None where the file is missing or malformed. Source: USB 3.2, 9.6.2: a header of 5 bytes
    (length, type 0x0f, total length, number), then device capabilities, each with length, type 0x10
    and the kind of capability.
    """
    if len(raw) < 5 or raw[0] < 5 or raw[1] != 0x0F:
        return None
    total = min(len(raw), int.from_bytes(raw[2:4], "little"))
    at, best = raw[0], 480.0
    while at + 3 <= total:
        length = raw[at]
        if length < 3 or at + length > total:
            break
        part = raw[at : at + length]
        if part[1] == _DEVICE_CAPABILITY and part[2] == _SUPER_SPEED:
            best = max(best, 5000.0)
        elif part[1] == _DEVICE_CAPABILITY and part[2] == _SUPER_SPEED_PLUS:
            best = max(best, _plus(part))
        at += length
    return best


def _plus(part: bytes) -> float:
    """SuperSpeedPlus: the fastest sublink; its attributes take four bytes each from byte 12
    (9.6.2.5).
    """
    best = 5000.0
    if len(part) < 12:
        return best
    for at in range(12, len(part) - 3, 4):
        value = int.from_bytes(part[at : at + 4], "little")
        speed = (value >> 16) * _EXPONENTS[value >> 4 & 3]
        if 5000 <= speed <= 20000:
            best = max(best, speed)
    return best
