#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records hdparm's output on loop devices of its own into tests/data/hdparm; as root."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / "hdparm"
MIB = 2**20


def run(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def record(name: str, size: int, *options: str, broken: bool = False) -> None:
    """One timing of a file of random bytes; `broken`: the file was truncated below the loop
    device.
    """
    with tempfile.NamedTemporaryFile() as file:
        file.write(os.urandom(size))
        file.flush()
        device = run("losetup", "--find", "--show", file.name).strip()
        try:
            if broken:
                file.truncate(0)
            done = subprocess.run(
                ["hdparm", *options, device], capture_output=True, text=True, check=False
            )
        finally:
            run("losetup", "--detach", device)
    for stream, text in (("out", done.stdout), ("err", done.stderr)):
        said = re.sub(r"/dev/loop\d+", "/dev/loop0", text)
        (DATA / f"{name}.{stream}.txt").write_text(said, "utf-8")
    print(f"{name}: status {done.returncode}")


def main() -> None:
    version = run("hdparm", "-V").split("v")[-1].strip()
    DATA.mkdir(parents=True, exist_ok=True)
    for word, options in (("T", ["-T"]), ("t", ["-t"]), ("t-direct", ["-t", "--direct"])):
        record(f"hdparm-{version}-{word}", 64 * MIB, *options)
        record(f"hdparm-{version}-{word}-eio", 64 * MIB, *options, broken=True)
        record(f"hdparm-{version}-{word}-small", MIB, *options)


main()
