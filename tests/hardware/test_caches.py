# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The profile `caches` on a real bcache, with its cache and, as an experiment, detached from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.hardware.guest import Guest
from tests.hardware.machine import SPARE_LARGE, SPARE_TOO

COUNTED = re.compile(r"^bcache0: (\d+)\s*% cache hits")
MADE = """
modprobe bcache
wipefs -qa {backing} {cache}
# Its usual buckets of 512 KiB would be too few on so small a cache: the kernel refuses it.
make-bcache --wipe-bcache --bucket 64k -B {backing} -C {cache} >/dev/null
for device in {backing} {cache}; do
    # udev may do so at the same time, and the kernel refuses the second.
    echo $device >/sys/fs/bcache/register || true
done
for i in $(seq 60); do [ ! -e /sys/block/bcache0/bcache/cache ] || break; sleep 0.5; done
[ -e /sys/block/bcache0/bcache/cache ] || {{ dmesg | grep bcache; exit 7; }}
# A guest whose drives are late would be kept past the cache (admin-guide/bcache.rst, "Congestion").
for way in read write; do
    echo 0 >/sys/block/bcache0/bcache/cache/congested_"$way"_threshold_us
done
mkfs.ext4 -q /dev/bcache0
mkdir -p /cached
mount /dev/bcache0 /cached
chown guest /cached
"""
GONE = """
umount /cached || true
set=$(readlink -f /sys/fs/bcache/*-*-*-*-*) || true
[ ! -e /sys/block/bcache0/bcache ] || echo 1 >/sys/block/bcache0/bcache/stop
[ ! -e "$set/stop" ] || echo 1 >"$set/stop"
until [ ! -e /sys/block/bcache0 ] && ! ls -d /sys/fs/bcache/*-*-*-*-* >/dev/null 2>&1; do
    udevadm settle
done
# Or udev makes the bcache again when a later test plugs the same drives in.
for device in {backing} {cache}; do
    dd if=/dev/zero of=$device bs=1M count=4 conv=fsync status=none
done
udevadm settle
"""


class Stack(NamedTuple):
    """Kernel names of both drives."""

    backing: str
    cache: str


@pytest.fixture
def cached(guest: Guest) -> Iterator[Stack]:
    """A file system on a bcache of two drives of its own, mounted for the user `guest`."""
    with guest.plugged(SPARE_LARGE) as backing, guest.plugged(SPARE_TOO) as cache:
        try:
            guest.script(MADE.format(backing=backing, cache=cache))
            yield Stack(Path(backing).name, Path(cache).name)
        finally:
            guest.script(GONE.format(backing=backing, cache=cache))


def measured(guest: Guest, label: str) -> dict[str, Any]:
    words = ("run", "caches", "/cached", "--size", "16M", "--label", label)
    run: dict[str, Any] = guest.json(*words)
    assert run["status"] == "finished", run["error"]
    return run


def read_by(phase: dict[str, Any]) -> dict[str, int]:
    """Bytes that each device read in a reading, by the kernel's counters."""
    (repeat,) = phase["repeats"]
    return {one["device"]: one["read_bytes"] for one in repeat["members"]}


def test_who_serves_with_the_cache_and_detached_from_it(guest: Guest, cached: Stack) -> None:
    run = measured(guest, "with")
    (counted,) = filter(None, (COUNTED.search(note["text"]) for note in run["notes"]))
    assert int(counted[1]) > 0
    past = [read_by(one) for one in run["phases"] if one["direct"]]
    for seen in past:
        assert seen[cached.backing] + seen[cached.cache] > 0.9 * 16 * 2**20
    assert past[-1][cached.cache] > 0  # how much of it the kernel keeps is its own affair

    guest.script("echo 1 >/sys/block/bcache0/bcache/detach")
    guest.script("until [ ! -e /sys/block/bcache0/bcache/cache ]; do udevadm settle; done")
    run = measured(guest, "without")
    assert not any(COUNTED.search(note["text"]) for note in run["notes"])
    for phase in (one for one in run["phases"] if one["direct"]):
        seen = read_by(phase)
        assert seen[cached.backing] > 0.9 * 16 * 2**20
        assert seen.get(cached.cache, 0) == 0
    compared = guest.json("compare", "label:with", "label:without")
    tables = compared["answer"]["tables"]
    assert len(tables["tests"]) + len(tables["metrics"]) >= 4
