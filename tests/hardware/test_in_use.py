# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What reaches the bytes of a device besides itself, with devices that not every kernel has: two
paths to one drive, partitions that overlap, mapped devices.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from tests.hardware.guest import Guest
from tests.hardware.machine import SPARE, SPARE_TOO

LENGTH = 65536
POINT = "/mnt/in-use"


def asked(guest: Guest, device: str, *scripts: str, length: int = LENGTH) -> dict[str, Any]:
    """What the program and the helper say of overwriting it, which is done where they let it."""
    guest.script("udevadm settle")
    done = guest.run("python3", "-I", "/seed/held.py", device, str(length), *scripts)
    assert done.status == 0, done.err
    found = json.loads(done.out)
    assert isinstance(found, dict)
    return found


def free(guest: Guest, device: str, length: int = LENGTH) -> bool:
    """Whether it may be overwritten, by the program and by the helper alike."""
    found = asked(guest, device, length=length)
    if found["held"]:
        assert found["held"].startswith(f"DeviceBusy: {device} is in use"), found
        assert found["told"], found
        return False
    assert found == {"told": [], "held": "", "written": ""}
    return True


def mount(guest: Guest, device: str) -> str:
    """The digest of a file on a file system on it."""
    guest.script(
        f"mkfs.ext4 -q -F {device} && mkdir -p {POINT} && mount {device} {POINT}"
        f" && head -c 256K /dev/urandom >{POINT}/file && sync"
    )
    return digest(guest)


def digest(guest: Guest) -> str:
    """Read from the device again."""
    return guest.script(f"sync; echo 1 >/proc/sys/vm/drop_caches; sha256sum <{POINT}/file")


@pytest.fixture(autouse=True)
def unmounted(guest: Guest) -> Iterator[None]:
    yield
    guest.run("umount", POINT)


@pytest.fixture
def paths(guest: Guest) -> Iterator[list[str]]:
    """The two nodes of one drive with two ports, without a multipath device over them."""
    guest.script("modprobe scsi_debug add_host=2 vpd_use_hostno=0 dev_size_mb=64")
    try:
        guest.script("udevadm settle")
        rows = guest.script("lsblk -dnpo NAME,MODEL").splitlines()
        found = [row.split()[0] for row in rows if "scsi_debug" in row]
        assert len(found) == 2, rows
        guest.script(f"wipefs -qa {found[0]}")
        yield found
    finally:
        guest.run("umount", POINT)
        guest.script("udevadm settle; until modprobe -r scsi_debug; do sleep 0.2; done")


def test_a_second_path_to_a_mounted_drive(guest: Guest, paths: list[str]) -> None:
    one, other = paths
    assert free(guest, other)
    before = mount(guest, one)
    found = asked(guest, other)
    assert found["told"] == ["mounted", "same drive"]
    assert "DeviceBusy" in found["held"] and one in found["held"]
    assert digest(guest) == before
    guest.script(f"umount {POINT}")
    assert free(guest, other)


def test_a_second_path_to_a_drive_with_a_mounted_partition(guest: Guest, paths: list[str]) -> None:
    one, other = paths
    guest.script(f"echo 'size=16M\nsize=16M' | sfdisk -q --label dos {one}; udevadm settle")
    guest.script(f"blockdev --rereadpt {other}; udevadm settle")
    before = mount(guest, f"{one}1")
    assert not free(guest, other)
    assert not free(guest, f"{other}1")
    assert digest(guest) == before


@pytest.mark.parametrize(
    ("use", "end"),
    [
        ("mkswap {one} && swapon {one}", "swapoff {one}"),
        ("losetup --find {one}", "losetup --detach-all"),
        ("dmsetup create used --table '0 2048 linear {one} 0'", "dmsetup remove used"),
    ],
    ids=["swap", "loop", "mapped"],
)
def test_a_second_path_to_a_drive_that_is_used_otherwise(
    use: str, end: str, guest: Guest, paths: list[str]
) -> None:
    one, other = paths
    guest.script(use.format(one=one))
    try:
        assert not free(guest, other)
    finally:
        guest.script(end.format(one=one))
    assert free(guest, other)


def test_the_first_path_is_kept_away_while_the_second_is_held(
    guest: Guest, paths: list[str]
) -> None:
    one, other = paths
    guest.script(f"mkfs.ext4 -q -F {one} && mkdir -p {POINT}")
    found = asked(guest, other, "", f"if mount {one} {POINT}; then exit 1; fi")
    assert found == {"told": [], "held": "", "written": ""}


def test_a_multipath_device_has_its_paths_below_it(guest: Guest, paths: list[str]) -> None:
    """And a partition of it is not known to be apart from another one."""
    size = int(guest.script(f"blockdev --getsz {paths[0]}"))
    numbers = " 1 ".join(guest.script(f"lsblk -dno MAJ:MIN {' '.join(paths)}").split())
    table = f"0 {size} multipath 0 0 1 1 service-time 0 2 1 {numbers} 1"
    guest.script(f"modprobe dm-multipath; dmsetup create many -u mpath-1 --table '{table}'")
    try:
        many = guest.script("readlink -f /dev/mapper/many").strip()
        assert free(guest, many)
        assert not free(guest, paths[0])
        for number in (1, 2):
            table = f"0 16384 linear /dev/mapper/many {number * 16384}"
            guest.script(f"dmsetup create many-{number} -u part{number}-mpath-1 --table '{table}'")
        first, second = guest.script("readlink -f /dev/mapper/many-1 /dev/mapper/many-2").split()
        assert free(guest, second)
        before = mount(guest, first)
        assert not free(guest, second)
        assert digest(guest) == before
    finally:
        guest.run("umount", POINT)
        guest.script("udevadm settle; dmsetup remove --retry many-1 many-2 || true")
        guest.script("dmsetup remove --retry many")


def test_two_mappings_of_the_same_sectors(guest: Guest, paths: list[str]) -> None:
    for name in ("one", "two"):
        guest.script(f"dmsetup create {name} --table '0 32768 linear {paths[0]} 2048'")
    try:
        one, two = guest.script("readlink -f /dev/mapper/one /dev/mapper/two").split()
        before = mount(guest, one)
        found = asked(guest, two)
        assert found["told"] == ["mounted", "shares"]
        assert "DeviceBusy" in found["held"]
        assert digest(guest) == before
        guest.script(f"umount {POINT}")
        assert free(guest, two)
    finally:
        guest.run("umount", POINT)
        guest.script("udevadm settle; dmsetup remove --retry one; dmsetup remove --retry two")


def test_volumes_of_one_group_are_apart(guest: Guest) -> None:
    with guest.plugged(SPARE) as device:
        guest.script(
            f"pvcreate -q {device} && vgcreate -q apart {device}"
            " && lvcreate -q -y -L 16M -n one apart && lvcreate -q -y -L 16M -n two apart"
        )
        try:
            one, two = guest.script("readlink -f /dev/apart/one /dev/apart/two").split()
            before = mount(guest, one)
            assert free(guest, two)
            assert not free(guest, one)
            assert not free(guest, device)
            assert digest(guest) == before
        finally:
            guest.run("umount", POINT)
            guest.script("vgremove -q -f apart")


def test_a_snapshot_is_in_use_with_its_origin(guest: Guest) -> None:
    with guest.plugged(SPARE) as device:
        guest.script(
            f"pvcreate -q {device} && vgcreate -q apart {device}"
            " && lvcreate -q -y -L 16M -n one apart"
        )
        try:
            one = guest.script("readlink -f /dev/apart/one").strip()
            before = mount(guest, one)
            guest.script("lvcreate -q -y -s -L 8M -n snap apart/one")
            assert not free(guest, guest.script("readlink -f /dev/apart/snap").strip())
            assert digest(guest) == before
        finally:
            guest.run("umount", POINT)
            guest.script("vgremove -q -f apart")


@pytest.fixture
def mapped(guest: Guest, paths: list[str]) -> Iterator[tuple[str, str]]:
    """A mapped device, and the script that maps it to other sectors, of another disk."""
    guest.script("truncate -s 32M /root/bystander; losetup --find --show /root/bystander")
    loop = guest.script("losetup --noheadings -O NAME -j /root/bystander").strip()
    guest.script(f"dmsetup create swapped --table '0 32768 linear {paths[0]} 0'")
    swap = (
        f"dmsetup reload swapped --table '0 32768 linear {loop} 0'"
        " && dmsetup suspend swapped && dmsetup resume swapped"
    )
    try:
        yield guest.script("readlink -f /dev/mapper/swapped").strip(), swap
    finally:
        guest.script("udevadm settle; dmsetup remove --retry swapped")
        guest.script(f"losetup --detach {loop}; rm /root/bystander")


def test_another_table_under_the_prompt(guest: Guest, mapped: tuple[str, str]) -> None:
    device, swap = mapped
    before = guest.script("sha256sum </root/bystander")
    found = asked(guest, device, swap)
    assert found["held"].startswith("DeviceChanged"), found
    assert guest.script("sync; sha256sum </root/bystander") == before


def test_another_table_while_it_is_held(guest: Guest, mapped: tuple[str, str]) -> None:
    device, swap = mapped
    before = guest.script("sha256sum </root/bystander")
    found = asked(guest, device, "", swap)
    assert found["held"] == ""
    assert found["written"].startswith("DeviceChanged"), found
    assert guest.script("sync; sha256sum </root/bystander") == before


def test_a_mapping_of_the_same_disk_comes_while_it_is_held(
    guest: Guest, paths: list[str], mapped: tuple[str, str]
) -> None:
    """The kernel lets mappings share a disk: the next test is refused."""
    device, _ = mapped
    come = f"dmsetup create beside --table '0 32768 linear {paths[0]} 0'"
    found = asked(guest, device, "", come)
    try:
        assert found["held"] == ""
        assert found["written"].startswith("DeviceChanged"), found
    finally:
        guest.script("udevadm settle; dmsetup remove --retry beside")


def entry(kind: int, begin: int, size: int) -> bytes:
    """A line of an MS-DOS partition table, in sectors."""
    return struct.pack("<B3xB3xII", 0, kind, begin, size)


def table(*entries: bytes) -> str:
    """As octal escapes of printf(1)."""
    whole = (bytes(446) + b"".join(entries)).ljust(510, b"\0") + b"\x55\xaa"
    return "".join(f"\\{byte:03o}" for byte in whole)


@pytest.fixture
def odd(guest: Guest) -> Iterator[str]:
    """A disk with a partition table that no partitioning program would write.

    The first partition begins at 1 MiB and has 8 MiB, the second lies in it, as in the image of an
    installation medium, and the third is behind it. The fourth is extended, with one logical one.
    """
    first = table(
        entry(0x83, 2048, 16384), entry(0xEF, 10240, 4096), entry(0x83, 20480, 8192),
        entry(0x05, 32768, 16384),
    )  # fmt: skip
    logical = table(entry(0x83, 2048, 8192))
    guest.script(
        "truncate -s 32M /root/odd"
        f" && printf '{first}' | dd of=/root/odd conv=notrunc status=none"
        f" && printf '{logical}' | dd of=/root/odd conv=notrunc seek=32768 status=none"
    )
    device = guest.script("losetup --find --show --partscan /root/odd").strip()
    try:
        guest.script(f"udevadm settle; for n in 1 2 3 4 5; do test -b {device}p$n; done")
        yield device
    finally:
        guest.run("umount", POINT)
        guest.script(f"losetup --detach {device}; rm /root/odd")


@pytest.mark.parametrize(("used", "wanted"), [(1, 2), (2, 1)])
def test_a_partition_inside_a_mounted_one(used: int, wanted: int, guest: Guest, odd: str) -> None:
    """The kernel keeps them apart by their numbers alone."""
    before = mount(guest, f"{odd}p{used}")
    found = asked(guest, f"{odd}p{wanted}")
    assert found["told"] == ["mounted", "overlaps"]
    assert "DeviceBusy" in found["held"]
    assert free(guest, f"{odd}p3"), "behind both"
    assert not free(guest, odd)
    assert digest(guest) == before
    guest.script(f"umount {POINT}")
    assert free(guest, f"{odd}p{wanted}")


def test_a_partition_is_kept_away_while_one_inside_it_is_held(guest: Guest, odd: str) -> None:
    guest.script(f"mkfs.ext4 -q -F {odd}p1 && mkdir -p {POINT}")
    found = asked(guest, f"{odd}p2", "", f"if mount {odd}p1 {POINT}; then exit 1; fi")
    assert found == {"told": [], "held": "", "written": ""}


def test_swap_and_a_loop_device_over_the_same_sectors(guest: Guest, odd: str) -> None:
    guest.script(f"mkswap -q {odd}p2 && swapon {odd}p2")
    assert not free(guest, f"{odd}p1")
    guest.script(f"swapoff {odd}p2")
    loop = guest.script(f"losetup --find --show {odd}p2").strip()
    try:
        assert not free(guest, f"{odd}p1")
    finally:
        guest.script(f"losetup --detach {loop}")
    assert free(guest, f"{odd}p1")


def test_the_table_of_a_mounted_logical_partition(guest: Guest, odd: str) -> None:
    """An extended partition is two sectors to the kernel, with the table of what is in it."""
    before = mount(guest, f"{odd}p5")
    found = asked(guest, f"{odd}p4", length=1024)
    assert found["told"] == ["mounted", "overlaps"]
    assert "DeviceBusy" in found["held"]
    assert digest(guest) == before


def test_two_drives_of_one_model_are_two(guest: Guest) -> None:
    with guest.plugged(SPARE) as one, guest.plugged(SPARE_TOO) as other:
        before = mount(guest, one)
        assert free(guest, other)
        assert digest(guest) == before
        guest.script(f"umount {POINT}")
