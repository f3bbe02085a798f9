# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder for everyday tasks, and one on the drive that a tree is copied from."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from driveproof.domain.errors import CancelledError, DriveproofError, UsageError
from driveproof.domain.notes import Note
from driveproof.domain.profile.profile import Profile, copying_from
from driveproof.domain.run.run import Environment, IoPath, Role
from driveproof.domain.run.task import Task
from driveproof.engine.run.bench import Bench, of_place
from driveproof.engine.run.by_fio import for_folder, placed, shrunk_in
from driveproof.engine.run.environment import environment_notes
from driveproof.engine.run.means import Means
from driveproof.engine.run.target import (
    check_room,
    drive_words,
    drives_of,
    examine_folder,
    second_drive,
)
from driveproof.engine.run.task_process import TaskProcess
from driveproof.engine.run.tasks import compiling, database
from driveproof.engine.run.tasks.holding import HeldFolder
from driveproof.engine.run.tasks.worker import TaskSettings
from driveproof.engine.run.testfile import sweep_leftovers
from driveproof.engine.run.workplace import Workplace, stays_on_network
from driveproof.methods.real_life.plan import Plan, without_compiler
from driveproof.system.boot_times import read_boot_times


@contextmanager
def bench(profile: Profile, means: Means) -> Iterator[Bench]:
    """The folder of the tasks, as long as the run needs it, and one on the drive that a tree is
    copied from.

    Raises MachineError when a folder does not take it, UsageError when both are on one drive,
    CancelledError when it is not wanted.
    """
    for_folder(profile, means)
    others = [examine_folder(path, means.inventory, means.sysfs) for path in means.options.beside]
    another = others[0] if others else None
    place, profile = placed(profile, means)
    profile = shrunk_in(profile, place, means)
    said: list[Note] = []
    if another is not None:
        if drives_of(another) & drives_of(place):
            raise UsageError(
                "Both targets are on the same drive.",
            )
        profile = copying_from(profile)
        said.append(
            Note(
                "One copy reads from {folder} ({device}).",
                folder=another.folder,
                device=drive_words(another),
            )
        )
    compiler = compiling.find()
    if not compiler:
        profile = without_compiler(profile)
        said.append(Note("Skipped, no program: {missing}.", missing="cc"))
    for one in filter(None, (place, another)):
        sweep_leftovers(one.folder)
        said += stays_on_network(one)
        check_room(one, profile)
    if means.jobs.cancelled():
        raise CancelledError("Cancelled before anything was changed.")
    plan = profile.plan
    assert isinstance(plan, Plan)
    workplace = Workplace([place, *others], means.context.registry, means.jobs.cancelled)
    tasks: list[TaskProcess] = []

    def leave() -> tuple[Note, ...]:
        for one in tasks:
            one.kill()
        return workplace.leave()

    def about(environment: Environment) -> Environment:
        version = compiling.version(compiler) if compiler else None
        sqlite, boot = sqlite3.sqlite_version, read_boot_times()
        return replace(environment, sqlite=sqlite, compiler=version, boot=boot)

    layers = place.layers
    if another is not None:
        layers = (*layers, *second_drive(place, another, Role.SOURCE))
    io_path = IoPath.MEMORY if place.memory else IoPath.BUFFERED
    try:
        locks = _has_locks(workplace.folders[0])
        if not locks:
            said.append(
                Note(
                    "{name} has no file locks; SQLite was measured without them.",
                    name=place.mount.filesystem,
                )
            )
        tasks.append(_child(plan, workplace, locks=locks))
        made = of_place(
            place, profile, io_path, (*environment_notes(place, io_path, profile), *said)
        )
        yield replace(
            made,
            devices=replace(made.devices, layers=layers),
            own=tasks[0],
            leave=leave,
            about=about,
        )
    finally:
        with contextlib.suppress(DriveproofError):
            leave()


def _has_locks(folder: HeldFolder) -> bool:
    try:
        return database.has_locks(folder.inside)
    except (OSError, sqlite3.Error):
        return True  # the task itself says what is wrong


def _child(plan: Plan, workplace: Workplace, *, locks: bool) -> TaskProcess:
    """The child that does the tasks. Raises MachineError."""
    folder, *others = workplace.folders
    setting = TaskSettings(
        folder=folder,
        other=others[0] if others else None,
        files=plan.files,
        rows=plan.rows,
        commits=plan.commits,
        units=plan.units,
        compiler="" if Task.COMPILE in plan.left_out else compiling.find(),
        locks=locks,
    )
    return TaskProcess(setting, workplace.descriptors)
