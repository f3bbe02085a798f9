# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a run that overwrites a device is planned, and the TRIM of what it has written is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from driveproof.composition.drive_facts import endurance_of
from driveproof.composition.services import Overwriting
from driveproof.engine.run import overwrite
from driveproof.engine.run.context import RunOptions
from driveproof.engine.run.overwrite import DiscardSession
from driveproof.methods.filesystems.bench import choose_filesystems
from driveproof.system.helper.client import Helper
from driveproof.system.udisks.formatting import Formatter
from driveproof.wording.device_use import in_use_text

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.notes import Note
    from driveproof.domain.profile.profile import Profile
    from driveproof.engine.run.events import Observer
    from driveproof.engine.run.overwrite import WritePlan
    from driveproof.engine.run.session import Session


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


def overwriting_services(
    app: Application, new_session: Callable[[Profile, str, Observer, RunOptions], Session]
) -> Overwriting:
    """What the window needs."""
    return Overwriting(
        users=_users,
        plan=lambda profile, path, inventory: plan_overwrite(
            app, profile, path, inventory=inventory, patient=False
        ),
        session=lambda plan, observer, label: new_session(
            plan.profile, plan.path, observer, RunOptions(label=label, overwrite=plan)
        ),
        still_there=lambda plan: plan.still_there(),
        discard=partial(new_discard, app),
    )


def _users(device: BlockDevice, inventory: Inventory) -> str:
    return in_use_text(overwrite.in_use(device, inventory, programs=False))
