# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stored experiments, and what the window needs of them; `experiment_steps` does the steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from driveproof.composition.services import ExperimentServices
from driveproof.engine.experiment.lock import locked
from driveproof.engine.experiment.mounting import left_mounted
from driveproof.history.experiments import Experiments

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.experiment.experiment import Experiment
    from driveproof.domain.notes import Note
    from driveproof.domain.trim.job import Preview
    from driveproof.domain.trim.job import Progress as TrimProgress
    from driveproof.engine.experiment.create import ExperimentRequest
    from driveproof.engine.experiment.judge import Judged
    from driveproof.engine.experiment.runner import ExperimentRunner
    from driveproof.engine.run.events import Observer

LOCKS = "experiments"
"""The folder of the locks of experiments whose step is running."""


def experiments_of(app: Application) -> Experiments:
    """The stored experiments."""
    return Experiments(app.history)


def cancel_experiment(app: Application, experiment_id: str) -> Experiment:
    """Cancel an experiment that nothing is running. Raises DriveproofError."""
    with locked(app.folders.state / LOCKS, experiment_id):
        experiments = experiments_of(app)
        experiment = experiments.load(experiment_id).experiment
        left = left_mounted(experiment)
        experiment = experiment.cancelled(*([] if left is None else [left]))
        experiments.save(experiment)
    return experiment


def end_experiment(app: Application, experiment_id: str) -> Experiment:
    """End an experiment with the looks that were made. Raises DriveproofError."""
    with locked(app.folders.state / LOCKS, experiment_id):
        experiments = experiments_of(app)
        experiment = experiments.load(experiment_id).experiment.ended()
        experiments.save(experiment)
    return experiment


def experiment_services(app: Application) -> ExperimentServices:
    """What the window needs; it asks the person before each step."""

    def begin(request: ExperimentRequest) -> Experiment:
        from driveproof.composition.experiment_steps import begin_experiment  # noqa: PLC0415 - numpy

        return begin_experiment(app, request)

    def judged(experiment: Experiment) -> Judged:
        from driveproof.engine.experiment.judge import judge  # noqa: PLC0415 - numpy

        return judge(experiment, app.history, app.run_health)

    def session(
        experiment_id: str,
        observer: Observer,
        on_trim: Callable[[TrimProgress], None],
        tell: Callable[[Note], None],
        confirmed: Preview | None,
    ) -> ExperimentRunner:
        from driveproof.composition.experiment_steps import confirmed_runner  # noqa: PLC0415 - numpy

        return confirmed_runner(
            app, experiment_id, observer, on_trim=on_trim, tell=tell, confirmed=confirmed
        )

    return ExperimentServices(
        all=lambda: experiments_of(app).all(),
        find=lambda experiment_id: experiments_of(app).load(experiment_id).experiment,
        begin=begin,
        cancel=lambda experiment_id: cancel_experiment(app, experiment_id),
        end=lambda experiment_id: end_experiment(app, experiment_id),
        judged=judged,
        session=session,
    )
