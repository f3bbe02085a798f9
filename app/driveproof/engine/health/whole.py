# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's whole health: everything that smartctl reads, as root through the helper."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from driveproof.domain.drive.drive import BlockDevice, DeviceKind
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.health.report import Health
from driveproof.domain.say import Say
from driveproof.system.helper.client import Helper, claim_device
from driveproof.system.smart.smartctl import MOST, parse_report


def read_by_smartctl(
    device: BlockDevice, helper: Helper | None, address: str, *, root: Path, now: datetime
) -> Health:
    """The report of a drive; may prompt for a password. Without a helper it is the one on the bus
    at `address`. Raises DriveproofError.
    """
    job = (helper or Helper(address)).read_smart(claim_device(device.path, root))
    try:
        with os.fdopen(job.output, "rb") as output:
            said = output.read(MOST + 1)
        ending = job.wait()
    finally:
        job.close()
    if ending.reason or not said.strip():
        raise MachineError(
            "{name} failed: {reason}.",
            name="smartctl",
            reason=ending.why or Say("no answer"),
        )
    health = parse_report(said, device.path, taken=now)
    if health.missing and device.kind == DeviceKind.USB:
        return replace(health, advice=Advice("Use an internal port or another USB adapter."))
    return health
