# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a device consists of, and what was written to it, read from /sys alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from driveproof.helper.identity import Written, made_of, written_to

DISK, FIRST, SECOND, MAPPED = (os.makedev(*pair) for pair in ((8, 0), (8, 1), (8, 2), (253, 0)))


def device(sysfs: Path, place: str, number: int, *, size: int = 8, written: int = 0) -> Path:
    folder = sysfs / "devices" / place
    folder.mkdir(parents=True)
    pair = f"{os.major(number)}:{os.minor(number)}"
    (folder / "dev").write_text(f"{pair}\n")
    (folder / "size").write_text(f"{size}\n")
    (folder / "stat").write_text(f"  9 0 9 9   1 0 {written} 9  0 9 9  0 0 0 0  0 0\n")
    (sysfs / "dev/block").mkdir(parents=True, exist_ok=True)
    (sysfs / "dev/block" / pair).symlink_to(folder)
    return folder


def mapped(sysfs: Path, below: Path, *, size: int = 8, uuid: str = "LVM-1") -> Path:
    folder = device(sysfs, "virtual/block/dm-0", MAPPED, size=size)
    (folder / "dm").mkdir()
    (folder / "dm/name").write_text("vg-lv\n")
    (folder / "dm/uuid").write_text(f"{uuid}\n")
    (folder / "slaves").mkdir()
    (folder / "slaves" / below.name).symlink_to(below)
    return folder


def test_what_went_past_the_partitions_counts_beside_a_partition(tmp_path: Path) -> None:
    disk = device(tmp_path, "sda", DISK, written=100)
    for number, name, written in ((FIRST, "sda/sda1", 30), (SECOND, "sda/sda2", 50)):
        (device(tmp_path, name, number, written=written) / "partition").write_text("1\n")
    assert written_to(DISK, str(tmp_path)) == Written(100)
    assert written_to(FIRST, str(tmp_path)) == Written(30, 20)
    (disk / "sda2/stat").write_text("0 0 0 0 0 0 60 0 0 0 0\n")
    (disk / "stat").write_text("0 0 0 0 0 0 110 0 0 0 0\n")
    assert written_to(FIRST, str(tmp_path)) == Written(30, 20)


def test_a_mapped_device_is_what_is_below_it(tmp_path: Path) -> None:
    first, second = device(tmp_path, "sda", DISK), device(tmp_path, "sdb", FIRST)
    folder = mapped(tmp_path, first)

    def seen() -> tuple[object, ...]:
        return made_of(MAPPED, str(tmp_path))

    whole = seen()
    assert seen() == whole
    (folder / "slaves/sda").unlink()
    (folder / "slaves/sdb").symlink_to(second)
    assert seen() != whole
    (folder / "slaves/sdb").unlink()
    (folder / "slaves/sda").symlink_to(first)
    assert seen() == whole
    for path, other in ((folder / "size", "9\n"), (folder / "dm/uuid", "LVM-2\n"),
                        (folder / "dm/name", "other\n"), (first / "size", "9\n")):  # fmt: skip
        former = path.read_text()
        path.write_text(other)
        assert seen() != whole, path
        path.write_text(former)
    assert seen() == whole


def test_a_device_that_has_gone(tmp_path: Path) -> None:
    for look in (made_of, written_to):
        with pytest.raises(OSError, match="No such file"):
            look(DISK, str(tmp_path))
