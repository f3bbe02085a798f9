#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Record what a program reads from its drive when it starts: resources/patterns/desktop.txt.

    sudo xvfb-run -a unshare -m --propagation private sh -c 'mountpoint -q /sys/kernel/tracing ||
        mount -t tracefs none /sys/kernel/tracing
        tests/data/record/start.py FILE.txt "WHICH PROGRAM" SECONDS COMMAND ...'

The command runs twice, SECONDS each. First strace says which files it looks at. Those are copied,
whole, to a new ext4 on a loop device of their own. Then it runs in that file system, which was just
mounted and of which nothing is in memory, and the kernel's block_rq_issue says what it reads, in
order. What was never read is left out: the places become those of one file without gaps, in the
order that they had on the device. Names are not kept. Needs strace, losetup and mkfs.ext4.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "app"))
from driveproof.helper.requests import events
from driveproof.helper.trace import Instance

UNIT = 4096
AHEAD = 128
"""KiB that the kernel reads ahead on a usual drive."""
_ELSEWHERE = ("/proc/", "/dev/", "/sys/", "/run/")
_HEAD = """\
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: CC0-1.0
# What a program reads when it starts and none of it is in memory:
# {program}.
# By tests/data/record/start.py: Linux {kernel}, {machine}, ext4, read-ahead of {ahead} KiB.
# {requests} requests of {size} MiB in {seconds:.1f} s. Each line is a request: where it begins in a
# file without gaps, and its length, both in units of 4 KiB.
"""


def main(target: str, program: str, seconds: str, *command: str) -> None:
    """Write the recording to a file."""
    with tempfile.TemporaryDirectory() as scratch:
        files = looked_at(Path(scratch), float(seconds), command)
        size = sum(path.stat().st_size for path in files if not path.is_symlink())
        image, root = Path(scratch, "image"), Path(scratch, "root")
        root.mkdir()
        with image.open("wb") as made:
            made.truncate(2 * size + 2**28)
        subprocess.run(["mkfs.ext4", "-q", "-b", str(UNIT), image], check=True)
        words = ["losetup", "--find", "--show", "--direct-io=on", str(image)]
        device = subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
        try:
            with mounted(device, root):
                copy(files, root)
            subprocess.run(
                ["blockdev", "--setra", str(2 * AHEAD), "--flushbufs", device], check=True
            )
            with mounted(device, root, "-oro,noatime"), furnished(root):
                reads, took = recorded(device, root, float(seconds), command)
        finally:
            subprocess.run(["losetup", "--detach", device], check=True)
    lines = packed(reads)
    head = _HEAD.format(
        program=program,
        kernel=".".join(platform.release().split(".")[:2]),
        machine=platform.machine(),
        ahead=AHEAD,
        requests=len(lines),
        size=sum(count for _begin, count in lines) * UNIT // 2**20,
        seconds=took,
    )
    body = "".join(f"{begin} {count}\n" for begin, count in lines)
    Path(target).write_text(head + body, "utf-8")


def looked_at(scratch: Path, seconds: float, command: Sequence[str]) -> list[Path]:
    """The files that the command finds where it looks, in the order of their names."""
    log = scratch / "strace"
    run(
        ["strace", "-f", "-qq", "-s", "4096", "-e", "trace=%file", "-o", str(log), *command],
        seconds,
    )
    # The kernel itself opens the loader.
    found = {name for path in Path("/").glob("lib*/ld-*.so*") for name in with_links(path)}
    for line in log.read_text("utf-8", "replace").splitlines():
        if " = -1 " in line:
            continue
        for name in re.findall(r'"(/[^"]+)"', line):
            path = Path(os.path.normpath(name))
            if not f"{path}/".startswith((*_ELSEWHERE, f"{scratch}/")):
                found |= set(with_links(path))
    return sorted(found)


def with_links(path: Path) -> Iterator[Path]:
    """A file, and the links on the way to it."""
    for part in (*reversed(path.parents), path):
        if part.is_symlink():
            yield part.parent.resolve() / part.name
            yield from with_links(part.parent.resolve() / part.readlink())
    real = path.parent.resolve() / path.name
    if real.is_file() or real.is_symlink():
        yield real


def copy(files: Sequence[Path], root: Path) -> None:
    """Copy the files, links as links."""
    for path in sorted(files, key=Path.is_symlink):  # a link to a folder does not make it
        place = root / path.relative_to("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists() and not place.is_symlink():
            shutil.copy2(path, place, follow_symlinks=False)
    for name in ("proc", "dev", "sys", "run", "tmp"):
        (root / name).mkdir(exist_ok=True)


@contextlib.contextmanager
def mounted(device: str, root: Path, *options: str) -> Iterator[None]:
    """The file system of the device."""
    subprocess.run(["mount", *options, device, root], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--recursive", root], check=True)


@contextlib.contextmanager
def furnished(root: Path) -> Iterator[None]:
    """With what the kernel offers, and a place to write to."""
    for name in ("proc", "dev", "sys"):
        subprocess.run(["mount", "--rbind", f"/{name}", root / name], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", root / "run"], check=True)
    yield


def recorded(
    device: str, root: Path, seconds: float, command: Sequence[str]
) -> tuple[list[tuple[int, int]], float]:
    """What is read, as first unit and number of units, and for how long."""
    instance = Instance(Path(device).stat().st_rdev)
    run(["chroot", str(root), *command], seconds)
    seen, lost = [], 0
    for page in instance.pages():
        some, missed = events(page, instance.layout)
        seen += some
        lost += missed
    assert not lost, f"{lost} events are lost"
    issued = sorted(one for one in seen if one.issued and one.flags.startswith(b"R"))
    assert all(one.sector % 8 == one.size % UNIT == 0 for one in issued)
    took = (issued[-1].time - issued[0].time) * 1e-9
    return [(one.sector // 8, one.size // UNIT) for one in issued], took


def run(command: Sequence[str], seconds: float) -> None:
    """Run a command for so long, unless it ends by itself."""
    home = {"HOME": "/run", "XDG_RUNTIME_DIR": "/run", "PYTHONDONTWRITEBYTECODE": "1"}
    child = subprocess.Popen(command, cwd="/", env=os.environ | home, start_new_session=True)
    end = time.monotonic() + seconds
    while child.poll() is None and time.monotonic() < end:
        time.sleep(0.1)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def packed(reads: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same reads in a file of all that is read, each place once: what was read before is in
    memory from then on.
    """
    once: list[tuple[int, int]] = []
    known: set[int] = set()
    for begin, count in reads:
        fresh = [unit for unit in range(begin, begin + count) if unit not in known]
        known |= set(fresh)
        for unit in fresh:
            if once and unit != fresh[0] and unit == sum(once[-1]):
                once[-1] = (once[-1][0], once[-1][1] + 1)
            else:
                once.append((unit, 1))
    place = {unit: number for number, unit in enumerate(sorted(known))}
    return [(place[begin], count) for begin, count in once]


main(*sys.argv[1:])
