# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The free ranges that the kernel reports, batch by batch, and whatever else it might report."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import CancelledError, MachineError
from driveproof.domain.trim.free_space import EstimateReason
from driveproof.system.trim import free_space
from driveproof.system.trim.free_space import (
    FS_IOC_GETFSMAP,
    batches,
    free_records,
    read_free_space,
)

HEAD = struct.Struct("<IIII48x")
RECORD = struct.Struct("<IIQQQQ24x")
FREE, LAST = 0x10, 0x20


class Kernel:
    """Replies with these records, so many at a time."""

    def __init__(self, records: list[bytes], each: int = 2) -> None:
        self.records = records
        self.each = each
        self.lows: list[bytes] = []

    def __call__(self, descriptor: int, number: int, buffer: bytearray, mutate: bool) -> int:
        assert (number, mutate, len(buffer)) == (FS_IOC_GETFSMAP, True, 192 + 4096 * 64)
        assert HEAD.unpack_from(buffer) == (0, 0, 4096, 0)
        low = bytes(buffer[64:128])
        self.lows.append(low)
        begin = self.records.index(low) + 1 if low in self.records else 0
        part = self.records[begin : begin + self.each]
        HEAD.pack_into(buffer, 0, 0, 1, 4096, len(part))
        for place, record in enumerate(part):
            buffer[192 + 64 * place : 256 + 64 * place] = record
        return 0


def record(start: int, length: int, flags: int = FREE, owner: int = 1, device: int = 5) -> bytes:
    return RECORD.pack(device, flags, start, owner, 0, length)


def test_it_goes_on_from_the_last_record() -> None:
    records = [record(100 * place, 10) for place in range(4)] + [record(900, 10, FREE | LAST)]
    kernel = Kernel(records)
    found = [
        int(one["physical"]) for part in batches(0, ioctl=kernel) for one in free_records(part, 5)
    ]
    assert found == [0, 100, 200, 300, 900]
    assert kernel.lows == [bytes(64), records[1], records[3]]


def test_only_what_is_free_on_this_device() -> None:
    records = [
        record(0, 1),
        record(1, 1, owner=2),
        record(2, 1, device=6),
        record(3, 1, flags=0),  # a file whose inode has the number 1
        record(4, 1, FREE | LAST),
    ]
    (part,) = batches(0, ioctl=Kernel(records, 9))
    assert [int(one["physical"]) for one in free_records(part, 5)] == [0, 4]


def test_a_kernel_that_repeats_itself_is_left() -> None:
    def again(descriptor: int, number: int, buffer: bytearray, mutate: bool) -> int:
        HEAD.pack_into(buffer, 0, 0, 1, 4096, 1)
        buffer[192:256] = record(0, 1)
        return 0

    assert len(list(batches(0, ioctl=again))) == 2


@given(st.binary(max_size=640), st.integers(0, 2**32 - 1))
def test_any_bytes(data: bytes, entries: int) -> None:
    """No record is read beyond the buffer, and it ends."""
    calls = 0

    def kernel(descriptor: int, number: int, buffer: bytearray, mutate: bool) -> int:
        nonlocal calls
        calls += 1
        buffer[192 : 192 + len(data)] = data
        HEAD.pack_into(buffer, 0, 0, 0, 0, entries if calls < 3 else 0)
        return 0

    for part in batches(0, ioctl=kernel):
        assert len(part) <= 4096
        assert len(free_records(part, 5)) <= len(part)


def test_a_cancel_ends_it() -> None:
    with pytest.raises(CancelledError):
        list(batches(0, cancelled=lambda: True, ioctl=Kernel([])))


def test_numbers_as_the_kernel_writes_them() -> None:
    """new_encode_dev: the minor's low byte, the major, the rest of the minor."""
    assert free_space._encoded(os.makedev(7, 2)) == 0x702
    assert free_space._encoded(os.makedev(259, 0x12345)) == 0x12310345


def test_where_nobody_tells_it_is_an_estimate() -> None:
    mount = Mount("/proc", "proc", "proc")
    free = read_free_space(mount, 2**30)
    assert (free.estimate, free.ranges, free.bins) == (True, None, ())
    assert free.why is EstimateReason.CANNOT_TELL


def test_what_is_gone(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="gone"):
        read_free_space(Mount(str(tmp_path / "gone"), "x", "ext4"), 1)
