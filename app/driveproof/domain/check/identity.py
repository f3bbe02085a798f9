# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a drive is what it claims to be: its capacity against its name, and its serial number."""

from __future__ import annotations

import re

from driveproof.domain.check.check import FINE, ODD, UNKNOWN, Finding, Found, Rating, Todo, Topic
from driveproof.domain.drive.drive import DRIVE_KINDS, BlockDevice, DeviceKind, Inventory, Media
from driveproof.domain.quantity import Bytes, OneOf
from driveproof.domain.statement import Statement

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
    """The capacity in bytes that a model name contains; None when it contains none, or several."""
    sizes = {
        round(float(number) * (10**12 if unit == "T" else 10**9))
        for number, unit in _STATED.findall(model)
    }
    if not sizes:
        sizes = {int(found[1]) * 10**9 for code in _CODED if (found := code.match(model))}
    return sizes.pop() if len(sizes) == 1 else None


def identity(device: BlockDevice | None, inventory: Inventory | None) -> tuple[Finding, ...]:
    """Findings about the drive's name, capacity and serial number."""
    if device is None:
        return (_found(UNKNOWN, Statement(Found.DRIVE_UNKNOWN), Todo.NAME_DRIVE),)
    source = inventory.source if inventory else ""
    if device.kind not in DRIVE_KINDS:
        return (_found(UNKNOWN, Statement(Found.NO_DRIVE, name=device.title), source=source),)
    return _capacity(device, source), _serial(device, inventory, source)


def _found(word: Rating, said: Statement, todo: Todo | None = None, source: str = "") -> Finding:
    advice = () if todo is None else (Statement(todo),)
    return Finding(Topic.IDENTITY, word, (said,), advice, source)


def _capacity(device: BlockDevice, source: str) -> Finding:
    name, size = device.title, device.size
    if not size:
        said = Statement(Found.NO_CAPACITY, name=name)
        return _found(UNKNOWN, said, Todo.INSERT_MEDIUM, source)
    values: dict[str, object] = {"name": name, "size": Bytes(size), "bytes": size}
    stated = stated_size(device.model)
    if stated and abs(size - stated) > TOLERANCE * stated:
        said = Statement(Found.CAPACITY_NOT_AS_NAMED, **values, stated=Bytes(stated))
        return _found(ODD, said, Todo.COMPARE_LABEL, source)
    if (
        device.bus in {"usb", "sdio", "mmc"}
        and device.media != Media.HDD
        and size >= DOUBTFUL_SIZE
        and (not device.model.strip() or _NAMELESS.search(f"{device.vendor} {device.model}"))
    ):
        said = Statement(Found.CAPACITY_DOUBTFUL, **values)
        return _found(ODD, said, Todo.TEST_CAPACITY, source)
    if stated:
        return _found(FINE, Statement(Found.CAPACITY_AS_NAMED, **values), source=source)
    said = Statement(Found.CAPACITY_UNSTATED, **values)
    return _found(UNKNOWN, said, Todo.COMPARE_INVOICE, source)


def _serial(device: BlockDevice, inventory: Inventory | None, source: str) -> Finding:
    serial = device.serial.strip()
    if not serial:
        code = Found.NO_SERIAL_BRIDGE if device.bus == "usb" else Found.NO_SERIAL
        return _found(ODD, Statement(code), Todo.CANNOT_TELL_APART, source)
    if _PLACEHOLDERS.match(serial):
        said = Statement(Found.SERIAL_PLACEHOLDER, serial=serial)
        return _found(ODD, said, Todo.COMPARE_SERIAL, source)
    twins = sorted(
        other.path
        for other in (inventory.listed() if inventory else ())
        if other.name != device.name and other.serial.strip() == serial and _apart(device, other)
    )
    if twins:
        said = Statement(Found.SERIAL_SHARED, serial=serial, others=OneOf(tuple(twins)))
        return _found(ODD, said, Todo.ATTACH_DIRECTLY, source)
    return _found(FINE, Statement(Found.SERIAL_UNIQUE, serial=serial), source=source)


def _apart(one: BlockDevice, other: BlockDevice) -> bool:
    """Whether two devices are two drives: namespaces and paths of one share its serial number."""
    if one.kind == other.kind == DeviceKind.NVME:
        controller = re.compile(r"^(nvme\d+)")
        mine, theirs = controller.match(one.name), controller.match(other.name)
        return not mine or not theirs or mine[1] != theirs[1]
    if one.wwn and one.wwn == other.wwn:
        return False  # the same drive on two paths
    return other.kind in DRIVE_KINDS
