# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts dbus-broker without systemd: broker.py SOCKET CONFIG FOLDER, as root.

Its launcher takes the socket from its parent (sd_listen_fds(3)) and logs to the journal. Where no
journal is running, an empty FOLDER with a socket that nobody reads replaces /run, in a separate
mount namespace. It does not start services, because it would ask systemd for that.
"""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import sys
import tempfile
from pathlib import Path

RUN, JOURNAL = Path("/run"), Path("systemd/journal/socket")
# linux/sched.h, linux/mount.h
CLONE_NEWNS = 0x20000
MS_BIND = 4096
MS_REC = 16384
MS_PRIVATE = 1 << 18
MNT_DETACH = 2
FIRST = 3  # SD_LISTEN_FDS_START


def main(path: Path, config: Path, folder: Path) -> None:
    """Replace this process by the launcher. Raises OSError."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(path))
    path.chmod(0o666)
    listening.listen(128)
    if not (RUN / JOURNAL).exists():
        _stand_for_run(folder, path.parent)
    if listening.fileno() == FIRST:
        os.set_inheritable(FIRST, True)
    else:
        os.dup2(listening.fileno(), FIRST)
    os.environ |= {
        "LISTEN_FDS": "1",
        "LISTEN_PID": str(os.getpid()),
        "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={path}",
    }
    arguments = ["--scope", "system", "--config-file", str(config)]
    os.execvp("dbus-broker-launch", ["dbus-broker-launch", *arguments])


def _stand_for_run(folder: Path, ours: Path) -> None:
    """The folder `ours` with the bus's socket and rules stays in place."""
    place = folder / JOURNAL
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    journal.bind(str(place))
    place.chmod(0o666)  # newer brokers have dropped root when they open it
    os.set_inheritable(journal.detach(), True)
    libc = ctypes.CDLL(None, use_errno=True)

    def done(answer: int, *but: int) -> None:
        number = ctypes.get_errno()
        if answer and number not in but:
            raise OSError(number, os.strerror(number))

    done(libc.unshare(CLONE_NEWNS))
    done(libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None))
    # Copies of other tests' mounts would keep their devices busy.
    for mount in reversed(Path("/proc/self/mounts").read_text("utf-8").splitlines()):
        place = mount.split()[1]
        if place.startswith(f"{tempfile.gettempdir()}/"):
            # A test that removes its mount point takes it from here too (rmdir(2)).
            done(libc.umount2(os.fsencode(place), MNT_DETACH), errno.EINVAL, errno.ENOENT)
    if ours.is_relative_to(RUN):
        inside = folder / ours.relative_to(RUN)
        inside.mkdir(parents=True, exist_ok=True)
        done(libc.mount(os.fsencode(ours), os.fsencode(inside), None, MS_BIND, None))
    done(libc.mount(os.fsencode(folder), b"/run", None, MS_BIND | MS_REC, None))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
