# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One line for each drive, where all drives are listed: its state, the worst first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from driveproof.domain.access import Direction
from driveproof.domain.drive.drive import BlockDevice, Inventory, is_drive
from driveproof.domain.finding import ToDo
from driveproof.domain.health.report import Health
from driveproof.domain.health.rest import warmth
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    GOOD,
    GRADE_TITLES,
    GRADES,
    UNKNOWN,
    WORN,
    Grade,
    HealthVerdict,
)
from driveproof.domain.metric import MetricName
from driveproof.domain.notes import Note
from driveproof.domain.quantity import DaysAgo, Plural
from driveproof.domain.rating import NEEDS_ATTENTION, RATING_WORDS, Rating
from driveproof.domain.run.hdparm import HdparmTiming
from driveproof.domain.run.run import FINISHED, RunHead
from driveproof.domain.say import Say, Title
from driveproof.domain.trim.drive import DriveTrim, quick_trim
from driveproof.domain.trim.path import BLOCK, PART, PASS, PathVerdict

# From what needs somebody now to what does not. Of an unknown drive nothing is to be done.
_RANKS = {FAILING: 0, WORN: 1, CAUTION: 2, GOOD: 3, UNKNOWN: 4}
_OF_ANOTHER_KIND = " · "
"""In the name of a test that was not done as the drive is used: through the page cache, under a
scheduler that was set for it."""
_NO_PROBLEMS = Say("No problems found.")
MOST_SPEEDS = 8
"""The number of results that make a trend visible in a line."""


@dataclass(frozen=True, slots=True)
class Speed:
    """The last result of a sequential read, with those before it, of the same test on this drive.

    `values` are bytes a second with when they were measured, oldest first, MOST_SPEEDS at most;
    `test` is the name of the phase, `run` the id of the last run, `profile` its profile. `title` is
    what the test is called there, "" where that is not known.
    """

    test: str
    run: str
    values: tuple[tuple[datetime, float], ...]
    profile: str = ""
    title: Title | str = ""

    @property
    def last(self) -> float:
        """Bytes a second."""
        return self.values[-1][1]

    @property
    def measured(self) -> datetime:
        """When the last one was measured."""
        return self.values[-1][0]

    @property
    def before(self) -> float | None:
        """The previous result, in bytes a second; None where there is none."""
        return self.values[-2][1] if len(self.values) > 1 else None


@dataclass(frozen=True, slots=True)
class KeptOfDrive:
    """What the history has about a drive: its last speed, and the date, rating and id of its last
    check ("" where no more is kept of it).
    """

    speed: Speed | None = None
    checked: datetime | None = None
    rating: Rating | None = None
    check: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveLine:
    """One drive. None is unknown, and never 0.

    `verdict` says why the drive has its `grade`, and what to do; None where nothing was judged.
    `missing` says why its health is unknown. `temperature` in degrees Celsius, `life_left` and
    `fill` as shares from 0 to 1, `power_on` in seconds, `written` in bytes over its life. `fill` is
    that of its mounted file systems; `trim_partly`: TRIM gets through from some of them. `twin`:
    another drive here has the same name. `arrays`: those on it of which there is something to say.
    `remembered`: its history was read, so that an empty value means that it was never measured or
    checked.
    """

    device: BlockDevice
    twin: bool = False
    grade: Grade = UNKNOWN
    verdict: HealthVerdict | None = None
    missing: Note | None = None
    temperature: float | None = None
    life_left: float | None = None
    power_on: float | None = None
    written: int | None = None
    fill: float | None = None
    trim: PathVerdict
    trim_partly: bool = False
    speed: Speed | None = None
    checked: datetime | None = None
    rating: Rating | None = None
    remembered: bool = False
    arrays: tuple[BlockDevice, ...] = ()

    @property
    def unread(self) -> Note | None:
        """Why nothing is known of its health; None where something was read."""
        return self.missing if self.grade == UNKNOWN else None

    @property
    def to_do(self) -> ToDo | None:
        """The first thing to do about its grade."""
        if self.verdict is None or self.unread is not None or self.grade == GOOD:
            return None
        return self.verdict.advice[0] if self.verdict.advice else None

    @property
    def trim_title(self) -> Say | None:
        """Whether TRIM gets to the drive, in a few words; None where that is not known."""
        if self.trim == PASS:
            return Say("Not blocked")
        if self.trim not in {BLOCK, PART}:
            return None
        if self.trim == PART or self.trim_partly:
            return Say("Partly blocked")
        return Say("Not supported") if self.device.rotational else Say("Blocked")

    def checked_say(self, now: datetime | None = None) -> Say | DaysAgo | None:
        """When it was checked last, and that something was found; None where that is not known.

        Without a `now` the day is named: for what is kept.
        """
        if self.checked is None:
            return Say("never") if self.remembered else None
        when = DaysAgo(self.checked, now)
        return Say("{when}, attention", when=when) if self.attention else when

    @property
    def attention(self) -> bool:
        """Whether its last check found something. What could not be read is not fine either."""
        return self.rating in NEEDS_ATTENTION

    @property
    def degraded(self) -> bool:
        """Whether an array on it lacks members."""
        return any(one.array is not None and one.array.degraded for one in self.arrays)


def line_of(
    device: BlockDevice,
    inventory: Inventory,
    *,
    health: Health | None = None,
    verdict: HealthVerdict | None = None,
    kept: KeptOfDrive | None = None,
    trim: DriveTrim | None = None,
) -> DriveLine:
    """The line of a drive, from the known facts.

    Without a `trim` it is that of the device's queues; without a verdict the grade is that of the
    list of drives.
    """
    listed = Grade(device.health) if device.health in GRADES else UNKNOWN
    told = warmth(health) if health is not None else None
    remembered, kept = kept is not None, kept or KeptOfDrive()
    return DriveLine(
        device=device,
        grade=verdict.word if verdict is not None else listed,
        verdict=verdict,
        missing=health.missing if health is not None else None,
        temperature=device.temperature if told is None else told,
        life_left=health.life_left if health is not None else None,
        power_on=health.power_on if health is not None else None,
        written=health.written if health is not None else None,
        fill=fill_of(device, inventory),
        trim=(trim.verdict if trim is not None else None) or quick_trim(device, inventory),
        trim_partly=trim is not None and trim.partly,
        speed=kept.speed,
        checked=kept.checked,
        rating=kept.rating,
        remembered=remembered,
        arrays=_arrays(device, inventory),
    )


def _arrays(device: BlockDevice, inventory: Inventory) -> tuple[BlockDevice, ...]:
    above = {layer.device.name: layer.device for layer in inventory.above(device)}
    return tuple(one for one in above.values() if one.array is not None and one.array.notable)


def shown_drives(inventory: Inventory) -> tuple[BlockDevice, ...]:
    """The drives that get a line where all drives are seen: those with a medium."""
    return tuple(one for one in inventory.listed() if is_drive(one) and one.size > 0)


def worst_first(lines: Iterable[DriveLine]) -> tuple[DriveLine, ...]:
    """What needs attention first; drives of the same grade keep their order.

    A drive of a degraded array comes no later than one to be watched.
    """

    def place(line: DriveLine) -> int:
        return (
            min(grade_rank(line.grade), grade_rank(CAUTION))
            if line.degraded
            else grade_rank(line.grade)
        )

    return tuple(sorted(lines, key=place))


def grade_rank(grade: Grade) -> int:
    """The place of a grade in that order, from 0: failing, worn, caution, good, unknown."""
    return _RANKS[grade]


def fill_of(device: BlockDevice, inventory: Inventory) -> float | None:
    """The used share of a device's mounted file systems; None where none is mounted.

    A file system that is mounted twice, or spans several partitions of the drive, counts once.
    """
    used = free = 0
    seen: set[str] = set()
    for _, owner in inventory.mounts_above(device):
        key = owner.uuid or owner.name
        if owner.used is None or owner.free is None or key in seen:
            continue
        seen.add(key)
        used, free = used + owner.used, free + owner.free
    return used / (used + free) if used + free > 0 else None


def speed_of(heads: Sequence[RunHead]) -> Speed | None:
    """The last sequential read of a drive and those before it; `heads` are its runs, newest first.

    Only finished runs count, and of the earlier ones only those of the same test.
    """
    found: list[tuple[datetime, float]] = []
    test = run = profile = ""
    for head in heads:
        if head.status != FINISHED:
            continue
        for name, direction, metric, value in head.figures:
            if (direction, metric) != (Direction.READ, MetricName.BANDWIDTH) or not _of_the_drive(
                name
            ):
                continue
            if not test:
                test, run, profile = name, head.id, head.profile
            if name == test:
                found.append((head.started, value))
                break
        if len(found) == MOST_SPEEDS:
            break
    return Speed(test, run, tuple(reversed(found)), profile) if found else None


def _of_the_drive(name: str) -> bool:
    return name != HdparmTiming.CACHED and _OF_ANOTHER_KIND not in name


class Overall(NamedTuple):
    """The answer for all drives, and which drives or arrays it is about."""

    say: tuple[Say, ...]
    about: tuple[DriveLine | BlockDevice, ...] = ()


def overall(lines: Sequence[DriveLine]) -> Overall:
    """What needs a look first: failing drives, then arrays that lost members, then the others."""
    found = {grade: [one for one in lines if one.grade == grade] for grade in Grade}
    lost = _lost_arrays(lines)
    troubled = [grade for grade in (FAILING, WORN, CAUTION) if found[grade]]
    if lost is not None and FAILING not in troubled:
        return lost
    if troubled:
        said = tuple(_troubled(grade, len(found[grade])) for grade in troubled)
        return Overall(said, tuple(found[troubled[0]]))
    unknown = found[UNKNOWN]
    if not lines:
        return Overall((Say("No drives"),))
    if len(unknown) == len(lines):
        return Overall((Say("Health unknown."),))
    if unknown:
        count = Plural("{count} drive is unknown", "{count} drives are unknown", len(unknown))
        return Overall((Say("{text}.", text=count),), tuple(unknown))
    return Overall((Say("No problems reported."),))


def brief(grades: Sequence[str]) -> Say | Plural:
    """The same in a few words, from the grades of the drives: "4 drives · Failing: 1"."""
    drives = Plural("{count} drive", "{count} drives", len(grades))
    for grade, alike in ((FAILING, {FAILING}), (CAUTION, {WORN, CAUTION})):
        if found := sum(one in alike for one in grades):
            return _counted(drives, GRADE_TITLES[grade], found)
    return drives


def all_checked(ratings: Sequence[Rating]) -> Say:
    """How a check of all drives ended, given the rating of each."""
    checked = Plural("{count} drive checked", "{count} drives checked", len(ratings))
    if found := sum(rating in NEEDS_ATTENTION for rating in ratings):
        return _counted(checked, RATING_WORDS[Rating.ODD], found)
    # Translators: how many drives were checked, and "No problems found.".
    return Say("{drives} · {found}", drives=checked, found=_NO_PROBLEMS)


def _counted(drives: Plural, grade: Say, found: int) -> Say:
    # Translators: how many drives there are, a grade such as "Failing", and how many have it.
    return Say("{drives} · {grade}: {found}", drives=drives, grade=grade, found=found)


def last_checked(taken: datetime, rating: Rating | None, now: datetime) -> Say:
    """When a drive was checked last, and how it was rated; None where that was not kept."""
    when = DaysAgo(taken, now)
    if rating is None:
        return Say("Last checked {when}", when=when)
    # Not "OK": what could not be read may be wrong all the same.
    found = _NO_PROBLEMS if rating is Rating.FINE else RATING_WORDS[rating]
    return Say("Last checked {when}: {found}", when=when, found=found)


def _lost_arrays(lines: Sequence[DriveLine]) -> Overall | None:
    """Arrays that failed, else those that are degraded; None where all have their members."""
    arrays = {one.name: one for line in lines for one in line.arrays}.values()
    if failed := tuple(one for one in arrays if one.array and one.array.broken):
        count = Plural("{count} array has failed", "{count} arrays have failed", len(failed))
        return Overall((Say("{text}.", text=count),), failed)
    if degraded := tuple(one for one in arrays if one.array and one.array.degraded):
        count = Plural("{count} array is degraded", "{count} arrays are degraded", len(degraded))
        return Overall((Say("{text}.", text=count),), degraded)
    return None


def _troubled(grade: Grade, count: int) -> Say:
    match grade:
        case Grade.FAILING:
            drives = Plural("{count} drive is failing", "{count} drives are failing", count)
        case Grade.WORN:
            drives = Plural("{count} drive is worn", "{count} drives are worn", count)
        case _:
            drives = Plural("{count} drive needs caution", "{count} drives need caution", count)
    return Say("{text}.", text=drives)
