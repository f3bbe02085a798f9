# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Experiments for tests: kept in a list, and continued on request."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.builders.demo import demo_inventory
from tests.fakes.made_looks import looked

from driveproof.domain.errors import CancelledError, DriveproofError, MachineError
from driveproof.domain.experiment.action import FIRMWARE, OTHER, Action
from driveproof.domain.experiment.defaults import plan_for
from driveproof.domain.experiment.experiment import (
    ACTION,
    Experiment,
    ExperimentTarget,
    PlannedProfile,
)
from driveproof.domain.notes import Note, sentence_failure
from driveproof.domain.trim.job import Preview, TrimProgress
from driveproof.engine.experiment.create import ExperimentRequest
from driveproof.engine.experiment.judge import JudgedExperiment
from driveproof.engine.run.events import Observer
from driveproof.ui.feeds.measured_drive import device_identity

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
NVME = "nvme0n1"
CANCELLED = sentence_failure("cancelled")


def target_of(name: str, path: str = "/home") -> ExperimentTarget:
    """A target on one of the demo drives."""
    inventory = demo_inventory()
    device = inventory.get(name)
    assert device is not None
    return ExperimentTarget(
        path, "file", device_identity(device, inventory), device.model, device.serial,
        device.firmware, device.size, path,
    )  # fmt: skip


def made_experiment(
    number: int, action: str = FIRMWARE, *, drive: str = NVME, baselines: int = 1, **more: Any
) -> Experiment:
    """An experiment whose target was inspected; a higher number is older."""
    values: dict[str, Any] = {
        "id": f"0p{number}", "created": NOW - timedelta(days=number),
        "name": f"experiment {number}",
        "action": action, "profile": PlannedProfile("quick", 3), "target": target_of(drive),
        "plan": plan_for(Action(action), baselines),
        "tests": 4, "text": "cable" if action == OTHER else "", **more,
    }  # fmt: skip
    return Experiment(**values).checked(NOW)


def gone_on(experiment: Experiment, steps: int) -> Experiment:
    """The same experiment some steps later."""
    for _ in range(steps):
        stage = experiment.require_open()
        if stage.measures:
            run = f"{experiment.id}r{len(experiment.done)}"
            experiment = experiment.begun(run, NOW).measured(run, NOW)
        elif stage.step == ACTION:
            experiment = experiment.acted(NOW)
        else:
            experiment = looked(experiment)
    return experiment


@dataclass
class Shelf:
    """The fake service. A step waits for `go_on`; `read_in` are the threads of its calls."""

    experiments: list[Experiment] = field(default_factory=list)
    error: DriveproofError | None = None
    go_on: threading.Event = field(default_factory=threading.Event)
    advancing: list[str] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    refuses: DriveproofError | None = None
    read_in: list[threading.Thread] = field(default_factory=list)

    def all(self) -> tuple[Experiment, ...]:
        self.read_in.append(threading.current_thread())
        if self.error is not None:
            raise self.error
        return tuple(self.experiments)

    def find(self, experiment_id: str) -> Experiment:
        return next(experiment for experiment in self.experiments if experiment.id == experiment_id)

    def begin(self, request: ExperimentRequest) -> Experiment:
        raise MachineError(f"{request.target} cannot be measured here.")

    def cancel(self, experiment_id: str) -> Experiment:
        if self.refuses is not None:
            raise self.refuses
        self.given_up.append(experiment_id)
        return self.put(self.find(experiment_id).cancelled())

    end = cancel

    def judged(self, experiment: Experiment) -> JudgedExperiment:
        raise MachineError(f"The runs of {experiment.id} are not there any more.")

    def put(self, experiment: Experiment) -> Experiment:
        """Set the state of an experiment."""
        self.experiments = [
            experiment if one.id == experiment.id else one for one in self.experiments
        ]
        return experiment

    def session(
        self,
        experiment_id: str,
        _observer: Observer,
        _on_trim: Callable[[TrimProgress], None],
        _tell: Callable[[Note], None],
        _confirmed: Preview | None,
    ) -> Going:
        return Going(self, experiment_id)


class Going:
    """One step."""

    def __init__(self, shelf: Shelf, experiment_id: str) -> None:
        self._shelf = shelf
        self._id = experiment_id
        self._cancelled = False

    def advance(
        self, _elsewhere: str = "", *, no_more_baselines: bool = False, at_once: bool = False
    ) -> Experiment:
        shelf = self._shelf
        experiment = shelf.find(self._id)
        stage = experiment.require_open()
        run = f"{experiment.id}r{len(experiment.done)}"
        if stage.measures:
            experiment = shelf.put(experiment.begun(run, NOW))
        shelf.advancing.append(self._id)
        shelf.go_on.wait(20)
        if self._cancelled:
            shelf.put(experiment.given_up(run, CANCELLED) if stage.measures else experiment)
            raise CancelledError("The step was cancelled.")
        return shelf.put(
            experiment.measured(run, NOW) if stage.measures else gone_on(experiment, 1)
        )

    def cancel(self) -> None:
        self._cancelled = True
        self._shelf.go_on.set()
