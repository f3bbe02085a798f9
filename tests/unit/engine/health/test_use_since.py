# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a disk did I/O since it was read, by the kernel's counters and what programs share."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.builders.health_drives import drive

from driveproof.engine.health import use_since
from driveproof.engine.health.use_since import UseSince

READ = datetime(2026, 11, 29, 3, tzinfo=UTC)
SDA = drive("sda")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    count(tmp_path, 100, 50)
    return tmp_path


def count(root: Path, reads: int, writes: int) -> None:
    stat = root / "class/block/sda/stat"
    stat.parent.mkdir(parents=True, exist_ok=True)
    stat.write_text(f"{reads} 0 800 10 {writes} 0 400 10 0 20 20\n", "utf-8")


def test_it_is_known_only_since_a_reading_that_was_seen(root: Path) -> None:
    since = UseSince(root=root)
    assert since.used(SDA, READ) is None
    since.note(SDA, READ)
    assert since.used(SDA, READ) is False
    assert since.used(SDA, READ + timedelta(minutes=10)) is None
    assert since.used(SDA, None) is None


@pytest.mark.parametrize(("reads", "writes"), [(101, 50), (100, 51), (0, 0)])
def test_a_read_a_write_and_counters_from_zero_are_use(root: Path, reads: int, writes: int) -> None:
    since = UseSince(root=root)
    since.note(SDA, READ)
    count(root, reads, writes)
    assert since.used(SDA, READ) is True
    since.note(SDA, READ)  # the same reading once more: what came after it stays known
    assert since.used(SDA, READ) is True
    since.note(SDA, READ + timedelta(minutes=10))
    assert since.used(SDA, READ + timedelta(minutes=10)) is False


def test_programs_share_it_until_the_next_boot(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = root / "run/driveproof/read-disks.json"
    UseSince(file, root).note(SDA, READ)
    assert UseSince(file, root).used(SDA, READ) is False
    other = replace(SDA, serial="another")
    assert UseSince(file, root).used(other, READ) is None
    monkeypatch.setattr(use_since, "boot_id", lambda: "the next")
    assert UseSince(file, root).used(SDA, READ) is None


def test_a_broken_file_and_a_missing_disk_are_nothing_known(root: Path) -> None:
    file = root / "read-disks.json"
    file.write_text("[7]", "utf-8")
    since = UseSince(file, root)
    assert since.used(SDA, READ) is None
    since.note(SDA, READ)
    assert since.used(SDA, READ) is False
    since.note(drive("sdb"), READ)
    assert since.used(drive("sdb"), READ) is None
