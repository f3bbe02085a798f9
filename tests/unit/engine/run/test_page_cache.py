# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page cache of a real file: inspected, dropped, filled; and its state before a test."""

from __future__ import annotations

import mmap
import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from driveproof.domain.access import COLD, DIRECT, WARM
from driveproof.domain.errors import MachineError
from driveproof.engine.run.page_cache import FileCache, check_memory
from driveproof.engine.run.testfile import TestFile, TestFileRegistry
from driveproof.system.kernel.mounts import mount_of
from driveproof.system.kernel.pagecache import available_memory, drop, read_through, resident
from driveproof.wording.errors import message

MIB = 2**20
SIZE = 8 * MIB + 4096


@pytest.fixture
def file(disk_folder: Path, tmp_path: Path) -> Iterator[TestFile]:
    """A file on a disk: pages of a file in memory cannot be dropped."""
    with TestFile(str(disk_folder), SIZE, TestFileRegistry(tmp_path / "state")) as made:
        os.pwrite(made.descriptor, os.urandom(SIZE), 0)
        yield made


@pytest.fixture
def in_memory(tmp_path: Path) -> Iterator[TestFile]:
    folder = Path("/dev/shm")
    if not folder.is_dir() or mount_of(folder).filesystem != "tmpfs":
        pytest.skip("/dev/shm is no tmpfs here")
    with (
        tempfile.TemporaryDirectory(dir=folder) as place,
        TestFile(place, SIZE, TestFileRegistry(tmp_path / "state")) as made,
    ):
        os.pwrite(made.descriptor, os.urandom(SIZE), 0)
        yield made


def nothing(done: int, total: int) -> None:
    """A run that does not care how far it is."""


def test_what_was_written_is_there_until_it_is_dropped(file: TestFile) -> None:
    assert resident(file.descriptor, SIZE) == SIZE
    drop(file.descriptor)
    assert resident(file.descriptor, SIZE) == 0
    os.posix_fadvise(file.descriptor, 0, 0, os.POSIX_FADV_RANDOM)  # no reading ahead
    os.pread(file.descriptor, 1, 5 * MIB)
    assert mmap.PAGESIZE <= (resident(file.descriptor, SIZE) or 0) < MIB


def test_reading_through_tells_how_far_it_is_and_can_be_stopped(file: TestFile) -> None:
    drop(file.descriptor)
    told: list[int] = []
    read_through(file.descriptor, SIZE, told.append, lambda: len(told) == 3)
    assert told == [MIB, 2 * MIB, 3 * MIB]
    for _ in range(3):  # the kernel may let go of a page, or another test drop all of them
        told.clear()
        read_through(file.descriptor, SIZE, told.append, lambda: False)
        assert told[-1] == SIZE
        if resident(file.descriptor, SIZE) == SIZE:
            break
    assert resident(file.descriptor, SIZE) == SIZE


def test_a_descriptor_that_cannot_be_mapped_is_not_known(tmp_path: Path) -> None:
    with (tmp_path / "empty").open("wb") as empty:
        assert resident(empty.fileno(), SIZE) is None
        assert resident(empty.fileno(), 0) == 0


def test_memory(tmp_path: Path) -> None:
    (tmp_path / "meminfo").write_text("MemTotal:  100 kB\nMemAvailable:   64 kB\n")
    assert available_memory(tmp_path) == 64 * 1024
    assert available_memory(tmp_path / "none") is None
    check_memory(10**15, None)
    check_memory(50 * 1024, 64 * 1024)
    with pytest.raises(MachineError) as little:
        check_memory(60 * 1024, 64 * 1024)
    assert set(little.value.values) == {"available", "size"}
    assert "64\u202fKiB" in message(little.value)


def test_direct_is_left_alone(file: TestFile) -> None:
    assert FileCache(file, DIRECT, past=True).prepare(nothing, lambda: False) == DIRECT
    assert resident(file.descriptor, SIZE) == SIZE


def test_cold_again_and_again(file: TestFile) -> None:
    cache = FileCache(file, COLD, past=False)
    for _ in range(3):
        assert cache.prepare(nothing, lambda: False) == COLD
        assert resident(file.descriptor, SIZE) == 0
        os.pread(file.descriptor, SIZE, 0)
        os.pwrite(file.descriptor, b"dirty", 4 * MIB)


def test_warm(file: TestFile) -> None:
    drop(file.descriptor)
    cache = FileCache(file, WARM, past=False)
    assert cache.prepare(nothing, lambda: False) == WARM
    assert resident(file.descriptor, SIZE) == SIZE


def test_in_memory_nothing_is_cold(in_memory: TestFile) -> None:
    for wanted in (DIRECT, COLD, WARM):
        assert FileCache(in_memory, wanted, past=False).prepare(nothing, lambda: False) == WARM
    assert os.pread(in_memory.descriptor, 1, 0) != b""


def test_what_is_asked_direct_and_refused_is_as_cold_as_fio_makes_it(file: TestFile) -> None:
    assert FileCache(file, DIRECT, past=False).prepare(nothing, lambda: False) == COLD


def test_a_file_that_does_not_stay(file: TestFile) -> None:
    drop(file.descriptor)

    def stops_reading() -> bool:
        return threading.current_thread() is not threading.main_thread()

    with pytest.raises(MachineError) as raised:
        FileCache(file, WARM, past=False).prepare(nothing, stops_reading)
    assert set(raised.value.values) == {"share"}


def test_a_cancel_is_not_kept_waiting(file: TestFile) -> None:
    before = threading.active_count()
    assert FileCache(file, WARM, past=False).prepare(nothing, lambda: True) == WARM
    file.close()  # the thread has a descriptor of its own
    for thread in threading.enumerate():
        if thread.name == "page-cache":
            thread.join(30)
    assert threading.active_count() <= before
