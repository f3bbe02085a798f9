# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands that tell which files lie at bad places; that of ext4 run on a file system."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from driveproof.domain.drive.file_lookup import lookup


def test_each_file_system_has_its_own() -> None:
    def command(filesystem: str, mount: str = "") -> str:
        found = lookup(filesystem, "/dev/sdb1", [(1_048_576, 8192), (4_194_304, 4096)], mount=mount)
        return found.command if found else ""

    assert command("ext4") == 'sudo debugfs -R "icheck 256 257 1024" /dev/sdb1'
    assert (
        command("xfs", "/mnt/my disk") == "sudo xfs_io -rc \"fsmap -d -v 2048 2063\" '/mnt/my disk'"
    )
    assert command("ntfs") == "sudo ntfscluster --sector 2048-2063 /dev/sdb1"
    assert command("btrfs", "/mnt") == "sudo btrfs scrub start -Bdr /mnt"
    assert command("vfat") == command("crypto_LUKS") == ""


def test_ntfs_counts_in_the_blocks_of_its_device() -> None:
    """On a drive with 4 KiB blocks the range was eight times too far behind once."""
    found = lookup("ntfs", "/dev/sdb1", [(1_048_576, 8192)], sector=4096)
    assert found is not None and "--sector 256-257 " in found.command


def test_a_large_bad_area_is_no_endless_command() -> None:
    found = lookup("ext4", "/dev/sdb1", [(4096, 2**40)])
    assert found is not None
    assert len(found.command) < 200


@pytest.mark.parametrize("block", [1024, 4096])
def test_debugfs_names_the_inode_and_the_file(block: int, tmp_path: Path) -> None:
    programs = [shutil.which(name, path="/usr/sbin:/sbin") for name in ("mkfs.ext4", "debugfs")]
    make, debugfs = programs
    if make is None or debugfs is None:
        pytest.skip("no e2fsprogs")
    (tmp_path / "in").mkdir()
    (tmp_path / "in/lost.bin").write_bytes(b"driveproof" * 10_000)
    image = tmp_path / "image"
    subprocess.run(
        [make, "-q", "-b", str(block), "-d", str(tmp_path / "in"), str(image), "16M"], check=True
    )
    at = image.read_bytes().index(b"driveproof" * 100)
    found = lookup("ext4", str(image), [(at, 4096)], block_size=block)
    assert found is not None
    words = shlex.split(found.command)
    assert words[:2] == ["sudo", "debugfs"]

    def told(*command: str) -> str:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    inode = told(debugfs, *words[2:]).split()[-1]
    assert "/lost.bin" in told(debugfs, "-R", f"ncheck {inode}", str(image))
