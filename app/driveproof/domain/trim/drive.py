# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""TRIM of a whole drive: a summary for the list, its targets, and the combined verdict of their
paths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.say import Say
from driveproof.domain.trim.path import BLOCK, PART, PASS, UNKNOWN, DiscardPath, PathVerdict

_MOST = 6  # mounts of one drive that its verdict is made of


def quick_trim(device: BlockDevice, inventory: Inventory) -> PathVerdict:
    """The worst of the queues of the device and of everything below it; PART where it takes a TRIM
    and only some of the drives below do.

    Reads nothing; `driveproof trim status` has the details. A read-only device takes no TRIM.
    """
    words = {_queue(layer.device) for layer in inventory.stack(device)}
    drives = {_queue(drive) for drive in inventory.drives_below(device)}
    if drives >= {PASS, BLOCK} and _queue(device) == PASS:
        return PART
    if BLOCK in words:
        return BLOCK
    return UNKNOWN if UNKNOWN in words else PASS


def _queue(device: BlockDevice) -> PathVerdict:
    if (
        device.kind == DeviceKind.PARTITION
    ):  # its queue is that of its disk, which is in the stack too
        return PASS
    limits = device.limits
    if limits.discard_max_bytes is None:
        return UNKNOWN
    takes = limits.discard_max_bytes > 0 and limits.discard_granularity != 0
    return PASS if takes and not device.read_only else BLOCK


def targets_of(device: BlockDevice, inventory: Inventory) -> list[str]:
    """What can be trimmed on a drive: mounted file systems, the largest first, then what is not
    mounted and holds nothing else; the device itself where there is nothing.
    """
    mounts = sorted(
        inventory.mounts_above(device), key=lambda pair: pair[1].size, reverse=True
    )  # stable: mounts of one device stay in their order
    paths = [mount.path for mount, _ in mounts]
    above = [layer.device for layer in inventory.above(device)]
    free = [each.path for each in above if not each.mounts and not inventory.children(each)]
    return list(dict.fromkeys([*paths, *free])) or [device.path]


def main_targets(device: BlockDevice, inventory: Inventory) -> list[str]:
    """The targets that decide the verdict of a whole drive."""
    mounts = inventory.mounts_above(device)
    return targets_of(device, inventory)[: min(_MOST, len(mounts)) or 1]


@dataclass(frozen=True, slots=True)
class DriveTrim:
    """The TRIM state of a whole drive: the verdict (None until it is known), the path that decides
    it, and all paths. `partly`: TRIM gets through from some of its file systems.
    """

    verdict: PathVerdict | None = None
    path: DiscardPath | None = None
    paths: tuple[DiscardPath, ...] = ()
    partly: bool = False
    error: DriveproofError | None = None
    """Why no path could be read."""

    @property
    def say(self) -> Say | None:
        """The verdict in a sentence, or why there is none; None until it is known."""
        if self.path is None:
            return None if self.error is None else Say("{text}", text=self.error)
        if self.verdict == PASS and len(self.paths) > 1:
            return Say("Nothing blocks TRIM from any mounted file system.")
        return self.path.say

    def label(self, device: BlockDevice) -> Say | None:
        """The same below a drive's name, short; None where it is unknown."""
        if self.verdict == PASS:
            return Say("TRIM not blocked")
        if self.verdict == PART or (self.verdict == BLOCK and self.partly):
            return Say("TRIM partly blocked")
        if self.verdict == BLOCK and not device.rotational:
            return Say("TRIM blocked")
        return None


def drive_trim(paths: Sequence[DiscardPath], device: str) -> DriveTrim:
    """What paths say together of the drive, or array, that they end on; `device` is its kernel
    name.
    """
    if not paths:
        return DriveTrim()
    words = [path.verdict_for(device) for path in paths]
    verdict = next((word for word in (BLOCK, PART, UNKNOWN) if word in words), words[0])
    partly = verdict == PART or (verdict != PASS and PASS in words)
    return DriveTrim(verdict, paths[words.index(verdict)], tuple(paths), partly)
