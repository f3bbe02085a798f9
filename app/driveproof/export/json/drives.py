# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of drives as the JSON document of `driveproof list --json`."""

from __future__ import annotations

from typing import Any

from driveproof.domain.drive.drive import BlockDevice, Inventory, Layer, Mount, QueueLimits
from driveproof.domain.trim.drive import quick_trim
from driveproof.export.json import VERSION


def inventory_document(inventory: Inventory) -> dict[str, Any]:
    """The whole document: every device that is listed."""
    return {
        "version": VERSION,
        "source": inventory.source,
        "drives": [drive_document(device, inventory) for device in inventory.listed()],
    }


def drive_document(device: BlockDevice, inventory: Inventory) -> dict[str, Any]:
    """One drive. Sizes in bytes, temperature in degrees Celsius; what is unknown is null.

    `stack` is the device and what it lies on, from top to bottom; `holders` is what lies on it;
    `mounts` are those of the device and of everything on it.
    """
    return {
        **identity_values(device),
        "rotational": device.rotational,
        "rotation_rate": device.rotation_rate,
        "removable": device.removable,
        "read_only": device.read_only,
        "scheduler": device.scheduler,
        "link": device.link,
        "link_max": device.link_max,
        "backing_file": device.backing_file or None,
        "mounts": [_mount(mount, owner) for mount, owner in inventory.mounts_above(device)],
        "stack": [_layer(layer) for layer in inventory.stack(device)],
        "holders": [_layer(layer) for layer in inventory.above(device)[1:]],
        "limits": _limits(device.limits),
        "health": device.health,
        "trim": quick_trim(device, inventory),
        "temperature": device.temperature,
    }


def identity_values(device: BlockDevice) -> dict[str, Any]:
    """What a drive is, without what changes while it is used."""
    return {
        "device": device.path,
        "name": device.name,
        "kind": device.kind,
        "title": device.title,
        "model": device.model or None,
        "vendor": device.vendor or None,
        "serial": device.serial or None,
        "wwn": device.wwn or None,
        "firmware": device.firmware or None,
        "size": device.size or None,
        "bus": device.bus or None,
        "media": device.media or None,
    }


def _mount(mount: Mount, owner: BlockDevice) -> dict[str, Any]:
    return {
        "path": mount.path,
        "device": owner.path,
        "filesystem": mount.filesystem or None,
        "options": list(mount.options),
        "read_only": mount.read_only,
        "size": owner.filesystem_size,
        "free": owner.free,
        "used": owner.used,
    }


def _layer(layer: Layer) -> dict[str, Any]:
    device = layer.device
    return {
        "depth": layer.depth,
        "device": device.path,
        "kind": device.kind,
        "size": device.size or None,
        "filesystem": device.filesystem or None,
        "label": device.label or None,
    }


def _limits(limits: QueueLimits) -> dict[str, Any]:
    return {name: getattr(limits, name) for name in QueueLimits.__slots__}
