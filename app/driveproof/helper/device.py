# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A block device: checked from outside before authorization, held by a child after it."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import socket
import stat
import struct
from collections.abc import Callable
from types import TracebackType
from typing import NamedTuple

from driveproof.helper.exclusion import Excluded, check_loops, exclude, look_at_loops
from driveproof.helper.identity import (
    Identity,
    WrittenSectors,
    identity_of,
    number_in,
    place_of,
    written_to,
)
from driveproof.helper.protocol import Claim, ErrorName, HelperError, invalid_argument

# linux/fs.h
BLKGETDISKSEQ = 0x80081280
BLKGETSIZE64 = 0x80081272
BLKSSZGET = 0x1268
BLKROGET = 0x125E
_SECTOR = 512  # bytes: the unit of every size in /sys; no device has smaller blocks

_CHANGED = "{path} is no longer the device that was asked for."
_OTHER = "{path} consists of something else than when it was asked for."
_WRITTEN = "{path} was written to meanwhile."
_NO_SEQUENCE = "This kernel cannot tell a device from its successor (Linux 5.15 can)."
_LEND = b"lend"
_CHANGE = b"changed"


class SeenDevice(NamedTuple):
    """What the kernel says about a device without opening it."""

    path: str
    size: int  # bytes
    write_protected: bool

    def range(self, offset: int, length: int) -> int:
        """The bytes of a range, to the end where `length` is 0; raises InvalidArgument."""
        length = length or self.size - offset
        self.check_blocks(offset)
        if length <= 0 or offset + length > self.size:
            raise invalid_argument(f"{self.path} has {self.size} bytes: the range ends beyond it.")
        return length

    def check_blocks(self, *numbers: int) -> None:
        """Raises InvalidArgument for what cannot be whole blocks of any device."""
        if any(number % _SECTOR for number in numbers):
            raise invalid_argument(f"{self.path} works in blocks of {_SECTOR} bytes at least.")

    def check_writable(self) -> None:
        """Raises Unsupported where the kernel refuses to write to it."""
        if self.write_protected:
            raise HelperError(ErrorName.UNSUPPORTED, f"{self.path} is write-protected.")


def check_device(claim: Claim) -> SeenDevice:
    """Compare the device with the claim through its name and /sys alone.

    Neither can block, and the device is not opened. Files below "queue" in /sys are left out:
    reading them waits for a change of the scheduler, which waits for the device.

    Raises DeviceChanged, Unsupported or InvalidArgument.
    """
    claim.check()
    place = place_of(claim.number)
    try:
        _compare(claim, os.lstat(claim.path))
        disk = f"{place}/.." if os.access(f"{place}/partition", os.F_OK) else place
        size = number_in(f"{place}/size")
        write_protected = bool(number_in(f"{place}/ro"))
    except OSError as error:
        raise _refused(claim, error) from error
    try:
        sequence = number_in(f"{disk}/diskseq")
    except OSError as error:
        raise HelperError(ErrorName.UNSUPPORTED, _NO_SEQUENCE) from error
    if sequence != claim.sequence:
        raise _changed(claim)
    return SeenDevice(claim.path, size * _SECTOR, write_protected)


def identify(claim: Claim) -> Identity:
    """The device of a claim, before anybody is asked about it. Raises as `check_device` does."""
    check_device(claim)
    try:
        return identity_of(claim)
    except (OSError, ValueError) as error:
        raise _changed(claim) from error


def check_same(identity: Identity) -> None:
    """Raises DeviceChanged where the device is another by now, or consists of something else."""
    try:
        now = identity_of(identity.claim)
    except (OSError, ValueError) as error:
        raise _changed(identity.claim) from error
    if now != identity:
        text = _OTHER.format(path=identity.claim.path)
        raise HelperError(ErrorName.DEVICE_CHANGED, text)


def _changed(claim: Claim) -> HelperError:
    return HelperError(ErrorName.DEVICE_CHANGED, _CHANGED.format(path=claim.path))


def check_unwritten(claim: Claim, expected: WrittenSectors) -> None:
    """Raises DeviceWritten where more or less was written than `expected`, DeviceChanged."""
    try:
        found = written_to(claim.number)
    except (OSError, ValueError, IndexError) as error:
        raise _changed(claim) from error
    if found != expected:
        raise HelperError(ErrorName.DEVICE_WRITTEN, _WRITTEN.format(path=claim.path))


class HeldDevice:
    """An open device; `path` is the caller's, compared with what is open. What is `excluded` is so
    for as long as it is open.
    """

    __slots__ = ("descriptor", "excluded", "path")

    def __init__(self, path: str, descriptor: int, excluded: Excluded | None = None) -> None:
        self.path = path
        self.descriptor = descriptor
        self.excluded = excluded or Excluded()

    def __enter__(self) -> HeldDevice:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for descriptor in (self.descriptor, *self.excluded.descriptors):
            os.close(descriptor)

    @property
    def inherited_path(self) -> str:
        """The path by which a child that inherits the descriptor opens this device, whatever /dev
        says.
        """
        return f"/proc/self/fd/{self.descriptor}"

    @property
    def sector(self) -> int:
        """The smallest block that the device accepts, in bytes."""
        return _number(self.descriptor, BLKSSZGET, "I")

    def seen(self) -> SeenDevice:
        """What `check_device` returns, for the open device."""
        size = _number(self.descriptor, BLKGETSIZE64, "Q")
        return SeenDevice(self.path, size, bool(_number(self.descriptor, BLKROGET, "I")))

    def writable_range(self, offset: int, length: int) -> int:
        """Like `SeenDevice.range`, for a writable device, in whole blocks. Raises HelperError."""
        seen = self.seen()
        length = seen.range(offset, length)
        seen.check_writable()
        self.check_blocks(offset)
        return length

    def flush(self) -> None:
        """Write what others have written to it and the kernel still keeps in memory. OSError."""
        os.fsync(self.descriptor)

    def check_blocks(self, *numbers: int) -> None:
        """Raises InvalidArgument unless both are multiples of the device's block."""
        sector = self.sector
        if any(number % sector for number in numbers):
            raise invalid_argument(f"{self.path} works in blocks of {sector} bytes.")


def hold_device(identity: Identity, *, write: bool = False) -> HeldDevice:
    """Open the device and compare it with what it was before the prompt. Opening may wait for the
    drive: only for a child.

    For writing the device is opened exclusively (O_EXCL), and so is all that reaches its bytes
    (`exclusion`): nothing can mount it or add it to an array meanwhile, and a device in use is
    refused. As long as it is open a partition cannot be moved either. Raises DeviceChanged,
    DeviceBusy, Unsupported, InvalidArgument or Failed.
    """
    claim = identity.claim
    claim.check()
    looked = look_at_loops(claim) if write else None
    flags = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK
    flags |= os.O_RDWR | os.O_EXCL if write else os.O_RDONLY
    # If another device has the name by now, it is not even opened: opening can have effects. The
    # second comparison finds a change between the two.
    try:
        _compare(claim, os.lstat(claim.path))
        descriptor = os.open(claim.path, flags)
        _compare(claim, os.fstat(descriptor))
    except OSError as error:
        raise _refused(claim, error) from error
    held = _same(identity, descriptor)
    if looked is not None:
        held.excluded = exclude(claim, descriptor)
        check_loops(claim, looked)
    return held


def lend(lender: socket.socket, held: HeldDevice, check: Callable[[], None]) -> bool:
    """Pass the open device to a child that asks, unless `check` raises HelperError; False once no
    child can ask any more.
    """
    if lender.recv(16) != _LEND:
        return False
    try:
        check()
    except HelperError:
        lender.send(_CHANGE)
    else:
        socket.send_fds(lender, [_LEND], [held.descriptor])
    return True


def borrow(lender: socket.socket, identity: Identity) -> HeldDevice:
    """The device that another child holds: the same open device, held until both have closed it.

    Raises DeviceChanged when the medium behind it has changed, or Failed.
    """
    claim = identity.claim
    looked = look_at_loops(claim)
    with lender:
        _discard_old_answers(lender)
        lender.setblocking(True)
        lender.send(_LEND)
        answer, descriptors, _, _ = socket.recv_fds(lender, 16, 1)
    if answer == _CHANGE:
        raise HelperError(ErrorName.DEVICE_CHANGED, _OTHER.format(path=claim.path))
    if not descriptors:
        raise HelperError(ErrorName.FAILED, f"{claim.path} is not held any more.")
    os.set_inheritable(descriptors[0], False)
    held = _same(identity, descriptors[0])
    check_loops(claim, looked)  # one may have come since it is held
    return held


def _discard_old_answers(lender: socket.socket) -> None:
    """Drop the answers to children that were killed before they read them: these say what the
    device was then.
    """
    lender.setblocking(False)  # recv_fds ignores its flags before Python 3.12
    with contextlib.suppress(BlockingIOError):
        while True:
            answer, descriptors, _, _ = socket.recv_fds(lender, 16, 1)
            for descriptor in descriptors:
                os.close(descriptor)
            if not answer:
                return


def _same(identity: Identity, descriptor: int) -> HeldDevice:
    claim = identity.claim
    if _number(descriptor, BLKGETDISKSEQ, "Q") != claim.sequence:
        raise _changed(claim)
    check_same(identity)
    return HeldDevice(claim.path, descriptor)


def _compare(claim: Claim, found: os.stat_result) -> None:
    if not stat.S_ISBLK(found.st_mode):
        raise invalid_argument(f"{claim.path} is not a block device.")
    if found.st_rdev != claim.number:
        raise _changed(claim)


def _refused(claim: Claim, error: OSError) -> HelperError:
    if error.errno in {errno.ENOENT, errno.ENXIO, errno.ENODEV}:
        return HelperError(ErrorName.DEVICE_CHANGED, f"{claim.path} is not there any more.")
    if error.errno == errno.EBUSY:
        return HelperError(ErrorName.DEVICE_BUSY, f"{claim.path} is in use.")
    if error.errno == errno.ELOOP:
        return invalid_argument(f"{claim.path} is not a block device.")
    if error.errno in {errno.EROFS, errno.EACCES}:
        return HelperError(ErrorName.UNSUPPORTED, f"{claim.path} is write-protected.")
    if error.errno == errno.ENOMEDIUM:
        return HelperError(ErrorName.UNSUPPORTED, f"There is no medium in {claim.path}.")
    return HelperError(ErrorName.FAILED, f"{claim.path} cannot be opened: {error.strerror}.")


def _number(descriptor: int, request: int, kind: str) -> int:
    try:
        answer = fcntl.ioctl(descriptor, request, bytes(struct.calcsize(kind)))
    except OSError as error:
        if error.errno in {errno.ENOTTY, errno.EINVAL}:
            # BLKGETDISKSEQ came with Linux 5.15.
            raise HelperError(ErrorName.UNSUPPORTED, _NO_SEQUENCE) from error
        raise HelperError(ErrorName.FAILED, f"The device does not answer: {error}.") from error
    return int(struct.unpack(kind, answer)[0])
