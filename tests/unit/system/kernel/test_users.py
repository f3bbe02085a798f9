# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The uses of a device in the kernel's own tables."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.kernel.users import kernel_use

MOUNTINFO = "36 35 98:0 /mnt1 /mnt\\0402 rw,noatime master:1 - ext3 /dev/root rw,errors=continue\n"


def test_tables(tmp_path: Path) -> None:
    proc, sys = tmp_path / "proc", tmp_path / "sys"
    (proc / "self").mkdir(parents=True)
    (proc / "self/mountinfo").write_text(MOUNTINFO, "ascii")
    header = "Filename\tType\tSize\tUsed\tPriority\n"
    (proc / "swaps").write_text(f"{header}/dev/no\\040where partition 1 0 -2\n/etc/passwd file 1\n")
    (sys / "class/block/sda2/holders/dm-0").mkdir(parents=True)
    (sys / "class/block/sda1/holders").mkdir(parents=True)
    found = kernel_use(["sda1", "sda2", "gone"], Sysfs(sys), proc)
    assert [(mount.path, mount.number) for mount in found.mounts] == [("/mnt 2", "98:0")]
    assert found.swaps == frozenset()
    assert found.holders == {"sda2": ("dm-0",)}


def test_nothing_can_be_read(tmp_path: Path) -> None:
    found = kernel_use(["sda"], Sysfs(tmp_path), tmp_path)
    assert (found.mounts, found.swaps, found.holders) == ((), frozenset(), {})


def test_swap_on_a_device(tmp_path: Path) -> None:
    devices = [p for p in Path("/dev").iterdir() if p.is_block_device()]
    if not devices:
        pytest.skip("there is no block device in /dev")
    number = os.stat(devices[0]).st_rdev  # noqa: PTH116
    (tmp_path / "swaps").write_text(f"Filename\n{devices[0]} partition 1 0 -2\n")
    found = kernel_use([], Sysfs(tmp_path), tmp_path)
    assert found.swaps == {f"{os.major(number)}:{os.minor(number)}"}
