# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Waits for the end of the program that mounted something, and unmounts it if that did not.

Standard input: UDisks2's object once it is mounted, then "done". Whatever ends the program, its
end of the pipe is closed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from driveproof.domain.errors import DriveproofError
from driveproof.system.mounting import unmount
from driveproof.system.objects import ROOT

_PATIENCE = 60.0
"""Seconds: what works in the mount still ends first."""


def left(lines: Iterable[str]) -> str:
    """The object that is still to be unmounted; "" for none."""
    found = ""
    for line in lines:
        word = line.strip()
        if word == "done":
            found = ""
        elif word.startswith(f"{ROOT}/block_devices/"):
            found = word
    return found


def main(arguments: list[str]) -> int:
    """Exit status 0 when nothing is left."""
    found = left(sys.stdin)
    if not found:
        return 0
    try:
        unmount(found, arguments[0] if arguments else "", patience=_PATIENCE)
    except DriveproofError:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
