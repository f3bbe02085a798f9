# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a check of a drive is planned and made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.composition.measuring import new_session
from driveproof.composition.profiles import profiles_of
from driveproof.engine.check.session import CheckParts, CheckSession
from driveproof.engine.check.target import subject_of
from driveproof.engine.run.context import RunOptions
from driveproof.engine.run.expected_speed import expected_of
from driveproof.history.checks import Checks
from driveproof.system.desktop.fwupd import firmware_news
from driveproof.system.kernel.link_state import link_state
from driveproof.system.trim.path import read_discard_path

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.check.check import Check
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.drive.link import LinkState
    from driveproof.engine.check.session import CheckObserver
    from driveproof.engine.check.target import Subject

MEASURED = "quick"
"""The profile that a check measures."""


def plan_check(app: Application, target: str, inventory: Inventory | None) -> Subject:
    """What a check would inspect and measure, and where. Raises DriveproofError."""
    return subject_of(target, inventory, profiles_of(app).find(MEASURED))


def new_check(
    app: Application,
    target: str,
    observer: CheckObserver,
    *,
    inventory: Inventory | None = None,
    measure: bool = True,
    label: str = "",
    sold_as_new: bool = False,
    kept: bool = True,
) -> CheckSession:
    """Make a check of a drive that has not started yet; `label` names it in the history, and
    use is odd of a drive that was `sold_as_new`.
    `kept`: whether the history keeps it, beside its measurement.
    """

    def keep(check: Check, known: Inventory | None) -> str:
        drive = check.device
        findable = (
            drive is not None and known is not None and app.health_service.can_be_kept(drive, known)
        )
        return Checks(app.history).add(check, drive.identity if drive and findable else None)

    parts = CheckParts(
        inventory=lambda: inventory or app.inventory_or_none(),
        quick=lambda: profiles_of(app).find(MEASURED),
        measure=lambda profile, path, tell, label: new_session(
            app, profile, path, tell, RunOptions(label=label)
        ),
        look=app.health_service.look,
        firmware=firmware_news,
        link=_link,
        chain=read_discard_path,
        expected=lambda run: expected_of(run, app.history),
        keep=keep if kept else None,
        works=app.works,
    )
    return CheckSession(
        target, parts, observer, measure=measure, label=label, sold_as_new=sold_as_new
    )


def _link(device: BlockDevice, inventory: Inventory, under_load: bool) -> LinkState:
    return link_state(device, inventory, under_load=under_load)
