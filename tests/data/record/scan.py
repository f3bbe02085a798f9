#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records fio's output during a scan for the tests: zones, accesses, a broken device.

Usage: scan.py FOLDER [OUTPUT]. FOLDER needs 1.1 GiB. The arguments are those of the
helper, on a file of random bytes in place of a device.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "app")]

from driveproof.domain.profile.profile_file import read_profile  # noqa: E402
from driveproof.helper.scan import Scan, log_to_output, scan_arguments  # noqa: E402
from driveproof.methods.scan.plan import Plan  # noqa: E402
from driveproof.system.helper.scan import scan_pass  # noqa: E402

SIZE = 1100 * 2**20
SEED = 42


def main() -> None:
    folder = Path(sys.argv[1])
    output = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "tests" / "data" / "scan"
    output.mkdir(parents=True, exist_ok=True)
    text = (ROOT / "resources" / "profiles" / "scan.toml").read_text("utf-8")
    plan = read_profile(text, "scan", "scan.toml").plan
    assert isinstance(plan, Plan)
    zones, accesses = (scan_pass(plan, phase, SIZE, seed=SEED, slices=4) for phase in plan.phases)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        disk = Path(place) / "disk"
        with disk.open("wb") as file:
            for _ in range(SIZE // 2**20):
                file.write(os.urandom(2**20))
        record(zones, disk, output / "zones.txt.gz")
        record(accesses, disk, output / "accesses.txt.gz")
        # Shorter than announced: the second slice fails.
        os.truncate(disk, SIZE // 2)
        record(zones._replace(slices=2), disk, output / "short.txt.gz")


def record(scan: Scan, disk: Path, path: Path) -> None:
    with ExitStack() as stack:
        words = scan_arguments("fio", scan, disk.name, SIZE, log_to_output(stack))
        done = subprocess.run(words, cwd=disk.parent, stdout=subprocess.PIPE, check=False)
    path.write_bytes(gzip.compress(done.stdout, mtime=0))
    print(f"{path}: status {done.returncode}, {len(done.stdout)} bytes")


if __name__ == "__main__":
    main()
