# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A test of a whole drive: step by step, over days and reboots, until it may be kept or must go.

Values and moves alone: each move returns the test as it is afterwards, or raises UsageError.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from driveproof.domain.codec import When
from driveproof.domain.errors import Advice, Remedy, UsageError
from driveproof.domain.experiment.experiment import ExperimentTarget
from driveproof.domain.health.report import Health, SelfTestStatus
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.notes import Failure, Note
from driveproof.domain.run.areas import Area, Areas, CapacityResult, capacity_of, faulty_areas
from driveproof.domain.run.run import Position
from driveproof.domain.say import Say


class Way(StrEnum):
    """What is done to every sector; the values are those of JSON."""

    OVERWRITE = "overwrite"
    """The device is written and read back: its data are given up."""
    READ = "read"
    """The device is read."""
    FOLDER = "folder"
    """What is free in a folder is written and read back."""


class DriveTestStep(StrEnum):
    """The kinds of steps, in their order; the values are those of JSON and of `--without`."""

    BEFORE = "smart-before"
    SHORT = "short-self-test"
    WRITE = "write"
    READ_BACK = "read-back"
    READ = "read"
    FREE_SPACE = "free-space"
    RANDOM = "random-reads"
    EXTENDED = "extended-self-test"
    AFTER = "smart-after"


BEFORE, SHORT, WRITE, READ_BACK, READ, FREE_SPACE, RANDOM, EXTENDED, AFTER = DriveTestStep
STEP_TITLES = {
    BEFORE: Say("Identity and SMART"),
    SHORT: Say("Short self-test"),
    WRITE: Say("Write every sector"),
    READ_BACK: Say("Read every sector back"),
    READ: Say("Read every sector"),
    FREE_SPACE: Say("Fill the free space and read it back"),
    RANDOM: Say("Random reads"),
    EXTENDED: Say("Extended self-test"),
    AFTER: Say("SMART again"),
}
OPTIONAL = (SHORT, RANDOM, EXTENDED)
"""What a person may leave out."""
PASSES = (WRITE, READ_BACK, READ)
"""Steps that go through the device in segments: each is kept, and a later go continues there."""
SELF_TESTS = {SHORT: SelfTestKind.SHORT, EXTENDED: SelfTestKind.EXTENDED}
_MIDDLE = {Way.OVERWRITE: (WRITE, READ_BACK), Way.READ: (READ,), Way.FOLDER: (FREE_SPACE,)}


class DriveTestStatus(StrEnum):
    """Whether a test is open, has its verdict, or was given up; the values are those of JSON."""

    OPEN = "open"
    FINISHED = "finished"
    CANCELLED = "cancelled"


OPEN, FINISHED, CANCELLED = DriveTestStatus


@dataclass(frozen=True, slots=True)
class Temperatures:
    """The lowest and the highest of a step, in degrees Celsius."""

    least: float
    greatest: float

    def with_another(self, celsius: float) -> Temperatures:
        """With one more."""
        return Temperatures(min(self.least, celsius), max(self.greatest, celsius))


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneStep:
    """A step that is over. `seconds` is how long was worked on it, without pauses; `skipped` says
    why it was not done, None where it was.
    """

    step: DriveTestStep
    began: When
    ended: When
    seconds: float = 0.0
    temperatures: Temperatures | None = None
    skipped: Note | None = None


@dataclass(frozen=True, slots=True)
class FullPass:
    """How far a pass through `size` bytes has come: what is kept as done, and what was found."""

    size: Annotated[int, Meta(ge=0)]
    done: Annotated[int, Meta(ge=0)] = 0
    segments: tuple[Position, ...] = ()
    """Its parts, each with the seconds that the I/O took."""
    areas: tuple[Area, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether it has come to its end."""
        return self.done >= self.size

    @property
    def seconds(self) -> float:
        """Of its I/O."""
        return sum(one.seconds for one in self.segments)

    @property
    def rate(self) -> float | None:
        """Bytes a second on average; None where nothing was moved."""
        seconds = self.seconds
        return sum(one.bytes for one in self.segments) / seconds if seconds > 0 else None

    @property
    def faults(self) -> tuple[Area, ...]:
        """The areas in which data is lost."""
        return faulty_areas(self.areas)

    @property
    def capacity(self) -> CapacityResult:
        """What its areas prove about the drive."""
        return capacity_of(self.areas)

    def with_segment(self, segment: Position, length: int, areas: Sequence[Area]) -> FullPass:
        """After the next `length` bytes."""
        found = Areas(self.areas)
        for each in areas:
            found.add(each)
        return replace(
            self,
            done=self.done + length,
            segments=(*self.segments, segment) if segment.bytes else self.segments,
            areas=found.rows,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfTestResult:
    """How a self-test of the drive ended; `lba` is the first sector that failed."""

    kind: SelfTestKind
    status: SelfTestStatus
    text: str = ""
    lba: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomReads:
    """What the random reads gave, and the run that has all of it: I/Os a second and latencies in
    seconds at a queue depth of 1.
    """

    run: str
    iops: float
    median: float | None = None
    p99: float | None = None
    longest: float | None = None


@dataclass(frozen=True, slots=True)
class Interruption:
    """When a step was interrupted, and why."""

    at: When
    step: DriveTestStep
    why: Failure


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeseenCost:
    """What was foreseen before the start. `seconds` are of everything but the self-tests, None
    where nothing tells how fast the drive is; `self_tests` are the drive's own figures for those.
    `share` is the part of the rated endurance that is written, None where that is not known.
    """

    seconds: float | None = None
    bytes_written: int = 0
    share: float | None = None
    self_tests: tuple[tuple[SelfTestKind, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveTest:
    """A test of one drive that continues from step to step.

    `size` are the bytes that the passes go through, from the first on; for a folder what was free.
    `number` is that of the blocks that are written: what is read back is told by it, also after a
    restart. `without` was left out by the person, `used` says that the drive was not sold as new.

    `done` are the finished steps, in their order; the step in progress began at `since` and has
    `worked` so many seconds before the last interruption, with these `temperatures`. `before` and
    `after` are the health of the drive at both ends, `latest` the newest in between.
    """

    id: str
    created: When
    target: ExperimentTarget
    way: Way
    size: Annotated[int, Meta(ge=0)] = 0
    number: Annotated[int, Meta(ge=0)] = 0
    without: tuple[DriveTestStep, ...] = ()
    used: bool = False
    cost: ForeseenCost = ForeseenCost()
    status: DriveTestStatus = OPEN
    done: tuple[DoneStep, ...] = ()
    since: When | None = None
    worked: float = 0.0
    temperatures: Temperatures | None = None
    active: bool = False
    """Whether a program works on it; where none does, it was killed."""
    stopped: bool = False
    """Whether it ended early: what was found decides."""
    before: Health | None = None
    latest: Health | None = None
    after: Health | None = None
    self_tests: tuple[SelfTestResult, ...] = ()
    testing: SelfTestKind | None = None
    """The self-test that was started, and has not been seen to end."""
    probe: tuple[Area, ...] = ()
    """Single blocks that were written and read first: they find a fake within seconds."""
    written: FullPass | None = None
    read: FullPass | None = None
    random: RandomReads | None = None
    runs: tuple[str, ...] = ()
    """The runs in the history that belong to it."""
    interruptions: tuple[Interruption, ...] = ()

    @property
    def steps(self) -> tuple[DriveTestStep, ...]:
        """All steps from the first to the last, as planned."""
        every = (BEFORE, SHORT, *_MIDDLE[self.way], RANDOM, EXTENDED, AFTER)
        return tuple(step for step in every if step not in self.without)

    @property
    def step(self) -> DriveTestStep | None:
        """What comes next, or is on; None when nothing does."""
        if self.status != OPEN:
            return None
        over = {one.step for one in self.done}
        left = [step for step in self.steps if step not in over]
        if self.stopped:
            left = [step for step in left if step == AFTER]
        return left[0] if left else None

    @property
    def begun(self) -> bool:
        """Whether anything was done yet."""
        return bool(self.done) or self.since is not None

    @property
    def writes_next(self) -> bool:
        """Whether continuing writes to a device."""
        return self.way is Way.OVERWRITE and self.step in (BEFORE, SHORT, WRITE)

    @property
    def current(self) -> FullPass | None:
        """The pass that is on; None where no step goes through the device."""
        return self.written if self.step == WRITE else self.read if self.step in PASSES else None

    @property
    def last_health(self) -> Health | None:
        """The newest health of the drive."""
        return self.after or self.latest or self.before

    @property
    def seconds(self) -> float:
        """How long was worked on it."""
        return sum(one.seconds for one in self.done) + self.worked

    @property
    def ended(self) -> When | None:
        """When its last step ended; None before the first."""
        return self.done[-1].ended if self.done else None

    def of(self, step: DriveTestStep) -> DoneStep | None:
        """A step that is over; None where it is not."""
        return next((one for one in self.done if one.step == step), None)

    # Moves

    def going(self, at: When) -> DriveTest:
        """The next step is begun, or continued."""
        self.require_open()
        return replace(self, since=self.since or at, active=True)

    def worked_on(self, seconds: float) -> DriveTest:
        """The step that is on has taken so many seconds more."""
        return replace(self, worked=self.worked + seconds)

    def warmed(self, celsius: float) -> DriveTest:
        """The drive has this temperature now."""
        known = self.temperatures or Temperatures(celsius, celsius)
        return replace(self, temperatures=known.with_another(celsius))

    def with_health(self, health: Health) -> DriveTest:
        """The drive said this meanwhile."""
        step = self.require_open()
        if step == BEFORE:
            return replace(self, before=health)
        return replace(self, after=health) if step == AFTER else replace(self, latest=health)

    def probed(self, areas: Sequence[Area]) -> DriveTest:
        """Single blocks were written and read."""
        self._at(WRITE)
        return replace(self, probe=tuple(areas))

    def moved_on(self, segment: Position, length: int, areas: Sequence[Area]) -> DriveTest:
        """The next `length` bytes of a pass are done."""
        self._at(*PASSES)
        known = self.current or FullPass(self.size)
        found = known.with_segment(segment, length, areas)
        return self.with_pass(found)

    def with_pass(self, found: FullPass) -> DriveTest:
        """A pass as it is now."""
        return replace(self, written=found) if self.step == WRITE else replace(self, read=found)

    def with_free_space(self, written: FullPass, read: FullPass, run: str) -> DriveTest:
        """What is free in the folder was written and read back by a run."""
        self._at(FREE_SPACE)
        return replace(self, written=written, read=read, runs=(*self.runs, run))

    def with_random(self, found: RandomReads) -> DriveTest:
        """The random reads were measured."""
        self._at(RANDOM)
        return replace(self, random=found, runs=(*self.runs, found.run))

    def testing_itself(self, kind: SelfTestKind) -> DriveTest:
        """The drive was asked for a self-test."""
        self._at(*SELF_TESTS)
        return replace(self, testing=kind)

    def tested_itself(self, result: SelfTestResult) -> DriveTest:
        """A self-test of the drive has ended."""
        self._at(*SELF_TESTS)
        return replace(self, testing=None, self_tests=(*self.self_tests, result))

    def finished(self, at: When, seconds: float, skipped: Note | None = None) -> DriveTest:
        """The step is over, after so many seconds since it was last continued."""
        step = self.require_open()
        done = DoneStep(
            step=step,
            began=self.since or at,
            ended=at,
            seconds=self.worked + seconds,
            temperatures=self.temperatures,
            skipped=skipped,
        )
        after = replace(
            self,
            done=(*self.done, done),
            since=None,
            worked=0.0,
            temperatures=None,
            testing=None,
            active=False,
        )
        return after if after.step is not None else replace(after, status=FINISHED)

    def stopping(self, at: When, seconds: float) -> DriveTest:
        """What was found is enough: the step that is on ends, and only the SMART values are read
        once more.
        """
        step = self.require_open()
        after = replace(self, stopped=True)
        if step == AFTER or self.since is None:
            return after
        ended = replace(after, stopped=False).finished(at, seconds)
        return replace(ended, stopped=True, status=OPEN)

    def interrupted(self, at: When, seconds: float, why: Failure) -> DriveTest:
        """The step that is on was interrupted after so many seconds; it is continued later."""
        step = self.require_open()
        known = Interruption(at, step, why)
        return replace(
            self,
            worked=self.worked + seconds,
            interruptions=(*self.interruptions, known),
            active=False,
        )

    def cancelled(self) -> DriveTest:
        """The test is given up; what was found is kept."""
        self.require_open()
        return replace(self, status=CANCELLED, active=False)

    def moved(self, target: ExperimentTarget) -> DriveTest:
        """The same drive was found elsewhere."""
        self.require_open()
        return replace(self, target=target)

    def require_open(self) -> DriveTestStep:
        """What comes next. Raises UsageError when nothing does."""
        step = self.step
        if step is None:
            raise UsageError(
                "The test {id} has ended.", id=self.id, advice=Advice(Remedy.NEW_DRIVE_TEST)
            )
        return step

    def _at(self, *steps: DriveTestStep) -> DriveTestStep:
        step = self.require_open()
        if step not in steps:
            raise UsageError("The next step is {step}.", step=step)
        return step
