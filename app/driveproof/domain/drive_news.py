# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happened to a drive since a moment: its health, a TRIM, its arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from driveproof.domain.drive.array import ArrayState
from driveproof.domain.health.changes import HealthChange, health_changes
from driveproof.domain.health.report import COUNTERS, Health
from driveproof.domain.quantity import Bytes, DaysAgo
from driveproof.domain.say import Say
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

    def sentences(self, name: str, now: datetime) -> tuple[Say, ...]:
        """What happened to the drive, which is called `name`, as it is told `now`."""
        if self.trim is not None:
            said = Say(
                "{drive}: TRIM of {place} {when}, {size} discarded",
                drive=name,
                place=self.trim.place,
                when=DaysAgo(self.trim.started, now),
                size=Bytes(self.trim.discarded),
            )
            return (said,)
        if self.array_now is not None and self.array_before is not None:
            return _of_array(name, self.array_before, self.array_now)
        assert self.change is not None
        text = self.change.say
        if self.change.key == "firmware":
            old, new = str(self.change.before), str(self.change.after)
            text = Say("firmware {before} → {after}, not measured since", before=old, after=new)
            if self.measured:
                text = Say("firmware {before} → {after}", before=old, after=new)
        return (Say("{name}: {text}", name=name, text=text),)

    @property
    def alarming(self) -> bool:
        """Whether it is a reason to look at once."""
        if self.array_now is not None:
            return self.array_now.degraded
        return self.change is not None and self.change.alarming


def _of_array(name: str, before: ArrayState, now: ArrayState) -> tuple[Say, ...]:
    states = [state.brief if state.brief.names else Say("unknown") for state in (before, now)]
    if states[0] != states[1]:
        return (Say("{name}: {before} → {after}", name=name, before=states[0], after=states[1]),)
    # A check found that members differ.
    first, *more = now.sentences
    return Say("{name}: {text}", name=name, text=first), *more


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
