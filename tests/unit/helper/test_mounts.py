# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mounts of a device from mountinfo, and schedulers from the kernel's line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from driveproof.helper.mounts import (
    mount_identity,
    open_mount,
    parse_mounts,
    table_fields,
    table_lines,
)
from driveproof.helper.protocol import HelperError
from driveproof.helper.schedulers import parse_schedulers

LINES = b"""\
22 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw,errors=remount-ro
31 22 7:1 / /run/media/a\\040b\\134c rw shared:9 master:3 - xfs /dev/loop1 rw
32 22 7:2 / /mnt/read-only ro - ext4 /dev/loop2 ro
33 22 7:3 / /mnt/ro-mount-of-rw ro - ext4 /dev/loop3 rw
broken line
34 22 x:y / /nowhere rw - ext4 /dev/loop4 rw
"""


def test_parse() -> None:
    found = {mount.identity: mount for mount in parse_mounts(LINES)}
    assert sorted(found) == [22, 31, 32, 33]
    assert found[31].point == b"/run/media/a b\\c"
    assert found[31].device == os.makedev(7, 1)
    assert (found[31].filesystem, found[31].source) == ("xfs", b"/dev/loop1")
    assert [found[each].writable for each in (22, 31, 32, 33)] == [True, True, False, True]


NO_ENDS = "\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""What ends a line for str.splitlines or bytes.splitlines, and not in the kernel's tables."""


@pytest.mark.parametrize("end", NO_ENDS)
def test_a_mount_point_is_one_line_whatever_is_in_it(end: str) -> None:
    """Who may name a mount point cannot make a mount of another device."""
    forged = f"/x{end}99 22 8:1 / /victim rw - ext4 /dev/sda1 rw"
    escaped = forged.replace(" ", "\\040")
    line = f"35 22 7:5 / {escaped} rw - ext4 /dev/loop5 rw\n".encode()
    (found,) = parse_mounts(line)
    assert (found.identity, found.point) == (35, forged.encode())


@pytest.mark.parametrize("end", NO_ENDS)
def test_a_swap_file_is_one_word_whatever_is_in_it(end: str) -> None:
    text = f"Filename\t\tType\n/a\\040b{end}/dev/sda1    \tpartition\t1\n"
    _, line = table_lines(text.encode())
    assert table_fields(line) == [f"/a b{end}/dev/sda1".encode(), b"partition", b"1"]


def test_what_was_opened_is_the_mount_that_was_meant(tmp_path: Path) -> None:
    descriptor = os.open(tmp_path, os.O_RDONLY)
    identity = mount_identity(descriptor)
    os.close(descriptor)
    line = "{} 1 7:1 / {} rw - ext4 /dev/loop1 rw\n"
    table = tmp_path / "mountinfo"
    table.write_text(line.format(identity + 1, tmp_path), "ascii")
    with pytest.raises(HelperError, match="Unsupported"):
        open_mount(os.makedev(7, 1), table)
    table.write_text(line.format(identity, tmp_path), "ascii")
    opened, mount = open_mount(os.makedev(7, 1), table)
    assert Path(f"/proc/self/fd/{opened}").readlink() == tmp_path
    assert mount.identity == identity
    os.close(opened)
    with pytest.raises(HelperError, match="Unsupported"):
        open_mount(os.makedev(7, 2), table)


def test_a_symlink_in_place_of_the_mount_point(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "point").symlink_to("elsewhere")
    descriptor = os.open(tmp_path, os.O_RDONLY)
    table = tmp_path / "mountinfo"
    line = f"{mount_identity(descriptor)} 1 7:1 / {tmp_path}/point rw - ext4 /dev/loop1 rw\n"
    table.write_text(line, "ascii")
    os.close(descriptor)
    with pytest.raises(HelperError, match="Unsupported"):
        open_mount(os.makedev(7, 1), table)


@pytest.mark.parametrize(
    ("text", "used", "offered"),
    [
        ("[none] mq-deadline kyber bfq \n", "none", ("none", "mq-deadline", "kyber", "bfq")),
        ("none [mq-deadline]\n", "mq-deadline", ("none", "mq-deadline")),
    ],
)
def test_schedulers(text: str, used: str, offered: tuple[str, ...]) -> None:
    assert parse_schedulers(text) == (used, offered)


def test_no_scheduler() -> None:
    with pytest.raises(HelperError, match="Unsupported"):
        parse_schedulers("none\n")


def test_the_options_of_a_mount_and_of_its_file_system() -> None:
    found = {mount.identity: mount for mount in parse_mounts(LINES)}
    assert found[22].options == (b"rw", b"relatime")
    assert found[22].filesystem_options == (b"rw", b"errors=remount-ro")
    assert (found[33].options, found[33].filesystem_options) == ((b"ro",), (b"rw",))
