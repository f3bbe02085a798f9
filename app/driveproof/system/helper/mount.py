# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several options of a mount in turn, set through the helper; its own are restored at the end."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import MachineError
from driveproof.helper.protocol import Claim, MountOption
from driveproof.system.helper.scheduler import SchedulerSwitch
from driveproof.system.kernel.mounts import mount_and_number


class MountSwitch(SchedulerSwitch):
    """The same for the options of a mount, by name; "" is the mount's own."""


class MountClaim(NamedTuple):
    """A mount as the caller saw it: its number in mountinfo, and its device."""

    device: Claim
    number: int


def option_number(name: str) -> MountOption:
    """The helper's number for one of ATIME_OPTIONS; "" is the former option."""
    return MountOption[name.upper()] if name else MountOption.AS_IT_WAS


def mounted_device(path: str, root: Path = Path("/sys")) -> tuple[Mount, int, str]:
    """The mount that `path` is on, its number, and the path of its device.

    Raises MachineError where it is on no device.
    """
    mount, number = mount_and_number(path)
    link = root / "dev/block" / mount.number
    if mount.number and link.exists():
        return mount, number, f"/dev/{link.resolve().name}"
    if mount.source.startswith("/dev/") and Path(mount.source).exists():
        return mount, number, mount.source  # btrfs uses a number of its own
    raise MachineError(
        "{path} is on {filesystem}, which is on no drive: no option of it can be tried.",
        path=path,
        filesystem=mount.filesystem,
    )
