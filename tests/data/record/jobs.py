#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records fio's output for 16 jobs without grouping: the largest stream that is ever parsed.

Usage: jobs.py FOLDER [OUTPUT]; FOLDER is on the drive to measure. The output, four
snapshots a second, goes compressed into OUTPUT (tests/data/jobs16.json.gz).
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "app"))

from driveproof.domain.profile.phase import Phase  # noqa: E402
from driveproof.fio.command import FioTarget, prepare, prepare_layout  # noqa: E402

SIZE = 64 * 2**20
PHASE = Phase(
    title="Random 4 KiB, 16 jobs", direction="read", pattern="random", block_size=4096,
    queue_depth=32, jobs=16, seconds=1.5, limit=None,
)  # fmt: skip


def main() -> None:
    folder = Path(sys.argv[1])
    output = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "tests" / "data" / "jobs16.json.gz"
    with tempfile.TemporaryFile(dir=folder) as file:
        os.posix_fallocate(file.fileno(), 0, SIZE)
        place = FioTarget(f"/proc/self/fd/{file.fileno()}", SIZE)
        keep = (file.fileno(),)
        subprocess.run(prepare_layout(place), stdout=subprocess.DEVNULL, pass_fds=keep, check=True)
        command = [word for word in prepare(PHASE, place) if word != "--group_reporting=1"]
        said = subprocess.run(command, stdout=subprocess.PIPE, pass_fds=keep, check=True).stdout
    output.write_bytes(gzip.compress(said, mtime=0))
    print(f"{output}: {len(said)} bytes, {output.stat().st_size} compressed")


if __name__ == "__main__":
    main()
