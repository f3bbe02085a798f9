# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In a child: the access-time option of one mount, changed as asked, and as it was at the end.

mount_setattr(2) changes those bits alone: read-only, nosuid, nodev, noexec and the rest stay as
they are, whatever they are, and the file system itself is not asked (no remount).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct

from driveproof.helper.mounts import Mount, mount_identity, on_device, parse
from driveproof.helper.protocol import ErrorName, HelperError, MountOption

# linux/mount.h, linux/fcntl.h, linux/sched.h; the call came with Linux 5.12, and its number is the
# same for every processor that Debian has.
_MOUNT_SETATTR = 442
_AT_EMPTY_PATH = 0x1000
_CLONE_NEWNS = 0x20000
_ATIME = 0x70
_BITS = {MountOption.RELATIME: 0x00, MountOption.NOATIME: 0x10, MountOption.STRICTATIME: 0x20}
_WORDS = frozenset({b"relatime", b"noatime"})

_libc = ctypes.CDLL(None, use_errno=True)


def atime(mount: Mount) -> MountOption:
    """Which of the options it has; strictatime is the one that the kernel does not write."""
    if b"noatime" in mount.options:
        return MountOption.NOATIME
    return MountOption.RELATIME if b"relatime" in mount.options else MountOption.STRICTATIME


class HeldMount:
    """One mount by its number, open: it is neither swapped nor unmounted meanwhile."""

    def __init__(self, number: int, device: int) -> None:
        """The mount of that number, if it is one of the device. Raises HelperError."""
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
        """Change it, and look whether that and nothing else has changed. Raises HelperError."""
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
    """Everything that must stay as it is."""
    return frozenset(mount.options) - _WORDS, frozenset(mount.filesystem_options)


def hold_option(number: int, device: int, space: int, before: int) -> None:
    """Serve the lines of standard input, an option each, until it ends; then put back `before`.

    `space` is a descriptor of the mount namespace where that is, -1 for our own; a `before` of 0 is
    what is set now. Each line is answered by one, the first tells what it was before. SIGTERM does
    not reach it. Raises HelperError, or OSError for a namespace that cannot be entered.
    """
    if space >= 0:
        if _libc.setns(ctypes.c_int(space), ctypes.c_int(_CLONE_NEWNS)):
            raise OSError(ctypes.get_errno(), "The machine's mounts cannot be reached")
        os.close(space)
    # From here on nothing is imported: our own files may not be in that namespace.
    held = HeldMount(number, device)
    own = MountOption(before) or held.before
    try:
        _tell(f"{int(own)}")
        with open(0, "rb", closefd=False) as commands:
            for command in commands:
                try:
                    held.set(MountOption(int(command)))
                    _tell("")
                except HelperError as error:
                    _tell(f"{error.name.value} {error.text}")
    finally:
        held.put(own)


def _tell(text: str) -> None:
    os.write(1, f"{text}\n".encode())
