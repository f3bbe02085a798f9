#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records fio's output in the cases that its reader must handle: the data of tests/unit/fio.

Usage: fio.py FOLDER [OUTPUT]; FOLDER is on the drive to measure. Each case becomes a
file in OUTPUT (tests/data/fio), named fio-VERSION-CASE.txt; the standard error of the full-disk
case is a file of its own. That case needs user namespaces, but no root.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "app"))

from driveproof.domain.profile.phase import Phase  # noqa: E402
from driveproof.fio.command import FioTarget, prepare, prepare_layout  # noqa: E402
from driveproof.fio.program import find_fio  # noqa: E402

MIB = 2**20
SIZE = 32 * MIB
LONGEST = 60_000  # bytes of one recording


def phase(direction: str, pattern: str, block: int, depth: int, **more: object) -> Phase:
    """A short phase: a recording has three to five snapshots."""
    values = {"warmup": 0.0, "seconds": 0.6, **more}
    return Phase("Recorded", direction, pattern, block, depth, **values)  # type: ignore[arg-type]


CASES = {
    "read-q1": phase("read", "random", 4096, 1),
    "write-q8-limit": phase("write", "sequential", MIB, 8, seconds=5.0, limit=512 * MIB),
    "read-jobs4": phase("read", "sequential", MIB, 1, jobs=4),
    "mixed-q4": phase("mixed", "random", 4096, 4, limit=2**30, seconds=0.3),
    # A depth that psync does not support: fio prints a message between its objects.
    "note": phase("read", "sequential", MIB, 4, engine="psync"),
}


def said(command: Sequence[str], keep: tuple[int, ...]) -> bytes:
    """fio's standard output."""
    return subprocess.run(command, stdout=subprocess.PIPE, pass_fds=keep, check=True).stdout


def cut_by_sigterm(command: Sequence[str], keep: tuple[int, ...]) -> bytes:
    """fio's standard output when it is asked to end after its second snapshot."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, pass_fds=keep) as process:
        assert process.stdout is not None
        lines: list[bytes] = []
        for line in process.stdout:
            lines.append(line)
            if line == b"}\n" and lines.count(b"}\n") == 2:
                process.terminate()
    return b"".join(lines)


def full_disk() -> tuple[bytes, bytes]:
    """Standard output and error of an fio whose file does not fit on the file system."""
    # A separate file system in a separate namespace: needs no root.
    script = 'mount -t tmpfs -o size=8m none "$0" && cd "$0" && truncate -s 32M file && exec "$@"'
    with tempfile.TemporaryDirectory() as folder:
        command = prepare_layout(FioTarget("file", SIZE))
        done = subprocess.run(
            ["unshare", "--map-root-user", "--mount", "sh", "-c", script, folder, *command],
            capture_output=True,
            check=False,
        )
    return done.stdout, done.stderr


def main() -> None:
    folder = Path(sys.argv[1])
    output = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "tests" / "data" / "fio"
    output.mkdir(parents=True, exist_ok=True)
    version = find_fio().version
    found: dict[str, bytes] = {}
    with tempfile.TemporaryFile(dir=folder) as file:
        os.posix_fallocate(file.fileno(), 0, SIZE)
        place = FioTarget(f"/proc/self/fd/{file.fileno()}", SIZE)
        keep = (file.fileno(),)
        found["layout"] = said(prepare_layout(place), keep)
        for name, what in CASES.items():
            found[name] = said(prepare(what, place), keep)
        long = phase("read", "random", 4096, 8, seconds=30.0)
        found["sigterm"] = cut_by_sigterm(prepare(long, place), keep)
    found["full"], found["full-stderr"] = full_disk()
    for name, text in found.items():
        path = output / f"{version}-{name}.txt"
        path.write_bytes(text)
        print(f"{path}: {len(text)} bytes" + (" TOO LONG" if len(text) > LONGEST else ""))


if __name__ == "__main__":
    main()
