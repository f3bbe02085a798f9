# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The shipped lists (firmware, quirks, false alarms ...), held against what a drive reports."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import resources

from driveproof.domain.health.kernel_quirks import KernelQuirk, quirks_of, read_quirks
from driveproof.domain.health.known_firmware import FirmwareFault, faults_of, read_faults
from driveproof.domain.health.raw_values import RawReading, read_raw_readings
from driveproof.domain.health.report import Health
from driveproof.domain.health.smart_exceptions import (
    SmartException,
    read_exceptions,
    without_false_alarms,
)


@cache
def shipped_faults() -> tuple[FirmwareFault, ...]:
    """Firmware that is known to fail."""
    return read_faults(_shipped("firmware.toml"))


@cache
def shipped_exceptions() -> tuple[SmartException, ...]:
    """Values that are false alarms."""
    return read_exceptions(_shipped("smart-exceptions.toml"))


@cache
def shipped_raw_readings() -> tuple[RawReading, ...]:
    """What the raw values of certain drives mean."""
    return read_raw_readings(_shipped("smart-values.toml"))


@cache
def shipped_quirks() -> tuple[KernelQuirk, ...]:
    """Faults that Linux avoids."""
    return read_quirks(_shipped("kernel-quirks.toml"))


def with_what_is_known(health: Health) -> Health:
    """The health with the known faults of the drive's firmware, and without its false alarms; our
    list of faults says more than smartctl's warning.
    """
    health = without_false_alarms(health, shipped_exceptions())
    found = faults_of(health.model, health.firmware, shipped_faults())
    quirks = quirks_of(health.model, health.firmware, shipped_quirks())
    if not (found or quirks):
        return health
    return replace(health, firmware_faults=found or health.firmware_faults, kernel_quirks=quirks)


def _shipped(name: str) -> str:
    return (resources.files("driveproof") / "resources" / name).read_text("utf-8")
