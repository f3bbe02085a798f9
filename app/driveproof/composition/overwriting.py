# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a run that overwrites a device is planned, and the TRIM of what it has written is made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from driveproof.composition.drive_facts import endurance_of
from driveproof.engine.run import overwrite
from driveproof.engine.run.overwrite import DiscardSession
from driveproof.methods.filesystems.bench import choose_filesystems
from driveproof.system.helper.client import Helper
from driveproof.system.udisks.formatting import Formatter

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.drive.drive import Inventory
    from driveproof.domain.notes import Note
    from driveproof.domain.profile.profile import Profile
    from driveproof.engine.run.overwrite import WritePlan


def plan_overwrite(
    app: Application,
    profile: Profile,
    path: str,
    *,
    length: int | None = None,
    inventory: Inventory | None = None,
    patient: bool = True,
) -> WritePlan:
    """What overwriting a device would do; without `patient` the drive itself is not queried.

    Raises DriveproofError when the device must not be overwritten.
    """
    left_out: tuple[Note, ...] = ()
    if profile.formats:
        profile, left_out = choose_filesystems(profile, path, Formatter())
        length = None
    known = inventory or app.inventory_or_none()
    device = known.get(path) if known else None
    endurance = endurance_of(app, device, known, ask=patient) if device and known else None
    plan = overwrite.plan_overwrite(path, profile, known, length=length, endurance=endurance)
    return replace(plan, left_out=left_out)


def new_discard(app: Application, plan: WritePlan, length: int) -> DiscardSession:
    """Make the TRIM of what a run has overwritten, which has not started yet."""
    return DiscardSession(Helper(), plan, length, app.works)
