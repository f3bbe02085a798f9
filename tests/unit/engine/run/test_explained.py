# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whose fault an I/O was: the drive's, a server's, a program's, or a file system's that is shut."""

from __future__ import annotations

import errno

import pytest

from driveproof.domain.access import Direction
from driveproof.domain.drive.drive import Mount
from driveproof.domain.notes import Note
from driveproof.domain.run.failed_io import FailedIo, FailureCause, IoError, io_error
from driveproof.domain.run.kernel_messages import Trouble
from driveproof.domain.run.run import KernelMessage, Target, TargetKind
from driveproof.engine.run.explained import explained, number_in

POINT = "/mnt/far"
FILE = Target(path=f"{POINT}/folder", kind=TargetKind.FILE, mount_point=POINT)
DEVICE = Target(path="/dev/sdb", kind=TargetKind.DEVICE)


def failed(number: int = errno.EIO) -> IoError:
    found = io_error(FailedIo(number, Direction.WRITE, 8192, 4096))
    assert found is not None
    return found


def mounted(filesystem: str, *options: str) -> Mount:
    return Mount(POINT, "somewhere", filesystem, options, read_only="ro" in options, number="0:50")


def worded(
    error: IoError, target: Target, *mounts: Mount, log: tuple[KernelMessage, ...] = ()
) -> IoError:
    return explained(error, target, log, lambda: mounts)


@pytest.mark.parametrize(
    ("filesystem", "number"),
    [
        ("nfs4", errno.EIO),
        ("cifs", errno.EHOSTDOWN),
        ("fuse.sshfs", errno.ENOTCONN),
        ("fuseblk", errno.ENOTCONN),
    ],
)
def test_who_answers(filesystem: str, number: int) -> None:
    found = worded(failed(number), FILE, mounted(filesystem))
    assert found.key != worded(failed(errno.EIO), FILE, mounted("ext4")).key


def test_a_device_has_sectors() -> None:
    where = worded(failed(), DEVICE).values["where"]
    assert isinstance(where, Note) and where.values["sector"] == "16"


@pytest.mark.parametrize("option", ["ro", "emergency_ro"])
def test_a_file_system_that_is_read_only_by_now(option: str) -> None:
    """Whatever the I/O said that met it: ext4 answers the first ones with EIO."""
    log = (
        KernelMessage(1.0, Trouble.FILESYSTEM, "EXT4-fs (sdb): Remounting filesystem read-only"),
        KernelMessage(1.0, Trouble.IO_ERROR, "Buffer I/O error on dev sdb, logical block 7"),
    )
    before = mounted("ext4")
    found = worded(failed(), FILE, before, mounted("ext4", option), log=log)
    assert found.code is FailureCause.READ_ONLY
    assert found.values["line"] == "Buffer I/O error on dev sdb, logical block 7"
    assert "line" not in worded(failed(), FILE, mounted("ext4", option)).values
    assert worded(failed(), FILE, before).code is FailureCause.IO_ERROR
    assert (
        worded(failed(errno.ENOSPC), FILE, mounted("ext4", option)).code is FailureCause.DISK_FULL
    )


def test_the_kernel_says_what_the_mounts_do_not_show() -> None:
    """As Linux 6.12.117 does: an ext4 that takes no more writes is still shown as rw."""
    log = (
        KernelMessage(1.0, Trouble.MEDIUM, "critical medium error, dev sdb, sector 2048"),
        KernelMessage(1.1, Trouble.FILESYSTEM, "EXT4-fs (sdb): Remounting filesystem read-only"),
    )
    found = worded(failed(), FILE, mounted("ext4"), log=log)
    assert found.code is FailureCause.READ_ONLY
    assert found.values["line"] == "critical medium error, dev sdb, sector 2048"
    assert worded(failed(errno.ENODEV), FILE, mounted("ext4"), log=log).code is FailureCause.GONE


def test_a_target_that_is_not_mounted_any_more() -> None:
    assert worded(failed(), FILE).code is FailureCause.IO_ERROR


def test_what_a_program_says_in_words() -> None:
    assert number_in("cc: fatal error: x.c: Read-only file system") == errno.EROFS
    assert number_in("cc: no such option") == 0
