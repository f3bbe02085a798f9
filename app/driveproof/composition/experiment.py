# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stored experiments and their steps; what does a step is imported in its thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from driveproof.domain.errors import Advice, RefusedError
from driveproof.engine.experiment.lock import locked
from driveproof.engine.experiment.mounting import left_mounted
from driveproof.history.experiments import Experiments

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.experiment.experiment import Experiment
    from driveproof.domain.notes import Note
    from driveproof.domain.trim.job import Preview, TrimProgress
    from driveproof.engine.experiment.create import ExperimentRequest
    from driveproof.engine.experiment.judge import JudgedExperiment
    from driveproof.engine.experiment.runner import ExperimentRunner
    from driveproof.engine.run.events import Observer

LOCKS = "experiments"
"""The folder of the locks of experiments whose step is running."""


class ExperimentService:
    """The stored experiments and their steps; call it in a thread. All raise DriveproofError."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._stored = Experiments(app.history)

    def all(self) -> tuple[Experiment, ...]:
        """The stored experiments, newest first."""
        return self._stored.all()

    def find(self, experiment_id: str) -> Experiment:
        """One of them."""
        return self._stored.load(experiment_id).experiment

    def begin(self, request: ExperimentRequest) -> Experiment:
        """Inspect the target of a new experiment and store it."""
        from driveproof.composition.experiment_steps import begin_experiment  # noqa: PLC0415 - numpy

        return begin_experiment(self._app, request)

    def cancel(self, experiment_id: str) -> Experiment:
        """Cancel one that nothing is running."""
        with locked(self._app.folders.state / LOCKS, experiment_id):
            experiment = self.find(experiment_id)
            left = left_mounted(experiment)
            experiment = experiment.cancelled(*([] if left is None else [left]))
            self._stored.save(experiment)
        return experiment

    def end(self, experiment_id: str) -> Experiment:
        """End one with the looks that were made."""
        with locked(self._app.folders.state / LOCKS, experiment_id):
            experiment = self.find(experiment_id).ended()
            self._stored.save(experiment)
        return experiment

    def judged(self, experiment: Experiment) -> JudgedExperiment:
        """Compare what was measured, as the looks did."""
        from driveproof.engine.experiment.judge import judge_experiment  # noqa: PLC0415 - numpy

        return judge_experiment(experiment, self._app.history, self._app.run_health)

    def session(
        self,
        experiment_id: str,
        observer: Observer,
        on_trim: Callable[[TrimProgress], None],
        tell: Callable[[Note], None],
        confirmed: Preview | None,
    ) -> ExperimentRunner:
        """Make the next step of one; the window asks the person before it, so that only what was
        `confirmed` is trimmed. `tell` receives a note for each finding on the way.
        """
        from driveproof.composition.experiment_steps import experiment_runner  # noqa: PLC0415 - numpy
        from driveproof.engine.trim.session import another  # noqa: PLC0415 - numpy

        def confirm_trim(preview: Preview) -> None:
            if confirmed is None:
                raise RefusedError(
                    "Not confirmed. Nothing was changed.", advice=Advice("Try again.")
                )
            changed = another(confirmed, preview)
            if changed is not None:
                raise changed

        return experiment_runner(
            self._app,
            experiment_id,
            observer,
            on_trim=on_trim,
            confirm=lambda _experiment: True,
            confirm_trim=confirm_trim,
            tell=tell,
        )
