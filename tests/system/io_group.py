# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A control group whose I/O the kernel counts, and a program that writes in it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WRITES = """
import mmap, os, sys
block = mmap.mmap(-1, 65536)
block.write(os.urandom(65536))
file = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_DIRECT)
print("ready", flush=True)
sys.stdin.readline()
for number in range(64):
    os.pwrite(file, block, 65536 * number)
os.fsync(file)
"""


@contextmanager
def group(name: str, device: str) -> Iterator[Path | None]:
    """A control group in which the kernel counts I/O; None where this machine has none. Version 1
    only counts where there is a limit, since Linux 6.10.
    """
    number = Path(device).stat().st_rdev
    high = f"{os.major(number)}:{os.minor(number)} {2**50}"
    for base in (Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/blkio")):
        counted = base / "blkio.throttle.io_service_bytes"
        controllers = base / "cgroup.subtree_control"
        if counted.exists() or (controllers.exists() and "io" in controllers.read_text().split()):
            made = base / name
            made.mkdir()
            limit = made / "blkio.throttle.write_bps_device"
            try:
                if limit.exists():
                    limit.write_text(high, "ascii")
                yield made
            finally:
                if limit.exists():  # the number is given to another device later
                    limit.write_text(f"{high.split(maxsplit=1)[0]} 0", "ascii")
                made.rmdir()
            return
    yield None
