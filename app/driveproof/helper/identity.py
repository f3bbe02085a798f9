# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tells a device from what it was: its place, its parts, its writes; read from /sys alone.

No device is opened, and nothing here waits for one.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from driveproof.helper.protocol import Claim


def place_of(number: int, sysfs: str = "/sys") -> str:
    """The folder in /sys of a device number."""
    return f"{sysfs}/dev/block/{os.major(number)}:{os.minor(number)}"


def number_in(path: str) -> int:
    """The number in a file of /sys. Raises OSError."""
    with open(path, "rb", buffering=0) as file:
        return int(file.read(64))


def is_partition(claim: Claim) -> bool:
    """Whether a device is a part of a disk."""
    return os.access(f"{place_of(claim.number)}/partition", os.F_OK)


def is_behind_usb(claim: Claim, sysfs: str = "/sys") -> bool:
    """Whether a device is attached through USB, by its place among the devices of the kernel."""
    return "/usb" in os.path.realpath(place_of(claim.number, sysfs))


class Identity(NamedTuple):
    """One device and no other, by everything that the kernel tells of it without opening it.

    Number and sequence are not enough: a partition that is made anew gets the number that it had,
    and a mapped device can get another table, a loop device another offset, while it is open. So
    this is taken before anybody is asked about the device, and compared at every step after that.
    """

    claim: Claim
    parts: tuple[object, ...]  # `_made_of`


def identity_of(claim: Claim, sysfs: str = "/sys") -> Identity:
    """What the device of a claim is now. It opens no device. Raises OSError where it has gone."""
    return Identity(claim, _made_of(os.path.realpath(place_of(claim.number, sysfs))))


class WrittenSectors(NamedTuple):
    """How much was written to a device since it appeared, as the kernel counts it, in sectors.

    `beside` is what went to the whole disk and to none of its partitions, where the device is a
    partition: it may have changed that partition. 0 for any other device.
    """

    own: int
    beside: int = 0


def written_to(number: int, sysfs: str = "/sys") -> WrittenSectors:
    """What the kernel has counted until now (Documentation/block/stat.rst). It opens no device.

    A driver that counts nothing always says the same: whoever wrote meanwhile knows it from that.
    Raises OSError where it has gone.
    """
    place = place_of(number, sysfs)
    own = _sectors_written(place)
    if not os.access(f"{place}/partition", os.F_OK):
        return WrittenSectors(own)
    disk = os.path.realpath(f"{place}/..")
    parts = [f"{disk}/{name}" for name in os.listdir(disk)]
    parts = [part for part in parts if os.access(f"{part}/partition", os.F_OK)]
    return WrittenSectors(own, _sectors_written(disk) - sum(map(_sectors_written, parts)))


def _sectors_written(place: str) -> int:
    with open(f"{place}/stat", "rb", buffering=0) as file:
        return int(file.read(512).split()[6])


# What can become another for a device that keeps its number and the exclusive claim on it, as its
# driver says it: the sequence of a medium, names of a mapping, the part of a file that a loop
# device shows, the server of a network disk, the unit that a cable's far end has under an address.
_NAMES = (
    "diskseq", "dm/name", "dm/uuid", "loop/offset", "loop/sizelimit", "pid", "backend", "wwid",
    "device/wwid",
)  # fmt: skip


def _made_of(place: str) -> tuple[object, ...]:
    """What a device consists of: number, size, where it begins on its disk, what its driver says,
    and the same of its disk or of all that is below it.

    Nothing is opened but files in /sys, and none that waits for a device. Raises OSError where it
    has gone.
    """
    if os.access(f"{place}/partition", os.F_OK):
        begin, below = number_in(f"{place}/start"), [os.path.dirname(place)]
    else:
        begin, below = 0, slaves_of(place)
    names = tuple(words_in(f"{place}/{file}") for file in _NAMES)
    with open(f"{place}/dev", "rb", buffering=0) as file:
        number = file.read(64).strip()
    return number, number_in(f"{place}/size"), begin, names, tuple(map(_made_of, below))


def slaves_of(place: str) -> list[str]:
    """The folders of the devices that a device is stacked on; none for a partition."""
    try:
        names = sorted(os.listdir(f"{place}/slaves"))
    except OSError:
        return []
    return [os.path.realpath(f"{place}/slaves/{name}") for name in names]


def words_in(path: str) -> bytes:
    """What is in a file of /sys; b"" where there is none."""
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read(4096)
    except OSError:
        return b""
