# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A device on which file systems are made: how large it has to be, and what is on it afterwards."""

from __future__ import annotations

import math
from enum import StrEnum

from driveproof.domain.errors import Advice, RefusedError
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import Bytes, OneOf
from driveproof.domain.say import Say

LEAST_DEVICE = 320 * 2**20
"""Bytes: mkfs.xfs refuses less than 300 MiB since xfsprogs 5.19."""
SHARE = 0.75
"""Of a device, the most that a test file takes: a small btrfs keeps a quarter for itself."""


class Afterwards(StrEnum):
    """What is on a device when file systems were made on it for a run, by UDisks2's words."""

    TABLE = "gpt"
    """An empty partition table."""
    NOTHING = "empty"
    """No content at all: a partition or a logical volume is no place for a partition table."""


AFTERWARDS = {
    Afterwards.TABLE: Say("an empty partition table"),
    Afterwards.NOTHING: Say("empty, without a file system"),
}
"""What is on the device at the end."""


def made_in_turn(profile: Profile) -> Say:
    """The file systems that a run makes, one after the other."""
    names = dict.fromkeys(phase.asked.filesystem for phase in profile.phases)
    return Say("{names} in turn", names=OneOf(tuple(names)))


def check_device_room(profile: Profile, path: str, size: int) -> None:
    """Raises RefusedError for a device of `size` bytes on which the test file does not fit."""
    if size < LEAST_DEVICE or profile.size > SHARE * size:
        raise RefusedError(
            "{needed} does not fit on {path} ({size}).",
            needed=Bytes(max(LEAST_DEVICE, math.ceil(profile.size / SHARE)), binary=True),
            path=path,
            size=Bytes(size, binary=True),
            advice=Advice("Choose a smaller test file."),
        )
