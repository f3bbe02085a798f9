# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happened to a drive since a moment: its health, a TRIM, its arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from driveproof.domain.drive.array import ArrayState
from driveproof.domain.health.changes import HealthChange, health_changes
from driveproof.domain.health.report import COUNTERS, Health
from driveproof.domain.trim.job import KeptTrim, TrimStatus

_TELLING = frozenset({"firmware", "passed", "warnings"})


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveNews:
    """One thing that happened to a drive since a moment; `device` is the kernel's name.

    Either a `change` of its health (a counter that grew, another firmware), or a `trim` that ran;
    of an array, its state `array_before` and `array_now`.
    `measured`: whether there is a run since the change, which says how fast it is now.
    """

    device: str
    change: HealthChange | None = None
    trim: KeptTrim | None = None
    measured: bool = False
    array_before: ArrayState | None = None
    array_now: ArrayState | None = None

    @property
    def alarming(self) -> bool:
        """Whether it is a reason to look at once."""
        if self.array_now is not None:
            return self.array_now.degraded
        return self.change is not None and self.change.alarming


def news_of(
    device: str,
    before: Health | None,
    now: Health | None,
    trims: Iterable[KeptTrim] = (),
    *,
    measured: bool = False,
) -> tuple[DriveNews, ...]:
    """What is worth saying of a drive between two readings, and which TRIMs ran to their end.

    Of its health only what should not have grown, its own verdict, its warnings and its firmware.
    """
    found: list[DriveNews] = []
    if before is not None and now is not None:
        found += [
            DriveNews(device=device, change=change, measured=measured)
            for change in health_changes(before, now)
            if change.key in _TELLING or (change.alarming and change.key in COUNTERS)
        ]
    done = [trim for trim in trims if trim.status is TrimStatus.FINISHED]
    return (*found, *(DriveNews(device=device, trim=trim) for trim in done))
