# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Continues an experiment step by step, to the verdict; each step is kept before the next. Another
I/O scheduler is set for whole runs, and the one of before at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Protocol, TypeVar

from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.summary import headline_of
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import (
    Advice,
    CancelledError,
    DriveproofError,
    MachineError,
    RefusedError,
    Remedy,
)
from driveproof.domain.experiment.action import FIRMWARE, MOUNT_OPTIONS, OTHER, TRIM
from driveproof.domain.experiment.experiment import (
    ACTION,
    BASELINE,
    CHECK,
    RESTORE,
    VERDICT,
    Experiment,
)
from driveproof.domain.health.changes import Pair
from driveproof.domain.notes import Failure, Note, error_note, error_of
from driveproof.domain.ongoing import OngoingWork
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.written_data import wrote_fresh
from driveproof.domain.run.run import CANCELLED, FAILED, FINISHED, RUNNING, Run
from driveproof.domain.trim.job import Preview, TrimStatus
from driveproof.engine.combined_errors import combined
from driveproof.engine.experiment.clock import Clock, SystemClock, Wait
from driveproof.engine.experiment.judge import (
    ExperimentKeeper,
    keep_effect,
    look,
    run_notes,
    trim_notes,
    why_elsewhere,
)
from driveproof.engine.experiment.lock import locked
from driveproof.engine.experiment.mounting import check_mounted
from driveproof.engine.experiment.target import find_again
from driveproof.engine.ongoing import Works
from driveproof.engine.run.own_scheduler import not_back
from driveproof.engine.run.persistence import Recorder
from driveproof.engine.run.session import Session
from driveproof.engine.trim.session import TrimSession
from driveproof.export.json.comparison import comparison_document
from driveproof.history.experiments import Experiments
from driveproof.history.store import History
from driveproof.system.helper.scheduler import SchedulerSwitch
from driveproof.system.kernel.sysfs import Sysfs

_Result = TypeVar("_Result")
_ENDS = {
    CANCELLED: Failure(Note("cancelled")),
    FAILED: Failure(Note("failed")),
    FINISHED: Failure(Note("finished")),
}
"""Why a run that kept no reason does not count: how it ended."""


class _Measure(Protocol):
    def __call__(
        self, profile: Profile, path: str, label: str, recorder: Recorder, *, fresh: bool
    ) -> Session: ...


@dataclass(frozen=True)
class ExperimentParts:
    """What an experiment needs.

    `measure` creates a run (`fresh`: every test writes fresh data) and `trim` a TRIM, both ready to
    start; `switch(device)` switches its scheduler; `locks` is a folder of our own.
    `confirm(experiment)` asks a person whether the action is done, `confirm_trim` raises
    RefusedError unless the person agrees to it.
    All but these may raise DriveproofError. `tell` receives what is found on the way, `left` the
    seconds until the next run may begin, once a second while it is waited for.
    """

    history: History
    profile: Callable[[str], Profile]
    inventory: Callable[[], Inventory | None]
    measure: _Measure
    trim: Callable[[str], TrimSession]
    switch: Callable[[str], SchedulerSwitch]
    health: Callable[[str], tuple[Pair, ...]]
    locks: Path
    confirm: Callable[[Experiment], bool] = lambda experiment: False
    confirm_trim: Callable[[Preview], None] = lambda preview: None
    tell: Callable[[Note], None] = lambda note: None
    left: Callable[[float], None] = lambda seconds: None
    sysfs: Sysfs = field(default_factory=Sysfs)
    works: Works = field(default_factory=Works)


class _Cancellable(Protocol):
    def cancel(self) -> None: ...


class ExperimentRunner:
    """Runs the steps of one experiment. `advance` works in the caller's thread; `cancel` may be
    called from any other and from a signal handler: the step that is on is done again later.
    """

    def __init__(
        self, experiment_id: str, parts: ExperimentParts, clock: Clock | None = None
    ) -> None:
        self._id = experiment_id
        self._parts = parts
        self._clock = clock or SystemClock()
        self._experiments = Experiments(parts.history)
        self._cancelled = False
        self._current: _Cancellable | None = None
        self._firmware: str | None = None

    def cancel(self) -> None:
        """Stop within a second. The experiment stays open."""
        self._cancelled = True
        current = self._current
        if current is not None:
            current.cancel()

    def advance(
        self, elsewhere: str = "", *, no_more_baselines: bool = False, at_once: bool = False
    ) -> Experiment:
        """Do the next step, and look where the plan has a look after it; the experiment as it is
        then.

        A run is waited for until it is due; `at_once` does not wait. `elsewhere` is where the
        target is now, where that cannot be found out. Raises DriveproofError; what was done until
        then is kept.
        """
        with locked(self._parts.locks, self._id):
            experiment = self._recovered(self._experiments.load(self._id).experiment)
            experiment.require_open()
            if (refusal := self._parts.history.refusal()) is not None:
                raise refusal
            if no_more_baselines:
                experiment = self._kept(experiment.without_another_baseline())
            stage = experiment.require_open()
            if stage.step != VERDICT:
                self._check_runs(experiment)
                located = self._located(experiment, elsewhere)
                if not at_once and self._waited(located):
                    located = self._located(located, elsewhere)  # much may happen meanwhile
                with self._parts.works.during(OngoingWork.STEP, located.target.path):
                    experiment = self._step(located)
            if experiment.require_open().step == VERDICT:
                experiment = self._look(experiment)
            return experiment

    def _waited(self, experiment: Experiment) -> bool:
        """Wait until the next run is due; whether that took any time. The moment follows from the
        run before: who cancels this, or closes the program, waits for the same one later.
        """
        due = experiment.due
        if due is None or due <= self._clock.now():
            return False
        wait = Wait(due, self._clock, self._parts.left)
        if not self._doing(wait, wait.run):
            raise CancelledError("Cancelled.")
        return True

    # Steps

    def _step(self, experiment: Experiment) -> Experiment:
        step = experiment.require_open().step
        if step == CHECK:
            return self._kept(experiment.checked(self._clock.now()))
        if step in (ACTION, RESTORE):
            return self._act(experiment)
        if experiment.switched:
            return self._switched(experiment)
        for _stage in experiment.at_once:
            experiment = self._measure(experiment)
        return experiment

    def _measure(
        self, experiment: Experiment, check: Callable[[], None] = lambda: None
    ) -> Experiment:
        """One run. Raises DriveproofError when it came to nothing, or `check` says at its end that
        it does not count; the experiment is kept so.
        """
        stage = experiment.require_open()
        planned = experiment.profile
        if experiment.action == MOUNT_OPTIONS:
            check_mounted(experiment)
        profile = self._parts.profile(planned.name).customized(
            size=planned.size,
            seconds=planned.seconds,
            # Fixed repeats take a profile's rule away, by which a test goes on until it is certain.
            repeats=None if planned.max_repeats else planned.repeats,
            cache=planned.cache,
        )
        recorder = ExperimentKeeper(experiment, self._parts.history, self._experiments, self._clock)
        label = f"{experiment.name}: {experiment.side_name(stage.step)}"
        session = self._parts.measure(
            profile, experiment.target.path, label, recorder, fresh=self._fresh(experiment)
        )
        run = self._doing(session, session.run)
        experiment = recorder.experiment
        if experiment.running is None:  # the history did not take it
            raise session.failure or MachineError("The run is not saved.")
        away = why_elsewhere(experiment, run)
        if run.status == FINISHED and session.failure is None and not away:
            try:
                check()
                if experiment.action == MOUNT_OPTIONS:
                    check_mounted(experiment)
            except (MachineError, RefusedError) as error:
                self._kept(experiment.given_up(run.id, Failure(error_note(error))))
                raise
            notes = run_notes(experiment, run)
            return self._kept(experiment.measured(run.id, self._clock.now(), *notes))
        self._kept(experiment.given_up(run.id, _reason(away, run)))
        if away and run.status == FINISHED:
            raise RefusedError(
                "The run {run} does not count: {reason}.",
                run=run.id,
                reason=away,
                advice=Advice("Try again."),
            )
        if run.status == CANCELLED:
            raise CancelledError("Cancelled.")
        if session.failure is None and run.error:
            raise error_of(run.error)
        raise session.failure or MachineError("The run failed.")

    def _fresh(self, experiment: Experiment) -> bool:
        """Whether both sides write fresh data, as only one kind can be compared: where an earlier
        run had to, and where what is changed may bring something that compresses.
        """
        load = self._parts.history.load
        return experiment.action == OTHER or any(
            wrote_fresh(load(run).phases) for run in experiment.runs
        )

    def _switched(self, experiment: Experiment) -> Experiment:
        """All runs with both schedulers; the one that is set now is set again, however it ends."""
        disk = experiment.target.disk
        if disk is None:
            raise MachineError("{path} is not on a single disk.", path=experiment.target.path)
        with SchedulerSwitching(disk, self._parts.switch(disk), self._parts.sysfs) as switching:
            while (stage := experiment.require_open()).measures:
                name = experiment.side_name(stage.step)
                self._parts.tell(switching.announced(name))
                self._doing(switching, partial(switching.set, name))
                experiment = self._measure(experiment, partial(switching.check, name))
        return experiment

    def _act(self, experiment: Experiment) -> Experiment:
        if experiment.action == TRIM:
            session = self._parts.trim(experiment.target.path)
            preview = session.preview()
            if preview.refusal is not None:
                raise preview.refusal
            self._parts.confirm_trim(preview)
            outcome = self._doing(session, session.run)
            if outcome.status == TrimStatus.CANCELLED:
                raise CancelledError("Cancelled.")
            return self._kept(experiment.acted(self._clock.now(), *trim_notes(outcome)))
        if experiment.action == MOUNT_OPTIONS:
            return self._kept(experiment.acted(self._clock.now(), check_mounted(experiment)))
        before, found = experiment.target.firmware, self._firmware
        changed = found != before and None not in (before, found)
        noticed = experiment.action == FIRMWARE and changed
        if not noticed and not self._parts.confirm(experiment):
            raise _waiting(experiment)
        updated = Note("firmware {before} → {after}", before=before or "", after=found or "")
        return self._kept(experiment.acted(self._clock.now(), *([updated] if changed else [])))

    def _look(self, experiment: Experiment) -> Experiment:
        parts = self._parts
        found, judged = look(experiment, parts.history, parts.health, self._clock.now())
        comparison = judged.comparison
        notes = keep_effect(experiment, comparison, parts.history)
        experiment = experiment.looked(found, headline_of(comparison), *notes)
        document = comparison_document(comparison, comparison_answer(comparison), judged.spans)
        self._experiments.save(experiment, document)
        return experiment

    # What was before

    def _recovered(self, experiment: Experiment) -> Experiment:
        """A step that a crash or a kill ended in the middle: whole, or to be done again."""
        run_id = experiment.running
        if run_id is None:
            return experiment
        try:
            run = self._parts.history.load(run_id)
        except MachineError as error:
            return self._kept(experiment.given_up(run_id, Failure(error_note(error))))
        if run.status == RUNNING:
            raise RefusedError("The run {run} is being measured.", run=run_id)
        away = why_elsewhere(experiment, run)
        if run.status == FINISHED and not away:
            notes = run_notes(experiment, run)
            return self._kept(experiment.measured(run_id, self._clock.now(), *notes))
        return self._kept(experiment.given_up(run_id, _reason(away, run)))

    def _check_runs(self, experiment: Experiment) -> None:
        for run in experiment.runs:
            try:
                self._parts.history.find_all(run)
            except MachineError as error:
                raise MachineError(
                    "'{name}' is not in the history.",
                    name=run,
                    advice=Advice(Remedy.CANCEL_EXPERIMENT, id=experiment.id),
                ) from error

    def _located(self, experiment: Experiment, elsewhere: str) -> Experiment:
        """With its target where it is now. Raises DriveproofError."""
        found = find_again(experiment.target, self._parts.inventory(), self._parts.sysfs, elsewhere)
        self._firmware = found.firmware
        if found.path != experiment.target.path:
            self._parts.tell(Note("Found at {path}.", path=found.path))
        stage = experiment.require_open()
        before = experiment.target.firmware
        if experiment.action == FIRMWARE and stage.step == BASELINE and before and found.firmware:
            experiment = self._updated_early(experiment, found.firmware)
        # The firmware stays that of the beginning: it is what "before" means.
        return self._kept(experiment.moved(replace(found, firmware=before or found.firmware)))

    def _updated_early(self, experiment: Experiment, found: str) -> Experiment:
        before = experiment.target.firmware
        if found == before:
            return experiment
        if not experiment.sides[BASELINE]:
            raise RefusedError(
                "The firmware changed to {firmware} before the baselines ended.",
                firmware=found,
                advice=Advice("Install the old firmware, or cancel the experiment."),
            )
        note = Note(
            "The firmware changed to {firmware} before the baselines ended.",
            firmware=found,
        )
        self._parts.tell(note)
        return self._kept(experiment.without_another_baseline(note))

    def _kept(self, experiment: Experiment) -> Experiment:
        self._experiments.save(experiment)
        return experiment

    def _doing(self, what: _Cancellable, work: Callable[[], _Result]) -> _Result:
        self._current = what
        try:
            if self._cancelled:
                raise CancelledError("Cancelled.")
            return work()
        finally:
            self._current = None


def _reason(away: Note | None, run: Run) -> Failure:
    """Why a run does not count."""
    if away is not None:
        return Failure(away)
    return run.error or _ENDS[run.status]


def _waiting(experiment: Experiment) -> RefusedError:
    """The experiment waits for a person to do their part."""
    if experiment.action != FIRMWARE:
        return RefusedError(
            "The change is not confirmed.",
            advice=Advice(Remedy.CONFIRM),
        )
    if not experiment.target.firmware:
        return RefusedError(
            "{drive} does not report its firmware.",
            drive=experiment.target.drive,
            advice=Advice(Remedy.SAY_UPDATED),
        )
    return RefusedError(
        "The drive still reports {firmware}.",
        firmware=experiment.target.firmware,
        advice=Advice(Remedy.SAY_UPDATED),
    )


class SchedulerSwitching:
    """Sets one scheduler of a disk after the other inside the `with`, and restores the original one
    after it, whatever happened. The helper restores it by itself when this process is killed.
    """

    def __init__(self, disk: str, switch: SchedulerSwitch, sysfs: Sysfs) -> None:
        self._name = Path(disk).name
        self._switch = switch
        self._sysfs = sysfs
        self._before: str | None = None
        self._cancelled = False
        self._hang_up: Callable[[], None] | None = None

    def __enter__(self) -> SchedulerSwitching:
        self._before = self._now()
        return self

    def _now(self) -> str | None:
        return self._sysfs.scheduler(self._name)[0]

    @staticmethod
    def announced(name: str) -> Note:
        """That it is being set."""
        return Note("I/O scheduler {name}", name=name)

    def set(self, name: str) -> None:
        """Set it, after authorization where it is needed. Raises DriveproofError."""
        try:
            self._switch.set(name, opened=self._opened)
        except DriveproofError as error:
            if self._cancelled:
                raise CancelledError("Cancelled.") from error
            raise
        finally:
            self._hang_up = None

    def check(self, name: str) -> None:
        """Whether it is set still. A helper that is ended puts back what was before, and what was
        measured then is neither the one nor the other. Raises MachineError.
        """
        now = self._now()
        if now is not None and now != name:
            raise MachineError(
                "The I/O scheduler changed from {name} to {now}: the test does not count.",
                name=name,
                now=now,
                advice=Advice("Try again."),
            )

    def cancel(self) -> None:
        """Withdraw a password prompt."""
        self._cancelled = True
        if self._hang_up is not None:
            self._hang_up()

    def _opened(self, hang_up: Callable[[], None]) -> None:
        self._hang_up = hang_up
        if self._cancelled:
            hang_up()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._switch.put_back()
        failed = not_back(self._name, self._before, self._sysfs) if self._before else None
        if failed is not None:
            raise combined(error, failed) if error is not None else failed
