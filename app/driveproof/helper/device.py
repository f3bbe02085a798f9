# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A block device held by its descriptor, after proof that it is the one the caller saw."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import struct
from types import TracebackType

from driveproof.helper.loop_use import loop_users
from driveproof.helper.protocol import Claim, ErrorName, HelperError, invalid

# linux/fs.h
BLKGETDISKSEQ = 0x80081280
BLKGETSIZE64 = 0x80081272
BLKSSZGET = 0x1268
BLKROGET = 0x125E

_CHANGED = "{path} is no longer the device that was asked for."


class HeldDevice:
    """An open device; `path` is the caller's, which was compared with what is open."""

    __slots__ = ("descriptor", "number", "path", "sequence")

    def __init__(self, path: str, descriptor: int, number: int, sequence: int) -> None:
        self.path = path
        self.descriptor = descriptor
        self.number = number
        self.sequence = sequence

    def __enter__(self) -> HeldDevice:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of it; again is nothing."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def borrow(self) -> HeldDevice:
        """Another descriptor of the same open device, which is held until both are closed.

        Raises DeviceChanged when there is another medium behind it by now.
        """
        if _number(self.descriptor, BLKGETDISKSEQ, "Q") != self.sequence:
            raise HelperError(ErrorName.DEVICE_CHANGED, _CHANGED.format(path=self.path))
        check_unused(Claim(self.path, self.number, self.sequence))  # O_EXCL keeps no loop out
        return HeldDevice(self.path, os.dup(self.descriptor), self.number, self.sequence)

    @property
    def inherited_path(self) -> str:
        """How a child that inherits the descriptor names the device, whatever /dev says by then."""
        return f"/proc/self/fd/{self.descriptor}"

    @property
    def size(self) -> int:
        """In bytes."""
        return _number(self.descriptor, BLKGETSIZE64, "Q")

    @property
    def sector(self) -> int:
        """The smallest block that it takes, in bytes."""
        return _number(self.descriptor, BLKSSZGET, "I")

    @property
    def write_protected(self) -> bool:
        """Whether the kernel refuses to write to it."""
        return bool(_number(self.descriptor, BLKROGET, "I"))

    def range(self, offset: int, length: int) -> int:
        """The length of a range of it, to its end where `length` is 0; raises InvalidArgument."""
        size = self.size
        length = length or size - offset
        if length <= 0 or offset + length > size:
            raise invalid(f"{self.path} has {size} bytes: the range ends beyond it.")
        return length


def hold(claim: Claim, *, write: bool = False) -> HeldDevice:
    """Open the device and compare it with the claim.

    For writing it is claimed alone (O_EXCL), as long as it is held: nobody mounts or adds it to
    anything meanwhile, and a device that is in use is not had. Raises DeviceChanged, DeviceBusy,
    Unsupported, InvalidArgument or Failed.
    """
    claim.check()
    flags = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK
    flags |= os.O_RDWR | os.O_EXCL if write else os.O_RDONLY
    # Where something else has the name by now, it is not even opened: an open can have effects.
    # What comes between the two looks is found by the second.
    try:
        _compare(claim, os.lstat(claim.path))
        descriptor = os.open(claim.path, flags)
    except OSError as error:
        raise _refused(claim, error) from error
    held = HeldDevice(claim.path, descriptor, claim.number, claim.sequence)
    try:
        _compare(claim, os.fstat(descriptor))
        sequence = _number(descriptor, BLKGETDISKSEQ, "Q")
        if sequence != claim.sequence:
            raise HelperError(ErrorName.DEVICE_CHANGED, _CHANGED.format(path=claim.path))
        if write:
            check_unused(claim)
    except BaseException:
        held.close()
        raise
    return held


def check_unused(claim: Claim) -> None:
    """Raises DeviceBusy where a loop device can reach what O_EXCL says is nobody's."""
    place = f"/sys/dev/block/{os.major(claim.number)}:{os.minor(claim.number)}"
    if loops := loop_users(os.path.basename(os.path.realpath(place))):
        text = f"{claim.path} is in use: {', '.join(loops)} lies on it or on its file."
        raise HelperError(ErrorName.DEVICE_BUSY, text)


def _compare(claim: Claim, found: os.stat_result) -> None:
    if not stat.S_ISBLK(found.st_mode):
        raise invalid(f"{claim.path} is not a block device.")
    if found.st_rdev != claim.number:
        raise HelperError(ErrorName.DEVICE_CHANGED, _CHANGED.format(path=claim.path))


def _refused(claim: Claim, error: OSError) -> HelperError:
    if error.errno in {errno.ENOENT, errno.ENXIO, errno.ENODEV}:
        return HelperError(ErrorName.DEVICE_CHANGED, f"{claim.path} is not there any more.")
    if error.errno == errno.EBUSY:
        return HelperError(ErrorName.DEVICE_BUSY, f"{claim.path} is in use.")
    if error.errno == errno.ELOOP:
        return invalid(f"{claim.path} is not a block device.")
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
            text = "This kernel cannot tell a device from its successor (Linux 5.15 can)."
            raise HelperError(ErrorName.UNSUPPORTED, text) from error
        raise HelperError(ErrorName.FAILED, f"The device does not answer: {error}.") from error
    return int(struct.unpack(kind, answer)[0])
