# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Waits for the end of the program that mounted something, and unmounts what it left mounted.

Standard input: "asked" and UDisks2's object, "marked" where the mount can be distinguished from
others', the object alone once it is mounted, then "done". The program's end of the pipe closes
however the program ends.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NamedTuple

from driveproof.domain.errors import DriveproofError
from driveproof.system.udisks.mounting import came, unmount
from driveproof.system.udisks.objects import UDISKS_ROOT

_TIMEOUT = 60.0
"""Seconds: what still works in the mount ends first."""


class LeftMount(NamedTuple):
    """The object to unmount, "" for none.

    `asked`: only if it was mounted after all, and with `marked` only if that mount is known to be
    ours.
    """

    object_path: str = ""
    asked: bool = False
    marked: bool = False


def left(lines: Iterable[str]) -> LeftMount:
    """What the program had reported when it ended."""
    found = LeftMount()
    for line in lines:
        *words, path = line.split() or [""]
        if path == "done":
            found = LeftMount()
        elif path.startswith(f"{UDISKS_ROOT}/block_devices/"):
            found = LeftMount(path, bool(words), words == ["marked"])
    return found


def main(arguments: list[str]) -> int:
    """Exit status 0 when nothing is left."""
    found = left(sys.stdin)
    if not found.object_path:
        return 0
    address = arguments[0] if arguments else ""
    try:
        if not found.asked or came(found.object_path, address, marked=found.marked):
            unmount(found.object_path, address, timeout=_TIMEOUT)
    except DriveproofError:
        return 1
    return 0
