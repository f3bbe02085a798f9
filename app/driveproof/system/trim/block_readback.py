# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the blocks of a file are on its device (FIEMAP), and what these blocks contain now."""

from __future__ import annotations

import fcntl
import mmap
import os
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from driveproof.domain.drive.drive import DeviceKind
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.trim.evidence import Promise
from driveproof.system.kernel.extents import EXTENT, FS_IOC_FIEMAP, HEAD
from driveproof.system.kernel.small_files import int_in
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.facts import FactReader

_MOST = 512
_SYNC = 0x1
# UNKNOWN, DELALLOC, ENCODED, DATA_ENCRYPTED, NOT_ALIGNED, DATA_INLINE, DATA_TAIL, UNWRITTEN
_UNFIT = 0x2 | 0x4 | 0x8 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800
_SHARED = 0x2000
_OWN_ADDRESSES = frozenset({"btrfs", "bcachefs"})
_LARGEST = 2**63
_SECTOR = 512
_ALIGNED = 4096


class Extent(NamedTuple):
    """A part of a file: offset in the file, offset on the file system's device, length, in
    bytes.
    """

    logical: int
    physical: int
    length: int


class UnreadableError(MachineError):
    """The blocks of the file cannot be read."""


def has_own_addresses(filesystem: str) -> bool:
    """Whether the file system cannot say where on the device its files are."""
    return filesystem in _OWN_ADDRESSES


def extents_of(descriptor: int, size: int, filesystem: str) -> tuple[Extent, ...]:
    """All extents of a file of `size` bytes. Raises UnreadableError unless they are plain
    blocks.
    """
    if filesystem in _OWN_ADDRESSES:
        raise UnreadableError(
            "{filesystem} does not report file positions.",
            filesystem=filesystem,
        )
    buffer = bytearray(HEAD.size + _MOST * EXTENT.size)
    HEAD.pack_into(buffer, 0, 0, size, _SYNC, 0, _MOST, 0)
    try:
        fcntl.ioctl(descriptor, FS_IOC_FIEMAP, buffer, True)
    except OSError as error:
        raise UnreadableError(
            "{filesystem} does not report file positions.", filesystem=filesystem
        ) from error
    return parse_extents(bytes(buffer), size)


def count_extents(path: str) -> tuple[int, int]:
    """The size of a file in bytes, and in how many pieces (extents) it lies; any file system that
    knows FIEMAP counts them. Raises MachineError where it does not, or the file cannot be read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as error:
        raise MachineError(
            "{path} cannot be read: {reason}.", path=path, reason=error.strerror
        ) from error
    try:
        size = os.fstat(descriptor).st_size
        # Without room for a list the kernel only counts.
        buffer = bytearray(HEAD.pack(0, size, _SYNC, 0, 0, 0))
        fcntl.ioctl(descriptor, FS_IOC_FIEMAP, buffer, True)
    except OSError as error:
        raise MachineError(
            "{path} cannot be read: {reason}.",
            path=path,
            reason=error.strerror,
        ) from error
    finally:
        os.close(descriptor)
    return size, HEAD.unpack(buffer)[3]


def parse_extents(answer: bytes, size: int) -> tuple[Extent, ...]:
    """The kernel's reply. Raises UnreadableError for anything but plain blocks without gaps."""
    mapped = HEAD.unpack_from(answer)[3]
    whole = (len(answer) - HEAD.size) // EXTENT.size
    if not 0 < mapped <= whole:
        raise UnreadableError("The file has no blocks of its own.")
    found = []
    position = 0
    for number in range(mapped):
        logical, physical, length, flags = EXTENT.unpack_from(
            answer, HEAD.size + number * EXTENT.size
        )
        if flags & (_UNFIT | _SHARED):
            raise UnreadableError("The file has no blocks of its own.")
        if (
            logical != position
            or not 0 < length <= _LARGEST
            or physical > _LARGEST
            or (physical | length) % _SECTOR
        ):
            raise UnreadableError("The file has no blocks of its own.")
        found.append(Extent(logical, physical, min(length, size - position)))
        position += length
        if position >= size:
            return tuple(found)
    raise UnreadableError("The file has no blocks of its own.")


@dataclass(frozen=True, slots=True)
class ReadbackSource:
    """A place to read the blocks from: a path, what to add to an address, and its title.

    `promise` names the layer that promises zeros for trimmed blocks. `adapter` says that a USB
    adapter is between the drive and us.
    """

    path: str
    offset: int
    title: str
    promise: Promise | None = None
    direct: bool = True
    adapter: bool = False


def readback_sources(
    name: str, sysfs: Sysfs, etc: Path = Path("/etc")
) -> tuple[ReadbackSource, ...]:
    """Where the blocks of the device `name` can be read, the lowest known layer first."""
    facts = FactReader(sysfs, None, etc).read(name)
    offset = 0
    if facts.start is not None:
        offset = facts.start
        name = sysfs.disk_of(name)
        facts = FactReader(sysfs, None, etc).read(name)
    device = f"/dev/{name.replace('!', '/')}"
    if facts.kind == DeviceKind.LOOP:
        found = [ReadbackSource(device, offset, device, Promise.LOOP)]
        if facts.backing_file:
            start = int_in(sysfs.root / "class" / "block" / name / "loop" / "offset") or 0
            found.append(
                ReadbackSource(
                    facts.backing_file, offset + start, facts.backing_file, Promise.LOOP,
                    direct=False,
                )
            )  # fmt: skip
        return tuple(found)
    zeroed = facts.ata is not None and facts.ata.zeroed
    promise = Promise.RZAT if zeroed else None
    return (ReadbackSource(device, offset, device, promise, adapter=facts.kind == DeviceKind.USB),)


def open_source(candidates: tuple[ReadbackSource, ...]) -> tuple[int, ReadbackSource]:
    """The first source that may be opened. Raises UnreadableError."""
    for one in candidates:
        flags = os.O_RDONLY | os.O_CLOEXEC | (os.O_DIRECT if one.direct else 0)
        try:
            return os.open(one.path, flags), one
        except OSError:
            continue
    raise UnreadableError(
        "You do not have permission to use {path}.",
        path=candidates[0].title,
        advice=Advice("Run it in a desktop session, or with sudo."),
    )


def read_blocks(descriptor: int, source: ReadbackSource, extents: tuple[Extent, ...]) -> bytes:
    """What the blocks contain now, bypassing the page cache. Raises MachineError."""
    found = []
    for extent in extents:
        place = extent.physical + source.offset
        begin = place - place % _ALIGNED
        length = -(-(place + extent.length - begin) // _ALIGNED) * _ALIGNED
        with mmap.mmap(-1, length) as memory:
            try:
                got = os.preadv(descriptor, [memory], begin)
            except OSError as error:
                raise MachineError(
                    "{path} cannot be read: {reason}.",
                    path=source.title,
                    reason=error.strerror,
                ) from error
            if got < place - begin + extent.length:
                raise MachineError("The file has no blocks of its own.")
            found.append(memory[place - begin : place - begin + extent.length])
    return b"".join(found)


def compare_blocks(before: bytes, after: bytes) -> tuple[int, int, int]:
    """The numbers of sectors in total, of zeros, and unchanged."""
    zeros = same = 0
    nothing = bytes(_SECTOR)
    places = range(0, min(len(before), len(after)), _SECTOR)
    for place in places:
        now = after[place : place + _SECTOR]
        zeros += now == nothing
        same += now == before[place : place + _SECTOR]
    return len(places), zeros, same
