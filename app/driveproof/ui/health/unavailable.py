# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The health of drives if the service that reads it could not be created."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from driveproof.domain.drive.drive import DRIVE_KINDS, BlockDevice
from driveproof.domain.errors import DriveproofError
from driveproof.domain.health.judge import judge
from driveproof.domain.health.report import Health
from driveproof.domain.notes import error_note
from driveproof.engine.health.view import HealthView


def unknown_views(devices: Iterable[BlockDevice], error: DriveproofError) -> list[HealthView]:
    """Each drive as unknown, with the reason and what to do."""
    health = Health(taken=datetime.now(UTC), missing=error_note(error), advice=error.advice)
    verdict = judge(health)
    return [
        HealthView(
            device=device.name, identity=device.identity, health=health, verdict=verdict,
            may_be_kept=False,
        )
        for device in devices
        if device.kind in DRIVE_KINDS
    ]  # fmt: skip
