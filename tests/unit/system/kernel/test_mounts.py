# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mount table, space, and what kind of file system it is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import MachineError
from driveproof.system.kernel import mounts as filesystems


def table(folder: Path, *lines: str) -> Path:
    (folder / "mountinfo").write_bytes("".join(f"{line}\n" for line in lines).encode())
    return folder


def test_a_line_is_read_with_its_escapes_and_optional_fields(tmp_path: Path) -> None:
    proc = table(
        tmp_path,
        r"36 35 98:0 /mnt1 /mnt/my\040disk\134x\011y rw,noatime master:1 shared:7 - ext4"
        r" /dev/sd\303\244 rw,discard",
        r"37 35 0:45 / /media/\377 ro,nosuid - fuse.sshfs user@host:/ rw,user_id=0",
    )
    first, second = filesystems.read_mounts(proc)
    assert first == Mount(
        "/mnt/my disk\\x\ty",
        "/dev/sdä",
        "ext4",
        ("rw", "noatime", "discard"),
        False,
        "98:0",
        "/mnt1",
    )
    assert os.fsencode(second.path) == b"/media/\xff"
    assert second.read_only
    assert "rw" not in second.options


def test_lines_that_are_no_mounts_are_passed_over(tmp_path: Path) -> None:
    proc = table(tmp_path, "", "nonsense", "1 2 3", "a b 8:1 / / rw - ext4 /dev/sda1 rw")
    assert filesystems.read_mounts(proc) == ()
    assert filesystems.read_mounts(tmp_path / "absent") == ()


def test_the_kernel_is_asked_which_mount_a_path_is_on() -> None:
    assert filesystems.mount_of("/proc/self").filesystem == "proc"
    assert filesystems.mount_of("/").path == "/"


def test_without_an_id_the_longest_mount_point_counts_and_the_last_of_equals(
    tmp_path: Path,
) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    deep = tmp_path / "deep"
    proc = table(
        tmp_path,
        "1 0 8:1 / / rw - ext4 /dev/sda1 rw",
        f"2 1 8:2 / {deep} rw - ext4 /dev/sda2 rw",
        f"3 1 8:3 / {deep} rw - ext4 /dev/sda3 rw",
        f"4 1 8:4 / {deep}e rw - ext4 /dev/sda4 rw",
    )
    assert filesystems.mount_of(deep / "er", proc).number == "8:3"
    assert filesystems.mount_of(tmp_path, proc).number == "8:1"


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match=r"/absent .*No such file"):
        filesystems.mount_of(tmp_path / "absent")
    with pytest.raises(MachineError, match="/absent cannot be read"):
        filesystems.filesystem_space(tmp_path / "absent")


def test_a_folder_that_was_deleted_around_us_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(MachineError, match="No such file"):
        filesystems.mount_of(".")


def test_space_is_what_df_says(tmp_path: Path) -> None:
    """Other programs may write there: the comparison held before and after."""
    while True:
        facts = os.statvfs(tmp_path)
        room = filesystems.filesystem_space(tmp_path)
        if os.statvfs(tmp_path) == facts:
            break
    assert room.total == facts.f_blocks * facts.f_frsize
    assert 0 <= room.free_for_user <= room.total
    assert room.used + facts.f_bfree * facts.f_frsize == room.total


@pytest.mark.parametrize(
    ("kind", "options", "true"),
    [
        ("tmpfs", "rw", {"memory"}),
        ("ramfs", "rw", {"memory"}),
        ("nfs4", "rw", {"network"}),
        ("fuse.sshfs", "rw", {"network", "userspace"}),
        ("fuseblk", "rw", {"userspace"}),
        ("btrfs", "rw,ssd", {"copy_on_write"}),
        ("btrfs", "rw,compress=zstd:1", {"copy_on_write", "compressing"}),
        ("btrfs", "rw,compress=no", {"copy_on_write"}),
        ("btrfs", "rw,compress-force=lzo", {"copy_on_write", "compressing"}),
        ("f2fs", "rw,compress_algorithm=lz4", {"compressing"}),
        ("bcachefs", "rw,compression=none", {"copy_on_write"}),
        ("zfs", "rw", {"copy_on_write", "compressing"}),
        ("overlay", "rw", {"overlay"}),
        ("ext4", "ro", {"read_only"}),
        ("xfs", "rw", set()),
    ],
)
def test_traits_follow_type_and_options(kind: str, options: str, true: set[str]) -> None:
    mount = Mount("/x", "/absent", kind, tuple(options.split(",")), options == "ro", "8:1")
    traits = filesystems.filesystem_traits(mount)
    names = {"memory", "network", "userspace", "overlay", "compressing", "copy_on_write"}
    assert {name for name in names | {"read_only"} if getattr(traits, name)} == true
    # What copy-on-write does is said with the test file, which may be one without.
    assert bool(traits.notes) is bool(true - {"copy_on_write"})
    assert (traits.device_number is None) is bool(true & {"memory", "network"})


def test_an_anonymous_number_is_looked_up_at_the_source(tmp_path: Path) -> None:
    number = filesystems.device_number
    assert number(Mount("/x", "/dev/sda1", "ext4", number="8:1")) == "8:1"
    assert number(Mount("/x", "tmpfs", "tmpfs", number="0:42")) is None
    assert number(Mount("/x", str(tmp_path), "btrfs", number="0:42")) is None
    blocks = [path for path in Path("/dev").iterdir() if path.is_block_device()]
    if not blocks:
        pytest.skip("no block device in /dev to look at")
    rdev = blocks[0].stat().st_rdev
    expected = f"{os.major(rdev)}:{os.minor(rdev)}"
    assert number(Mount("/x", str(blocks[0]), "btrfs", number="0:42")) == expected


@pytest.mark.parametrize("end", "\r\x0b\x0c\x1c\x85\u2028")
def test_a_line_ends_with_a_line_feed_alone(tmp_path: Path, end: str) -> None:
    """A mount point may contain characters that end a line for str.splitlines or
    bytes.splitlines.
    """
    (tmp_path / "mountinfo").write_bytes(
        f"35 22 7:5 / /x{end}99\\0402\\0408:1 rw - ext4 /dev/loop5 rw\n".encode()
    )
    assert [(one.path, one.number) for one in filesystems.read_mounts(tmp_path)] == [
        (f"/x{end}99 2 8:1", "7:5")
    ]
