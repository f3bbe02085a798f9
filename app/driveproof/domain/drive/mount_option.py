# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of a mount that can be tried and taken back: when reading writes the time down."""

from __future__ import annotations

import shlex
from collections.abc import Collection

RELATIME, NOATIME, STRICTATIME = "relatime", "noatime", "strictatime"
ATIME_OPTIONS = (RELATIME, NOATIME, STRICTATIME)
"""mount(8). Each takes the place of the others; did-my-change-help.md has why no others."""
_WORDS = {RELATIME: "atime,relatime"}
"""What mount(8) needs for it where that is not its name. Before version 2.39 it adds what is set
already, and of noatime and relatime together the kernel takes noatime.
"""


def atime_option(options: Collection[str]) -> str:
    """Which of them a mount has. The kernel does not write strictatime: it is what is left."""
    for name in (NOATIME, RELATIME):
        if name in options:
            return name
    return STRICTATIME


def hardly_different(one: str, other: str) -> bool:
    """Whether a test of one file can hardly show the difference of two mount options."""
    return {one, other} == {NOATIME, RELATIME}


def remount_command(name: str, mount_point: str) -> str:
    """The command that mounts with it. `bind`: only this mount changes, and the file system not."""
    return f"sudo mount -o remount,bind,{_WORDS.get(name, name)} {shlex.quote(mount_point)}"
