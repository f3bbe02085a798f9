# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A health verdict for people: a grade, and the verdict about a drive below a device."""

from __future__ import annotations

from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.health.verdict import (
    GRADE_TITLES,
    GRADES,
    UNKNOWN,
    Grade,
    HealthVerdict,
)
from driveproof.domain.text import shown
from driveproof.wording.drive import device_title
from driveproof.wording.finding import findings_text
from driveproof.wording.say import say_text


def grade_title(grade: str) -> str:
    """The name of the grade of a drive or an axis."""
    return say_text(GRADE_TITLES[Grade(grade)] if grade in GRADES else GRADE_TITLES[UNKNOWN])


def verdict_of_drive(verdict: HealthVerdict, device: BlockDevice, drive: BlockDevice) -> str:
    """The verdict about a drive below a device; it names the drive unless that is the device."""
    text = shown(findings_text(verdict.summary))
    return text if drive.name == device.name else f"{shown(device_title(drive))}: {text}"
