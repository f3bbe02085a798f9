# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Experiments whose steps continue on request, and the services that keep them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from tests.builders.demo import demo_inventory
from tests.builders.made_runs import quick

from driveproof.domain.comparison.summary import headline_of
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.errors import CancelledError, DriveproofError
from driveproof.domain.experiment.action import Action
from driveproof.domain.experiment.defaults import plan_for
from driveproof.domain.experiment.experiment import (
    ACTION,
    AFTER,
    RESTORE,
    VERDICT,
    Experiment,
    ExperimentTarget,
    PlannedProfile,
)
from driveproof.domain.notes import Note, sentence_failure
from driveproof.domain.trim.job import Preview
from driveproof.engine.experiment.create import ExperimentRequest
from driveproof.engine.experiment.judge import JudgedExperiment, judge_experiment, look
from driveproof.engine.run import events
from driveproof.history.store import History

NOW = datetime(2026, 11, 20, 18, 4, tzinfo=UTC)
DRIVE: BlockDevice = demo_inventory().listed()[0]


def target(**more: object) -> ExperimentTarget:
    """/home on the first of the demo drives."""
    made = ExperimentTarget(
        "/home", "file", identity=DRIVE.identity, model=DRIVE.model, serial=DRIVE.serial,
        firmware=DRIVE.firmware, mount_point="/home",
    )  # fmt: skip
    return replace(made, **more)  # type: ignore[arg-type]


def made_experiment(action: str, *, baselines: int = 1, **more: object) -> Experiment:
    """An experiment whose target was inspected."""
    own = {
        "scheduler": {"scheduler": "kyber", "own_scheduler": "none"},
        "mount-options": {"mount_option": "noatime", "own_mount_option": "relatime"},
    }.get(action, {})
    experiment = Experiment(
        id="p1", created=NOW, name=f"{action} of mine", action=action, target=target(), tests=6,
        profile=PlannedProfile("quick", 3), plan=plan_for(Action(action), baselines), **own,
    )  # fmt: skip
    return replace(experiment, **more).checked(NOW)  # type: ignore[arg-type]


@dataclass
class Step:
    """One `advance`; on request it waits in the middle of its measurement."""

    shelf: Shelf
    experiment_id: str
    observer: Callable[[events.Event], None]
    tell: Callable[[Note], None]
    cancelled: threading.Event = field(default_factory=threading.Event)

    def advance(
        self, elsewhere: str = "", *, no_more_baselines: bool = False, at_once: bool = False
    ) -> Experiment:
        shelf = self.shelf
        shelf.asked.append((elsewhere, no_more_baselines, threading.current_thread()))
        shelf.hasty.append(at_once)
        shelf.on.set()
        if not shelf.at_once:
            assert self.cancelled.wait(20)
        experiment = shelf.experiments[self.experiment_id]
        if no_more_baselines:
            experiment = experiment.without_another_baseline()
        if shelf.told is not None:
            self.tell(shelf.told)
        if shelf.error is not None:
            raise shelf.error
        stage = experiment.require_open()
        if stage.measures and self.cancelled.is_set():
            shelf.experiments[experiment.id] = experiment.begun("r0", NOW).given_up(
                "r0", sentence_failure("cancelled")
            )
            raise CancelledError("Cancelled.")
        for one in experiment.at_once:
            if one.measures:
                experiment = self._measure(experiment)
        if stage.step in (ACTION, RESTORE):
            experiment = experiment.acted(NOW, Note("noted"))
        if experiment.stage is not None and experiment.stage.step == VERDICT:
            found, judged = look(experiment, shelf.history, lambda _: (), NOW)
            found = replace(found, left=shelf.left)
            experiment = experiment.looked(found, headline_of(judged.comparison))
        shelf.experiments[experiment.id] = experiment
        return experiment

    def _measure(self, experiment: Experiment) -> Experiment:
        stage = experiment.require_open()
        side = experiment.side_name(stage.step)
        number = len(experiment.runs)
        run = quick(
            writes=2.1 if stage.step == AFTER else 1.0, id=f"run{number}", label=side,
            days=number / 100,
        )  # fmt: skip
        self.shelf.history.save(run)
        self.observer(events.RunEnded(run))
        began = datetime.now(UTC)
        return experiment.begun(run.id, began).measured(run.id, began)

    def cancel(self) -> None:
        self.cancelled.set()


@dataclass
class Shelf:
    """The fake service: the experiments and their state."""

    history: History
    experiments: dict[str, Experiment] = field(default_factory=dict)
    requests: list[ExperimentRequest] = field(default_factory=list)
    asked: list[tuple[str, bool, threading.Thread]] = field(default_factory=list)
    hasty: list[bool] = field(default_factory=list)
    left: int = 0
    """What a look leaves open."""
    on: threading.Event = field(default_factory=threading.Event)
    at_once: bool = True
    confirmed: list[Preview | None] = field(default_factory=list)
    told: Note | None = None
    error: DriveproofError | None = None
    refusal: DriveproofError | None = None

    def all(self) -> tuple[Experiment, ...]:
        return tuple(self.experiments.values())

    def find(self, experiment_id: str) -> Experiment:
        return self.experiments[experiment_id]

    def judged(self, experiment: Experiment) -> JudgedExperiment:
        return judge_experiment(experiment, self.history, lambda _: ())

    def session(
        self,
        experiment_id: str,
        observer: Callable[[events.Event], None],
        _trim: object,
        tell: Callable[[Note], None],
        confirmed: Preview | None,
    ) -> Step:
        self.confirmed.append(confirmed)
        return Step(self, experiment_id, observer, tell)

    def begin(self, request: ExperimentRequest) -> Experiment:
        assert threading.current_thread() is not threading.main_thread()
        self.requests.append(request)
        if self.refusal is not None:
            raise self.refusal
        experiment = made_experiment(
            request.action, baselines=request.baselines or 1,
            name=request.text or request.action, text=request.text,
        )  # fmt: skip
        self.experiments[experiment.id] = experiment
        return experiment

    def cancel(self, experiment_id: str) -> Experiment:
        self.experiments[experiment_id] = self.experiments[experiment_id].cancelled()
        return self.experiments[experiment_id]

    def end(self, experiment_id: str) -> Experiment:
        self.experiments[experiment_id] = self.experiments[experiment_id].ended()
        return self.experiments[experiment_id]
