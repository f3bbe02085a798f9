# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether heat slowed a drive down while it was measured, and which repeats that disturbed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from driveproof.domain.health.changes import same_source
from driveproof.domain.health.report import Health
from driveproof.domain.run.run import CUT_SHORT, Disturbance, PhaseResult, Repeat

HOT, THROTTLED = Disturbance.TEMPERATURE_LIMIT, Disturbance.THROTTLING
SLOWER_LINK = Disturbance.SLOWER_LINK

LEAST_LIMIT = 40.0
"""Degrees Celsius: a reported limit below it is no limit (0, -273 where it is not set)."""

NEAR = 3.0
"""Degrees Celsius below the hottest: where only the run is known, such repeats were throttled.
Drives report whole degrees, and a sensor lags behind by a few seconds.
"""


def at_limit(temperature: float | None, limit: float | None) -> bool:
    """Whether a drive is as warm as its own warning temperature (degrees Celsius), or warmer.

    From there on NVMe drives slow down (NVM Express Base Specification 2.0, 8.15.5 and WCTEMP);
    False where either is not known.
    """
    if temperature is None or limit is None or limit < LEAST_LIMIT:
        return False
    return temperature >= limit


def throttled(before: Health, after: Health) -> bool:
    """Whether a drive counted time above its warning temperature between two readings, or warns of
    it.

    The counters are whole minutes: an unchanged counter proves nothing.
    """
    if not same_source(before, after):
        return False
    counters = (
        (before.warning_seconds, after.warning_seconds),
        (before.critical_seconds, after.critical_seconds),
    )
    grew = any(one is not None and two is not None and two > one for one, two in counters)
    return grew or "temperature" in after.warnings


def marked_as_throttled(phases: Sequence[PhaseResult]) -> tuple[PhaseResult, ...]:
    """The phases of a run that was throttled at some time, its hottest repeats marked.

    Where repeats are marked that were seen at the limit, those explain it. Without a thermometer
    any may have been: then all are, as none can be taken for undisturbed.
    """
    every = [repeat for phase in phases for repeat in phase.repeats]
    if any(HOT in repeat.disturbed for repeat in every):
        return tuple(phases)
    known = [heat for repeat in every if (heat := hottest(repeat)) is not None]
    least = max(known) - NEAR if known else None
    return tuple(
        replace(phase, repeats=tuple(_mark(repeat, least) for repeat in phase.repeats))
        for phase in phases
    )


def hottest(repeat: Repeat) -> float | None:
    """The highest temperature in the measured time of a repeat, None where it was not read."""
    return max(
        (
            sample.temperature
            for result in repeat.directions.values()
            for sample in result.samples
            if sample.temperature is not None and sample.time > 0
        ),
        default=None,
    )


def _mark(repeat: Repeat, least: float | None) -> Repeat:
    if least is not None:
        heat = hottest(repeat)
        if heat is None or heat < least:
            return repeat
    words = [word for word in repeat.disturbed if word not in (THROTTLED, CUT_SHORT)]
    short = [word for word in repeat.disturbed if word == CUT_SHORT]
    return replace(repeat, disturbed=(*words, THROTTLED, *short))
