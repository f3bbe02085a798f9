# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The services that only experiments need."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from driveproof.composition.services import ExperimentServices
from driveproof.domain.errors import Advice, RefusedError
from driveproof.domain.experiment.action import MOUNT_OPTIONS, SCHEDULER, TRIM
from driveproof.domain.run.run import TargetKind
from driveproof.engine.experiment.lock import locked
from driveproof.history.experiments import Experiments
from driveproof.system.helper.availability import missing
from driveproof.system.helper.client import Helper, claim_device
from driveproof.system.helper.mount import MountClaim, mounted_device

if TYPE_CHECKING:
    from driveproof.composition.folders import Folders
    from driveproof.domain.drive.drive import Inventory
    from driveproof.domain.errors import DriveproofError
    from driveproof.domain.experiment.experiment import Experiment
    from driveproof.domain.health.changes import Pair
    from driveproof.domain.notes import Note
    from driveproof.domain.profile.profile import Profile
    from driveproof.domain.trim.job import Preview
    from driveproof.domain.trim.job import Progress as TrimProgress
    from driveproof.engine.experiment.create import ExperimentRequest
    from driveproof.engine.experiment.judge import Judged
    from driveproof.engine.experiment.runner import ExperimentRunner
    from driveproof.engine.ongoing import Works
    from driveproof.engine.run.events import Observer
    from driveproof.engine.run.persistence import Recorder
    from driveproof.engine.run.profiles import Profiles
    from driveproof.engine.run.session import Session
    from driveproof.engine.trim.session import TrimSession
    from driveproof.history.store import History
    from driveproof.system.helper.mount import MountSwitch
    from driveproof.system.helper.scheduler import SchedulerSwitch


class App(Protocol):
    """What this module needs of the program."""

    @property
    def folders(self) -> Folders:
        """The folders that the program keeps its files in."""

    @property
    def history(self) -> History:
        """The stored results."""

    @property
    def works(self) -> Works:
        """Tells the other processes what this one does."""

    @property
    def profiles(self) -> Profiles:
        """The guided profiles."""

    def inventory_or_none(self) -> Inventory | None:
        """The inventory of block devices, None without UDisks2."""

    def run_health(self, run_id: str) -> tuple[Pair, ...]:
        """The health of the drives below a run."""

    def new_trim(self, target: str, observer: Callable[[TrimProgress], None]) -> TrimSession:
        """Make a TRIM that has not started yet."""

    def new_session(
        self,
        profile: Profile,
        path: str,
        observer: Observer,
        label: str = "",
        *,
        recorder: Recorder | None = None,
        fresh: bool = False,
    ) -> Session:
        """Make a run that has not started yet."""


def experiments_of(app: App) -> Experiments:
    """The stored experiments."""
    return Experiments(app.history)


def begin_experiment(app: App, request: ExperimentRequest) -> Experiment:
    """Inspect the target of a new experiment and store it. Raises DriveproofError."""
    from driveproof.engine.experiment.create import new_experiment  # noqa: PLC0415 - numpy

    def refusal(target: str) -> DriveproofError | None:
        return app.new_trim(target, lambda _: None).preview().refusal

    experiment = new_experiment(request, app.inventory_or_none(), refusal)
    if experiment.target.kind == TargetKind.DEVICE or experiment.action in (
        TRIM,
        SCHEDULER,
        MOUNT_OPTIONS,
    ):
        without = missing()
        if without is not None:  # warn now, not after the baseline
            raise without
    experiments_of(app).save(experiment)
    return experiment


def cancel_experiment(app: App, experiment_id: str) -> Experiment:
    """Cancel an experiment that nothing is running. Raises DriveproofError."""
    with locked(app.folders.state / "sessions", experiment_id):
        experiments = experiments_of(app)
        experiment = experiments.load(experiment_id).experiment.cancelled()
        experiments.save(experiment)
    return experiment


def experiment_runner(
    app: App,
    experiment_id: str,
    observer: Observer,
    *,
    on_trim: Callable[[TrimProgress], None],
    confirm: Callable[[Experiment], bool],
    confirm_trim: Callable[[Preview], None],
    tell: Callable[[Note], None],
) -> ExperimentRunner:
    """Make the runner of an experiment's next step."""
    from driveproof.engine.experiment.runner import ExperimentParts, ExperimentRunner  # noqa: PLC0415 - numpy

    def measure(
        profile: Profile, path: str, label: str, recorder: Recorder, *, fresh: bool
    ) -> Session:
        return app.new_session(profile, path, observer, label, recorder=recorder, fresh=fresh)

    def switch(device: str) -> SchedulerSwitch:
        return Helper().switch(claim_device(device))

    def mount_switch(folder: str) -> MountSwitch:
        _, number, device = mounted_device(folder)
        return Helper().mount_switch(MountClaim(claim_device(device), number))

    parts = ExperimentParts(
        history=app.history,
        profile=app.profiles.find,
        inventory=app.inventory_or_none,
        measure=measure,
        trim=lambda target: app.new_trim(target, on_trim),
        switch=switch,
        mount_switch=mount_switch,
        health=app.run_health,
        locks=app.folders.state / "sessions",
        works=app.works,
        confirm=confirm,
        confirm_trim=confirm_trim,
        tell=tell,
    )
    return ExperimentRunner(experiment_id, parts)


def experiment_services(app: App) -> ExperimentServices:
    """What the window needs; it asks the person before each step."""

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
        from driveproof.engine.trim.session import another  # noqa: PLC0415 - numpy

        def check(preview: Preview) -> None:
            if confirmed is None:
                raise RefusedError(
                    "Nobody has said yes to a TRIM.", advice=Advice("Look at it again.")
                )
            changed = another(confirmed, preview)
            if changed is not None:
                raise changed

        return experiment_runner(
            app,
            experiment_id,
            observer,
            on_trim=on_trim,
            confirm=lambda _experiment: True,
            confirm_trim=check,
            tell=tell,
        )

    return ExperimentServices(
        all=lambda: experiments_of(app).all(),
        find=lambda experiment_id: experiments_of(app).load(experiment_id).experiment,
        begin=lambda request: begin_experiment(app, request),
        cancel=lambda experiment_id: cancel_experiment(app, experiment_id),
        judged=judged,
        session=session,
    )
