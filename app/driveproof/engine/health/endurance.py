# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a drive can still be written, by its newest reading."""

from __future__ import annotations

from contextlib import suppress

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.endurance import Endurance
from driveproof.domain.errors import DriveproofError
from driveproof.domain.health.report import Health
from driveproof.domain.health.rest import Occasion
from driveproof.engine.health.service import HealthService


def read_endurance(
    service: HealthService, device: BlockDevice, inventory: Inventory, *, ask: bool = True
) -> Endurance | None:
    """The drive's endurance by its newest reading; None when none reports it.

    A kept reading is enough: wear changes slowly. Otherwise UDisks2 is queried for at most two
    seconds, unless `ask` is false. `rated` is unknown: no drive reports it.
    """
    drives = inventory.drives_below(inventory.whole_disk(device))
    if len(drives) != 1:
        return None
    (drive,) = drives
    kept = None
    with suppress(DriveproofError):
        if service.can_be_kept(drive, inventory):
            kept = service.kept.latest(drive.identity)
    healths = [kept.health] if kept else []
    if ask and not any(_worn(health) for health in healths):
        healths.append(service.read(drive, inventory, occasion=Occasion.LISTED, timeout=2.0).health)
    found = next((health for health in healths if _worn(health)), None)
    return None if found is None else Endurance(written=found.written, used=found.used)


def _worn(health: Health) -> bool:
    return health.used is not None and health.written is not None
