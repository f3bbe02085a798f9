# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person chooses of an experiment: what is done between its two sides, and how often to
measure before it.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection
from enum import StrEnum


class Action(StrEnum):
    """What is done between the sides; the values are those of JSON and of the command line."""

    TRIM = "trim"
    FIRMWARE = "firmware"
    SCHEDULER = "scheduler"
    MOUNT_OPTIONS = "mount-options"
    OTHER = "other"


TRIM, FIRMWARE, SCHEDULER = Action.TRIM, Action.FIRMWARE, Action.SCHEDULER
MOUNT_OPTIONS, OTHER = Action.MOUNT_OPTIONS, Action.OTHER
ACTIONS = tuple(Action)

SWITCHED_BACK = frozenset({SCHEDULER, MOUNT_OPTIONS})
"""Actions that are undone and done again, so that both states are measured in turn."""

MOST_BASELINES = 3
"""Runs before the change, at most; plan.py has the looks that follow."""


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
