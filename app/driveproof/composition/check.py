# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of a check, made from the services of the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from driveproof.engine.check.session import CheckParts
from driveproof.history.checks import Checks
from driveproof.system.kernel.link_state import link_state

if TYPE_CHECKING:
    from driveproof.domain.check.check import Check
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.drive.link import LinkState
    from driveproof.domain.profile.profile import Profile
    from driveproof.domain.trim.path import DiscardPath
    from driveproof.engine.check.session import Measurement
    from driveproof.engine.health.service import HealthService
    from driveproof.engine.ongoing import Works
    from driveproof.engine.run.events import Observer
    from driveproof.history.store import History


def parts_of(
    *,
    inventory: Callable[[], Inventory | None],
    quick: Callable[[], Profile],
    measure: Callable[[Profile, str, Observer, str], Measurement],
    service: Callable[[], HealthService],
    chain: Callable[[str, Inventory | None], DiscardPath],
    history: History,
    works: Works,
) -> CheckParts:
    """The parts of a check; `service` is called only when the drive's health is needed."""

    def keep(check: Check, known: Inventory | None) -> str:
        drive = check.device
        findable = drive is not None and known is not None and service().can_be_kept(drive, known)
        return Checks(history).add(check, drive.identity if drive and findable else None)

    return CheckParts(
        inventory=inventory,
        quick=quick,
        measure=measure,
        look=lambda device, known: service().look(device, known),
        firmware=lambda device: service().firmware(device),
        link=_link,
        chain=chain,
        keep=keep,
        works=works,
    )


def _link(device: BlockDevice, inventory: Inventory, under_load: bool) -> LinkState:
    return link_state(device, inventory, under_load=under_load)
