# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What fio counts by itself."""

from __future__ import annotations

import json
import os
import subprocess

LIMIT = 0.02


WIDEST = 0.1  # of the interval; above it the machine was not quiet enough to tell


def run_fio(command: list[str] | tuple[str, ...], keep: tuple[int, ...]) -> bytes:
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
    return subprocess.run(
        command, stdout=subprocess.PIPE, pass_fds=keep, env=environment, check=True
    ).stdout


def total_iops(text: bytes) -> float:
    """I/Os over runtime of a whole fio run, by its own count."""
    (job,) = json.loads(text[text.index(b"{") :])["jobs"]
    done = max((job["read"], job["write"]), key=lambda way: way["total_ios"])
    return float(done["total_ios"] / (done["runtime"] / 1000))
