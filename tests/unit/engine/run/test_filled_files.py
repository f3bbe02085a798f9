# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that fill a folder: one row of bytes, no names, and never more than there is room for."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.methods.capacity.filled_files import FilledFiles, FullError, file_size

MIB, GIB = 2**20, 2**30


@pytest.fixture
def block() -> Iterator[memoryview]:
    with mmap.mmap(-1, MIB) as memory, memoryview(memory) as view:
        yield view


def files(folder: Path, size: int = 4 * MIB, **more: int) -> FilledFiles:
    return FilledFiles(str(folder), size, TestFileRegistry(folder / "state"), **more)


def test_files_of_a_gigabyte_unless_there_were_too_many() -> None:
    assert file_size(100 * GIB, "ext4") == GIB
    assert file_size(256 * GIB, "ext4") == GIB
    assert file_size(257 * GIB, "ext4") == 2 * GIB
    assert file_size(4000 * GIB, "xfs") == 16 * GIB
    assert file_size(4000 * GIB, "vfat") == 4 * GIB - MIB


def test_what_is_written_is_read_across_files(tmp_path: Path, block: memoryview) -> None:
    with files(tmp_path, each=2 * MIB) as made:
        for number in range(4):
            block[:] = bytes([number]) * MIB
            made.write(block, number * MIB)
        made.forget(lambda: False)
        for number in range(4):
            made.read(block, number * MIB)
            assert bytes(block) == bytes([number]) * MIB
        assert made.written == 4 * MIB
        assert not list(tmp_path.iterdir())


def test_behind_the_end_is_an_error(tmp_path: Path, block: memoryview) -> None:
    with files(tmp_path) as made:
        made.write(block, 0)
        with pytest.raises(OSError, match="Input/output error"):
            made.read(block, MIB)


def test_what_has_to_stay_free_stays_free(tmp_path: Path, block: memoryview) -> None:
    with files(tmp_path, keep_free=2**62) as made, pytest.raises(FullError):
        made.write(block, 0)


def test_a_full_file_system_is_no_failure(tmp_path: Path, block: memoryview) -> None:
    with files(tmp_path) as made:
        made.try_out()
        # /dev/full answers every write as a full file system does.
        full = os.open("/dev/full", os.O_RDWR)
        os.dup2(full, made.descriptors[0])
        os.close(full)
        with pytest.raises(FullError):
            made.write(block, 0)


def test_a_file_in_use_is_closed_when_its_user_has_gone(tmp_path: Path, block: memoryview) -> None:
    made = files(tmp_path)
    with made.in_use():
        made.write(block, 0)
        (descriptor,) = made.descriptors
        made.close()
        os.fstat(descriptor)
        made.write(block, MIB)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)
    assert made.descriptors == ()
