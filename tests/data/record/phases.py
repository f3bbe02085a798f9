#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records fio's output while it measures a small file: the data of the window's tests.

Usage: phases.py FOLDER [OUTPUT]; FOLDER is on the drive to measure. The output of each
repeat goes, compressed, into OUTPUT (tests/data/phases), named PHASE-ORDER.json.gz.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "app")]

from tests.builders.recorded import PROFILE  # noqa: E402

from driveproof.fio.command import FioTarget, prepare, prepare_layout  # noqa: E402


def main() -> None:
    folder = Path(sys.argv[1])
    output = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "tests" / "data" / "phases"
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder) as file:
        os.posix_fallocate(file.fileno(), 0, PROFILE.size)
        place = FioTarget(f"/proc/self/fd/{file.fileno()}", PROFILE.size)
        keep = (file.fileno(),)
        subprocess.run(prepare_layout(place), stdout=subprocess.DEVNULL, pass_fds=keep, check=True)
        for index, phase in enumerate(PROFILE.phases):
            for order in range(1, PROFILE.repeats + 1):
                command = prepare(phase, place, order=order)
                said = subprocess.run(
                    command, stdout=subprocess.PIPE, pass_fds=keep, check=True
                ).stdout
                path = output / f"{index}-{order}.json.gz"
                path.write_bytes(gzip.compress(said, mtime=0))
                print(f"{path}: {phase.name}, {len(said)} bytes")


if __name__ == "__main__":
    main()
