# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What one reader and two came to on a mirror: how fast each was, and which devices served it."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from driveproof.domain.access import Direction
from driveproof.domain.metric import MetricName
from driveproof.domain.run.run import METRICS, PhaseResult, Repeat, Role, Run, Summary
from driveproof.domain.run.work import READING_ALIKE, Part

SERVES = 0.1
"""A device serves a test from this share of the bytes on: journals and other programs read a
little everywhere."""
KNOWN = 0.5
"""What the devices read has to be at least this share of what was asked for to say anything: the
rest came from memory below, as of a loop device, or from a cache beside."""


class Leg(NamedTuple):
    """A device that holds a copy; `share` is of what all of them read, 0 to 1."""

    device: str
    share: float


@dataclass(frozen=True, slots=True)
class MirrorTest:
    """A test with its figure, and the devices that served the repeat nearest to the median.

    `served` is how many devices served a repeat, in the middle of all repeats: a mirror may give
    one reader another device each time. None where no counters tell.
    """

    phase: PhaseResult
    rate: Summary
    legs: tuple[Leg, ...]
    served: int | None

    @property
    def part(self) -> Part:
        """Which test it is."""
        return self.phase.work.part


def mirror_tests(run: Run) -> tuple[MirrorTest, ...]:
    """Every test of readers that was measured, in its order."""
    found = []
    for phase in run.phases:
        if phase.work.part not in READING_ALIKE:
            continue
        rate = phase.summary(figure_direction(phase), METRICS[MetricName.BANDWIDTH])
        if rate is None:
            continue
        shares = [one for repeat in _whole(phase) if (one := _shares(repeat, legs_of_run(run)))]
        served = [sum(leg.share >= SERVES for leg in one) for one in shares]
        found.append(
            MirrorTest(
                phase,
                rate,
                _shares(_typical(phase, rate.median), legs_of_run(run)),
                round(median(served)) if served else None,
            )
        )
    return tuple(found)


def figure_direction(phase: PhaseResult) -> Direction:
    """The direction whose bandwidth is the test's: a copy is done when it is written."""
    return Direction.WRITE if phase.direction == Direction.MIXED else Direction.READ


def legs_of_run(run: Run) -> tuple[str, ...]:
    """The kernel's names of the devices among which the reads are shared out: of a mirror those
    that hold a copy, otherwise the one below everything.
    """
    if run.environment.legs:
        return run.environment.legs
    for phase in run.phases:
        for repeat in phase.repeats:
            names = {member.role: member.device for member in repeat.members}
            nearest = (Role.TARGET, Role.BELOW, Role.BESIDE)
            known = [names[role] for role in nearest if role in names]
            if known:
                return (known[0],)
    return ()


def mirrored(run: Run) -> bool:
    """Whether the target's data is on several devices."""
    return len(run.environment.legs) > 1


def _whole(phase: PhaseResult) -> tuple[Repeat, ...]:
    counted = tuple(repeat for repeat in phase.repeats if repeat.counts)
    return counted or phase.repeats


def _typical(phase: PhaseResult, middle: float) -> Repeat:
    way = figure_direction(phase)
    known = [repeat for repeat in _whole(phase) if way in repeat.directions]
    return min(known, key=lambda repeat: abs(repeat.directions[way].bandwidth - middle))


def _shares(repeat: Repeat, legs: tuple[str, ...]) -> tuple[Leg, ...]:
    """What each device read, in the order of their names; () where their counters do not tell."""
    read_at_all = repeat.directions.get(Direction.READ)
    own = None if read_at_all is None else read_at_all.bytes
    read = {member.device: member.read_bytes for member in repeat.members}
    known = [name for name in legs if name in read]
    total = sum(read[name] for name in known)
    return (
        tuple(Leg(name, read[name] / total) for name in known)
        if own and total >= KNOWN * own
        else ()
    )
