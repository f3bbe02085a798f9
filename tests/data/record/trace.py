#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Record what the kernel's tracing says of some requests, for tests/unit/helper/test_requests.py.

    sudo unshare -m sh -c 'mountpoint -q /sys/kernel/tracing ||
        mount -t tracefs none /sys/kernel/tracing; tests/data/record/trace.py FILE.json'

On a loop device of its own: 20 writes of 64 KiB one after the other, 30 random reads of 4 KiB, a
flush. Needs fio and losetup.
"""

from __future__ import annotations

import base64
import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "app"))
from driveproof.helper.trace import Instance

SIZE = 16 * 2**20


def main(target: str) -> None:
    """Write the recording to a file."""
    with tempfile.NamedTemporaryFile() as file:
        file.truncate(SIZE)
        words = ["losetup", "--find", "--show", file.name]
        device = subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
        try:
            found = recorded(device)
        finally:
            subprocess.run(["losetup", "--detach", device], check=True)
    Path(target).write_text(f"{json.dumps(found, indent=1)}\n", "utf-8")


def recorded(device: str) -> dict[str, object]:
    """The layouts and the pages."""
    instance = Instance(Path(device).stat().st_rdev)
    common = [f"--filename={device}", "--direct=1", "--ioengine=psync"]
    for words in (
        ["--name=w", "--rw=write", "--bs=64k", "--number_ios=20", "--end_fsync=1"],
        ["--name=r", "--rw=randread", "--bs=4k", "--number_ios=30", "--readonly"],
    ):
        subprocess.run(["fio", *words, *common], check=True, capture_output=True)
    pages = [page.rstrip(b"\0") for page in instance.pages()]
    folder = Path(instance.path)
    return {
        "kernel": platform.release().partition("-")[0],
        "machine": platform.machine(),
        "size": SIZE,
        "header_page": (folder / "events/header_page").read_text("ascii"),
        "issue": (folder / "events/block/block_rq_issue/format").read_text("ascii"),
        "complete": (folder / "events/block/block_rq_complete/format").read_text("ascii"),
        "pages": [base64.b64encode(page).decode("ascii") for page in pages],
    }


main(*sys.argv[1:])
