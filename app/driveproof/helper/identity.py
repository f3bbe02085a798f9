# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tells a device from what it was: its place, its parts, its writes; read from /sys alone.

No device is opened, and nothing here waits for one.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from driveproof.helper.protocol import Claim


def place_of(number: int) -> str:
    """The folder in /sys of a device number."""
    return f"/sys/dev/block/{os.major(number)}:{os.minor(number)}"


def number_in(path: str) -> int:
    """The number in a file of /sys. Raises OSError."""
    with open(path, "rb", buffering=0) as file:
        return int(file.read(64))


def is_partition(claim: Claim) -> bool:
    """Whether a device is a part of a disk."""
    return os.access(f"{place_of(claim.number)}/partition", os.F_OK)


def begin_of(claim: Claim) -> int:
    """Where a partition begins on its disk, in sectors; 0 for any other device."""
    try:
        return number_in(f"{place_of(claim.number)}/start")
    except OSError:
        return 0


class Written(NamedTuple):
    """How much was written to a device since it appeared, as the kernel counts it, in sectors.

    `beside` is what went to the whole disk and to none of its partitions, where the device is a
    partition: it may have changed that partition. 0 for any other device.
    """

    own: int
    beside: int = 0


def written_to(number: int, sysfs: str = "/sys") -> Written:
    """What the kernel has counted until now (Documentation/block/stat.rst). It opens no device.

    A driver that counts nothing always says the same: whoever wrote meanwhile knows it from that.
    Raises OSError where it has gone.
    """
    place = f"{sysfs}/dev/block/{os.major(number)}:{os.minor(number)}"
    own = _sectors_written(place)
    if not os.access(f"{place}/partition", os.F_OK):
        return Written(own)
    disk = os.path.realpath(f"{place}/..")
    parts = [f"{disk}/{name}" for name in os.listdir(disk)]
    parts = [part for part in parts if os.access(f"{part}/partition", os.F_OK)]
    return Written(own, _sectors_written(disk) - sum(map(_sectors_written, parts)))


def _sectors_written(place: str) -> int:
    with open(f"{place}/stat", "rb", buffering=0) as file:
        return int(file.read(512).split()[6])


def made_of(number: int, sysfs: str = "/sys") -> tuple[object, ...]:
    """What a device consists of: number, size, and for a mapped one its names and what is below
    it, as far down as it goes.

    A new table can be loaded into a mapped device while somebody has it open: its number, its
    sequence and its exclusive claim stay, and what is below it is something else. Nothing is opened
    but files in /sys. Raises OSError where it has gone.
    """
    place = os.path.realpath(f"{sysfs}/dev/block/{os.major(number)}:{os.minor(number)}")
    return _made_of(place)


def _made_of(place: str) -> tuple[object, ...]:
    names = tuple(_words(f"{place}/dm/{file}") for file in ("name", "uuid"))
    try:
        below = sorted(os.listdir(f"{place}/slaves"))
    except OSError:
        below = []
    parts = tuple(_made_of(os.path.realpath(f"{place}/slaves/{name}")) for name in below)
    with open(f"{place}/dev", "rb", buffering=0) as file:
        number = file.read(64).strip()
    return number, number_in(f"{place}/size"), names, parts


def _words(path: str) -> bytes:
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read(256)
    except OSError:
        return b""
