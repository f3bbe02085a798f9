# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a measurement writes on drives of five classes, by the kernel's counters of the drive."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.hardware.guest import Guest
from tests.hardware.machine import (
    FIXED,
    ROOMY_DISK,
    ROOMY_NVME,
    ROOMY_SSD,
    ROOMY_STICK,
    ROOMY_VIRTUAL,
    Drive,
)

FOLDER = "/measured"
LONGEST = 900.0  # seconds of a run under plain emulation
MADE = f"""
# What ext4 makes later, in the background, is not the measurement's.
mkfs.ext4 -q -E lazy_itable_init=0,lazy_journal_init=0 {{device}}
mkdir -p {FOLDER}
mount {{device}} {FOLDER}
chown guest {FOLDER}
"""


# Emulated NVMe, a SATA SSD, a hard disk, a stick, and a drive of which nothing is known.
DRIVES = (ROOMY_NVME, ROOMY_SSD, ROOMY_DISK, ROOMY_STICK, ROOMY_VIRTUAL)


@contextmanager
def mounted(guest: Guest, drive: Drive) -> Iterator[str]:
    """The kernel's name of a drive with a new file system at FOLDER."""
    with ExitStack() as ended:
        there = drive in FIXED
        device = guest.device(drive) if there else ended.enter_context(guest.plugged(drive))
        guest.script(MADE.format(device=device))
        ended.callback(guest.script, f"umount {FOLDER}")
        yield Path(device).name


def written(guest: Guest, name: str) -> int:
    """Bytes that a drive has written since it is there (Documentation/block/stat.rst)."""
    guest.script(f"sync -f {FOLDER}")
    return 512 * int(guest.script(f"cat /sys/block/{name}/stat").split()[6])


def announced(guest: Guest, profile: str) -> dict[str, Any]:
    (found,) = guest.json("profiles", profile, "--drive", FOLDER)["profiles"]
    return dict(found)


@pytest.mark.parametrize("drive", DRIVES, ids=lambda drive: drive.name)
def test_no_more_is_written_than_was_announced(guest: Guest, drive: Drive) -> None:
    """Other profiles are measured on loop devices, in tests/system/test_measure_written.py."""
    with mounted(guest, drive) as name:
        said = announced(guest, "quick")
        before = written(guest, name)
        run = guest.json("run", "quick", FOLDER, limit=LONGEST)
        wrote = written(guest, name) - before
    assert run["status"] == "finished", run["error"]
    about = (said["expected"] or {}).get("bytes_written")
    print(f"{drive.name}: about {about}, at most {said['bytes_written']}, wrote {wrote}")
    assert 0 < wrote <= said["bytes_written"]
