# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Strings that an attacker could send where the helper expects a name."""

from __future__ import annotations

DEVICE_PATHS = (
    "",
    "loop0",
    "/dev",
    "/dev/",
    "/dev//loop0",
    "/dev/loop0/",
    "/dev/loop0:/etc/shadow",
    "/dev/loop0\n",
    "/dev/loop0\n/dev/sda",
    "/dev/loop0 ",
    " /dev/loop0",
    "/dev/loop0 --output=/etc/passwd",
    "/dev/--exec_prerun=id",
    "/dev/-t",
    "--filename=/dev/sda",
    "/dev/../etc/shadow",
    "/dev/..",
    "/dev/.",
    "/dev/.hidden",
    "/dev/mapper/root",
    "/dev/disk/by-id/x",
    "/dev/shm/x",
    "/dev/fd/3",
    "/etc/shadow",
    "/proc/self/fd/3",
    "/home/somebody/loop0",
    "/dev/${HOME}",
    "/dev/$(id)",
    "/dev/`id`",
    "/dev/loop0;id",
    "/dev/loop0|id",
    "/dev/loop0\tx",
    "/dev/loop*",
    "/dev/löop0",
    "/dev/loop٠",
    "/DEV/loop0",
    "/dev/loop0\x7f",
    "/dev/" + "a" * 64,
    "/dev/" + "a" * 4000,
)
"""Each is refused before any prompt, whatever exists."""

SCHEDULERS = (
    " none",
    "none ",
    "none\n",
    "none mq-deadline",
    "../rotational",
    "-x",
    "[none]",
    "NONE",
    "nöne",
    "a" * 17,
    "a" * 4000,
)
"""Each is refused before any prompt, whatever a device offers."""
