# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a drive is what it says: its capacity against its name, its serial number."""

from __future__ import annotations

import re

from driveproof.domain.check.check import FINE, ODD, UNKNOWN, Finding
from driveproof.domain.drive.drive import DRIVE_KINDS, BlockDevice, Inventory
from driveproof.domain.text import visible
from driveproof.wording.units import format_size, group_digits

TOPIC = "identity"

# Names with the capacity in clear, and two makers whose model numbers begin with it in GB:
# Crucial (CT1000MX500SSD1) and Seagate (ST4000VN008).
_STATED = re.compile(r"(?<![\d.,])(\d{1,5}(?:\.\d{1,2})?)[ _]?([GT])B(?![a-zA-Z])")
_CODED = (re.compile(r"^CT(\d{3,5})[A-Z]"), re.compile(r"^ST(\d{3,5})[A-Z]{2}"))
# 480 and 512 GB are sold as 500 GB, and a TiB as a TB: less than a tenth away.
TOLERANCE = 0.1
# Sticks that nobody put a name on and that claim this much are the usual shape of a forged one.
DOUBTFUL_SIZE = 512 * 10**9
_NAMELESS = re.compile(r"\b(generic|mass ?storage|flash ?disk|usb ?disk|u ?disk|general)\b", re.I)
_PLACEHOLDERS = re.compile(r"^(?:(.)\1*|0?12345678\w*|DEADBEEF|NONE|N/?A)$", re.I)


def stated_size(model: str) -> int | None:
    """The capacity in bytes that a model's name tells; None when it tells none, or several."""
    sizes = {
        round(float(number) * (10**12 if unit == "T" else 10**9))
        for number, unit in _STATED.findall(model)
    }
    if not sizes:
        sizes = {int(found[1]) * 10**9 for code in _CODED if (found := code.match(model))}
    return sizes.pop() if len(sizes) == 1 else None


def identity(device: BlockDevice | None, inventory: Inventory | None) -> tuple[Finding, ...]:
    """What is to be said of the drive's name, capacity and serial number."""
    if device is None:
        text = "What drive this is, is not known."
        return (Finding(TOPIC, UNKNOWN, text, "Name the drive itself, such as /dev/sda."),)
    source = inventory.source if inventory else ""
    if device.kind not in DRIVE_KINDS:
        text = f"{visible(device.title)} is no drive with a name, a serial number and a firmware."
        return (Finding(TOPIC, UNKNOWN, text, "", source),)
    return _capacity(device, source), _serial(device, inventory, source)


def _capacity(device: BlockDevice, source: str) -> Finding:
    name = visible(device.title)
    if not device.size:
        return Finding(TOPIC, UNKNOWN, f"{name} tells no capacity.", "Is there a medium?", source)
    size = f"{format_size(device.size)} ({group_digits(device.size)} bytes)"
    stated = stated_size(device.model)
    if stated and abs(device.size - stated) > TOLERANCE * stated:
        return Finding(
            TOPIC,
            ODD,
            f"{name} has {size}, and its name says {format_size(stated)}.",
            "Compare the label and the invoice; an area may be hidden, or the name forged.",
            source,
        )
    if (
        device.bus in {"usb", "sdio", "mmc"}
        and device.media != "hdd"
        and device.size >= DOUBTFUL_SIZE
        and (not device.model.strip() or _NAMELESS.search(f"{device.vendor} {device.model}"))
    ):
        return Finding(
            TOPIC,
            ODD,
            f"{name} says that it has {size}, and no maker's name: forged capacities look like"
            " this.",
            "Only writing and reading back all of it proves a capacity: test it with f3 or"
            " badblocks before you trust it.",
            source,
        )
    if stated:
        return Finding(TOPIC, FINE, f"{name} has {size}, as its name says.", "", source)
    return Finding(
        TOPIC,
        UNKNOWN,
        f"{name} has {size}; its name does not say how much it should be.",
        "Compare it with the label or the invoice.",
        source,
    )


def _serial(device: BlockDevice, inventory: Inventory | None, source: str) -> Finding:
    serial = device.serial.strip()
    if not serial:
        through = " through this bridge" if device.bus == "usb" else ""
        text = f"No serial number is told{through}."
        advice = "It cannot be told from another drive of its kind."
        return Finding(TOPIC, ODD, text, advice, source)
    if _PLACEHOLDERS.match(serial):
        text = f"The serial number {visible(serial)} is a placeholder."
        return Finding(
            TOPIC, ODD, text, "Makers give each drive its own; compare the label.", source
        )
    twins = [
        other.path
        for other in (inventory.listed() if inventory else ())
        if other.name != device.name and other.serial.strip() == serial and _apart(device, other)
    ]
    if twins:
        return Finding(
            TOPIC,
            ODD,
            f"The serial number {visible(serial)} is also that of {', '.join(sorted(twins))}.",
            "Cheap bridges hide the drive's own, and forged drives share one: attach it directly"
            " and compare the label.",
            source,
        )
    return Finding(
        TOPIC,
        FINE,
        f"The serial number is {visible(serial)}, and no other drive here has it.",
        "",
        source,
    )


def _apart(one: BlockDevice, other: BlockDevice) -> bool:
    """Whether two devices are two drives: namespaces and paths of one share its serial number."""
    if one.kind == other.kind == "nvme":
        controller = re.compile(r"^(nvme\d+)")
        mine, theirs = controller.match(one.name), controller.match(other.name)
        return not mine or not theirs or mine[1] != theirs[1]
    if one.wwn and one.wwn == other.wwn:
        return False  # the same drive on two paths
    return other.kind in DRIVE_KINDS
