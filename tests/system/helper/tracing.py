# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A helper that has the kernel's tracing, on any machine whose kernel has it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.system.helper.bench import Rig
from tests.system.helper.caller import Process

from driveproof.helper.trace import INSTANCES, PREFIX

# In a mount namespace of its own, where the machine has tracefs mounted nowhere: see mount(2).
_MOUNTED = """
import ctypes, os
c = ctypes.CDLL(None, use_errno=True)
assert c.unshare(0x20000) == 0
assert c.mount(b"none", b"/", None, 0x84000, None) == 0
assert c.mount(b"tracefs", b"/sys/kernel/tracing", b"tracefs", 0, None) == 0
"""


def has_tracing() -> bool:
    """Whether this kernel has tracefs."""
    return "\ttracefs\n" in Path("/proc/filesystems").read_text("ascii")


@contextmanager
def tracing_helper(rig: Rig) -> Iterator[Process]:
    """A helper with tracefs; skips the test where the kernel has none."""
    if not has_tracing():
        pytest.skip("this kernel has no tracefs")
    able = rig if os.path.ismount("/sys/kernel/tracing") else rig.with_another_helper(_MOUNTED)
    process = able.start_helper()
    watched = Process(process.pid)
    try:
        yield watched
        assert rig.log() == ""
    finally:
        process.kill()
        process.wait(15)
        watched.close()


def instances(helper: Process, device: str) -> list[Path]:
    """Ours for a device, as the helper sees them: every mount of tracefs has those of others."""
    place = Path(f"/proc/{helper.pid}/root{INSTANCES}")
    number = Path(device).stat().st_rdev
    wanted = f"dev == {os.major(number) << 20 | os.minor(number)}\n"
    return [
        path
        for path in place.iterdir()
        if path.name.startswith(PREFIX)
        and _text(path / "events/block/block_rq_complete/filter") == wanted
    ]


def counting(helper: Process, device: str) -> bool:
    """Whether the requests of a device are counted."""
    return any(
        _text(path / "events/block/block_rq_complete/enable") == "1\n"
        and _text(path / "tracing_on") == "1\n"
        for path in instances(helper, device)
    )


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii")
    except OSError:  # it has just gone
        return ""


def write(device: str, block: int, count: int, *, begin: int = 0) -> None:
    """Write blocks one after the other past the page cache, each when the last is there."""
    subprocess.run(
        ["dd", "if=/dev/zero", f"of={device}", f"bs={block}", f"count={count}", f"seek={begin}",
         "oflag=direct", "conv=notrunc"],
        check=True, capture_output=True,
    )  # fmt: skip
