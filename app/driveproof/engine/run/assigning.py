# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which drive a person means: one that is connected now, or one that was measured before."""

from __future__ import annotations

import os
from collections.abc import Sequence

from driveproof.domain.drive.drive import DRIVE_KINDS, BlockDevice, Inventory, is_path
from driveproof.domain.errors import Advice, MachineError, Remedy, UsageError
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.assignment import KnownDrive
from driveproof.system.kernel.answering import require_answer


def connected(inventory: Inventory) -> tuple[KnownDrive, ...]:
    """The connected drives that can be told from others, in the order of the list."""
    drives = [one for one in inventory.listed() if one.kind in DRIVE_KINDS]
    return tuple(dict.fromkeys(known(one) for one in drives if not _path_only(one)))


def choices(inventory: Inventory, measured: Sequence[KnownDrive]) -> tuple[KnownDrive, ...]:
    """The connected drives, then those that were measured before and are not connected now."""
    now = connected(inventory)
    here = {one.identity for one in now}
    return (*now, *(one for one in measured if one.identity not in here))


def known(device: BlockDevice) -> KnownDrive:
    """A connected drive as its runs name it."""
    return KnownDrive(
        device.identity, device.model or None, device.serial or None, device.wwn or None
    )


def drive_named(
    word: str, inventory: Inventory | None, measured: Sequence[KnownDrive]
) -> KnownDrive:
    """The drive of a device, folder, serial number, WWN or identity.

    Raises MachineError when there is none, UsageError when the word means several.
    """
    device = _device(word, inventory) if inventory is not None else None
    if device is not None and inventory is not None:
        drive = inventory.drive_below(device)
        if _path_only(drive):
            raise MachineError(
                "{path} has neither a serial number nor a WWN.",
                path=word,
            )
        return known(drive)
    named = (*(connected(inventory) if inventory is not None else ()), *measured)
    found = {one.identity: one for one in named if word in (one.identity, one.serial, one.wwn)}
    if len(found) > 1:
        raise UsageError("'{word}' is ambiguous: {named}.", word=word, named=OneOf(tuple(found)))
    if not found:
        raise MachineError(
            "{path} is not a device or folder.",
            path=word,
            advice=Advice(Remedy.NAME_DEVICE),
        )
    return next(iter(found.values()))


def _device(word: str, inventory: Inventory) -> BlockDevice | None:
    """The device of this name, or the one that a folder lies on."""
    real = os.path.realpath(word)
    require_answer(real)
    on = inventory.device_at(real) if os.path.isdir(real) else None  # noqa: PTH112 - any bytes
    return inventory.get(word) or inventory.get(real) or on


def _path_only(device: BlockDevice) -> bool:
    return is_path(device.identity)
