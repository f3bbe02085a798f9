# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a process may do where it is started: one JSON object, of what is tried and how that ended.

    sandbox.py WRITABLE... -- MADE...

The former are opened for writing, below the latter a file is made and removed. "" is a yes, else
the name of the kernel's error.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import socket
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

sys.path += ["/usr/lib/driveproof-helper"]
libc = ctypes.CDLL(None, use_errno=True)


def ended(done: int) -> str:
    return "" if done >= 0 else errno.errorcode[ctypes.get_errno()]


def attempts(what: Callable[[str], None], paths: Iterable[str]) -> dict[str, str]:
    found = {}
    for path in paths:
        try:
            what(path)
        except OSError as error:
            found[path] = errno.errorcode[error.errno or 0]
        else:
            found[path] = ""
    return found


def opened(path: str) -> None:
    os.close(os.open(path, os.O_RDWR if not path.endswith("caches") else os.O_WRONLY))


def made(folder: str) -> None:
    path = Path(folder, "driveproof-probe")
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))
    path.unlink()


def child(folders: list[str]) -> dict[str, str]:
    """The same from a child of the helper's, as it is when its work begins."""
    # sys.path was changed for them.
    from driveproof.helper.confine import settle  # noqa: PLC0415
    from driveproof.helper.forks import fork, go  # noqa: PLC0415

    def work(line: socket.socket) -> None:
        settle((), ())
        line.send(json.dumps(attempts(made, folders)).encode())

    probe = fork(work)
    probe.line.setblocking(True)
    go(probe.line)
    found: dict[str, str] = json.loads(probe.line.recv(8192))
    return found


def main(words: list[str]) -> None:
    split = words.index("--")
    writable, folders = words[:split], words[split + 1 :]
    result = {
        "opened": attempts(opened, writable),
        "made": attempts(made, folders),
        "child": child(folders),
        "landlock": int(libc.syscall(444, None, ctypes.c_size_t(0), 1)),
        "mount": ended(libc.mount(b"none", b"/mnt", b"tmpfs", 0, None)),
        "unshare": ended(libc.unshare(0x10000000)),  # CLONE_NEWUSER
        "socket": attempts(lambda _: socket.socket(socket.AF_INET).close(), [""])[""],
        "setns": ended(libc.setns(os.open("/proc/self/ns/mnt", os.O_RDONLY), 0x20000)),
    }
    print(json.dumps(result))


main(sys.argv[1:])
