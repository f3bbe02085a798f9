# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment: two sides measured with an action between, step by step, over days and reboots.

Values and moves alone: each move returns the experiment as it is afterwards, or raises UsageError.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, StrEnum
from itertools import takewhile
from typing import Annotated

from msgspec import Meta

from driveproof.domain.codec import When
from driveproof.domain.comparison.headline import Headline
from driveproof.domain.errors import Advice, Remedy, UsageError
from driveproof.domain.experiment.action import (
    FIRMWARE,
    MOUNT_OPTIONS,
    SCHEDULER,
    SWITCHED_BACK,
    TRIM,
    Action,
    remount_command,
)
from driveproof.domain.experiment.plan import ExperimentLook, ExperimentPlan, before_and_after
from driveproof.domain.notes import Failure, Note
from driveproof.domain.run.run import TargetKind
from driveproof.domain.step_state import StepState


class ExperimentStep(StrEnum):
    """The kinds of steps, in their order; the values are those of JSON."""

    CHECK = "check"
    BASELINE = "baseline"
    ACTION = "action"
    AFTER = "after"
    RESTORE = "restore"
    VERDICT = "verdict"


CHECK, BASELINE, ACTION, AFTER, RESTORE, VERDICT = ExperimentStep
MEASURED_STEPS = (BASELINE, AFTER)
_BETWEEN = (ACTION, RESTORE)


class Status(StrEnum):
    """Whether an experiment is open, done or given up; the values are those of JSON."""

    OPEN = "open"
    FINISHED = "finished"
    CANCELLED = "cancelled"


OPEN, FINISHED, CANCELLED = Status


_MOST = 10_000
"""Repeats and tests: more is damage, and would take for ever to count."""
GIVEN_UP = Failure(Note("the experiment was cancelled"))
"""Why a run in progress does not count after its experiment was cancelled."""
ONE_BASELINE = Note("One baseline detects only large changes.")
FEWER_BASELINES = Note("Further baselines were skipped.")
ENDED_EARLY = Note("It was finished early.")


class TargetProblem(Enum):
    """Why the target of an experiment was not found, where code reacts to it."""

    LOST = "lost"
    """It helps to say where the folder is now."""


@dataclass(frozen=True, slots=True)
class ExperimentTarget:
    """The target, and what identifies it when paths and names have changed.

    `path` is its last path. `identity` is BlockDevice.identity of the only drive below, None where
    it has none of its own. `uuid` is that of the file system, `inside` the folder below its mount
    point, `partition` its number on the drive.
    """

    path: str
    kind: TargetKind
    identity: str | None = None
    model: str | None = None
    serial: str | None = None
    firmware: str | None = None
    size: int | None = None
    mount_point: str | None = None
    inside: str = ""
    uuid: str | None = None
    partition: int | None = None
    disk: str | None = None
    """The disk whose I/O scheduler counts, by its path at the time."""

    @property
    def drive(self) -> str:
        """The name of the drive, and its serial number, for a person who has to plug it in."""
        name = self.model or self.identity or self.path
        return f"{name} ({self.serial})" if self.serial else name


@dataclass(frozen=True, slots=True)
class PlannedProfile:
    """Which profile, and what of it was changed for this experiment; None: as the profile says.

    A run repeats each test `repeats` times; where `max_repeats` is above zero, a test that is not
    certain then goes on to at most so many, as the profile says.
    """

    name: str
    repeats: Annotated[int, Meta(ge=1, le=_MOST)]
    max_repeats: int = 0
    size: int | None = None
    seconds: float | None = None
    cache: str | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """One step; `number` counts the runs of its side, or the looks, from 1."""

    step: ExperimentStep
    number: int = 1

    @property
    def measures(self) -> bool:
        """Whether it is a run."""
        return self.step in MEASURED_STEPS


@dataclass(frozen=True, slots=True)
class FinishedStep:
    """A finished step: its date, its run and when that began, and the notes to keep."""

    at: When
    run: str | None = None
    notes: tuple[Note, ...] = ()
    began: When | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A run that does not count, with the reason: it is shown, never dropped silently."""

    run: str
    stage: int
    why: Failure


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """An experiment that continues from step to step.

    `tests` is how many metrics decide, `action` one of ACTIONS, `text` the person's own words for
    it, `scheduler` the one to try and `own_scheduler` the previous one, `mount_option` and
    `own_mount_option` the same for the mount. `done` are the finished steps, in their order;
    `running` is the run of the step in progress, which began at `since`. `plan` is what was decided
    before the first run, `looks` are the comparisons that were made.
    """

    id: str
    created: When
    name: str
    action: Action
    profile: PlannedProfile
    target: ExperimentTarget
    tests: Annotated[int, Meta(ge=1, le=_MOST)]
    text: str = ""
    scheduler: str = ""
    own_scheduler: str = ""
    mount_option: str = ""
    own_mount_option: str = ""
    plan: ExperimentPlan
    status: Status = OPEN
    done: tuple[FinishedStep, ...] = ()
    running: str | None = None
    since: When | None = None
    attempts: tuple[Attempt, ...] = ()
    looks: tuple[ExperimentLook, ...] = ()
    notes: tuple[Note, ...] = ()
    verdict: Headline | None = None
    """What all looks found so far, None before the first."""

    @property
    def stages(self) -> tuple[Stage, ...]:
        """All steps from the first to the last; those of a further look only while it may come."""
        if self.interleaved:
            # A B B A: what changes steadily while it lasts falls on both alike.
            there, back = ((), ()) if self.switched else ((Stage(ACTION),), (Stage(RESTORE),))
            return (
                Stage(CHECK),
                Stage(BASELINE, 1),
                *there,
                Stage(AFTER, 1),
                Stage(AFTER, 2),
                *back,
                Stage(BASELINE, 2),
                Stage(VERDICT),
            )
        looks = range(1, self.plan.after + 1)
        if self.status == FINISHED or any(not look.left for look in self.looks):
            looks = range(1, len(self.looks) + 1)
        return (
            Stage(CHECK),
            *(Stage(BASELINE, number) for number in range(1, self.plan.before + 1)),
            Stage(ACTION),
            *(Stage(step, number) for number in looks for step in (AFTER, VERDICT)),
        )

    def needed(self, stage: Stage) -> bool:
        """Whether a step comes in any case: a further run after comes only if the look before it
        leaves something open.
        """
        return self.interleaved or stage.number <= len(self.looks) + 1 or stage.step == BASELINE

    @property
    def stage(self) -> Stage | None:
        """What comes next, or is on; None when nothing does."""
        if self.status != OPEN or len(self.done) >= len(self.stages):
            return None
        return self.stages[len(self.done)]

    def state_of(self, place: int) -> StepState:
        """How far a step is, by its place in `stages`."""
        if place < len(self.done):
            return StepState.DONE
        if self.stage is None:
            return StepState.LEFT_OUT
        return StepState.NOW if place == len(self.done) else StepState.WAITING

    @property
    def interleaved(self) -> bool:
        """Whether the first state is measured again after the second."""
        return self.action in SWITCHED_BACK

    @property
    def switched(self) -> bool:
        """Whether we switch both states to and fro ourselves, with nothing for a person to do."""
        return self.action == SCHEDULER

    @property
    def own_state(self) -> str:
        """What was set before, where both states are measured in turn."""
        return self.own_scheduler if self.action == SCHEDULER else self.own_mount_option

    @property
    def tried_state(self) -> str:
        """What is tried against it."""
        return self.scheduler if self.action == SCHEDULER else self.mount_option

    @property
    def by_person(self) -> bool:
        """Whether a person has to do the next step before the experiment can continue."""
        stage = self.stage
        return stage is not None and stage.step in (ACTION, RESTORE) and self.action != TRIM

    @property
    def command(self) -> str:
        """The command that a person runs in the step that is next; "" where there is none."""
        stage = self.stage
        if stage is None or stage.step not in _BETWEEN or self.action != MOUNT_OPTIONS:
            return ""
        target = self.target
        return remount_command(self.side_name(stage.step), target.mount_point or target.path)

    @property
    def due(self) -> datetime | None:
        """From when on the next run may begin, as planned; None where nothing is waited for."""
        stage = self.stage
        if stage is None or not stage.measures or self.running or not self.plan.spacing:
            return None
        began = self.began(stage.step)
        return began[-1] + timedelta(seconds=self.plan.spacing) if began else None

    def began(self, side: ExperimentStep) -> tuple[datetime, ...]:
        """When the runs of a side began that count."""
        pairs = zip(self.stages, self.done, strict=False)
        return tuple(done.began for stage, done in pairs if stage.step == side and done.began)

    @property
    def sides(self) -> dict[ExperimentStep, tuple[str, ...]]:
        """The runs that count, by side."""
        pairs = list(zip(self.stages, self.done, strict=False))
        return {
            side: tuple(done.run for stage, done in pairs if stage.step == side and done.run)
            for side in MEASURED_STEPS
        }

    @property
    def runs(self) -> tuple[str, ...]:
        """The runs that count, in the order of time."""
        return tuple(one.run for one in self.done if one.run)

    @property
    def compared(self) -> str | None:
        """What was changed on purpose, as `compare_sides` takes it."""
        changed = {TRIM: "", FIRMWARE: "firmware", SCHEDULER: "scheduler"}
        return {**changed, MOUNT_OPTIONS: "mount_options"}.get(self.action)

    def side_name(self, step: ExperimentStep) -> str:
        """What a side is called in the verdict."""
        if not self.interleaved:
            return step
        return self.own_state if step in (BASELINE, RESTORE) else self.tried_state

    @property
    def at_once(self) -> tuple[Stage, ...]:
        """The steps that the next go does: where the sides are measured in turn, all measurements
        up to what a person has to do.
        """
        left = () if self.stage is None else self.stages[len(self.done) :]
        if not self.interleaved:
            return left[:1]
        return tuple(takewhile(lambda stage: stage.measures, left)) or left[:1]

    @property
    def left_mount_option(self) -> bool:
        """Whether the person has set the other mount option, and not yet shown it set back."""
        steps = {stage.step for stage, _ in zip(self.stages, self.done, strict=False)}
        return self.action == MOUNT_OPTIONS and ACTION in steps and RESTORE not in steps

    # Moves

    def checked(self, at: datetime, *notes: Note) -> Experiment:
        """The target was looked at, and will do."""
        self._at(CHECK)
        return self._next(FinishedStep(at, None, notes))

    def begun(self, run: str, at: datetime) -> Experiment:
        """The run of this step has started."""
        stage = self.require_open()
        if not stage.measures:
            raise UsageError(
                "The next step is {step}.",
                step=stage.step,
            )
        if self.running is not None:
            raise UsageError(
                "The run {run} is being measured.",
                run=self.running,
            )
        if run in self._known:
            raise UsageError("The run {run} is already in the experiment.", run=run)
        return replace(self, running=run, since=at)

    def measured(self, run: str, at: datetime, *notes: Note) -> Experiment:
        """The run of this step is over, and whole."""
        self._is_running(run)
        return replace(
            self._next(FinishedStep(at, run, notes, self.since)), running=None, since=None
        )

    def given_up(self, run: str, why: Failure) -> Experiment:
        """The run of this step came to nothing; the step is done again."""
        self._is_running(run)
        attempt = Attempt(run, len(self.done), why)
        return replace(self, running=None, since=None, attempts=(*self.attempts, attempt))

    def acted(self, at: datetime, *notes: Note) -> Experiment:
        """The action between the sides is done, or undone."""
        self._at(*_BETWEEN)
        return self._next(FinishedStep(at, None, notes))

    def looked(self, look: ExperimentLook, verdict: Headline, *notes: Note) -> Experiment:
        """The sides were compared. `verdict` is what all looks found: the end, unless the plan has
        another look and this one left something open.
        """
        stage = self._at(VERDICT)
        after = replace(
            self._next(FinishedStep(look.at, None, notes)),
            looks=(*self.looks, look),
            verdict=verdict,
        )
        ended = not look.left or stage.number >= len(self.plan.alphas)
        return replace(after, status=FINISHED) if ended else after

    def cancelled(self, *notes: Note) -> Experiment:
        """The experiment is given up; its runs stay in the history."""
        self.require_open()
        attempts = self.attempts
        if self.running is not None:
            attempts = (*attempts, Attempt(self.running, len(self.done), GIVEN_UP))
        return replace(
            self,
            status=CANCELLED,
            running=None,
            since=None,
            attempts=attempts,
            notes=(*self.notes, *notes),
        )

    def without_another_baseline(self, note: Note | None = None) -> Experiment:
        """The second baseline is skipped: it is no longer possible, or not wanted. The looks are
        planned anew: nothing was measured yet that they could have been chosen by.
        """
        stage = self.require_open()
        if self.running or stage.step != BASELINE or stage.number < 2 or self.interleaved:
            raise UsageError(
                "The next step is {step}.",
                step=stage.step,
            )
        plan = before_and_after(stage.number - 1)
        note = note or (ONE_BASELINE if plan.before == 1 else FEWER_BASELINES)
        return replace(self, plan=plan, notes=(*self.notes, note))

    def ended(self) -> Experiment:
        """The experiment ends with the looks that were made: no further run is wanted."""
        stage = self.require_open()
        if self.running or stage.step != AFTER or not self.looks:
            raise UsageError(
                "The next step is {step}.",
                step=stage.step,
            )
        return replace(self, status=FINISHED, notes=(*self.notes, ENDED_EARLY))

    def moved(self, target: ExperimentTarget) -> Experiment:
        """The same target was found elsewhere."""
        self.require_open()
        return replace(self, target=target)

    def require_open(self) -> Stage:
        """What comes next. Raises UsageError when nothing does."""
        stage = self.stage
        if stage is None:
            raise UsageError(
                "The experiment {id} has ended.",
                id=self.id,
                advice=Advice(Remedy.NEW_EXPERIMENT),
            )
        return stage

    def _at(self, *steps: ExperimentStep) -> Stage:
        stage = self.require_open()
        if self.running is not None:
            raise UsageError(
                "The run {run} is being measured.",
                run=self.running,
            )
        if stage.step not in steps:
            raise UsageError("The next step is {step}.", step=stage.step)
        return stage

    def _is_running(self, run: str) -> None:
        self.require_open()
        if self.running != run:
            raise UsageError("The run {run} is not in the experiment.", run=run)

    def _next(self, done: FinishedStep) -> Experiment:
        return replace(self, done=(*self.done, done))

    @property
    def _known(self) -> frozenset[str]:
        return frozenset((*self.runs, *(attempt.run for attempt in self.attempts)))
