# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Other devices that reach the bytes of a device, so that an exclusive open of it is not enough.

The kernel excludes a disk from its partitions and from what is stacked on it. It does not know that
two partitions overlap, that two disks are one drive on two cables, or that two mappings are of the
same sectors. Read from /sys alone: no device is opened.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from driveproof.helper.identity import number_in, slaves_of, words_in

_EXTENDED = 8  # sectors at most of what the kernel shows of an extended partition (msdos.c)
_FIRST_LOGICAL = 5


class ReachKind(StrEnum):
    """How another device reaches the bytes of a device."""

    OVERLAPS = "overlaps"  # a partition of the same disk, over some of the same sectors
    SAME_DRIVE = "same drive"  # a disk with the identifier or the serial number of this one
    SHARES = "shares"  # both are mapped onto the same device, where /sys does not say which sectors


class OtherDevice(NamedTuple):
    """Another device; `of` is whose bytes it reaches: the device, or one that it is stacked on."""

    name: str
    number: int
    way: ReachKind
    of: str


class Reach(NamedTuple):
    """What reaches the bytes of a device, in one moment.

    `own` has the numbers of the device, of its disk and partitions, and of all that it is stacked
    on; `loops` which of them are loop devices, by name. `others` have to be unused for the device
    to be. `numbers` is everything, by kernel name.
    """

    own: frozenset[int]
    loops: frozenset[str]
    others: tuple[OtherDevice, ...]
    numbers: Mapping[str, int]


def reach_of(name: str, sysfs: str | os.PathLike[str] = "/sys") -> Reach:
    """What reaches the bytes of the device with this kernel name. Raises nothing: what has gone
    reaches nothing.
    """
    root = os.fspath(sysfs)
    stack = list(dict.fromkeys(_stack(os.path.realpath(f"{root}/class/block/{name}"))))
    family = dict.fromkeys(place for one in stack for place in _family(one))
    disks = list(dict.fromkeys(map(_disk, stack)))
    others: dict[str, OtherDevice] = {}
    found = [*_overlapping(stack), *_same_drive(root, disks), *_sharing(stack)]
    for place, way, of in found:
        number = _number(place)
        if number and place not in stack:
            others.setdefault(place, OtherDevice(_name(place), number, way, _name(of)))
    reached = [*family, *(place for other in others for place in _family(other, up=False))]
    return Reach(
        frozenset(filter(None, map(_number, family))),
        frozenset(_name(place) for place in family if _name(place).startswith("loop")),
        tuple(others.values()),
        {_name(place): number for place in reached if (number := _number(place))},
    )


def _stack(place: str, depth: int = 16) -> Iterator[str]:
    """The device and everything below it; /sys has no circles, but may change meanwhile."""
    yield place
    if depth:
        for below in slaves_of(place if not _is_partition(place) else _disk(place)):
            yield from _stack(below, depth - 1)


def _family(place: str, *, up: bool = True) -> list[str]:
    """The device with its partitions, or with its disk."""
    if _is_partition(place):
        return [place, _disk(place)] if up else [place]
    return [place, *_partitions(place)]


def _partitions(disk: str) -> list[str]:
    try:
        inside = [f"{disk}/{name}" for name in os.listdir(disk)]
    except OSError:
        return []
    return [place for place in inside if _is_partition(place)]


def _overlapping(stack: list[str]) -> Iterator[tuple[str, ReachKind, str]]:
    for place in filter(_is_partition, stack):
        begin, size, number = (_figure(place, name) for name in ("start", "size", "partition"))
        extended = size <= _EXTENDED and number < _FIRST_LOGICAL
        for sibling in _partitions(_disk(place)):
            start, length = _figure(sibling, "start"), _figure(sibling, "size")
            inside = start < begin + size and begin < start + length
            # The kernel shows an extended partition without what is in it, whose table it holds.
            logical = _figure(sibling, "partition") >= _FIRST_LOGICAL
            if sibling != place and (inside or (extended and logical and start > begin)):
                yield sibling, ReachKind.OVERLAPS, place


def _same_drive(root: str, disks: list[str]) -> Iterator[tuple[str, ReachKind, str]]:
    known = {disk: names for disk in disks if (names := drive_names(disk))}
    if not known:
        return
    try:
        every = [os.path.realpath(f"{root}/class/block/{name}")
                 for name in sorted(os.listdir(f"{root}/class/block"))]  # fmt: skip
    except OSError:
        return
    for place in every:
        if place in disks or _is_partition(place) or "/virtual/block/" in place:
            continue
        if _is_virtio(place) and not any(map(_is_virtio, known)):
            continue  # reading its serial number asks the disk
        names = drive_names(place)
        for disk, own in known.items():
            if names & own:
                yield place, ReachKind.SAME_DRIVE, disk


def _sharing(stack: list[str]) -> Iterator[tuple[str, ReachKind, str]]:
    """Mapped devices over the same device. The kernel lets mappings, and nothing else, share one.

    LVM keeps the volumes of a group apart, and only a snapshot and its origin lie on the same
    sectors ("-real" at the end of what is below both; lib/activate/dev_manager.c).
    """
    for below in stack:
        uppers = _holders(below)
        for own in [place for place in uppers if place in stack]:
            mine = words_in(f"{own}/dm/uuid").strip()
            for place in uppers:
                theirs = words_in(f"{place}/dm/uuid").strip()
                if place in stack or not os.path.isdir(f"{place}/dm"):
                    continue
                group = mine[:36] if mine.startswith(b"LVM-") else b""
                real = words_in(f"{below}/dm/uuid").strip().endswith(b"-real")
                if not group or real or not theirs.startswith(group):
                    yield place, ReachKind.SHARES, below


def _holders(place: str) -> list[str]:
    try:
        return [os.path.realpath(f"{place}/holders/{name}")
                for name in sorted(os.listdir(f"{place}/holders"))]  # fmt: skip
    except OSError:
        return []


def drive_names(place: str) -> frozenset[tuple[bytes, ...]]:
    """What tells a drive from others, of the disk with this folder in /sys; empty for none.

    An identifier of the storage itself (NAA, EUI-64, NGUID, UUID), and its serial number with its
    model and unit: two units of one drive are different storage, and so are two namespaces of an
    NVMe drive. Of a virtual disk its serial number is all there is, and reading that asks the disk.
    What is empty or one character throughout proves nothing.
    """
    device = os.path.realpath(f"{place}/device")
    wide = (words_in(f"{place}/wwid") or words_in(f"{place}/device/wwid")).strip()
    model = b" ".join(
        text for name in ("vendor", "model") if (text := words_in(f"{device}/{name}").strip())
    )
    unit, serial = b"", words_in(f"{device}/serial").strip()
    if os.path.exists(f"{place}/nsid"):
        unit = words_in(f"{place}/nsid").strip()
    elif _is_unit(device):
        unit = os.path.basename(device).rpartition(":")[2].encode("ascii")
        serial = _scsi_serial(words_in(f"{device}/vpd_pg80")) or _usb_serial(device)
    elif _is_virtio(place):
        model, serial = b"virtio", words_in(f"{place}/serial").strip()
    elif "/rbd" in place:
        parts = [words_in(f"{place}/device/{name}").strip()
                 for name in ("cluster_fsid", "pool_id", "image_id")]  # fmt: skip
        serial = b" ".join(parts) if all(parts) else b""
    else:
        serial = b""  # an MMC card has several disks with one serial number
    found: list[tuple[bytes, ...]] = []
    # What the kernel makes of model and serial number ("nvme.1b36-...") is compared as such below.
    if _says(wide.partition(b".")[2], model) and not wide.startswith(b"nvme."):
        found.append((wide,))
    if _says(serial, model):
        found.append((model, serial, unit))
    return frozenset(found)


def _says(text: bytes, model: bytes) -> bool:
    letters = bytes(one for one in text.lower() if chr(one).isalnum())
    plain = bytes(one for one in model.lower() if chr(one).isalnum())
    return len(set(letters)) > 1 and letters not in plain


def _is_unit(device: str) -> bool:
    """Whether it is a unit of a SCSI drive: "6:0:0:1", host, channel, target and unit."""
    numbers = os.path.basename(device).split(":")
    return len(numbers) == 4 and all(number.isdecimal() for number in numbers)


def _is_virtio(place: str) -> bool:
    return "/virtio" in place and not _is_unit(os.path.realpath(f"{place}/device"))


def _scsi_serial(page: bytes) -> bytes:
    """The unit serial number (SPC-6, "Unit Serial Number VPD page")."""
    return page[4:].strip(b"\0 ") if page[1:2] == b"\x80" else b""


def _usb_serial(device: str) -> bytes:
    while len(device) > 1:
        if os.path.exists(f"{device}/idVendor"):
            return words_in(f"{device}/serial").strip()
        device = os.path.dirname(device)
    return b""


def _is_partition(place: str) -> bool:
    return os.access(f"{place}/partition", os.F_OK)


def _disk(place: str) -> str:
    return os.path.dirname(place) if _is_partition(place) else place


def _name(place: str) -> str:
    return os.path.basename(place)


def _figure(place: str, name: str) -> int:
    try:
        return number_in(f"{place}/{name}")
    except (OSError, ValueError):
        return 0


def _number(place: str) -> int:
    """Its device number; 0 where it has none, as a path below a multipath NVMe drive."""
    try:
        major, minor = words_in(f"{place}/dev").split(b":")
        return os.makedev(int(major), int(minor))
    except ValueError:
        return 0
