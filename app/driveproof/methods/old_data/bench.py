# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder whose files are read by their age: they are looked for, and nothing is written."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from driveproof.domain.errors import Advice, CancelledError, MachineError
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.failed_io import known_failure
from driveproof.domain.run.file_ages import AGED_BLOCK, LEAST_BYTES, LEAST_FILES, LEAST_SIZE
from driveproof.domain.run.run import Environment, IoPath
from driveproof.engine.run import events
from driveproof.engine.run.bench import Bench, of_place
from driveproof.engine.run.by_fio import for_folder
from driveproof.engine.run.checked import Pass
from driveproof.engine.run.environment import environment_notes
from driveproof.engine.run.means import Means
from driveproof.engine.run.target import MeasuredFolder, examine_folder
from driveproof.methods.old_data.files import Chosen, choose
from driveproof.methods.old_data.plan import SEARCH, Plan
from driveproof.system.kernel.aged_files import aged_files


@contextmanager
def bench(profile: Profile, means: Means) -> Iterator[Bench]:
    """The places that are read of each age that has enough files.

    Raises MachineError for a folder whose files tell nothing of a drive, or that has too few,
    CancelledError when it is not wanted.
    """
    for_folder(profile, means)
    place = examine_folder(means.path, means.inventory, means.sysfs, only_read=True)
    _check(place)
    profile = profile.for_drive(place.speed, place.mount.filesystem)
    plan = profile.plan
    assert isinstance(plan, Plan)
    plan.check_drive(place.speed)
    chosen = _chosen(place, plan.sample // AGED_BLOCK * profile.repeats, means)
    if not chosen.places:
        raise MachineError(
            "{path} has too few large files: no age has {files} of {least} or more,"
            " {bytes} in all.",
            path=place.folder,
            files=LEAST_FILES,
            least=Bytes(LEAST_SIZE, binary=True),
            bytes=Bytes(LEAST_BYTES, binary=True),
            advice=Advice("Choose a folder that contains more files."),
        )

    def about(environment: Environment) -> Environment:
        return replace(environment, file_ages=chosen.about)

    sized = with_plan(profile, plan.of_ages(frozenset(chosen.places)))
    notes = environment_notes(place, IoPath.DIRECT, sized)
    made = of_place(place, sized, IoPath.DIRECT, notes)
    yield replace(
        made,
        files=replace(made.files, size=None),
        own=chosen,
        about=about,
    )


def _check(place: MeasuredFolder) -> None:
    """Raises MachineError where reading files says nothing of the age of data on a drive."""
    traits, kind = place.traits, place.mount.filesystem
    another = Advice("Choose another folder.")
    if traits.memory:
        raise MachineError(
            "{path} is in memory, not on a drive.", path=place.folder, advice=another
        )
    if traits.network:
        raise MachineError(
            "{path} is on a server: its cache may answer instead of its drives.",
            path=place.folder,
            advice=another,
        )
    if traits.userspace or traits.overlay or kind == "zfs" or not place.layers:
        raise MachineError(
            "{filesystem} does not show whether a read reaches the drive.",
            filesystem=kind,
            advice=another,
        )


def _chosen(place: MeasuredFolder, wanted: int, means: Means) -> Chosen:
    """Look for files, and choose places in them. Raises DriveproofError."""
    looked, made = [0], []

    def work(stopped: Callable[[], bool]) -> None:
        """In a thread of its own: a drive may not answer."""
        try:
            found = aged_files(place.folder, seconds=SEARCH, cancelled=stopped, told=looked.append)
            made.append(choose(found, wanted, time.time(), stopped=stopped))
        except OSError as error:
            raise known_failure(error.errno or 0) or MachineError(
                "{path} cannot be read: {reason}.", path=place.folder, reason=error.strerror
            ) from error

    ending = means.jobs.start(
        Pass(
            work,
            cancelled=means.jobs.cancelled,
            progress=lambda: looked[-1],
            on_look=lambda: means.tell(events.Searching(looked[-1])),
            on_silence=lambda _seconds: None,
        )
    )
    if means.jobs.cancelled():
        raise CancelledError("Cancelled before anything was changed.")
    if ending.failure is not None:
        raise ending.failure
    (chosen,) = made
    return chosen
