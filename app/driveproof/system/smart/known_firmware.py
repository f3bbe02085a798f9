# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The shipped list of firmware that is known to fail, held against what a drive reports."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import resources

from driveproof.domain.health.known_firmware import FirmwareFault, faults_of, read_faults
from driveproof.domain.health.report import Health


@cache
def shipped_faults() -> tuple[FirmwareFault, ...]:
    """The list of the program."""
    file = resources.files("driveproof") / "resources" / "firmware.toml"
    return read_faults(file.read_text("utf-8"))


def with_known_faults(health: Health) -> Health:
    """The health with what is known of the firmware of its drive; the list of the program says more
    than smartctl's warning.
    """
    found = faults_of(health.model, health.firmware, shipped_faults())
    return replace(health, firmware_faults=found) if found else health
