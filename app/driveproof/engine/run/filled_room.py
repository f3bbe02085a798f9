# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much of a folder's file system a check of capacity may fill."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from driveproof.domain.errors import DriveproofError
from driveproof.domain.profile.test_file import fillable
from driveproof.system.kernel.mounts import device_number, filesystem_space, mount_of

_SYSTEM = ("/", "/usr", "/var", "/home", "/boot")
"""Where the system and people's homes are: a full file system there stops programs."""


class FillRoom(NamedTuple):
    """`usable` bytes may be filled of the `free` ones; `system`: it is a file system of the
    system's, or the one with this person's home.
    """

    usable: int
    free: int
    system: bool


def room_to_fill(folder: str) -> FillRoom:
    """What may be filled in a folder. Raises DriveproofError where it cannot be reached."""
    found, system = filesystem_space(folder), is_systems(folder)
    usable = fillable(found.free_for_user, found.total, system=system)
    return FillRoom(usable, found.free_for_user, system)


def is_systems(folder: str) -> bool:
    """Whether the system or this person's home lies on the file system of `folder`."""
    mine = mount_of(folder)
    number = device_number(mine)
    for path in (*_SYSTEM, str(Path.home())):
        with suppress(DriveproofError):
            other = mount_of(path)
            if other.source == mine.source and other.filesystem == mine.filesystem:
                return True
            if number is not None and device_number(other) == number:
                return True
    return False
