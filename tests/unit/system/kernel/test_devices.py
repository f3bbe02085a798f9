# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Visible devices, and those that only the kernel's list has, as in a Flatpak."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from driveproof.helper.protocol import Claim
from driveproof.system.helper.client import claim_device
from driveproof.system.kernel.devices import DeviceNode, is_device, name_of, node_at
from driveproof.system.kernel.sysfs import Sysfs

UNSEEN = "driveproof-unseen"


@pytest.fixture
def sandbox(tmp_path: Path) -> Path:
    """A /sys with a disk that has no node in /dev."""
    disk = tmp_path / "devices/disk"
    disk.mkdir(parents=True)
    (disk / "dev").write_text("259:7\n")
    (disk / "diskseq").write_text("42\n")
    for folder, name in (("class/block", UNSEEN), ("dev/block", "259:7")):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / name).symlink_to(disk)
    return tmp_path


def test_without_a_node_the_kernels_list_is_asked(sandbox: Path) -> None:
    number = os.makedev(259, 7)
    assert node_at(f"/dev/{UNSEEN}", sandbox) == DeviceNode(f"/dev/{UNSEEN}", number)
    assert name_of(number, Sysfs(sandbox)) == "disk"
    assert claim_device(f"/dev/{UNSEEN}", sandbox) == Claim(f"/dev/{UNSEEN}", number, 42)


@pytest.mark.parametrize("path", [f"/dev/{UNSEEN}2", f"/tmp/{UNSEEN}", f"/dev/disk/{UNSEEN}"])
def test_what_is_nowhere_is_no_device(path: str, sandbox: Path) -> None:
    assert node_at(path, sandbox) is None


@pytest.mark.parametrize("path", ["/dev/null", "/", "/dev/nu\0ll"])
def test_what_is_no_block_device(path: str, sandbox: Path) -> None:
    assert node_at(path, sandbox) is None
    assert not is_device(path)


def test_a_list_that_is_odd(sandbox: Path) -> None:
    (sandbox / "devices/disk/dev").write_text("259\n")
    assert node_at(f"/dev/{UNSEEN}", sandbox) is None


def test_a_device_that_is_seen() -> None:
    nodes = [path for path in Path("/dev").iterdir() if stat.S_ISBLK(path.lstat().st_mode)]
    if not nodes:
        pytest.skip("this machine shows no block devices")
    assert node_at(str(nodes[0])) == DeviceNode(str(nodes[0]), nodes[0].stat().st_rdev)
    assert is_device(str(nodes[0]))
