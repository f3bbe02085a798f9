# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which devices count discards, when counters have settled, and an NVMe drive's own report."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.made_host import MadeHost
from tests.fakes.made_machine import GB, GIB, Made

from driveproof.domain.trim.job import LayerCount
from driveproof.system.kernel.sysfs import Sysfs, namespace_use, use_afterwards
from driveproof.system.trim.discard_counters import (
    CountingDevice,
    counted_devices,
    discarded_since,
    read_counts,
    settled_counters,
)
from driveproof.system.udisks.unmount_guard import LeftMount, left

BLOCK = "/org/freedesktop/UDisks2/block_devices/loop0"


@pytest.fixture
def host(tmp_path: Path) -> MadeHost:
    return MadeHost(tmp_path)


def discarded(host: MadeHost, made: Made, sectors: int) -> None:
    host.set(made, "stat", f"1 0 0 0 0 0 0 0 0 0 0 3 0 {sectors} 5 0 0")


class Time:
    """Advances when the code waits; `then` happens meanwhile."""

    def __init__(self, then: dict[int, tuple[Made, int]], host: MadeHost) -> None:
        self.now, self.pauses, self._then, self._host = 0.0, 0, then, host

    def clock(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += seconds
        self.pauses += 1
        if self.pauses in self._then:
            made, sectors = self._then[self.pauses]
            discarded(self._host, made, sectors)


def test_from_the_file_system_down_to_the_drive(host: MadeHost) -> None:
    disk = host.machine.nvme(0, "Drive", GB)
    part = host.machine.partition(disk, 1, GB // 2)
    vault = host.machine.mapped(0, "vault", "CRYPT-LUKS2-1-vault", GIB, [part])
    found = counted_devices(vault.name, Sysfs(host.machine.root))
    assert found == (
        CountingDevice("dm-0", True, False),
        CountingDevice("nvme0n1p1", False, False),
        CountingDevice("nvme0n1", False, True),
    )


def test_counts_since_the_begin(host: MadeHost) -> None:
    disk = host.machine.nvme(0, "Drive", GB)
    sysfs = Sysfs(host.machine.root)
    discarded(host, disk, 100)
    devices = (CountingDevice("nvme0n1", True, True), CountingDevice("gone", False, True))
    before = read_counts(devices, sysfs)
    discarded(host, disk, 300)
    assert discarded_since(devices, before, sysfs) == (
        LayerCount("nvme0n1", 200 * 512, True, True),
        LayerCount("gone", None, False, True),
    )


@pytest.mark.parametrize(
    ("wanted", "then", "count", "pauses"),
    [
        (0, {}, 0, 0),  # nothing is expected: nobody waits
        (400, {3: 200, 8: 400}, 400, 8),  # all of it has come
        (900, {3: 200, 28: 400}, 400, 58),  # it has stayed for three seconds
    ],
)
def test_settled(
    host: MadeHost, wanted: int, then: dict[int, int], count: int, pauses: int
) -> None:
    disk = host.machine.nvme(0, "Drive", GB)
    discarded(host, disk, 0)
    time = Time({at: (disk, sectors) for at, sectors in then.items()}, host)
    devices = (CountingDevice("nvme0n1", True, True),)
    (layer,) = settled_counters(
        devices, {"nvme0n1": 0}, Sysfs(host.machine.root), wanted * 512,
        cancelled=lambda: False, clock=time.clock, pause=time.pause,
    )  # fmt: skip
    assert layer.discarded == count * 512
    assert abs(time.pauses - pauses) <= 1


def test_it_does_not_wait_for_ever_or_for_nobody(host: MadeHost) -> None:
    disk = host.machine.nvme(0, "Drive", GB)
    discarded(host, disk, 0)
    rising = {at: (disk, at) for at in range(1, 10_000)}
    time = Time(rising, host)
    devices, sysfs = (CountingDevice("nvme0n1", True, True),), Sysfs(host.machine.root)
    settled_counters(
        devices, {"nvme0n1": 0}, sysfs, 2**40,
        cancelled=lambda: False, longest=30, clock=time.clock, pause=time.pause,
    )  # fmt: skip
    assert 30 <= time.now < 31
    time = Time(rising, host)
    settled_counters(
        devices, {"nvme0n1": 0}, sysfs, 2**40,
        cancelled=lambda: time.pauses > 4, clock=time.clock, pause=time.pause,
    )  # fmt: skip
    assert time.pauses == 5


def test_namespace_use_in_bytes(host: MadeHost) -> None:
    one, two = (host.machine.nvme(index, "Drive", GB) for index in (0, 1))
    sysfs = Sysfs(host.machine.root)
    assert namespace_use(("nvme0n1",), sysfs) is None  # Linux before 6.8
    host.set(one, "nuse", 1000)
    assert namespace_use(("nvme0n1",), sysfs) == 512_000
    assert namespace_use(("nvme0n1", "nvme1n1"), sysfs) is None
    host.set(two, "nuse", 10)
    assert namespace_use(("nvme0n1", "nvme1n1"), sysfs) == 517_120
    assert namespace_use((), sysfs) is None
    for nonsense in ("-3", "x", "9" * 99, ""):
        host.set(one, "nuse", nonsense)
        assert namespace_use(("nvme0n1",), sysfs) is None


def test_the_drive_is_asked_until_it_says_less(host: MadeHost) -> None:
    one = host.machine.nvme(0, "Drive", GB)
    host.set(one, "nuse", 1000)
    sysfs, time = Sysfs(host.machine.root), Time({}, host)
    names = ("nvme0n1",)

    def pause(seconds: float) -> None:
        time.pause(seconds)
        if time.now > 5:
            host.set(one, "nuse", 900)

    def ask(then: object) -> int | None:
        return use_afterwards(
            names, 512_000, sysfs, cancelled=lambda: False, clock=time.clock, pause=then  # type: ignore[arg-type]
        )  # fmt: skip

    assert ask(pause) == 460_800
    assert use_afterwards(names, None, sysfs, cancelled=lambda: False) is None
    host.set(one, "nuse", 1000)
    begin = time.now
    assert ask(time.pause) == 512_000
    assert time.now - begin > 10


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([], LeftMount()),
        ([f"asked {BLOCK}\n"], LeftMount(BLOCK, asked=True)),
        ([f"marked {BLOCK}\n"], LeftMount(BLOCK, asked=True, marked=True)),
        ([f"marked {BLOCK}\n", f"asked {BLOCK}\n"], LeftMount(BLOCK, asked=True)),
        ([f"marked {BLOCK}\n", f"{BLOCK}\n"], LeftMount(BLOCK)),
        ([f"asked {BLOCK}\n", f"{BLOCK}\n"], LeftMount(BLOCK)),
        ([f"asked {BLOCK}\n", "done\n"], LeftMount()),
        ([f"{BLOCK}\n"], LeftMount(BLOCK)),
        ([f"{BLOCK}\n", "done\n"], LeftMount()),
        (["done\n"], LeftMount()),
        (["/org/freedesktop/UDisks2/Manager\n"], LeftMount()),
        (["nonsense"], LeftMount()),
    ],
)
def test_what_is_left_to_unmount(lines: list[str], found: LeftMount) -> None:
    assert left(lines) == found


def test_what_need_not_pass_a_discard_on(host: MadeHost) -> None:
    """A thin volume over its pool, as lvm2 builds it, and a mapping without a UUID."""
    disk = host.machine.nvme(0, "Drive", GB)
    own = "LVM-" + "a" * 32

    def mapped(minor: int, uuid: str, *below: Made) -> Made:
        return host.machine.mapped(minor, f"v{minor}", uuid, GIB, below)

    meta = mapped(0, f"{own}{'b' * 32}-tmeta", disk)
    data = mapped(1, f"{own}{'c' * 32}-tdata", disk)
    pool = mapped(2, f"{own}{'d' * 32}-tpool", meta, data)
    thin = mapped(3, f"{own}{'e' * 32}", pool)
    vault = mapped(4, "CRYPT-LUKS2-1-vault", thin)
    found = {one.name: one.keeps for one in counted_devices(vault.name, Sysfs(host.machine.root))}
    assert found == {
        "dm-4": False, "dm-3": False, "dm-2": True, "dm-0": True, "dm-1": True, "nvme0n1": False,
    }  # fmt: skip
    nameless = mapped(5, "", disk)
    assert [one.keeps for one in counted_devices(nameless.name, Sysfs(host.machine.root))] == [
        True, False,
    ]  # fmt: skip
