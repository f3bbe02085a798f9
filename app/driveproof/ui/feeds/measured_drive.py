# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The drive in the header where something else than the selected drive is shown."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from driveproof.domain.drive.drive import BlockDevice, Inventory, is_path
from driveproof.domain.run.hosts import place_on_hosts
from driveproof.domain.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.say import value_text
from driveproof.wording.units import format_size

if TYPE_CHECKING:
    from driveproof.domain.run.run import Target

GAP = "\u2003"
"""Facts are separated by em spaces: no dots, no boxes."""


@dataclass(frozen=True, slots=True)
class DriveOfResult:
    """The drive of kept results: `device` if it is connected now; `facts` for where it is not."""

    name: str
    facts: str
    device: BlockDevice | None


def drives_of(
    targets: Iterable[Target], inventory: Inventory, hosts: Collection[int] = ()
) -> tuple[DriveOfResult, ...]:
    """The different drives of these targets, in their order; `hosts` says on how many each run
    measured, if on several.

    An identity that is a path may be another drive's by now: such a one counts as not connected.
    """
    found: dict[str, DriveOfResult] = {}
    for target in targets:
        identity = target.identity or ""
        certain = bool(identity) and not is_path(identity)
        known = [each for each in inventory.devices if certain and each.identity == identity]
        device = known[0] if len(known) == 1 else None  # cheap bridges share a serial number
        name = shown(target.model or target.device or target.path)
        found.setdefault(identity or name, DriveOfResult(name, _facts(target, hosts), device))
    return tuple(found.values())


def _facts(target: Target, hosts: Collection[int]) -> str:
    """Whether a drive is connected, as far as that can be known, and what the result says of it."""
    identity = target.identity
    if not identity and hosts:
        parts = [value_text(place_on_hosts(hosts, target.kind))]
    elif not identity:
        # a model alone is that of many drives
        parts = [_("No unique serial number") if target.model else _("Unknown drive")]
    elif is_path(identity):
        parts = [_("No serial number")]
    else:
        parts = [_("Not connected")]
    if target.size:
        parts.append(format_size(target.size))
    if target.firmware:
        parts.append(_("firmware {firmware}").format(firmware=shown(target.firmware)))
    if target.serial:
        parts.append(_("serial {serial}").format(serial=shown(target.serial)))
    return GAP.join(parts)


def subject_of(path: str, chosen: BlockDevice | None, inventory: Inventory) -> BlockDevice | None:
    """The drive of a measured device or mount point; None when it is unknown.

    The selected drive if the measured device is on it, is it, or carries it; otherwise the only
    drive below, otherwise the device itself.
    """
    device = inventory.device_at(path)
    if device is None:
        return None
    layers = [layer.device.name for layer in inventory.stack(device)]
    if chosen is not None and chosen.name in layers:
        return chosen
    return inventory.drive_below(device)


def device_identity(device: BlockDevice | None, inventory: Inventory) -> str | None:
    """The identity by which a run names its drive: the bottom device, if there is only one."""
    if device is None:
        return None
    drives = inventory.drives_below(device)
    return drives[0].identity if len(drives) == 1 else device.identity


def drives_under(device: BlockDevice, inventory: Inventory) -> tuple[BlockDevice, ...]:
    """The physical drives below a device; for a loop device, the drive that its file is on."""
    found = tuple(each for each in inventory.drives_below(device) if each.name != device.name)
    if not found and device.backing_file:
        holder = subject_of(device.backing_file, None, inventory)
        if holder is not None and holder.name != device.name:
            found = inventory.drives_below(holder)
    return found
