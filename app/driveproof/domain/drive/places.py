# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which mounted folders are for people, and may be measured in without being asked for."""

from __future__ import annotations

from driveproof.domain.drive.drive import Mount

# Mounted for the machine and not for people: offered last, and never chosen by themselves.
_MACHINE_ONLY = ("/boot", "/efi", "/nix/store", "/sysroot", "/var/lib/docker", "/snap")
_CANNOT_BE_WRITTEN = {"squashfs", "iso9660", "udf", "swap"}


def is_inside(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies in it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def for_people(mount_point: str) -> bool:
    """Whether people keep their own files there."""
    return not any(is_inside(mount_point, place) for place in _MACHINE_ONLY)


def can_be_written(mount: Mount) -> bool:
    """Whether its file system takes a file at all; rights are another matter."""
    return not mount.read_only and mount.filesystem not in _CANNOT_BE_WRITTEN
