# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which phases of a profile run on a device, and what is a device."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import Advice, Remedy, UsageError
from driveproof.domain.profile.for_device import reading_only
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import Target
from driveproof.engine.run.device import describe
from driveproof.engine.run.profiles import Profiles
from driveproof.system.kernel.devices import is_device

READ = Phase("Read", "read", "random", 4096, 1)
WRITE = Phase("Write", "write", "random", 4096, 1, limit=2**20)
MIXED = Phase("Mixed", "mixed", "random", 4096, 1, limit=2**20)


def test_only_what_reads_is_left_and_nothing_is_written() -> None:
    reads = reading_only(Profile("p", "P", "?", (READ, WRITE, MIXED), 2**30))
    assert reads.phases == (READ,)
    assert reads.bytes_written == 0


def test_nothing_is_left() -> None:
    with pytest.raises(UsageError) as raised:
        reading_only(Profile("p", "P", "?", (WRITE, MIXED), 2**30))
    assert set(raised.value.values) == {"title"}
    for name in ("capacity", "steady-state"):  # a folder is of no use to the second one
        with pytest.raises(UsageError) as caught:
            reading_only(Profiles().find(name))
        assert caught.value.advice == Advice(Remedy.ALLOW_OVERWRITING)


DRIVES = Inventory(
    (
        BlockDevice(
            path="/dev/nvme0n1", name="nvme0n1", kind="nvme", model="SSD 990", serial="S7",
            size=9000, wwn="eui.0025", firmware="4B2", bus="nvme", children=("nvme0n1p1",),
        ),
        BlockDevice(
            path="/dev/nvme0n1p1", name="nvme0n1p1", kind="partition", partition_of="nvme0n1",
            size=8000, parents=("nvme0n1",), children=("dm-0",),
        ),
        BlockDevice(
            path="/dev/mapper/vault", name="dm-0", kind="crypt", size=7000, parents=("nvme0n1p1",)
        ),
        BlockDevice(path="/dev/sda", name="sda", size=5000, children=("md0",)),
        BlockDevice(path="/dev/sdb", name="sdb", size=5000, children=("md0",)),
        BlockDevice(path="/dev/md/0", name="md0", kind="md", size=5000, parents=("sda", "sdb")),
    )
)  # fmt: skip


def test_a_device_is_grouped_with_its_drive() -> None:
    for real, size, stack in [
        ("/dev/nvme0n1", 9000, ("/dev/nvme0n1",)),
        ("/dev/nvme0n1p1", 8000, ("/dev/nvme0n1p1", "/dev/nvme0n1")),
        ("/dev/dm-0", 7000, ("/dev/mapper/vault", "/dev/nvme0n1p1", "/dev/nvme0n1")),
    ]:
        target, drives = describe("/dev/disk/by-id/x", real, size, DRIVES)
        assert target == Target(
            path="/dev/disk/by-id/x", kind="device", device=stack[0], model="SSD 990", serial="S7",
            wwn="eui.0025", firmware="4B2", size=size, bus="nvme", drive="wwn:eui.0025",
            stack=stack,
        )  # fmt: skip
        assert target.identity == "wwn:eui.0025"
        assert drives == ("nvme0n1",)


def test_a_device_on_two_drives_is_itself() -> None:
    target, drives = describe("/dev/md0", "/dev/md0", 5000, DRIVES)
    assert (target.device, target.model, target.serial) == ("/dev/md/0", None, None)
    assert target.identity == "path:/dev/md/0"
    assert drives == ("sda", "sdb")


def test_a_device_of_which_nobody_tells() -> None:
    for inventory in (None, Inventory()):
        target, drives = describe("/dev/sdz", "/dev/sdz", 5000, inventory)
        assert target == Target(path="/dev/sdz", kind="device", device="/dev/sdz", size=5000)
        assert drives == ()


def test_what_is_no_device(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (tmp_path, pipe, tmp_path / "none", "/dev/null", "", "\0"):
        assert not is_device(str(path))
