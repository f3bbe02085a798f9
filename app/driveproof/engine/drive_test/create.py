# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Begins the test of a drive: what it will do and cost is known before anything is done."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.endurance import Endurance
from driveproof.domain.drive_test.drive_test import OPTIONAL, DriveTest, DriveTestStep, Way
from driveproof.domain.drive_test.plan import foreseen
from driveproof.domain.errors import Advice, MachineError, UsageError
from driveproof.domain.profile.estimate import Rates
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.areas import AREA_BLOCK
from driveproof.domain.run.run import TargetKind
from driveproof.engine.experiment.target import remember
from driveproof.engine.run.filled_room import room_to_fill
from driveproof.engine.run.overwrite import WritePlan
from driveproof.engine.run.target import device_of
from driveproof.history.ids import new_id
from driveproof.system.kernel.sysfs import Sysfs


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveTestRequest:
    """What a person asked for. A device is read; with `overwrite` it is written and read back: its
    data are given up. A folder is filled where it is free. `used`: it was not sold as new.
    """

    path: str
    overwrite: bool = False
    without: tuple[DriveTestStep, ...] = ()
    used: bool = False


@dataclass(frozen=True, slots=True)
class PlannedDriveTest:
    """A test that is not kept yet, and the device that it overwrites, None where it does not."""

    test: DriveTest
    overwrite: WritePlan | None = None


@dataclass(frozen=True, slots=True)
class KnownOfDrive:
    """What is known of a drive before its test: its speed, its endurance, its self-tests."""

    rates: Rates | None = None
    endurance: Endurance | None = None
    self_tests: Mapping[str, float] | None = None


def new_drive_test(
    request: DriveTestRequest,
    inventory: Inventory | None,
    overwriting: Callable[[str], WritePlan],
    known: Callable[[str], KnownOfDrive],
    sysfs: Sysfs | None = None,
) -> PlannedDriveTest:
    """The test, its target looked at; nothing is done or kept. Raises DriveproofError."""
    sysfs = sysfs or Sysfs()
    if odd := [step for step in request.without if step not in OPTIONAL]:
        raise UsageError(
            "{name} cannot be left out.",
            name=odd[0],
            advice=Advice("Choose one of: {options}.", options=OneOf(OPTIONAL)),
        )
    target = remember(request.path, inventory, sysfs)
    plan = None
    if target.kind is TargetKind.FILE:
        if request.overwrite:
            raise UsageError("{path} is not a block device.", path=request.path)
        way, size = Way.FOLDER, room_to_fill(target.path).usable
    elif request.overwrite:
        plan = overwriting(request.path)
        way, size = Way.OVERWRITE, plan.length - plan.length % AREA_BLOCK
    else:
        way, size = Way.READ, (target.size or 0) - (target.size or 0) % AREA_BLOCK
    if not size:
        raise MachineError(
            "{path} has no room to test.", path=request.path, advice=Advice("Free some space.")
        )
    now = datetime.now(UTC).astimezone()
    test = DriveTest(
        id=new_id(now),
        created=now,
        target=target,
        way=way,
        size=size,
        number=int.from_bytes(os.urandom(8)),
        without=request.without,
        used=request.used,
    )
    of = known(target.path)
    disk = drive_of(target.path, inventory)
    rotational = bool(disk is not None and disk.rotational)
    return PlannedDriveTest(
        foreseen(test, of.rates, of.endurance, of.self_tests or {}, rotational=rotational), plan
    )


def drive_of(path: str, inventory: Inventory | None) -> BlockDevice | None:
    """The only drive below a folder or device; None where there is none or several."""
    device = device_of(path, inventory) if inventory is not None else None
    if device is None or inventory is None:
        return None
    drives = inventory.drives_below(device)
    return inventory.whole_disk(drives[0]) if len(drives) == 1 else None
