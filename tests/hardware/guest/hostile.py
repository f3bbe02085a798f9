#!/usr/bin/python3 -I
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A child of the helper that has been taken over: it tries to get out of its room.

It stands in for a program of the helper's and prints one JSON object: how each attempt ended, "" or
the name of the kernel's error. What it aims at stands in NAME.json beside it, or in its argument.
Where it is allowed to do it, an attempt harms nothing but its aims.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import json
import os
import resource
import signal
import socket
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

libc = ctypes.CDLL(None, use_errno=True)
SG_IO = 0x2285
BLKSSZGET = 0x1268
F_SETSIG = 10
# x86-64, and what newer architectures share with it.
CLONE, TKILL, NAME_TO_HANDLE, BPF = 56, 200, 303, 321
IO_URING_SETUP, PIDFD_OPEN, OPENAT2, CLONE3 = 425, 434, 437, 435
AT_FDCWD = -100
NEW_NAMESPACE = 0x20000 | 17  # CLONE_NEWNS, SIGCHLD


def called(number: int, *arguments: object) -> int:
    done = int(libc.syscall(ctypes.c_long(number), *arguments))
    if done < 0:
        raise OSError(ctypes.get_errno(), "")
    return done


def c(done: int) -> None:
    if done < 0:
        raise OSError(ctypes.get_errno(), "")


def connect(path: str) -> None:
    with socket.socket(socket.AF_UNIX) as there:
        there.connect(path)


def read(path: str) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.read(descriptor, 512)
    finally:
        os.close(descriptor)


def command(path: str, mode: int) -> None:
    """READ(10) of the first block by SG_IO (scsi/sg.h), which a write would not differ from."""
    descriptor = os.open(path, mode)
    try:
        block = ctypes.create_string_buffer(4096)
        cdb = ctypes.create_string_buffer(struct.pack(">BBIBHB", 0x28, 0, 0, 0, 1, 0), 10)
        pointers = (ctypes.addressof(block), ctypes.addressof(cdb), 0)
        header = struct.pack(
            "iiBBHIPPPIIiPBBBBHHiII", ord("S"), -3, 10, 0, 0, 512, *pointers, 5000, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0,
        )  # fmt: skip
        try:
            fcntl.ioctl(descriptor, SG_IO, header)
        except OSError as error:
            if error.errno not in {errno.ENOTTY, errno.EINVAL}:
                raise
            fcntl.ioctl(descriptor, BLKSSZGET, struct.pack("i", 0))  # no SCSI: any command
    finally:
        os.close(descriptor)


def signals_by_a_file(victim: int) -> None:
    """SIGKILL to whoever is named, as soon as a pipe becomes readable (fcntl(2), F_SETSIG)."""
    ours, theirs = os.pipe()
    fcntl.fcntl(ours, fcntl.F_SETOWN, victim)
    fcntl.fcntl(ours, F_SETSIG, signal.SIGKILL)
    fcntl.fcntl(ours, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    os.write(theirs, b"x")


def leave() -> None:
    """A child in a session of its own would outlive its job."""
    if os.fork() == 0:
        try:
            os.setsid()
        except OSError as error:
            os._exit(error.errno or 1)
        os._exit(0)
    _, status = os.wait()
    if code := os.waitstatus_to_exitcode(status):
        raise OSError(code, "")


def begin(number: int, *arguments: object) -> None:
    """By clone or clone3; the new process ends at once."""
    if called(number, *arguments) == 0:
        os._exit(0)


def attempts(aim: dict[str, Any]) -> dict[str, Callable[[], object]]:
    victim, secret, other = aim["victim"], aim["secret"], aim["other"]
    limit = (1, 1)
    return {
        "talk to the bus": lambda: connect("/run/dbus/system_bus_socket"),
        "talk to systemd": lambda: connect("/run/systemd/private"),
        "talk to a network": lambda: socket.socket(socket.AF_INET),
        "make a pair of sockets": socket.socketpair,
        "make a ring": lambda: called(IO_URING_SETUP, 1, ctypes.create_string_buffer(256)),
        "kill": lambda: os.kill(victim, signal.SIGKILL),
        "kill by a thread": lambda: called(TKILL, victim, signal.SIGKILL),
        "kill by a file": lambda: signals_by_a_file(victim),
        "kill by a descriptor": lambda: called(PIDFD_OPEN, victim, 0),
        "kill by a limit": lambda: resource.prlimit(victim, resource.RLIMIT_CPU, limit),
        "slow down": lambda: os.setpriority(os.PRIO_PROCESS, victim, 19),
        "trace": lambda: c(libc.ptrace(16, victim, None, None)),
        "read memory": lambda: read(f"/proc/{victim}/environ"),
        "leave the session": leave,
        "leave the group": lambda: os.setpgid(0, 0),
        "read a secret": lambda: read(secret),
        "read accounts": lambda: read("/etc/passwd"),
        "list a folder": lambda: list(Path("/etc").iterdir()),
        "read a disk": lambda: read(other),
        "write to a disk": lambda: os.close(os.open(other, os.O_WRONLY)),
        "command a disk": lambda: command(other, os.O_RDONLY | os.O_NONBLOCK),
        "command a disk unread": lambda: command(other, os.O_ACCMODE | os.O_NONBLOCK),
        "open another way": lambda: called(
            OPENAT2, AT_FDCWD, secret.encode(), ctypes.create_string_buffer(24), 24
        ),
        "open by a handle": lambda: called(
            NAME_TO_HANDLE, AT_FDCWD, b"/", ctypes.create_string_buffer(200), *[None] * 2
        ),
        "open to others": lambda: Path(secret).chmod(0o666),
        "give away": lambda: os.chown(secret, 65534, 65534),
        "mark": lambda: os.setxattr(secret, "user.mark", b"x"),
        "make a file": lambda: os.close(os.open(f"{aim['folder']}/made", os.O_CREAT | os.O_WRONLY)),
        "mount": lambda: c(libc.mount(b"none", b"/nowhere", b"tmpfs", 0, None)),
        "new namespace": lambda: c(libc.unshare(0x20000)),
        "new process in a namespace": lambda: begin(CLONE, NEW_NAMESPACE, *[None] * 4),
        "new process by memory": lambda: begin(CLONE3, ctypes.create_string_buffer(88), 88),
        "name the machine": lambda: c(libc.sethostname(None, -1)),
        "load into the kernel": lambda: called(BPF, 0, ctypes.create_string_buffer(128), 128),
    }  # fmt: skip


def main() -> None:
    beside = Path(f"{sys.argv[0]}.json")
    aim = json.loads(beside.read_text() if beside.is_file() else sys.argv[-1])
    found = {}
    for name, attempt in attempts(aim).items():
        try:
            attempt()
        except OSError as error:
            found[name] = errno.errorcode.get(error.errno or 0, str(error))
        else:
            found[name] = ""
    print(json.dumps(found))


main()
