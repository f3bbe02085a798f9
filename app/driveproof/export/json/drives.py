# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of drives as the JSON document of `driveproof list --json`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from driveproof.domain.dashboard import DriveLine, Speed, line_of
from driveproof.domain.drive.array import ArrayState
from driveproof.domain.drive.attachment import Attachment, BlockFormat
from driveproof.domain.drive.drive import BlockDevice, Inventory, Layer, Mount, QueueLimits
from driveproof.domain.drive.nature import virtual_host, zones
from driveproof.export.json import VERSION
from driveproof.system.kernel.answering import Served
from driveproof.wording.catalogue import in_english
from driveproof.wording.health.verdict import verdict_sentence


@in_english()
def inventory_document(
    inventory: Inventory,
    lines: Sequence[DriveLine] = (),
    silent: Sequence[Served] = (),
) -> dict[str, Any]:
    """The whole document: every listed device. `lines` are the values of the dashboard,
    `silent` the mounts whose server or program does not answer.
    """
    known = {line.device.name: line for line in lines}
    return {
        "version": VERSION,
        "source": inventory.source,
        "drives": [
            drive_document(device, inventory, known.get(device.name))
            for device in inventory.listed()
        ],
        "silent_mounts": [
            {"path": one.point, "source": one.source, "filesystem": one.filesystem}
            for one in silent
        ],
    }


@in_english()
def drive_document(
    device: BlockDevice, inventory: Inventory, line: DriveLine | None = None
) -> dict[str, Any]:
    """One drive. Sizes in bytes, temperature in degrees Celsius; unknown values are null.

    `stack` is the device and everything below it, from top to bottom; `holders` is what is directly
    on it; `mounts` are those of the device and of everything on it.
    """
    line = line or line_of(device, inventory)
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
        "zones": zones(device),
        "virtual": virtual_host(device) or None,
        "attachment": _attachment(device.attachment),
        "array": None if device.array is None else _array(device.array),
        "health": line.grade,
        "sentence": verdict_sentence(line.verdict) if line.verdict is not None else None,
        "trim": line.trim,
        "temperature": line.temperature,
        "life_left": line.life_left,
        "power_on": line.power_on,
        "written": line.written,
        "fill": line.fill,
        "read_speed": None if line.speed is None else _speed(line.speed),
        "checked": None if line.checked is None else line.checked.isoformat(),
    }


def _attachment(attached: Attachment) -> dict[str, Any]:
    in_use = attached.format_in_use
    return {
        "usb_driver": attached.usb_driver,
        "formats": [_format(one) for one in attached.formats],
        "format_in_use": None if in_use is None else _format(in_use),
        "sata_power": attached.sata_power or None,
        "aspm": None if attached.aspm is None else list(attached.aspm),
        "aspm_policy": attached.aspm_policy or None,
        "apst": None if attached.apst is None else attached.apst / 1e6,
        "runtime": attached.runtime or None,
        "suspended": attached.suspended,
        "apm": attached.apm,
        "standby": attached.standby,
    }


def _format(one: BlockFormat) -> dict[str, Any]:
    return {"data": one.data, "metadata": one.metadata, "performance": one.performance}


def _array(state: ArrayState) -> dict[str, Any]:
    return {
        "kind": state.kind,
        "members": state.wanted,
        "active": state.active,
        "degraded": state.degraded,
        "action": state.action,
        "progress": state.progress,
        "speed": state.speed,
        "seconds_left": state.seconds_left,
        "mismatches": state.mismatches,
    }


def _speed(speed: Speed) -> dict[str, Any]:
    return {
        "phase": speed.test,
        "run": speed.run,
        "bandwidth": speed.last,
        "measured": speed.measured.isoformat(),
        "before": [
            {"bandwidth": value, "measured": moment.isoformat()}
            for moment, value in speed.values[:-1]
        ],
    }


@in_english()
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
        "label": owner.label or None,
        "uuid": owner.uuid or None,
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
        "uuid": device.uuid or None,
    }


def _limits(limits: QueueLimits) -> dict[str, Any]:
    return {name: getattr(limits, name) for name in QueueLimits.__slots__}
