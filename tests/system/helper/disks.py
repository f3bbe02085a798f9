# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A loop device over a file of random bytes."""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
from pathlib import Path

import pytest
from tests.system.machine import detach_ours, run, settle

from driveproof.helper.device import BLKGETDISKSEQ, _number
from driveproof.helper.protocol import Claim


class Disk:
    """A loop device over a file of random bytes."""

    def __init__(self, file: Path, size: int, path: str = "") -> None:
        self.file = file
        file.write_bytes(os.urandom(size))
        place = [path] if path else ["--find"]
        self.path = run("losetup", "--show", *place, str(file)).strip()
        self.size = size

    def replace(self, file: Path) -> None:
        """Put another disk under the same name."""
        run("losetup", "--detach", self.path)
        self.file = file
        for _ in range(1000):
            settle()
            done = subprocess.run(
                ["losetup", self.path, str(file)], capture_output=True, check=False
            )
            if done.returncode == 0:
                return
        pytest.fail(f"{self.path} stays busy: {done.stderr!r}")

    def claim(self) -> Claim:
        """The device as a caller sees it now."""
        descriptor = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            sequence = _number(descriptor, BLKGETDISKSEQ, "Q")
            return Claim(self.path, os.fstat(descriptor).st_rdev, sequence)
        finally:
            os.close(descriptor)

    def digest(self, begin: int = 0, end: int | None = None) -> str:
        """The digest of its contents, read past the page cache."""
        run("blockdev", "--flushbufs", self.path)
        data = self.file.read_bytes()[begin : self.size if end is None else end]
        return hashlib.sha256(data).hexdigest()

    def mount_error(self, point: Path) -> int:
        """The kernel's result of a mount, 0 for success; mount(8)'s messages differ."""
        libc = ctypes.CDLL(None, use_errno=True)
        done = libc.mount(os.fsencode(self.path), os.fsencode(point), b"ext4", 0, None)
        return ctypes.get_errno() if done else 0

    def detach(self) -> None:
        """Remove the device if it is still ours."""
        detach_ours(self.path, self.file)
