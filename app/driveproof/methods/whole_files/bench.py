# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder for threads that serve whole files: a child of ours takes the place of fio."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace

from driveproof.domain.errors import CancelledError, DriveproofError
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.whole_files import COLD_FILES
from driveproof.domain.run.run import IoPath
from driveproof.engine.run.bench import Bench, of_place
from driveproof.engine.run.by_fio import for_folder, placed, shrunk_in
from driveproof.engine.run.environment import environment_notes
from driveproof.engine.run.means import Means
from driveproof.engine.run.target import check_room
from driveproof.engine.run.task_process import task_command
from driveproof.engine.run.tasks.served import ServeSettings
from driveproof.engine.run.testfile import sweep_leftovers
from driveproof.engine.run.workplace import Workplace, stays_on_network
from driveproof.fio.process import LocalLaunch
from driveproof.methods.whole_files.plan import Plan


@contextmanager
def bench(profile: Profile, means: Means) -> Iterator[Bench]:
    """The folder with the files, as long as the run needs it; they are made by its layout.

    Raises MachineError when the folder does not take them, CancelledError when it is not wanted.
    """
    for_folder(profile, means)
    place, profile = placed(profile, means)
    profile = shrunk_in(profile, place, means)
    plan = profile.plan
    assert isinstance(plan, Plan)
    sweep_leftovers(place.folder)
    said = stays_on_network(place)
    check_room(place, profile)
    if means.jobs.cancelled():
        raise CancelledError("Cancelled before anything was changed.")
    workplace = Workplace([place], means.context.registry, means.jobs.cancelled)
    held = workplace.folders[0]
    io_path = IoPath.MEMORY if place.memory else IoPath.BUFFERED

    def start(setting: ServeSettings) -> LocalLaunch:
        command = task_command("served", json.dumps(asdict(setting)))
        return LocalLaunch(command, keep_open=workplace.descriptors)

    def launch(phase: Phase, order: int) -> LocalLaunch:
        return start(
            ServeSettings(
                work=plan.serving,
                folder=str(held.inside),
                files=plan.files,
                size=plan.size,
                threads=phase.jobs,
                seconds=phase.warmup + phase.seconds,
                cold=phase.variant.endswith(COLD_FILES),
                limit=phase.limit or 0,
                order=order,
            )
        )

    def layout(size: int) -> LocalLaunch:
        return start(ServeSettings("make", str(held.inside), plan.files, size))

    try:
        made = of_place(
            place, profile, io_path, (*environment_notes(place, io_path, profile), *said)
        )
        yield replace(
            made,
            launch=launch,
            files=replace(made.files, layout=layout),
            # What memory answers moves nothing on the drive.
            devices=replace(made.devices, counted=None),
            leave=workplace.leave,
        )
    finally:
        with contextlib.suppress(DriveproofError):
            workplace.leave()
