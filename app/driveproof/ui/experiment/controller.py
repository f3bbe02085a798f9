# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page's work in threads: creates and reads experiments, runs steps, compares sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from driveproof.composition.services import Services
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import CancelledError, DriveproofError
from driveproof.domain.experiment.experiment import Experiment
from driveproof.domain.trim.job import Preview
from driveproof.engine.comparison.reading import ComparedRuns, ComparisonRequest, Parts, gather
from driveproof.engine.experiment.create import ExperimentRequest
from driveproof.engine.experiment.judge import JudgedExperiment
from driveproof.engine.run import events
from driveproof.history.store import History
from driveproof.ui.experiment.live import StageNote
from driveproof.ui.tasks.job import Answering, BackgroundJob, JobFailed, Observer
from driveproof.ui.tasks.queue import TaskQueue


@dataclass(frozen=True)
class ComparedExperiment:
    """An experiment with its sides compared."""

    experiment: Experiment
    compared: ComparedRuns


def answer(
    history: History, judged: Callable[[Experiment], JudgedExperiment], experiment: Experiment
) -> ComparedExperiment:
    """The sides as the experiment compares them, with their curves. Raises DriveproofError."""
    found = judged(experiment)
    sides = tuple(
        (side.name, tuple(run.id for run in side.runs)) for side in found.comparison.sides
    )
    comparison = found.comparison
    parts = Parts(
        sides, experiment.compared, comparison.named, comparison.looks, experiment.created
    )
    gathered = gather(history, ComparisonRequest(experiment.runs, parts=parts))
    return ComparedExperiment(
        experiment, replace(gathered, comparison=comparison, spans=found.spans)
    )


BEGIN, FIND, GIVE_UP, END = "begin", "find", "give up", "end"
PREVIEW, JUDGE, RATES = "preview", "judge", "rates"


class ExperimentController(QObject):
    """Runs the tasks and steps.

    `done(key, result, error)` reports the end of a task. `news(events)` is emitted while a step
    runs, and `ended(experiment, error)` at its end, with the experiment as it was before the step.
    """

    done = Signal(str, object, object)
    news = Signal(object)
    ended = Signal(object, object)

    def __init__(self, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._failed: DriveproofError | None = None
        self.running: Experiment | None = None
        """The experiment whose step is running."""
        self.tasks = TaskQueue(self, threads=5)
        self.reading = TaskQueue(self)
        self.runner = BackgroundJob(self)
        self.runner.events.connect(self._take)
        self.runner.finished.connect(self._finished)

    # Tasks

    def begin(self, request: ExperimentRequest) -> None:
        """Inspect the target and store a new experiment."""
        self._ask(BEGIN, lambda: self._services.experiments.begin(request))

    def find(self, experiment_id: str) -> None:
        """Read an experiment."""
        self._ask(FIND, lambda: self._services.experiments.find(experiment_id))

    def give_up(self, experiment: Experiment) -> None:
        """Cancel an experiment without a verdict."""
        self._ask(GIVE_UP, lambda: self._services.experiments.cancel(experiment.id))

    def end(self, experiment: Experiment) -> None:
        """End an experiment with the looks that were made."""
        self._ask(END, lambda: self._services.experiments.end(experiment.id))

    def judge(self, experiment: Experiment) -> None:
        """Compare the sides of an experiment, with their curves."""
        history = self._services.history
        self._ask(JUDGE, lambda: answer(history, self._services.experiments.judged, experiment))

    def rates(self, device: BlockDevice, inventory: Inventory) -> None:
        """Read how fast this drive probably writes, and of which class it is."""
        read = self._services.measuring.rates
        # No step has to wait for it.
        self.reading.add(
            lambda: (device, *read(device, inventory)), partial(self.done.emit, RATES), key=RATES
        )

    def preview(self, path: str) -> None:
        """Preview a TRIM; a refusal is an error."""

        def look() -> Any:
            found = self._services.trim.session(path, lambda _: None).preview()
            if found.refusal is not None:
                raise found.refusal
            return found

        self._ask(PREVIEW, look)

    def _ask(self, key: str, work: Callable[[], Any]) -> None:
        self.tasks.add(work, partial(self.done.emit, key), key=key)

    # Steps

    def go(
        self,
        experiment: Experiment,
        elsewhere: str,
        confirmed: Preview | None,
        *,
        less: bool,
        at_once: bool,
    ) -> None:
        """Do the next step; a TRIM only of what was `confirmed`; with `less` skip further
        baselines, `at_once` before the moment that was planned.
        """
        if self.runner.running:
            return
        self.running, self._failed = experiment, None

        def begin(observer: Observer) -> Answering:
            session = self._services.experiments.session(
                experiment.id, observer, observer, lambda note: observer(StageNote(note)), confirmed
            )

            def advance() -> None:
                try:
                    session.advance(elsewhere, no_more_baselines=less, at_once=at_once)
                except CancelledError:
                    raise
                except DriveproofError as error:
                    observer(JobFailed(error))

            return Answering(advance, session.cancel, observer)

        self.runner.start(begin)

    @Slot(object)
    def _take(self, found: list[Any]) -> None:
        for event in found:
            if isinstance(event, JobFailed):
                self._failed = event.error
        self.news.emit([event for event in found if not isinstance(event, JobFailed)])

    @Slot(object)
    def _finished(self, error: DriveproofError | None) -> None:
        experiment, self.running = self.running, None
        self.ended.emit(experiment, error or self._failed)


def runs_in(news: list[Any]) -> list[str]:
    """The runs that have ended and are in the history."""
    return [event.run.id for event in news if isinstance(event, events.RunEnded)]
