# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What several drives came to at once against each alone, and what they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from driveproof.domain.access import Direction
from driveproof.domain.bus_limit import limited_by_bus
from driveproof.domain.metric import MetricName
from driveproof.domain.run.run import METRICS, Companion, PhaseResult, Run, SharedPath, Summary
from driveproof.domain.run.work import Part
from driveproof.domain.say import Say

KEPT = 0.9
"""A drive counts as undisturbed from this share of its speed alone on."""


@dataclass(frozen=True, slots=True)
class DriveAtOnce:
    """One drive: bandwidths alone and while all were read; None where not measured."""

    number: int
    alone: Summary | None
    at_once: Summary | None

    @property
    def kept(self) -> float | None:
        """The share of its speed that is left at once; 1 is all of it."""
        if self.alone is None or self.at_once is None or not self.alone.median:
            return None
        return self.at_once.median / self.alone.median

    @property
    def slower(self) -> bool:
        """Whether it lost speed in the middle of its repeats."""
        return self.kept is not None and self.kept < KEPT

    @property
    def disturbed(self) -> bool:
        """Whether it lost more than repeats differ by: each at once is slower than each alone.

        By chance that is so in 1 of 252 cases with five repeats of both: the ways to choose five of
        ten.
        """
        if self.alone is None or self.at_once is None:
            return False
        return self.slower and self.at_once.high < self.alone.low


PART_TITLES = {Part.ALONE: Say("alone"), Part.AT_ONCE: Say("all at once")}
"""What a test is called after its drive."""


def drive_name(drives: Sequence[Companion], number: int) -> Say | str:
    """What a drive is called: its model, else the folder or device that was named; with its number
    where two are called the same, and by its number alone where it is not known.
    """
    titles = [one.model or one.path for one in drives]
    if not 0 < number <= len(titles):
        return Say("Drive {number}", number=number)
    title = titles[number - 1]
    if titles.count(title) > 1:
        # Translators: {drive} is the model of a drive, {number} tells it from another one.
        return Say("{first} ({second})", first=title, second=number)
    return title


def drives_at_once(run: Run) -> tuple[DriveAtOnce, ...]:
    """Every drive that was measured, in the order of their numbers."""
    found: dict[int, dict[Part, PhaseResult]] = {}
    for phase in run.phases:
        if phase.work.part in (Part.ALONE, Part.AT_ONCE):
            found.setdefault(phase.work.drive, {})[phase.work.part] = phase
    return tuple(
        DriveAtOnce(number, _rate(parts.get(Part.ALONE)), _rate(parts.get(Part.AT_ONCE)))
        for number, parts in sorted(found.items())
    )


def _rate(phase: PhaseResult | None) -> Summary | None:
    return None if phase is None else phase.summary(Direction.READ, METRICS[MetricName.BANDWIDTH])


def sum_at_once(run: Run, drives: tuple[int, ...] = ()) -> Summary | None:
    """What these drives (all without any) read together, bytes a second: the sums of each repeat.

    None where a drive is missing in all repeats.
    """
    wanted = drives or tuple(drive.number for drive in drives_at_once(run))
    by_order: dict[int, list[float]] = {}
    for phase in run.phases:
        if phase.work.part is not Part.AT_ONCE or phase.work.drive not in wanted:
            continue
        for repeat in phase.repeats:
            result = repeat.directions.get(Direction.READ)
            if repeat.counts and result is not None:
                by_order.setdefault(repeat.order, []).append(result.bandwidth)
    sums = [sum(rates) for rates in by_order.values() if len(rates) == len(wanted)]
    return Summary(median(sums), min(sums), max(sums), len(sums)) if sums else None


def sum_alone(run: Run, drives: tuple[int, ...] = ()) -> float | None:
    """What these drives (all without any) would read together if none disturbed another."""
    rates = [one.alone for one in drives_at_once(run) if not drives or one.number in drives]
    if not rates or None in rates:
        return None
    return sum(rate.median for rate in rates if rate is not None)


def limit_of(run: Run) -> SharedPath | None:
    """The shared path that the drives filled while they disturbed each other; None for none."""
    disturbed = {drive.number for drive in drives_at_once(run) if drive.disturbed}
    full = []
    for path in run.environment.shared:
        together = sum_at_once(run, path.drives)
        if together is None or not disturbed & {*path.drives}:
            continue
        if limited_by_bus(together.median, path.ceiling):
            full.append(path)
    return max(full, key=lambda path: len(path.drives), default=None)
