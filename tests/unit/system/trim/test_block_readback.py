# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a file's blocks are, from any reply of the kernel; their contents; who promises zeros."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes.made_host import MadeHost
from tests.fakes.made_machine import GB

from driveproof.domain.errors import MachineError
from driveproof.domain.trim.evidence import Promise
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.block_readback import (
    Extent,
    ReadbackSource,
    UnreadableError,
    compare_blocks,
    extents_of,
    open_source,
    parse_extents,
    read_blocks,
    readback_sources,
)

HEAD = struct.Struct("<QQIIII")
EXTENT = struct.Struct("<QQQ16xI12x")


def answer(*extents: tuple[int, int, int, int], mapped: int | None = None) -> bytes:
    count = len(extents) if mapped is None else mapped
    return HEAD.pack(0, 0, 0, count, 512, 0) + b"".join(EXTENT.pack(*one) for one in extents)


def test_plain_blocks() -> None:
    told = answer((0, 4096, 8192, 0), (8192, 65536, 8192, 1))
    assert parse_extents(told, 12288) == (Extent(0, 4096, 8192), Extent(8192, 65536, 4096))


@pytest.mark.parametrize(
    "told",
    [
        answer(),
        answer((0, 0, 4096, 0), mapped=9),
        answer((0, 0, 4096, 0)),  # half of it
        answer((4096, 0, 8192, 0)),
        answer((0, 7, 8192, 0)),
        answer((0, 2**63 + 512, 8192, 0)),
        answer((0, 0, 0, 0), (0, 0, 8192, 0)),
        *(answer((0, 0, 8192, flag)) for flag in (2, 4, 8, 0x80, 0x100, 0x200, 0x400, 0x800)),
        answer((0, 0, 8192, 0x2000)),
    ],
)
def test_what_is_no_plain_block_is_not_read(told: bytes) -> None:
    with pytest.raises(UnreadableError):
        parse_extents(told, 8192)


@given(st.binary(min_size=32, max_size=32 + 56 * 8), st.integers(1, 2**40))
def test_any_answer(told: bytes, size: int) -> None:
    try:
        found = parse_extents(told, size)
    except UnreadableError:
        return
    assert sum(extent.length for extent in found) == size


def test_btrfs_has_addresses_of_its_own() -> None:
    with pytest.raises(UnreadableError, match="btrfs"):
        extents_of(0, 4096, "btrfs")


def test_blocks_are_read_where_they_lie(tmp_path: Path) -> None:
    data = os.urandom(65536)
    file = tmp_path / "image"
    file.write_bytes(data)
    reader, source = open_source((
        ReadbackSource(str(tmp_path / "none"), 0, "none"),
        ReadbackSource(str(file), 512, "the file", direct=False),
    ))  # fmt: skip
    try:
        extents = (Extent(0, 1024, 8192), Extent(8192, 32768, 4096))
        found = read_blocks(reader, source, extents)
        assert found == data[1536 : 1536 + 8192] + data[33280 : 33280 + 4096]
        with pytest.raises(MachineError):
            read_blocks(reader, source, (Extent(0, 65536, 512),))
    finally:
        os.close(reader)


def test_nothing_may_be_read(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="/dev/x"):
        open_source((ReadbackSource(str(tmp_path / "none"), 0, "/dev/x"),))


def test_sectors_are_compared() -> None:
    before = b"a" * 512 + b"b" * 512 + b"c" * 512
    assert compare_blocks(before, bytes(512) + b"b" * 512 + b"x" * 512) == (3, 1, 1)
    assert compare_blocks(before, before[:1024]) == (2, 0, 2)


def test_a_partition_is_read_from_its_disk_which_promises_zeros(tmp_path: Path) -> None:
    host = MadeHost(tmp_path)
    disk = host.machine.sata("sda", "Drive", GB, 1)
    part = host.machine.partition(disk, 1, GB // 2)
    host.ata(1, "unqueued", {169: 1, 69: 1 << 14 | 1 << 5, 83: 0x7400})
    (source,) = readback_sources(part.name, Sysfs(host.machine.root), host.etc)
    assert (source.path, source.offset) == ("/dev/sda", 2**20)
    assert source.promise is Promise.RZAT


def test_a_drive_that_promises_nothing(tmp_path: Path) -> None:
    host = MadeHost(tmp_path)
    disk = host.machine.sata("sda", "Drive", GB, 1)
    host.ata(1, "unqueued", {169: 1, 69: 1 << 14, 83: 0x7400})
    (source,) = readback_sources(disk.name, Sysfs(host.machine.root), host.etc)
    assert source == ReadbackSource("/dev/sda", 0, "/dev/sda")
    stick = host.machine.usb("sdb", "Stick", GB, 2)
    (source,) = readback_sources(stick.name, Sysfs(host.machine.root), host.etc)
    assert source.adapter


def test_a_loop_device_and_its_file(tmp_path: Path) -> None:
    host = MadeHost(tmp_path)
    disk = host.machine.virtio("loop7", GB)
    host.set(disk, "loop/backing_file", "/srv/image")
    host.set(disk, "loop/offset", 4096)
    device, file = readback_sources("loop7", Sysfs(host.machine.root), host.etc)
    assert (device.path, device.offset, device.direct) == ("/dev/loop7", 0, True)
    assert (file.path, file.offset, file.direct) == ("/srv/image", 4096, False)
    assert device.promise is file.promise is Promise.LOOP
