# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guided profiles: what is measured, for how long, at what cost, directly or through the cache."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from driveproof.domain.access import COLD, DIRECT, WARM, Cache, Direction, Engine, Pattern
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import Advice, Remedy, UsageError
from driveproof.domain.method import FIO, Trait, has_trait
from driveproof.domain.notes import Note
from driveproof.domain.profile.log import log_part
from driveproof.domain.profile.own_writes import ALWAYS, forced, grows, with_own_writes
from driveproof.domain.profile.phase import LAYOUT_RATE, MOST_THREADS, Phase
from driveproof.domain.profile.plan import (
    Adjustable,
    Copies,
    Fills,
    OfDevice,
    OfDrives,
    OfManyFiles,
    OfNewFiles,
    Plan,
    Unsized,
    resized,
)
from driveproof.domain.profile.shipped import ProfileGroup
from driveproof.domain.quantity import Plural
from driveproof.domain.say import Title
from driveproof.domain.title import mixed_title
from driveproof.domain.units import block_name

# Seconds that starting and ending one fio process takes: 0.32 to 0.38 of fio 3.33. A third of it is
# the calibration of its clock; clock_gettime needs none, but 0.09 us more of each I/O.
FIO_OVERHEAD = 0.4
APART_SECONDS = 10.0
"""Seconds between the repeats of a test where the others of its round are over. Back to back they
depend on each other: the noise of real drives lasts for seconds (how-it-measures.md).
"""
# none, mq-deadline, kyber and bfq: what a device offers at most (kernel, block/Kconfig.iosched).
MOST_SCHEDULERS = 4
# What making, mounting and unmounting a file system takes at most on a drive of today, in seconds.
MAKING_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class CostBounds:
    """What a run costs at least and at most: the fewest and the most `seconds`, and the bytes that
    it writes at most; None while its target is not known. A test file comes on top.
    """

    seconds: tuple[float, float]
    written: int | None = 0


@runtime_checkable
class HasCost(Plan, Protocol):
    """A plan that knows its cost better than its tests tell."""

    def cost(self, profile: Profile) -> CostBounds:
        """Of a run of `profile`, which has this plan."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A guided measurement: phases in order, each repeated `repeats` times.

    `size` is the test file in bytes, `pause` the seconds after a writing test where it goes in
    rounds, otherwise between phases. `cache` is how the I/O goes: direct, or through the page
    cache, cold or warm. It belongs to the profile and not to a phase, because only runs of one kind
    are compared. `nocow` asks for a test file without copy-on-write, which only btrfs has; only a
    person sets it. With `log_apart` the log of its tests has a file on another drive (log.py). So
    many `hosts` measure it at once, each with a test file of its own; 0: this one does. A test that
    is not certain after `repeats` goes on to at most `max_repeats` (0: it does not), while what it
    writes is within `budget`, the bytes that the run may write in all, test file included (None:
    only the limits of its tests bound that). `by_class` is what it is on drives of a class that it
    has other values for (`for_drive`); whatever changes a profile before that goes through
    `changed`. `filesystem` is that of the folder that it is
    measured in; "" on a device, and while it is not known.
    """

    name: str
    title: str
    question: str
    phases: tuple[Phase, ...]
    size: int
    repeats: int = 5
    pause: float = 1.0
    description: str = ""
    method: str = FIO
    cache: Cache = DIRECT
    nocow: bool = False
    plan: Plan | None = None
    group: ProfileGroup = ProfileGroup.OWN
    as_written: bool = False
    notes: tuple[Note, ...] = ()
    log_apart: bool = False
    hosts: int = 0
    max_repeats: int = 0
    budget: int | None = None
    by_class: tuple[tuple[SpeedClass, Profile], ...] = ()
    filesystem: str = ""

    @property
    def capacity(self) -> Fills | None:
        """The plan of a check of capacity; None for anything else."""
        return self.plan if isinstance(self.plan, Fills) else None

    @property
    def unsized(self) -> bool:
        """Whether it takes as long as something is large, and its size is not known yet."""
        return isinstance(self.plan, Unsized) and self.plan.unsized

    @property
    def in_rounds(self) -> bool:
        """Whether all tests are done once, then again, and not each with its repeats.

        What changes while a run lasts (temperature, a filling cache, other programs) then falls on
        all tests alike, and the repeats of one are apart, so that they depend less on each other.
        Not through the page cache: what a test leaves there would be the next one's.
        """
        return has_trait(self.method, Trait.ROUNDS) and self.cache == DIRECT

    @property
    def goes_on(self) -> bool:
        """Whether a test may go on by itself: then how certain each one is is told."""
        return self.in_rounds and has_trait(self.method, Trait.GOES_ON)

    @property
    def most(self) -> int:
        """How often a test is repeated at most."""
        return max(self.repeats, self.max_repeats) if self.goes_on else self.repeats

    def fixed(self) -> Profile:
        """The same with as many repeats of each test."""
        return replace(self, max_repeats=0)

    def pause_between(self, before: int, after: int) -> float:
        """Seconds between two repeats, given the numbers (from 0) of their phases."""
        if self.in_rounds:
            return self.pause if self.phases[before].writes else 0.0
        return self.pause if before != after else 0.0

    def through_cache(self) -> Profile:
        """The profile with its phases as they are run: changed where it is not direct."""
        return self.changed(_through_cache)

    def changed(self, change: Callable[[Profile], Profile]) -> Profile:
        """The changed profile, and changed alike what it is on drives of each class."""
        by_class = tuple((word, change(variant)) for word, variant in self.by_class)
        return replace(change(self), by_class=by_class)

    def for_drive(self, found: SpeedClass, filesystem: str = "") -> Profile:
        """The profile as it is on a drive of this class, in a folder of this file system. Where its
        repeats would write more than the budget with what the file system writes of its own, they
        are all that is done.
        """
        chosen = replace(dict(self.by_class).get(found, self), by_class=(), filesystem=filesystem)
        return chosen if chosen.within_budget else replace(chosen, max_repeats=0, budget=None)

    @property
    def within_budget(self) -> bool:
        """Whether the repeats that are always done write no more than the budget, if it has one."""
        surely = self.fixed().bytes_written
        return self.budget is None or (surely is not None and surely <= self.budget)

    @property
    def destructive(self) -> bool:
        """Whether it destroys what is on the target; on a file nothing is."""
        return has_trait(self.method, Trait.ERASES) or self.formats

    @property
    def formats(self) -> bool:
        """Whether it makes file systems on the device that it is given."""
        return any(phase.asked.filesystem for phase in self.phases)

    @property
    def needs_root(self) -> bool:
        """Whether it needs a device and the privileged helper; the others also run on a file."""
        return not has_trait(self.method, Trait.FOLDER)

    def customized(
        self,
        *,
        size: int | None = None,
        seconds: float | None = None,
        repeats: int | None = None,
        cache: str | None = None,
        nocow: bool = False,
    ) -> Profile:
        """The same profile with another size, seconds a repeat, repeats, way of the I/O, or kind of
        test file. Chosen repeats are all that is done. Raises UsageError for what file sizes or a
        check of capacity cannot be.
        """
        self._refuse(size, seconds, repeats, cache, nocow=nocow)

        def change(one: Profile) -> Profile:
            found = replace(
                one._resized(size, seconds),
                cache=one.cache if cache is None else Cache(cache),
                nocow=one.nocow or nocow,
            )
            if repeats is not None and not has_trait(one.method, Trait.ONCE):
                found = replace(found, repeats=repeats)
            return _through_cache(found)._within(repeats)

        return self.changed(change)

    def _within(self, repeats: int | None) -> Profile:
        """With so many repeats and no more, where somebody chose them, whatever they write."""
        if repeats is None:
            return self
        fixed = self.fixed()
        return fixed if fixed.within_budget else replace(fixed, budget=None)

    def _resized(self, size: int | None, seconds: float | None) -> Profile:
        """With test files of so many bytes, and so many seconds a test; None: as they are."""
        if isinstance(self.plan, Adjustable):
            return with_plan(self, self.plan.adjusted(size, seconds))
        if self.plan is not None:
            return with_plan(self, resized(self.plan, size, seconds))
        phases = self.phases
        if seconds is not None:
            phases = tuple(
                replace(phase, seconds=seconds, warmup=min(phase.warmup, seconds))
                for phase in phases
            )
        return replace(self, phases=phases, size=self.size if size is None else size)

    def _refuse(
        self,
        size: int | None,
        seconds: float | None,
        repeats: int | None,
        cache: str | None,
        *,
        nocow: bool,
    ) -> None:
        """Raises UsageError for what cannot be chosen of this method."""
        title = self.title
        if self.plan is not None and cache not in (None, DIRECT):
            raise UsageError(
                "{title} sets the cache mode itself.",
                title=title,
                advice=Advice(Remedy.LEAVE_CACHE_OUT),
            )
        if has_trait(self.method, Trait.OWN_SECONDS) and seconds is not None:
            raise UsageError(
                "{title} has no duration.", title=title, advice=Advice("Leave the duration out.")
            )
        if has_trait(self.method, Trait.ONCE) and repeats not in (None, 1, self.repeats):
            raise UsageError("{title} is done once.", title=title)
        if has_trait(self.method, Trait.NO_FILE) and size:
            raise UsageError(
                "{title} has no test file.", title=title, advice=Advice(Remedy.LEAVE_SIZE_OUT)
            )
        if nocow and (has_trait(self.method, Trait.NO_FILE) or self.capacity is not None):
            raise UsageError("{title} has no test file.", title=title)

    @property
    def seconds(self) -> float:
        """Upper bound of the duration, in seconds.

        Warm-up, seconds and fio's own start of every repeat, the pauses, and the layout of the
        test file at LAYOUT_RATE or faster; as fast what is left to be written after each repeat
        through the page cache, and what is read for a warm one. The test files of several hosts
        may all go to one storage, which is as fast. Infinite where it fills all that is free, and
        it is not known yet how much that is.
        """
        if self.unsized:
            return math.inf
        return self.seconds_range[1]

    @property
    def seconds_range(self) -> tuple[float, float]:
        """The fewest seconds, and the most; the fewest are only known where results decide what is
        measured, else 0.
        """
        if isinstance(self.plan, HasCost):
            low, high = self.plan.cost(self).seconds
            return low, high + self.laid_out / LAYOUT_RATE
        return 0.0, self._longest

    @property
    def _longest(self) -> float:
        if self.most > self.repeats:
            rounds = self.fixed()
            beyond = replace(rounds, repeats=1, size=0)._longest + self.pause
            return rounds._longest + (self.most - self.repeats) * max(beyond, APART_SECONDS)
        measuring = sum(p.warmup + p.seconds + FIO_OVERHEAD for p in self.phases) * self.repeats
        unset = not any(phase.scheduler for phase in self.phases)
        if unset and has_trait(self.method, Trait.UNDER_SCHEDULERS):
            measuring *= MOST_SCHEDULERS
        moved = self.laid_out
        if self.cache != DIRECT:
            moved += self.repeats * sum(p.limit or 0 for p in self.phases if p.writes)
        if self.cache == WARM:
            moved += self.size
        # What memory still holds when a test has written all it may.
        moved += self.repeats * sum(p.extent for p in self.phases if p.asked.end_fsync)
        if self.formats:
            measuring += MAKING_SECONDS * self._filesystems * self.repeats
        return measuring + self.pauses + moved / LAYOUT_RATE

    @property
    def _filesystems(self) -> int:
        """How many file systems are made in each round."""
        return len({phase.asked.filesystem for phase in self.phases})

    @property
    def pauses(self) -> float:
        """Seconds of all pauses together."""
        count = max(0, len(self.phases) - 1)
        if self.in_rounds:
            count = sum(phase.writes for phase in self.phases) * self.repeats
            count -= self.phases[-1].writes  # nothing comes after it
        return self.pause * count

    @property
    def laid_out(self) -> int:
        """Bytes written at most to make the test file (of several hosts all of them), or each file
        of a file-sizes run, before it is read or written again.
        """
        if isinstance(self.plan, OfNewFiles):
            return self.size * self.files_made
        if self.formats:
            return self.size * self._filesystems * self.repeats
        if isinstance(self.plan, OfManyFiles):
            return self.plan.laid_out * self.repeats
        if self.needs_root or has_trait(self.method, Trait.OWN_FILES):
            return 0
        return self.size * max(1, self.hosts) + self.log_size

    @property
    def files_made(self) -> int:
        """How many test files are written for that, one after the other on each host."""
        if isinstance(self.plan, OfNewFiles):
            return self.repeats * sum(map(self.plan.begins_anew, self.phases))
        if not self.laid_out:
            return 0
        if self.formats:
            return self._filesystems * self.repeats
        if isinstance(self.plan, OfManyFiles):
            return self.plan.files_made * self.repeats
        return 2 if self.log_size else 1

    @property
    def log_size(self) -> int:
        """Bytes of the file for the log on another drive; 0 where it has none."""
        return log_part(self.phases, self.size) if self.log_apart else 0

    @property
    def bytes_written(self) -> int | None:
        """Upper bound of the bytes written, the test file and what the file system writes of its
        own included, by all hosts together; None without a limit. What goes on after `repeats` ends
        with the budget; they themselves do not: where somebody chose more than it has room for, it
        is what was chosen.
        """
        if self.most > self.repeats:
            surely = self.fixed().bytes_written
            most = replace(self.fixed(), repeats=self.most).bytes_written
            if most is None or surely is None or self.budget is None:
                return most
            return min(most, max(surely, self.budget))
        total = self.files_take(self.laid_out)
        if isinstance(self.plan, HasCost):
            written = self.plan.cost(self).written
            return None if written is None else total + with_own_writes(self.filesystem, written)
        for phase in self.phases:
            once = self.written_by(phase)
            if once is None:
                return None
            total += once * self.repeats
        return total

    def files_take(self, laid_out: int) -> int:
        """The most bytes that reach the drive for test files of so many, and for a file system that
        is written to at all.
        """
        writes = self.filesystem and (laid_out or any(phase.writes for phase in self.phases))
        return with_own_writes(self.filesystem, laid_out) + (ALWAYS if writes else 0)

    def written_by(self, phase: Phase) -> int | None:
        """The most bytes that a repeat of a test writes, on all hosts together; None without a
        limit.
        """
        if not phase.writes:
            return 0
        if (data := self.data_of(phase)) is None:
            return None
        hosts = self._hosts_of(phase)
        waits, new = hosts * forced(phase), grows(phase)
        return with_own_writes(self.filesystem, data, forced=waits, grows=new)

    def data_of(self, phase: Phase) -> int | None:
        """The most bytes of data of a repeat of a test that writes; None without a limit."""
        if phase.limit is None:
            return None
        # The log beside a test has a limit of its own, which is as large.
        return phase.limit * (2 if phase.asked.log_block else 1) * self._hosts_of(phase)

    @property
    def bytes_written_each(self) -> int | None:
        """The same for one of several hosts: the one that takes part in every test."""
        budget = None if self.budget is None else self.budget // max(1, self.hosts)
        return replace(self, hosts=0, budget=budget).bytes_written

    def _hosts_of(self, phase: Phase) -> int:
        """On how many hosts a test writes."""
        return (phase.asked.hosts or self.hosts) if self.hosts else 1


def _through_cache(profile: Profile) -> Profile:
    if profile.cache == DIRECT or profile.as_written:
        return profile
    phases = one_at_a_time(profile.phases, profile.cache, profile.size)
    return replace(profile, phases=phases)


def writes_log(profile: Profile) -> bool:
    """Whether a test of it has a log beside it."""
    return any(phase.asked.log_block for phase in profile.phases)


def with_log_apart(profile: Profile) -> Profile:
    """The profile with its log on another drive. Raises UsageError for one without a log."""
    if not writes_log(profile):
        raise UsageError(
            "{title} writes no log.",
            title=profile.title,
            advice=Advice("Use {name}.", name="workload-database"),
        )
    return profile.changed(lambda one: replace(one, log_apart=True))


def with_drives(profile: Profile, on_device: Sequence[bool]) -> Profile:
    """The profile for so many drives, of which some are devices; one that measures a single target
    as it is. Raises UsageError for a number of drives that is not the profile's.
    """
    if isinstance(profile.plan, OfDrives):
        count, most = len(on_device), profile.plan.most_drives
        if not 2 <= count <= most:
            raise UsageError(
                "{title} needs 2 to {most} drives, not {count}.",
                title=profile.title,
                count=count,
                most=most,
                advice=Advice(Remedy.NAME_OTHER_DRIVES) if count < 2 else None,
            )
        chosen = with_plan(profile, profile.plan.of_drives(on_device))
        # Each further drive has a test file of its own, and nothing else is written.
        return chosen if chosen.within_budget else replace(chosen, budget=None)
    if len(on_device) > 1:
        raise UsageError(
            "{title} measures one target.",
            title=profile.title,
            advice=Advice("Use {name}.", name="multi-drive"),
        )
    return profile


def copying_from(profile: Profile) -> Profile:
    """The profile with the copy from another drive. Raises UsageError for one that has none."""
    if not isinstance(profile.plan, Copies):
        raise UsageError(
            "{title} copies nothing from another drive.",
            title=profile.title,
            advice=Advice("Use {name}.", name="real-life"),
        )
    return with_plan(profile, profile.plan.copying())


def one_at_a_time(phases: tuple[Phase, ...], cache: Cache, size: int) -> tuple[Phase, ...]:
    """The tests as they are through the page cache; `size` is that of the file in bytes.

    There a request comes back only when it is served: libaio blocks in submission, so that a queue
    would be one in name only. The requests of a random test come from as many threads instead, as
    from real programs. A sequential test keeps its threads: reading ahead is the kernel's work.
    Tests that are the same then are done once. A cold read reads each block once: whatever it read
    again would come from memory.
    """
    found: dict[str, Phase] = {}
    for phase in phases:
        changed = _changed(phase, size)
        if cache == COLD and phase.direction == Direction.READ:
            changed = replace(changed, once=True, limit=size)
        found.setdefault(changed.name, changed)
    return tuple(found.values())


def _changed(phase: Phase, size: int) -> Phase:
    if phase.write_depth:
        return replace(phase, engine=Engine.PSYNC, queue_depth=1, write_depth=1)
    if phase.queue_depth == 1:
        return replace(phase, engine=Engine.PSYNC)
    random = phase.pattern == Pattern.RANDOM
    room = max(phase.jobs, size // phase.block_size) if size else MOST_THREADS
    jobs = min(phase.jobs * phase.queue_depth, MOST_THREADS, room) if random else phase.jobs
    block = block_name(phase.block_size)
    threads = Plural("{count} thread", "{count} threads", jobs)
    title = Title("Sequential {size}, {threads}", whole=False, size=block, threads=threads)
    if random:
        title = Title("Random {size}, {threads}", whole=False, size=block, threads=threads)
    return replace(phase, engine=Engine.PSYNC, queue_depth=1, jobs=max(jobs, 1), title=title)


def with_plan(profile: Profile, plan: Plan) -> Profile:
    """The profile with this plan, its tests and its size."""
    return replace(profile, plan=plan, phases=plan.phases, size=plan.size)


def fitted_to_device(profile: Profile, size: int) -> tuple[Profile, tuple[Note, ...]]:
    """The profile for a device of `size` bytes, with what to say about it."""
    if not isinstance(profile.plan, OfDevice):
        return profile, ()
    plan, notes = profile.plan.on_device(size)
    return with_plan(profile, plan), notes


def plan_of(phases: Iterable[Phase]) -> list[tuple[Title | str, dict[Direction, int]]]:
    """What will be measured: title, and for each direction the number of its phase (from 0)."""
    rows: dict[Title | str, dict[Direction, int]] = {}
    for index, phase in enumerate(phases):
        cells = rows.setdefault(mixed_title(phase.title, phase.direction), {})
        for direction in phase.directions:
            cells.setdefault(direction, index)
    return list(rows.items())


def grouped_profiles(profiles: Iterable[Profile]) -> list[tuple[ProfileGroup, tuple[Profile, ...]]]:
    """The groups that have profiles, with these, each in its order."""
    every = tuple(profiles)
    found = ((group, tuple(one for one in every if one.group is group)) for group in ProfileGroup)
    return [(group, some) for group, some in found if some]
