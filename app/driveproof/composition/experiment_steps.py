# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where an experiment begins, and the runner of its next step is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from driveproof.composition.experiment import LOCKS
from driveproof.composition.measuring import new_session
from driveproof.composition.profiles import profiles_of
from driveproof.composition.trim import TrimService
from driveproof.domain.experiment.action import SCHEDULER, TRIM
from driveproof.domain.run.run import TargetKind
from driveproof.engine.experiment.create import new_experiment
from driveproof.engine.experiment.runner import ExperimentParts, ExperimentRunner
from driveproof.engine.run.context import RunOptions
from driveproof.history.experiments import Experiments
from driveproof.system.helper.availability import helper_missing
from driveproof.system.helper.client import Helper, claim_device

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.errors import DriveproofError
    from driveproof.domain.experiment.experiment import Experiment
    from driveproof.domain.notes import Note
    from driveproof.domain.profile.profile import Profile
    from driveproof.domain.trim.job import Preview, TrimProgress
    from driveproof.engine.experiment.clock import Clock
    from driveproof.engine.experiment.create import ExperimentRequest
    from driveproof.engine.run.events import Observer
    from driveproof.engine.run.persistence import Recorder
    from driveproof.engine.run.session import Session
    from driveproof.system.helper.scheduler import SchedulerSwitch


def begin_experiment(app: Application, request: ExperimentRequest) -> Experiment:
    """Inspect the target of a new experiment and store it. Raises DriveproofError."""

    def refusal(target: str) -> DriveproofError | None:
        return TrimService(app).session(target, lambda _: None).preview().refusal

    experiment = new_experiment(request, app.inventory_or_none(), refusal)
    if experiment.target.kind == TargetKind.DEVICE or experiment.action in (
        TRIM,
        SCHEDULER,
    ):
        without = helper_missing()
        if without is not None:  # warn now, not after the baseline
            raise without
    Experiments(app.history).save(experiment)
    return experiment


def experiment_runner(
    app: Application,
    experiment_id: str,
    observer: Observer,
    *,
    on_trim: Callable[[TrimProgress], None],
    confirm: Callable[[Experiment], bool],
    confirm_trim: Callable[[Preview], None],
    tell: Callable[[Note], None],
    left: Callable[[float], None] = lambda seconds: None,
    clock: Clock | None = None,
) -> ExperimentRunner:
    """Make the runner of an experiment's next step; `left` hears of the time that is waited."""

    def measure(
        profile: Profile, path: str, label: str, recorder: Recorder, *, fresh: bool
    ) -> Session:
        options = RunOptions(label=label, fresh=fresh)
        return new_session(app, profile, path, observer, options, recorder=recorder)

    def switch(device: str) -> SchedulerSwitch:
        return Helper().switch(claim_device(device))

    parts = ExperimentParts(
        history=app.history,
        profile=profiles_of(app).find,
        inventory=app.inventory_or_none,
        measure=measure,
        trim=lambda target: TrimService(app).session(target, on_trim),
        switch=switch,
        health=app.run_health,
        locks=app.folders.state / LOCKS,
        works=app.works,
        confirm=confirm,
        confirm_trim=confirm_trim,
        tell=tell,
        left=left,
    )
    return ExperimentRunner(experiment_id, parts, clock)
