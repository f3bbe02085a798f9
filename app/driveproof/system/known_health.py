# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What UDisks2 knows already of a drive's health: for a list, without asking any drive."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from driveproof.domain.health_words import FAILING, GOOD, UNKNOWN, WATCH
from driveproof.system.objects import ObjectTree

FRESH_SECONDS = 3600.0
"""A temperature that is older says nothing of now: the drive has slept meanwhile."""
_ZERO, _WHOLE_ZERO = 273.15, 273.0  # 0 degrees Celsius in kelvin
_COLDEST, _HOTTEST = -60.0, 150.0  # what is beyond is no temperature of a drive
_HEAT = "temperature"


class Known(NamedTuple):
    """A word of health_words.WORDS, and degrees Celsius."""

    word: str = UNKNOWN
    temperature: float | None = None


def known_health(tree: ObjectTree, block: str, *, rotational: bool | None, now: float) -> Known:
    """By the properties of the drive of a block object, as they were told last.

    Failing when the drive itself says so; to be watched with what `Drive.Ata` and
    `NVMe.Controller` count beside that: attributes at their thresholds, of age and temperature as
    well (count_failing_attrs in UDisks2's udiskslinuxdriveata.c), and sectors of hard disks, as an
    SSD replaces some in good health. What was at its threshold once does not count: one hot day
    would be told for ever. Wear and errors are not among these: "good" says less here than
    `driveproof health`. `now` in seconds since 1970.
    """
    drive = str(tree.get(block, "Block").get("Drive", "/"))
    for interface, word_of in (("Drive.Ata", _ata), ("NVMe.Controller", _nvme)):
        told = tree.get(drive, interface)
        updated = _number(told.get("SmartUpdated"))
        if updated:
            fresh = now - updated < FRESH_SECONDS
            celsius = _celsius(told.get("SmartTemperature")) if fresh else None
            return Known(word_of(told, rotational is True), celsius)
    return Known()


def _ata(told: Mapping[str, Any], rotating: bool) -> str:
    failing = told.get("SmartFailing")
    if not isinstance(failing, bool):
        return UNKNOWN
    if failing:
        return FAILING
    sectors = _number(told.get("SmartNumBadSectors")) if rotating else 0
    now = _number(told.get("SmartNumAttributesFailing"))
    return WATCH if sectors > 0 or now > 0 else GOOD


def _nvme(told: Mapping[str, Any], _: bool) -> str:
    warnings = told.get("SmartCriticalWarning")
    if not isinstance(warnings, list):
        return UNKNOWN
    if any(warning != _HEAT for warning in warnings):
        return FAILING
    return WATCH if warnings else GOOD


def _number(value: Any) -> float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else 0


def _celsius(kelvin: Any) -> float | None:
    read = float(_number(kelvin))
    # As in health_values: whole kelvins were made of whole degrees by adding 273.
    celsius = read - (_WHOLE_ZERO if read.is_integer() else _ZERO)
    return round(celsius, 1) if _COLDEST < celsius < _HOTTEST else None
