# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In a child: changes the access-time option of one mount, and restores it at the end.

mount_setattr(2) changes only these bits: read-only, nosuid, nodev, noexec and the rest stay as they
are, and the file system itself is not involved (no remount).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import struct
from functools import partial

from driveproof.helper.confine import CAP_DAC_READ_SEARCH, CAP_SYS_ADMIN, confine_child, settle
from driveproof.helper.forks import leave, line, run_child
from driveproof.helper.keepers import put_back, serve
from driveproof.helper.mounts import Mount, mount_identity, on_device, parse
from driveproof.helper.protocol import ErrorName, HelperError, MountOption

# linux/mount.h, linux/fcntl.h, linux/sched.h; the call came with Linux 5.12, with the same number
# on every architecture that Debian supports.
_MOUNT_SETATTR = 442
_AT_EMPTY_PATH = 0x1000
_CLONE_NEWNS = 0x20000
_ATIME = 0x70
_BITS = {MountOption.RELATIME: 0x00, MountOption.NOATIME: 0x10, MountOption.STRICTATIME: 0x20}
_WORDS = frozenset({b"relatime", b"noatime"})

_libc = ctypes.CDLL(None, use_errno=True)


def atime(mount: Mount) -> MountOption:
    """The access-time option of the mount; strictatime is the one that the kernel does not list."""
    if b"noatime" in mount.options:
        return MountOption.NOATIME
    return MountOption.RELATIME if b"relatime" in mount.options else MountOption.STRICTATIME


class HeldMount:
    """One open mount, by its number: it cannot be swapped or unmounted meanwhile."""

    def __init__(self, number: int, device: int) -> None:
        """Open the mount of that number, if it belongs to the device. Raises HelperError."""
        self._number = number
        found = self._line()
        if not on_device(found, device):
            raise HelperError(ErrorName.DEVICE_CHANGED, "The mount is not one of this device.")
        flags = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            self._descriptor = os.open(found.point, flags)
        except OSError as error:
            text = f"The mount point cannot be opened: {error.strerror}."
            raise HelperError(ErrorName.UNSUPPORTED, text) from error
        if mount_identity(self._descriptor) != number:
            os.close(self._descriptor)
            text = "Something else is mounted over it, or its path is another by now."
            raise HelperError(ErrorName.UNSUPPORTED, text)
        self.before = atime(found)

    def set(self, option: MountOption) -> None:
        """Change it, and verify that nothing else has changed. Raises HelperError."""
        before = self._line()
        try:
            self.put(option)
        except OSError as error:
            text = f"The option cannot be set: {error.strerror}."
            raise HelperError(ErrorName.UNSUPPORTED, text) from error
        after = self._line()
        if atime(after) is not option or _rest(after) != _rest(before):
            with contextlib.suppress(OSError):
                self.put(atime(before))
            raise HelperError(ErrorName.UNSUPPORTED, "The kernel did not take the option.")

    def put(self, option: MountOption) -> None:
        """Change it. Raises OSError."""
        wanted = struct.pack("=QQQQ", _BITS[option], _ATIME, 0, 0)
        done = _libc.syscall(
            ctypes.c_long(_MOUNT_SETATTR), ctypes.c_int(self._descriptor), b"",
            ctypes.c_uint(_AT_EMPTY_PATH), wanted, ctypes.c_size_t(len(wanted)),
        )  # fmt: skip
        if done:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    def _line(self) -> Mount:
        with open("/proc/self/mountinfo", "rb") as lines:
            for mount in parse(lines.read()):
                if mount.identity == self._number:
                    return mount
        text = "The mount is not there, or not where the helper can see it."
        raise HelperError(ErrorName.UNSUPPORTED, text)


def _rest(mount: Mount) -> tuple[frozenset[bytes], frozenset[bytes]]:
    """Everything that must not change."""
    return frozenset(mount.options) - _WORDS, frozenset(mount.filesystem_options)


def keep_option(line: socket.socket, number: int, device: int, before: str) -> None:
    """Carry out orders, and restore `before` ("" for the current value) at the end.

    Imports nothing: our own files may not exist in the machine's mount namespace. Raises
    HelperError.
    """
    held = HeldMount(number, device)
    settle({CAP_SYS_ADMIN}, ())
    own = MountOption(int(before)) if before else held.before

    def put(order: str) -> None:
        option, of = order.split(" ")
        if int(of) != device:
            raise HelperError(ErrorName.DEVICE_CHANGED, "The mount is not one of this device.")
        held.set(MountOption(int(option)))

    try:
        serve(line, f"{int(own)}", put)
    finally:
        held.put(own)
    put_back(line)


def mounts_helper(space: int) -> socket.socket:
    """Start the child in the machine's mount namespace, which starts the keepers of mounts.

    `space` is a descriptor of that namespace; no process keeps it, nor the capability to enter it.
    Returns the helper's end of the line. Raises OSError.
    """
    ours, theirs = line()
    if os.fork():
        theirs.close()
        os.close(space)
        return ours
    status = 1
    try:
        leave(theirs.fileno(), (-1, -1), (space,))
        confine_child(0)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for its children
        enter(space)
        settle((CAP_SYS_ADMIN, CAP_DAC_READ_SEARCH), ())
        _start_keepers(theirs)
        status = 0
    finally:
        os._exit(status)


def enter(space: int) -> None:
    """Enter the mount namespace of a descriptor, and close that. Raises OSError."""
    if _libc.setns(ctypes.c_int(space), ctypes.c_int(_CLONE_NEWNS)):
        raise OSError(ctypes.get_errno(), "The machine's mounts cannot be reached")
    os.close(space)


def _start_keepers(line: socket.socket) -> None:
    """Start a keeper for each request, which brings the child's end of its line."""
    while True:
        request, descriptors, _, _ = socket.recv_fds(line, 256, 1)
        if not request:
            return
        with socket.socket(fileno=descriptors[0]) as theirs, contextlib.suppress(OSError):
            # If it cannot be started, the line closes, which is the reply.
            if os.fork() == 0:
                number, device, before = request.decode("ascii").split(" ")
                work = partial(keep_option, number=int(number), device=int(device), before=before)
                run_child(work, theirs, (-1, -1), (), 0)  # does not return
