# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what the kernel says of an array into the /sys of a fake machine."""

from __future__ import annotations

from pathlib import Path


def say_array(root: Path, name: str, **files: object) -> None:
    """Files of `md/` of an md array by their names; None removes one."""
    folder = root / "class" / "block" / name / "md"
    for file, value in files.items():
        if value is None:
            (folder / file).unlink()
        else:
            (folder / file).write_text(f"{value}\n")


def recovering(root: Path, name: str) -> None:
    """A mirror that lacks one of two members, and is a quarter through a recovery."""
    say_array(
        root, name, array_state="active", raid_disks=2, degraded=1, mismatch_cnt=0,
        sync_action="recover", sync_completed="500000 / 2000000", sync_speed=100000,
    )  # fmt: skip


def whole(root: Path, name: str) -> None:
    """A mirror of two members that does nothing."""
    say_array(
        root, name, array_state="clean", raid_disks=2, degraded=0, mismatch_cnt=0,
        sync_action="idle", sync_completed="none", sync_speed="none",
    )  # fmt: skip
