# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Servers and drives that are away: they are there, and never answer until the end of the test."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.system.machine import run, unmount, wait_for

RATE = "800M"
"""Bits a second: a drive that has not done everything at once."""


@contextmanager
def silent_mount(
    point: Path, filesystem: str = "fuse.sshfs", source: str = "nas:/"
) -> Iterator[Path]:
    """A mount whose program never says a word. Whatever asks it waits as for a server of a hard NFS
    mount: until SIGKILL, or until the end, which is an error then.
    """
    point.mkdir()
    program = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
    options = f"fd={program},rootmode=40000,user_id=0,group_id=0,allow_other"
    libc = ctypes.CDLL(None, use_errno=True)
    try:
        words = (source, os.fspath(point), filesystem)
        made = libc.mount(*(os.fsencode(word) for word in words), 0, options.encode())
        if made != 0:
            raise OSError(ctypes.get_errno(), "mount", os.fspath(point))
        try:
            yield point
        finally:
            os.close(program)  # nobody waits any more: the mount is dead, and not silent
            program = -1
            unmount(point)
    finally:
        if program >= 0:
            os.close(program)


class StoppingDrive:
    """An ext4 on a drive that can stop answering; `stop` and `go_on` are for the test."""

    def __init__(self, point: Path, server: int) -> None:
        self.point, self._server = point, server

    def stop(self) -> None:
        """From now on everything that the cache does not have is waited for."""
        os.kill(self._server, signal.SIGSTOP)

    def go_on(self) -> None:
        os.kill(self._server, signal.SIGCONT)


@contextmanager
def stopping_drive(folder: Path, size: int) -> Iterator[StoppingDrive]:
    """Unlike a silent mount this is waited for without regard to any signal, as a drive is whose
    controller hangs.
    """
    point, files, cells = folder / "drive", folder / "files", folder / "cells"
    point.mkdir()
    files.mkdir()
    with cells.open("wb") as file:
        file.truncate(size)
    command = ["nbdfuse", str(files / "nbd"), "--command", "nbdkit", "-s", "--filter=rate"]
    command += ["file", str(cells), f"rate={RATE}"]
    with subprocess.Popen(command) as server:
        device = ""
        drive = StoppingDrive(point, server.pid)
        try:
            wait_for("the drive is there", (files / "nbd").exists)
            device = run("losetup", "--find", "--show", str(files / "nbd")).strip()
            run("mkfs.ext4", "-q", "-E", "nodiscard", device)
            run("mount", device, str(point))
            yield drive
        finally:
            drive.go_on()
            try:
                unmount(point)
                if device:
                    run("losetup", "--detach", device)
                unmount(files)
            finally:
                server.kill()
