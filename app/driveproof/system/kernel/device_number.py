# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which block device a path names, also where the device itself cannot be seen."""

from __future__ import annotations

import os
import stat
from pathlib import Path

_DEVICES = Path("/dev")


def device_number(path: str, root: Path = Path("/sys")) -> tuple[Path, int]:
    """Its path without links, and its number (dev_t).

    Raises OSError or ValueError when it is no block device that is there.
    """
    real = Path(path).resolve()
    try:
        facts = real.stat()
    except FileNotFoundError:
        # The sandbox of a Flatpak has no disks in /dev; the kernel lists them all the same, and
        # the helper, which is outside, opens and compares what is claimed here.
        if real.parent != _DEVICES:
            raise
        text = (root / "class/block" / real.name / "dev").read_text("ascii")
        major, minor = text.strip().split(":")
        return real, os.makedev(int(major), int(minor))
    if not stat.S_ISBLK(facts.st_mode):
        raise ValueError(f"{real} is no block device")
    return real, facts.st_rdev
