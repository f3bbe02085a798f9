# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of a health verdict for people: the whole drive, each axis with its rule."""

from __future__ import annotations

from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.health.rules import axis_rules
from driveproof.domain.health.verdict import (
    AXIS_TITLES,
    GRADE_TITLES,
    GRADES,
    UNKNOWN,
    AxisVerdict,
    Grade,
    HealthVerdict,
)
from driveproof.domain.text import shown
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_text, findings_text, said_text
from driveproof.wording.say import say_text


def grade_title(grade: str) -> str:
    """The name of the grade of a drive or an axis."""
    return say_text(GRADE_TITLES[Grade(grade)] if grade in GRADES else GRADE_TITLES[UNKNOWN])


def axis_title(axis: str) -> str:
    """The name of an axis."""
    return say_text(AXIS_TITLES[axis]) if axis in AXIS_TITLES else shown(axis)  # type: ignore[index]


def verdict_of_drive(verdict: HealthVerdict, device: BlockDevice, drive: BlockDevice) -> str:
    """The verdict about a drive below a device; it names the drive unless that is the device."""
    text = shown(findings_text(verdict.summary))
    return text if drive.name == device.name else f"{shown(device_title(drive))}: {text}"


def verdict_sentences(verdict: HealthVerdict, face: Face = Face.TERMINAL) -> tuple[str, ...]:
    """What else was found, each a whole sentence."""
    return tuple(text for one in verdict.more if (text := finding_text(one, face)))


def axis_value(axis: AxisVerdict) -> str:
    """The short text beside the name of an axis: "3 % used"."""
    return said_text(axis.value.say[0])


def axis_rule(axis: AxisVerdict) -> str:
    """What gives this axis each of its grades other than good, as lines of text."""
    return "\n".join(f"{grade_title(grade)}: {say_text(rule)}" for grade, rule in axis_rules(axis))
