# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps those away from a held device whom its exclusive claim does not keep away.

These are other devices over the same bytes (`reach`), loop devices (`loop_use`), and programs that
have it open without an exclusive claim but have locked it, as the conventions are: flock(2) on a
whole disk (systemd.io/BLOCK_DEVICE_LOCKING), and locks of the open file description, as QEMU takes
on the disks of a virtual machine (util/osdep.c). Only for children: all of this opens devices.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import struct
import time
from typing import NamedTuple

from driveproof.helper.identity import place_of
from driveproof.helper.loop_use import LoopDevice, asked, bound, loop_users, to_ask
from driveproof.helper.protocol import Claim, ErrorName, HelperError
from driveproof.helper.reach import OtherDevice, Reach, ReachKind, reach_of

ANSWER_SECONDS = 5.0
"""Seconds for a lock: udev takes one of each disk whose event it handles, for a moment."""
_PAUSE = 0.05
_WHOLE = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)  # struct flock
_GONE = frozenset({errno.ENXIO, errno.ENODEV, errno.ENOMEDIUM})

_WHY = {
    errno.EBUSY: "is in use",
    errno.EACCES: "is locked by another program",
    errno.EAGAIN: "is locked by another program",
}
_HOW = {
    ReachKind.OVERLAPS: "{other} lies on the same sectors of the disk",
    ReachKind.SAME_DRIVE: "{other} is the same drive, or has the same serial number",
    ReachKind.SHARES: "{other} is mapped onto {of} as well",
}


class LoopSurvey(NamedTuple):
    """The loop devices that were there, and what each said."""

    bound: tuple[tuple[str, bytes], ...]
    loops: tuple[LoopDevice, ...]


def look_at_loops(claim: Claim) -> LoopSurvey:
    """Ask the loop devices that may have to do with a device, before it is opened: one that does
    not answer must not keep others from it. Raises DeviceBusy.
    """
    before = bound()
    return LoopSurvey(before, asked(to_ask(reach_now(claim))))


def reach_now(claim: Claim) -> Reach:
    """What reaches the bytes of a device."""
    return reach_of(os.path.basename(os.path.realpath(place_of(claim.number))))


def check_loops(claim: Claim, looked: LoopSurvey) -> None:
    """Raises DeviceBusy where a loop device can reach a device that O_EXCL calls unused."""
    if bound() != looked.bound:
        looked = look_at_loops(claim)
    if loops := loop_users(reach_now(claim), looked.loops):
        text = f"{claim.path} is in use: {', '.join(loops)} lies on it or on its file."
        raise HelperError(ErrorName.DEVICE_BUSY, text)


class Excluded(NamedTuple):
    """What is open to keep others away, and what reached the device then."""

    descriptors: tuple[int, ...] = ()
    reach: Reach | None = None

    def check(self, claim: Claim) -> None:
        """Raises DeviceChanged where more reaches the device by now."""
        before = self.reach.others if self.reach is not None else ()
        if new := {other.name for other in reach_now(claim).others if other not in before}:
            names = ", ".join(map(_path, sorted(new)))
            text = f"{names} has come, and reaches the data of {claim.path} as well."
            raise HelperError(ErrorName.DEVICE_CHANGED, text)


def exclude(claim: Claim, descriptor: int) -> Excluded:
    """Lock a device that is open exclusively, and claim and lock all that reaches its bytes.

    They stay excluded for as long as these descriptors, and the one of the device, are open. Raises
    DeviceBusy.
    """
    reach = reach_now(claim)
    others = {other.name: other for other in reach.others}
    with contextlib.ExitStack() as stack:
        try:
            _lock(descriptor, fcntl.LOCK_EX)
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, _WHOLE)
        except OSError as error:
            raise _busy(claim, error, None) from error
        opened = []
        for name, number in reach.numbers.items():
            if number == claim.number:
                continue
            try:
                opened.append(_exclude(_path(name), number, alone=name in others))
            except OSError as error:
                if error.errno not in _GONE:  # nobody uses what is not there
                    raise _busy(claim, error, others.get(name), _path(name)) from error
            else:
                stack.callback(os.close, opened[-1])
        stack.pop_all()
    return Excluded(tuple(opened), reach)


def _exclude(path: str, number: int, *, alone: bool) -> int:
    """Open and lock another device over the same bytes.

    The kernel excludes the disk and the partitions of a device, and what it is stacked on: these
    are locked alone. Of a disk the lock is shared, so that udev goes on with its other partitions.
    Raises OSError.
    """
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_NOCTTY
    descriptor = os.open(path, flags | os.O_EXCL if alone else flags)
    with contextlib.ExitStack() as stack:
        stack.callback(os.close, descriptor)
        if os.fstat(descriptor).st_rdev != number:
            raise OSError(errno.ENODEV, "another device has this name")
        _lock(descriptor, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        # What is open for reading only can ask for this lock, and take none.
        answer = fcntl.fcntl(descriptor, fcntl.F_OFD_GETLK, _WHOLE)
        if struct.unpack_from("h", answer)[0] != fcntl.F_UNLCK:
            raise OSError(errno.EAGAIN, "locked")
        stack.pop_all()
    return descriptor


def _busy(claim: Claim, error: OSError, other: OtherDevice | None, path: str = "") -> HelperError:
    why = _WHY.get(error.errno or 0, f"cannot be claimed: {error.strerror}")
    text = f"{path or claim.path} {why}"
    if other is not None:
        how = _HOW[other.way].format(other=path, of=_path(other.of))
        text = f"{how}, and {why}"
    return HelperError(ErrorName.DEVICE_BUSY, f"{claim.path} is in use: {text}.")


def _path(name: str) -> str:
    return "/dev/" + name.replace("!", "/")  # in /sys a slash is none


def _lock(descriptor: int, how: int) -> None:
    """Raises OSError (EWOULDBLOCK) where another program does not let go of it in time."""
    end = time.monotonic() + ANSWER_SECONDS
    while True:
        try:
            fcntl.flock(descriptor, how | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                raise
            time.sleep(_PAUSE)
        else:
            return
