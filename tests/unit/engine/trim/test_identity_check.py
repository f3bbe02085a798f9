# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exactly what was confirmed is trimmed, whatever has its name by then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import RefusedError
from driveproof.domain.trim.job import Preview
from driveproof.domain.trim.path import DiscardPath
from driveproof.engine.trim.session import another, disk_sequence
from driveproof.system.kernel.sysfs import Sysfs

MOUNT = Mount(path="/mnt", filesystem="ext4", options=("rw",), source="/dev/sdb1")
SEEN = Preview(
    target="/mnt",
    device="/dev/sdb1",
    filesystem="ext4",
    chain=DiscardPath(target="/mnt", mount=MOUNT, layers=()),
    layers=("sdb1", "sdb"),
    mount=MOUNT,
    sequence=7,
)


@pytest.mark.parametrize(
    ("now", "same"),
    [
        ({}, True),
        ({"mount": None}, True),
        ({"mount": None, "filesystem": "other name"}, True),
        ({"filesystem": "xfs"}, False),
        ({"sequence": 8}, False),
        ({"device": "/dev/sda2", "layers": ("sda2", "sda"), "sequence": 1}, False),
        # A disk under the confirmed device, or over it, is not that device.
        ({"device": "/dev/sdb", "layers": ("sdb",)}, False),
    ],
)
def test_the_same(now: dict[str, object], same: bool) -> None:
    found = another(SEEN, replace(SEEN, **now))  # type: ignore[arg-type]
    assert (found is None) is same
    if found is not None:
        assert isinstance(found, RefusedError)
        assert "Nothing was trimmed" in found.message


def test_a_btrfs_goes_by_the_name_of_any_of_its_drives() -> None:
    seen = replace(SEEN, filesystem="btrfs", device="/dev/sdc", layers=("sdc",), mount=None)
    now = replace(SEEN, filesystem="btrfs", device="/dev/sdb", layers=("sdb", "sdc"), sequence=3)
    assert another(seen, now) is None
    assert another(seen, replace(now, layers=("sdb",))) is not None


def test_a_partition_has_its_disk_s_number(tmp_path: Path) -> None:
    folder = tmp_path / "devices" / "sdb" / "sdb1"
    folder.mkdir(parents=True)
    (folder / "partition").write_text("1")
    (folder.parent / "diskseq").write_text("12\n")
    names = tmp_path / "class" / "block"
    names.mkdir(parents=True)
    (names / "sdb").symlink_to(folder.parent)
    (names / "sdb1").symlink_to(folder)
    assert disk_sequence("sdb1", Sysfs(tmp_path)) == disk_sequence("sdb", Sysfs(tmp_path)) == 12
    assert disk_sequence("sdz", Sysfs(tmp_path)) is None
