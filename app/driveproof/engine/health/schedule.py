# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How often a drive is read while the window is open, and how often its heat is told."""

from __future__ import annotations

from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import EVIDENCE, THERMAL, HealthVerdict
from driveproof.engine.health.view import HealthView

ALL_SECONDS = 600.0
"""How often every drive is read: as often as UDisks2 itself asks them."""
SHOWN_SECONDS = 30.0
"""How often the drive on the screen is read, unless it turns: `interval`."""
HEAT_SECONDS = 86400.0
"""Once in that time a drive is told to be too hot: one at its limit crosses it all day long."""


def turns(device: BlockDevice, health: Health | None) -> bool:
    """Whether it is a hard disk, which may want to rest."""
    told = health.rotational if health is not None else None
    return bool(device.rotational if told is None else told)


def interval(device: BlockDevice, health: Health | None, *, shown: bool) -> float:
    """In how many seconds a drive is read again.

    Reading SMART data begins the standby timer of many hard disks anew: every 30 s would keep them
    awake for ever. While it tests itself it is awake anyway.
    """
    tests = health.self_tests if health is not None else None
    if not shown or (turns(device, health) and not (tests is not None and tests.running)):
        return ALL_SECONDS
    return SHOWN_SECONDS


class Heat:
    """Remembers of which drives it was told that they are too hot; for one thread."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str, str], float] = {}

    def is_hushed(self, view: HealthView, now: float) -> bool:
        """Whether the word is of the heat alone, and was told of this drive in the last day.

        `now` are seconds that only grow. Where it is not, it counts as told.
        """
        word = view.verdict.word
        if not _is_heat_alone(view.verdict):
            return False
        key = (view.device, view.identity, word)
        last = self._told.get(key)
        if last is not None and now - last < HEAT_SECONDS:
            return True
        self._told[key] = now
        return False


def _is_heat_alone(verdict: HealthVerdict) -> bool:
    """Whether no other axis would give the drive its word."""
    heat = verdict.axis(THERMAL)
    if heat is None or heat.verdict != verdict.word:
        return False
    quiet = {THERMAL, EVIDENCE}
    return all(axis.verdict != verdict.word for axis in verdict.axes if axis.axis not in quiet)
