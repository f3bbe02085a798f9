# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A FUSE file system that stops answering on request, and a block device on one of its files.

Started as a program it serves the given mount point in a separate process, and reads "hang" and
"go" as lines. When it is killed the kernel answers everything with an error, so that nothing of a
failed test waits for ever.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import select
import stat
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path

SIZE = 37 * 2**20
"""No other disk of the tests has it: the helper asks what is as large as the disk that it is to
write to, and would wait for this one in the tests of other lanes.
"""
DISK, POINT = "disk", "point"


# linux/fuse.h, protocol 7.31
class _Op(IntEnum):
    LOOKUP = 1
    FORGET = 2
    GETATTR = 3
    SETATTR = 4
    OPEN = 14
    READ = 15
    WRITE = 16
    STATFS = 17
    RELEASE = 18
    FSYNC = 20
    FLUSH = 25
    INIT = 26
    OPENDIR = 27
    RELEASEDIR = 29
    INTERRUPT = 36
    BATCH_FORGET = 42


_DIRECT_IO = 1
_HEADER = struct.Struct("=IIQQIIIHH")
_NODES = {b"disk": 2, b"point": 3}


_DATA = (_Op.READ, _Op.WRITE, _Op.FSYNC)


class _Server:
    """One thread, two descriptors, all data in memory."""

    def __init__(self, point: str) -> None:
        self._fuse = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
        self._content = bytearray(SIZE)
        self._held: list[bytes] | None = None
        self._all = False
        data = f"fd={self._fuse},rootmode=40000,user_id=0,group_id=0,allow_other"
        libc = ctypes.CDLL(None, use_errno=True)
        flags = 0x2 | 0x4  # nosuid, nodev
        if libc.mount(b"hanging", os.fsencode(point), b"fuse.hanging", flags, data.encode()):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    def serve(self) -> None:
        """Serve until the mount or standard input ends."""
        while True:
            ready, _, _ = select.select([self._fuse, 0], [], [])
            if 0 in ready:
                match os.read(0, 64):
                    case b"":
                        return
                    case b"hang\n":
                        self._held, self._all = [], False
                    case b"hang wholly\n":
                        self._held, self._all = [], True
                    case b"go\n":
                        held, self._held = self._held or [], None
                        for request in held:
                            self._answer(request)
                os.write(1, b"done\n")
            if self._fuse in ready:
                try:
                    request = os.read(self._fuse, 2**20 + 4096)
                except OSError as error:
                    if error.errno == errno.ENODEV:
                        return
                    continue
                held = self._all or _HEADER.unpack_from(request)[1] in _DATA
                if self._held is not None and held:
                    self._held.append(request)
                else:
                    self._answer(request)

    def _answer(self, request: bytes) -> None:
        _, opcode, unique, node, *_ = _HEADER.unpack_from(request)
        if opcode in {_Op.FORGET, _Op.INTERRUPT, _Op.BATCH_FORGET}:
            return
        error, body = self._do(opcode, node, request[_HEADER.size :])
        with contextlib.suppress(OSError):  # the requester was killed
            os.write(self._fuse, struct.pack("=IiQ", 16 + len(body), -error, unique) + body)

    def _do(self, opcode: int, node: int, body: bytes) -> tuple[int, bytes]:
        match opcode:
            case _Op.INIT:
                return 0, struct.pack("=IIIIHHI", 7, 31, 65536, 0, 12, 9, 131072) + bytes(40)
            case _Op.LOOKUP:
                found = _NODES.get(body.rstrip(b"\0"), 0)
                if not found:
                    return errno.ENOENT, b""
                return 0, struct.pack("=QQQQII", found, 0, 0, 0, 0, 0) + _attributes(found)
            case _Op.GETATTR | _Op.SETATTR:
                return 0, struct.pack("=QII", 0, 0, 0) + _attributes(node)
            case _Op.OPEN | _Op.OPENDIR:
                return 0, struct.pack("=QII", 0, _DIRECT_IO, 0)  # every read comes here
            case _Op.READ:
                _, offset, size = struct.unpack_from("=QQI", body)
                return 0, bytes(self._content[offset : offset + size])
            case _Op.WRITE:
                _, offset, size = struct.unpack_from("=QQI", body)
                self._content[offset : offset + size] = body[40 : 40 + size]
                return 0, struct.pack("=II", size, 0)
            case _Op.STATFS:
                return 0, struct.pack("=QQQQQIIII24x", 1, 0, 0, 1, 1, 4096, 255, 4096, 0)
            case _Op.RELEASE | _Op.FSYNC | _Op.FLUSH | _Op.RELEASEDIR:
                return 0, b""
        return errno.ENOSYS, b""


def _attributes(node: int) -> bytes:
    kind = stat.S_IFREG if node == _NODES[b"disk"] else stat.S_IFDIR
    size = SIZE if kind == stat.S_IFREG else 0
    return struct.pack(
        "=6Q10I", node, size, size // 512, *[0] * 6, kind | 0o755, 1, 0, 0, 0, 4096, 0
    )


class Hanging:
    """The mounted file system, from outside."""

    def __init__(self, point: Path) -> None:
        self.point = point
        self.disk = point / DISK
        self.below = point / POINT
        self._process = subprocess.Popen(
            [sys.executable, "-I", __file__, str(point)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/", start_new_session=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"ready\n", "FUSE cannot be mounted"

    def _tell(self, word: bytes) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(word + b"\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == b"done\n"

    def hang(self, *, wholly: bool = False) -> None:
        """Stop transferring data, or stop answering at all.

        The latter not with a loop device on it: a search for loop devices asks all of them for
        their files.
        """
        self._tell(b"hang wholly" if wholly else b"hang")

    def go(self) -> None:
        """Answer the pending requests, and all later ones."""
        self._tell(b"go")

    def close(self) -> None:
        self._process.kill()
        self._process.communicate(timeout=20)
        subprocess.run(["umount", "--lazy", str(self.point)], check=True)


@contextmanager
def hanging(folder: Path) -> Iterator[Hanging]:
    point = folder / "hanging"
    point.mkdir()
    made = Hanging(point)
    try:
        yield made
    finally:
        made.close()


if __name__ == "__main__":
    server = _Server(sys.argv[1])
    os.write(1, b"ready\n")
    server.serve()
