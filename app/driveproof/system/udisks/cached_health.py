# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What UDisks2 knows already of a drive's health: for a list, without asking any drive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from driveproof.domain.health.judge import judge
from driveproof.domain.health.report import ATA, NVME, UDISKS_ATA, UDISKS_NVME, Health
from driveproof.domain.health.verdict import GOOD, UNKNOWN, WATCH
from driveproof.system.smart.udisks_ata import ata_health
from driveproof.system.smart.udisks_nvme import nvme_health
from driveproof.system.smart.validation import MOST_EVENTS, Reading, text
from driveproof.system.udisks.objects import ObjectTree

FRESH_SECONDS = 3600.0
"""A temperature that is older says nothing of now: the drive has slept meanwhile."""
_INTERFACES = (("Drive.Ata", ATA), ("NVMe.Controller", NVME))


class Known(NamedTuple):
    """A word of health_words.WORDS, and degrees Celsius."""

    word: str = UNKNOWN
    temperature: float | None = None


def known_health(tree: ObjectTree, block: str, *, rotational: bool | None, now: float) -> Known:
    """By the properties of the drive of a block object, as they were told last.

    They are judged as the health page judges all that the drive tells: what is not among them
    (wear, most counters) is missing, and "good" says less here than `driveproof health`. `now` in
    seconds since 1970.
    """
    drive = str(tree.get(block, "Block").get("Drive", "/"))
    for interface, kind in _INTERFACES:
        told = tree.get(drive, interface)
        updated = _number(told.get("SmartUpdated"))
        if not updated:
            continue
        health = _health(told, kind, now)
        model = text(tree.get(drive, "Drive").get("Model"))
        health = replace(health, model=model, rotational=rotational if kind == ATA else False)
        if now - updated >= FRESH_SECONDS:
            health = replace(health, temperature=None)
        word = judge(health).word
        # UDisks2 does not tell here which attributes they are: of age or heat, perhaps
        # (count_failing_attrs in its udiskslinuxdriveata.c).
        if word == GOOD and _number(told.get("SmartNumAttributesFailing")) > 0:
            word = WATCH
        return Known(word, health.temperature)
    return Known()


def _health(told: Mapping[str, Any], kind: str, now: float) -> Health:
    reading = Reading()
    moment = datetime.fromtimestamp(now, UTC)
    if kind == NVME:
        health = Health(taken=moment, updated=moment, kind=NVME, source=UDISKS_NVME)
        return nvme_health(health, told, None, reading)
    health = Health(taken=moment, updated=moment, kind=ATA, source=UDISKS_ATA)
    health = ata_health(health, told, None, reading)
    # Pending and reallocated sectors in one number; -1 where nobody knows.
    sectors = _number(told.get("SmartNumBadSectors"))
    return replace(health, reallocated=int(sectors) if 0 <= sectors <= MOST_EVENTS else None)


def _number(value: Any) -> float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else 0
