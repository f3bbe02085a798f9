# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What fio measures on: a device that is read or may be overwritten, or a test file in a folder."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from typing import Protocol, cast

from driveproof.domain.errors import DriveproofError
from driveproof.domain.method import method_part
from driveproof.domain.notes import Note
from driveproof.domain.profile.for_device import TargetUse, fitted_to, for_way
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.plan import Fitted, WriteBounds
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.test_file import fitted_profile
from driveproof.engine.run.bench import Bench
from driveproof.engine.run.folder import check_log_target, prepare_folder
from driveproof.engine.run.means import Means
from driveproof.engine.run.target import (
    MeasuredFolder,
    check_file_size,
    class_at,
    device_below,
    examine_folder,
    no_device,
)
from driveproof.system.helper.client import Opened
from driveproof.system.kernel.devices import is_device
from driveproof.system.kernel.hwmon import warning_temperature
from driveproof.system.kernel.mounts import filesystem_space


class FitPart(Protocol):
    """`fit.py` of a method, where the target decides something of its profile."""

    def fit(
        self, profile: Profile, place: MeasuredFolder, free: int | None, means: Means
    ) -> tuple[Profile, tuple[Note, ...]]:
        """The profile for a folder with so many free bytes (None: they are not counted), and what
        is to be said about it. Raises DriveproofError.
        """


def measured_by_fio(profile: Profile, means: Means) -> AbstractContextManager[Bench]:
    """The device, or a test file. Raises DriveproofError."""
    path, overwrite = means.path, means.options.overwrite
    if overwrite is not None:
        from driveproof.engine.run.overwrite import prepare_overwrite  # noqa: PLC0415

        return prepare_overwrite(overwrite, means)
    if is_device(path):
        return read_device(profile, means)
    for_folder(profile, means)
    if not isinstance(profile.plan, Fitted):  # its size is known with its place
        check_file_size(profile)
    fio = means.context.find_fio()
    place, profile = placed(profile, means)
    room = filesystem_space(place.folder)
    free = room.free_for_user if room.total else None
    said: tuple[Note, ...] = ()
    if isinstance(profile.plan, Fitted):
        profile, said = fitted_to(profile, _bounds(place, room.free_for_user, means))
    elif (own := method_part(profile.method, "fit")) is not None:
        profile, said = cast(FitPart, own).fit(profile, place, free, means)
    return prepare_folder(
        replace(place, notes=(*place.notes, *said)),
        shrunk(profile, free, means),
        fio,
        means.context.registry,
        engine=means.options.engine,
        cancelled=means.jobs.cancelled,
        fresh=means.options.fresh,
        log=_log_place(means),
    )


def read_device(
    profile: Profile,
    means: Means,
    *,
    trial: int | None = None,
    before: Callable[[Phase, Opened], None] = lambda phase, opened: None,
) -> AbstractContextManager[Bench]:
    """The device, only read, with the profile for its drive. Raises DriveproofError."""
    from driveproof.engine.run.device import prepare_device  # noqa: PLC0415 - a folder needs none

    return prepare_device(means.path, for_device(profile, means), means, trial=trial, before=before)


def for_device(profile: Profile, means: Means) -> Profile:
    """The profile for the drive of a device."""
    return profile.for_drive(class_at(means.path, means.inventory, means.sysfs))


def for_folder(profile: Profile, means: Means) -> None:
    """Raises UsageError for a profile that needs a device."""
    if profile.needs_root:
        below = device_below(means.path, means.inventory, means.sysfs)
        raise no_device(profile, means.path, below)
    for_way(profile, TargetUse.FOLDER)


def placed(profile: Profile, means: Means) -> tuple[MeasuredFolder, Profile]:
    """The folder, and the profile for its drive. Raises MachineError."""
    place = examine_folder(means.path, means.inventory, means.sysfs)
    return place, profile.for_drive(place.speed, place.mount.filesystem)


def shrunk(profile: Profile, free: int | None, means: Means) -> Profile:
    """With the test file that fits into `free` bytes, where it may be smaller; as it is where none
    fits, and where nothing is counted.
    """
    if means.options.shrinks and free is not None:
        with suppress(DriveproofError):  # it is refused with its reason later
            return fitted_profile(profile, free)
    return profile


def shrunk_in(profile: Profile, place: MeasuredFolder, means: Means) -> Profile:
    """The same for what is free in a folder."""
    room = filesystem_space(place.folder)
    return shrunk(profile, room.free_for_user if room.total else None, means)


def check_further(profile: Profile, means: Means) -> None:
    """Raises UsageError for further targets that a profile has nothing to do on: of one that fio
    measures only the log may be on another drive.
    """
    for one in means.options.beside:
        check_log_target(profile, means.path, one)


def _bounds(place: MeasuredFolder, free: int, means: Means) -> WriteBounds:
    """What bounds the writes in a folder with so many free bytes."""
    if len(place.drives) != 1:
        return WriteBounds(free, None)
    (drive,), sysfs = place.drives, means.sysfs
    return WriteBounds(
        free,
        sysfs.facts(drive).size,
        means.context.known.endurance(place.target.device),
        warning_temperature(drive, sysfs.root),
        bool(sysfs.limits(drive).rotational),
    )


def _log_place(means: Means) -> MeasuredFolder | None:
    """The folder on another drive for the log, where there is to be one."""
    for one in means.options.beside:
        return examine_folder(one, means.inventory, means.sysfs)
    return None
