# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a device consists of, and what was written to it, read from /sys alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from driveproof.helper.identity import WrittenSectors, identity_of, written_to
from driveproof.helper.protocol import Claim

DISK, FIRST, SECOND, MAPPED, LOOP = (
    os.makedev(*pair) for pair in ((8, 0), (8, 1), (8, 2), (253, 0), (7, 0))
)


def identity(sysfs: Path, number: int) -> object:
    return identity_of(Claim("/dev/x", number, 1), str(sysfs))


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
    assert written_to(DISK, str(tmp_path)) == WrittenSectors(100)
    assert written_to(FIRST, str(tmp_path)) == WrittenSectors(30, 20)
    (disk / "sda2/stat").write_text("0 0 0 0 0 0 60 0 0 0 0\n")
    (disk / "stat").write_text("0 0 0 0 0 0 110 0 0 0 0\n")
    assert written_to(FIRST, str(tmp_path)) == WrittenSectors(30, 20)


def test_a_mapped_device_is_what_is_below_it(tmp_path: Path) -> None:
    first, second = device(tmp_path, "sda", DISK), device(tmp_path, "sdb", FIRST)
    folder = mapped(tmp_path, first)

    def seen() -> object:
        return identity(tmp_path, MAPPED)

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


@pytest.mark.parametrize("file", ["loop/offset", "loop/sizelimit", "diskseq", "size"])
def test_a_loop_device_shows_another_part_of_its_file(file: str, tmp_path: Path) -> None:
    """For a partition of it that is another device as well, and for what is mapped onto it."""
    folder = device(tmp_path, "virtual/block/loop0", LOOP)
    part = device(tmp_path, "virtual/block/loop0/loop0p1", FIRST)
    (part / "partition").write_text("1\n")
    (part / "start").write_text("2048\n")
    mapped(tmp_path, part)
    (folder / "loop").mkdir()
    (folder / file).write_text("0\n")
    every = (LOOP, FIRST, MAPPED)
    before = [identity(tmp_path, one) for one in every]
    assert [identity(tmp_path, one) for one in every] == before
    (folder / file).write_text("4096\n")
    for one, former in zip(every, before, strict=True):
        assert identity(tmp_path, one) != former


def test_a_partition_that_is_made_anew(tmp_path: Path) -> None:
    device(tmp_path, "sda", DISK)
    part = device(tmp_path, "sda/sda1", FIRST)
    (part / "partition").write_text("1\n")
    (part / "start").write_text("2048\n")
    before = identity(tmp_path, FIRST)
    (part / "start").write_text("4096\n")
    assert identity(tmp_path, FIRST) != before


@pytest.mark.parametrize("file", ["wwid", "device/wwid"])
def test_the_far_end_puts_another_unit_there(file: str, tmp_path: Path) -> None:
    folder = device(tmp_path, "sda", DISK)
    (folder / "device").mkdir()
    (folder / file).write_text("naa.1\n")
    before = identity(tmp_path, DISK)
    (folder / file).write_text("naa.2\n")
    assert identity(tmp_path, DISK) != before


def test_a_device_that_has_gone(tmp_path: Path) -> None:
    for look in (identity, lambda folder, number: written_to(number, str(folder))):
        with pytest.raises(OSError, match="No such file"):
            look(tmp_path, DISK)
