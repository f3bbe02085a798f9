# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a bcache counts itself is a note of the run, once the kernel has added it up."""

from __future__ import annotations

from pathlib import Path

import pytest

from driveproof.domain.quantity import Share
from driveproof.methods.caches.watch import CacheWatch
from driveproof.system.kernel.bcache import TICK_SECONDS
from driveproof.system.kernel.sysfs import Sysfs

FILES = ("cache_hits", "cache_misses", "cache_bypass_hits", "cache_bypass_misses")


def count(sysfs: Path, *numbers: int, attached: bool = True) -> None:
    folder = sysfs / "class/block/bcache0/bcache"
    (folder / "stats_total").mkdir(parents=True, exist_ok=True)
    if attached:
        (folder / "cache").mkdir(exist_ok=True)
    for file, number in zip(FILES, numbers, strict=True):
        (folder / "stats_total" / file).write_text(f"{number}\n")


def test_the_last_reads_are_waited_for(tmp_path: Path) -> None:
    count(tmp_path, 100, 50, 0, 7)
    seconds = [0.0]

    def pause(time: float) -> None:
        seconds[0] += time
        if seconds[0] > 5:  # the kernel's timer
            count(tmp_path, 400, 150, 2, 8)

    layers = ("dm-0", "bcache0", "sda")
    hits = CacheWatch(layers, Sysfs(tmp_path), clock=lambda: seconds[0], pause=pause)
    count(tmp_path, 300, 150, 1, 8)
    (note,) = hits.notes(lambda: False)
    assert note.values == {"device": "bcache0", "share": Share(0.75), "bypassed": 3}
    assert 5 < seconds[0] < 6


def test_nothing_more_comes(tmp_path: Path) -> None:
    count(tmp_path, 1, 1, 0, 0)
    seconds = [0.0]

    def pause(time: float) -> None:
        seconds[0] += time

    hits = CacheWatch(("bcache0",), Sysfs(tmp_path), clock=lambda: seconds[0], pause=pause)
    (note,) = hits.notes(lambda: False)
    assert note.values == {"device": "bcache0", "share": Share(0), "bypassed": 0}
    assert TICK_SECONDS <= seconds[0] < TICK_SECONDS + 1
    assert hits.notes(lambda: True) == (note,)
    assert seconds[0] < TICK_SECONDS + 1, "a cancel does not wait"


@pytest.mark.parametrize("layers", [("sda", "dm-0"), ("bcache0",)])
def test_without_a_cache_nothing_is_said(tmp_path: Path, layers: tuple[str, ...]) -> None:
    count(tmp_path, 1, 1, 0, 0, attached=False)
    assert CacheWatch(layers, Sysfs(tmp_path)).notes(lambda: False) == ()
