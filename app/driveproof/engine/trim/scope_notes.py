# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Says that a TRIM is of all of a file system, where what was named shows only a part of it."""

from __future__ import annotations

from pathlib import Path

from driveproof.domain.drive.drive import Mount
from driveproof.domain.text import visible
from driveproof.domain.trim.path import DiscardPath
from driveproof.system.kernel.devices import is_device

_MOST = 4
"""So many other mount points are named: there may be hundreds (containers)."""


def whole_words(target: str, chain: DiscardPath, devices: tuple[str, ...]) -> tuple[str, ...]:
    """Where `target` is a folder, a bind mount or a subvolume; nothing where all of it is seen.

    `devices` are the kernel names of what the file system lies on.
    """
    mount = chain.mount
    if mount is None:
        return ()
    named, point = _named_below(target, mount), visible(mount.path)
    if mount.root == "/":
        if not named:
            return ()
        return (
            f"{visible(target)} is on the file system that is mounted at {point}: a TRIM is of all"
            " of it.",
        )
    shows = f"{visible(target)} is on {point}, which shows" if named else f"{point} shows"
    part = visible(mount.root)
    if f"subvol={mount.root}" in mount.options:
        part = f"the subvolume {part}"
    paths = ", ".join(f"/dev/{visible(name.replace('!', '/'))}" for name in devices)
    return (
        f"{shows} only {part} of the {visible(mount.filesystem)} file system on"
        f" {paths or visible(mount.source)}. A TRIM is of all of that file system, not only of"
        f" what is below {point}. {_others(chain.elsewhere)}",
    )


def _others(mounts: tuple[Mount, ...]) -> str:
    """Where else it is; first where all of it is seen."""
    paths = list(dict.fromkeys(one.path for one in sorted(mounts, key=lambda one: one.root != "/")))
    if not paths:
        return "It is mounted nowhere else that can be seen from here."
    words = ", ".join(map(visible, paths[:_MOST]))
    if len(paths) > _MOST:
        words += f" and {len(paths) - _MOST} more"
    return f"It is mounted as well at {words}."


def _named_below(target: str, mount: Mount) -> bool:
    """Whether another folder than the mount point was named."""
    return not is_device(target) and Path(target).resolve() != Path(mount.path)
