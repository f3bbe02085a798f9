# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Test files of programs that died."""

from __future__ import annotations

import subprocess

from driveproof.engine.run.own_names import PREFIX, new_name
from driveproof.system.kernel.small_files import began


def named(pid: int, *, machine: str = "", boot: str = "", started: str = "") -> str:
    """The name that a process's test file has; parts of it replaced."""
    own = new_name().removeprefix(PREFIX).split("-")
    begin = started or began(pid) or "12345"
    return PREFIX + "-".join([machine or own[0], boot or own[1], str(pid), begin, own[4]])


def dead() -> int:
    """The id of a process that is gone."""
    with subprocess.Popen(["true"]) as process:
        process.wait()
    return process.pid
