# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is known of a drive before it is measured: how fast it is likely to be, its link, its write
cache, its endurance, and whether it is failing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from driveproof.domain.drive.drive import is_drive
from driveproof.domain.drive.endurance import Endurance
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.domain.health.rest import Occasion
from driveproof.domain.health.verdict import FAILING
from driveproof.domain.profile.estimate import rates_of
from driveproof.engine.health.endurance import read_endurance
from driveproof.engine.run.context import KnownDrives
from driveproof.engine.run.target import device_of
from driveproof.history.datasheet import Datasheets
from driveproof.methods.sustained.known_cache import known_cache
from driveproof.system.kernel.devices import is_device
from driveproof.system.kernel.drive_class import class_below
from driveproof.system.kernel.link_state import link_state
from driveproof.system.kernel.mounts import mount_of
from driveproof.wording.health.verdict import verdict_of_drive

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.profile.estimate import Rates

LAST_RUNS = 20
"""How many earlier runs of a drive the estimate of its rates is based on."""


def rates_for(
    app: Application, device: BlockDevice, inventory: Inventory
) -> tuple[Rates | None, SpeedClass]:
    """Estimate how fast the drive below a device writes, and find its class.

    The estimate comes from the drive's last runs, else its class and link. Reads the history.
    """
    drives = inventory.drives_below(device)
    drive = drives[0] if len(drives) == 1 else device
    link = link_state(device, inventory)
    identity = drive.identity
    heads = app.history.heads(identity=identity, limit=LAST_RUNS) if identity else ()
    found = class_below(device, inventory)
    return rates_of(heads, found, ceiling=link.ceiling), found


def rates_and_class(app: Application, target: str) -> tuple[Rates | None, SpeedClass]:
    """The rates for a folder or device by its path, and the class of its drive; None where its
    drive is unknown. Raises MachineError if it is missing.
    """
    inventory = app.inventory_or_none()
    device = device_of(target, inventory)
    if inventory is None or device is None:
        return None, SpeedClass.OTHER
    return rates_for(app, device, inventory)


def filesystem_at(target: str) -> str:
    """The name of the file system of a folder; "" for a device. Raises MachineError if it is
    missing.
    """
    return "" if is_device(target) else mount_of(target).filesystem


def cache_below(app: Application, device: BlockDevice, inventory: Inventory) -> float | None:
    """The write cache of the only drive below a device in bytes, None where no sustained write
    found it; reads the history.
    """
    drives = inventory.drives_below(device)
    return known_cache(app.history, drives[0].identity) if len(drives) == 1 else None


class DriveFacts(KnownDrives):
    """What the history, the data sheets and the drives themselves tell; no drive is asked for more
    than two seconds, and nothing prompts.
    """

    def __init__(self, app: Application) -> None:
        self._app = app

    def write_cache(self, identity: str | None) -> float | None:
        """The bytes of its write cache; None where no sustained write found it."""
        return known_cache(self._app.history, identity)

    def endurance(self, device: str | None) -> Endurance | None:
        """That of the only drive below a device; None where nothing is known."""
        inventory = self._app.inventory_or_none() if device else None
        found = inventory.get(device) if inventory and device else None
        return endurance_of(self._app, found, inventory, ask=True) if found and inventory else None

    def rates(self, path: str, inventory: Inventory) -> Rates | None:
        """The rates for a folder or device by its path; None where its drive is unknown. Raises
        MachineError if it is missing, or the history cannot be read.
        """
        device = device_of(path, inventory)
        return None if device is None else rates_for(self._app, device, inventory)[0]


def endurance_of(
    app: Application, device: BlockDevice, inventory: Inventory, *, ask: bool
) -> Endurance | None:
    """What is known of the endurance of the only drive below a device; None where nothing is.
    Without `ask` the drive itself is not queried.
    """
    found = read_endurance(app.health_service, device, inventory, ask=ask)
    return _with_datasheet(app, found, device, inventory)


def _with_datasheet(
    app: Application, endurance: Endurance | None, device: BlockDevice, inventory: Inventory
) -> Endurance | None:
    """The endurance with what the manufacturer promises, where a person entered it."""
    drives = inventory.drives_below(inventory.whole_disk(device))
    if len(drives) != 1:
        return endurance
    try:
        rated = Datasheets(app.history).of(drives[0].model).endurance
    except MachineError:
        return endurance
    return replace(endurance or Endurance(), rated=rated) if rated else endurance


def failing(app: Application, target: str) -> str:
    """What is wrong with a failing drive below a device or folder; "" when none is failing.

    The drives are asked without a prompt, for two seconds at most.
    """
    inventory = app.inventory_or_none()
    if inventory is None:
        return ""
    try:
        device = inventory.get(target) or device_of(target, inventory)
    except DriveproofError:  # whoever measures there says what is wrong with the target
        return ""
    if device is None:
        return ""
    service = app.health_service
    for drive in inventory.drives_below(device):
        if not is_drive(drive):
            continue
        reading = service.read(drive, inventory, occasion=Occasion.LISTED, timeout=2.0)
        verdict = service.view(drive, inventory, reading).verdict
        if verdict.word == FAILING:
            return verdict_of_drive(verdict, device, drive)
    return ""
