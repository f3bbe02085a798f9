# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A device on which nothing moves any more is told from one that is slow."""

from __future__ import annotations

from dataclasses import replace

from driveproof.methods.filesystems.bench import Stillness
from driveproof.system.kernel.sysfs import BlockStat

STAT = BlockStat(
    reads=1, read_bytes=1, read_seconds=0.0, writes=1, written_bytes=1, write_seconds=0.0,
    in_flight=1, busy_seconds=0.0, queued_seconds=0.0, discards=0, discarded_bytes=0, flushes=0,
)  # fmt: skip


def test_whatever_is_counted_moves_but_time_alone() -> None:
    now, stat = 100.0, STAT
    watch = Stillness(lambda: stat, lambda: now)
    assert watch.still() == 0
    now, stat = 160.0, replace(stat, busy_seconds=60.0, queued_seconds=60.0)
    assert watch.still() == 60
    for moved in (replace(stat, discarded_bytes=512), replace(stat, writes=2)):
        now, stat = now + 60, moved
        assert watch.still() == 0
        now += 30
        assert watch.still() == 30


def test_a_device_that_has_gone_stands_still() -> None:
    now = 0.0
    watch = Stillness(lambda: None, lambda: now)
    assert watch.still() == 0
    now = 5.0
    assert watch.still() == 5
