# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof monitor` on a real file system while the real fio writes to it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from tests.system.measuring import MIB, Lab, mounted

pytestmark = pytest.mark.root


def test_what_fio_writes_is_seen(tmp_path: Path, lab: Lab) -> None:
    amount = 32 * MIB
    with mounted("ext4", tmp_path) as (folder, device):
        watching = lab.start("monitor", str(folder), "--json", "--interval", "0.2")
        assert watching.stdout is not None
        first = json.loads(watching.stdout.readline())
        names = [one["device"] for one in first["devices"]]
        assert names[0] == device.removeprefix("/dev/")
        subprocess.run(
            ["fio", "--name=x", f"--filename={folder}/x", f"--size={amount}", "--rw=write",
             "--bs=1M", "--direct=1", "--ioengine=psync"],
            check=True, capture_output=True,
        )  # fmt: skip
        written, seconds = 0.0, 0.0
        while written < amount and seconds < 30:
            document = json.loads(watching.stdout.readline())
            target = document["devices"][0]
            written += target["write_bandwidth"] * document["seconds"]
            seconds += document["seconds"]
        os.kill(watching.pid, signal.SIGINT)
        _out, told = watching.communicate(timeout=30)
        assert watching.returncode == 0 and not told
        assert written >= amount
