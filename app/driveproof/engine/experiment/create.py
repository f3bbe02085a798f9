# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Begins a comparison: the check, before a minute is measured, that it can come to an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import Advice, DriveproofError, MachineError, Remedy, UsageError
from driveproof.domain.experiment.action import (
    ATIME_OPTIONS,
    FIRMWARE,
    MOUNT_OPTIONS,
    OTHER,
    SCHEDULER,
    TRIM,
    Action,
    atime_option,
    hardly_different,
)
from driveproof.domain.experiment.defaults import plan_for, proposed_repeats, too_few
from driveproof.domain.experiment.experiment import Experiment, ExperimentTarget, PlannedProfile
from driveproof.domain.experiment.plan import ExperimentPlan
from driveproof.domain.experiment.sentences import action_title
from driveproof.domain.health.known_firmware import faults_of
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.notes import Note
from driveproof.domain.profile.for_device import reading_only
from driveproof.domain.profile.plan import OfDrives
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.run import TargetKind
from driveproof.domain.say import Say
from driveproof.engine.experiment.target import remember
from driveproof.engine.run.target import (
    check_file_size,
    check_room,
    device_below,
    examine_folder,
    no_device,
)
from driveproof.history.ids import new_id
from driveproof.system.kernel.mounts import mount_of
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.smart.known_drives import shipped_faults
from driveproof.wording.say import value_text

ACCESS_TIME = Note("relatime and noatime do not differ here. Compare with strictatime.")
ONLY_ONE_BASELINE = Note("One baseline detects only large changes.")
PATH_ONLY = Note("The drive has no serial number; its path identifies it.")
NO_CHANGE = Note("Describe the change.")
NO_FIRMWARE = Note("The drive does not report its firmware. Confirm the update.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentRequest:
    """What a person requested; None: the proposed value."""

    profile: Profile
    target: str
    action: Action
    text: str = ""
    scheduler: str = ""
    mount_option: str = ""
    name: str = ""
    repeats: int | None = None
    baselines: int | None = None
    size: int | None = None
    seconds: float | None = None
    cache: str | None = None


def new_experiment(
    request: ExperimentRequest,
    inventory: Inventory | None,
    refusal_of_trim: Callable[[str], DriveproofError | None],
    sysfs: Sysfs | None = None,
) -> Experiment:
    """The experiment, its target looked at; nothing is measured or kept.

    `refusal_of_trim(target)` says why a TRIM cannot be there. Raises DriveproofError.
    """
    sysfs = sysfs or Sysfs()
    _check_words(request)
    target = remember(request.target, inventory, sysfs)
    profile = request.profile.customized(
        size=request.size, seconds=request.seconds, cache=request.cache
    )
    tests = _tests(request, profile, target, inventory, sysfs)
    own = _own_scheduler(request, target, sysfs) if request.action == SCHEDULER else ""
    own_option = _own_option(request, target) if request.action == MOUNT_OPTIONS else ""
    refusal = refusal_of_trim(target.path) if request.action == TRIM else None
    if refusal is not None:
        raise refusal
    now = datetime.now(UTC).astimezone()
    repeats, most = (request.repeats, 0) if request.repeats else proposed_repeats(request.profile)
    plan = plan_for(request.action, request.baselines)
    experiment = Experiment(
        id=new_id(now),
        created=now,
        name=request.name.strip(),
        action=request.action,
        profile=PlannedProfile(
            request.profile.name, repeats, most, request.size, request.seconds, request.cache
        ),
        target=target,
        tests=tests,
        text=request.text.strip(),
        scheduler=request.scheduler,
        own_scheduler=own,
        mount_option=request.mount_option,
        own_mount_option=own_option,
        plan=plan,
        notes=(
            *_notes(request, target, repeats, plan),
            *([ACCESS_TIME] if hardly_different(own_option, request.mount_option) else []),
        ),
    )
    if not experiment.name:
        experiment = replace(experiment, name=value_text(action_title(experiment)))
    return experiment.checked(now)


def _check_words(request: ExperimentRequest) -> None:
    if request.scheduler and request.action != SCHEDULER:
        raise UsageError("{one} needs {other}.", one="--scheduler", other="--action scheduler")
    if request.action == SCHEDULER and not request.scheduler:
        raise UsageError(
            "Name the I/O scheduler.",
            advice=Advice(Remedy.NAME_SCHEDULER),
        )
    if request.mount_option and request.action != MOUNT_OPTIONS:
        raise UsageError(
            "{one} needs {other}.", one="--mount-option", other="--action mount-options"
        )
    if request.action == MOUNT_OPTIONS and request.mount_option not in ATIME_OPTIONS:
        raise UsageError(
            "Name the mount option.",
            advice=Advice(Remedy.NAME_MOUNT_OPTION, options=OneOf(tuple(ATIME_OPTIONS))),
        )
    if request.action in (SCHEDULER, MOUNT_OPTIONS) and request.baselines:
        raise UsageError("Both states are measured in turn, without baselines.")
    if isinstance(request.profile.plan, OfDrives):
        raise UsageError(
            "{title} measures several drives.",
            title=request.profile.title,
            advice=Advice("Compare two runs."),
        )
    if has_trait(request.profile.method, Trait.NO_EXPERIMENT):
        raise UsageError(
            "{title} cannot be compared.",
            title=request.profile.title,
            advice=Advice(Remedy.RUN_PROFILE, profile=request.profile.name),
        )


def _tests(
    request: ExperimentRequest,
    profile: Profile,
    target: ExperimentTarget,
    inventory: Inventory | None,
    sysfs: Sysfs,
) -> int:
    """How many metrics will decide. Raises DriveproofError where it cannot be measured there."""
    if target.kind == TargetKind.DEVICE:
        if request.size:
            raise UsageError(
                "{title} has no test file.",
                advice=Advice(Remedy.LEAVE_SIZE_OUT),
                title=request.target,
            )
        return len(reading_only(profile).phases)
    if profile.needs_root:
        below = device_below(target.path, inventory, sysfs)
        raise no_device(profile, target.path, below)
    place = examine_folder(target.path, inventory, sysfs)
    profile = profile.for_drive(place.speed)
    check_file_size(profile)
    check_room(place, profile)
    return len(profile.phases)


def _own_scheduler(request: ExperimentRequest, target: ExperimentTarget, sysfs: Sysfs) -> str:
    """What is set now. Raises MachineError where the other one cannot be."""
    if target.disk is None:
        raise MachineError(
            "{path} is not on a single disk.",
            path=target.path,
        )
    own, offered = sysfs.scheduler(Path(target.disk).name)
    if own is None or request.scheduler not in offered:
        raise MachineError(
            "{path} has no I/O scheduler '{name}'.",
            path=target.disk,
            name=request.scheduler,
            advice=Advice(
                "Choose one of: {options}.", options=OneOf(tuple(offered) or (Say("none"),))
            ),
        )
    if own == request.scheduler:
        others = tuple(name for name in offered if name != own) or (Say("no other"),)
        raise UsageError(
            "{path} already has {name}.",
            path=target.disk,
            name=own,
            advice=Advice("Choose one of: {options}.", options=OneOf(others)),
        )
    return own


def _own_option(request: ExperimentRequest, target: ExperimentTarget) -> str:
    """What is set now. Raises DriveproofError where the other one cannot be."""
    if target.kind == TargetKind.DEVICE:
        raise UsageError(
            "{path} is not mounted.",
            path=target.path,
            advice=Advice("Choose a folder."),
        )
    mount = mount_of(target.path)
    own = atime_option(mount.options)
    if own == request.mount_option:
        others = tuple(name for name in ATIME_OPTIONS if name != own)
        raise UsageError(
            "{path} already has {name}.",
            path=mount.path,
            name=own,
            advice=Advice("Choose one of: {options}.", options=OneOf(others)),
        )
    return own


def _notes(
    request: ExperimentRequest, target: ExperimentTarget, repeats: int, plan: ExperimentPlan
) -> Iterator[Note]:
    few = too_few(repeats)
    if few is not None:
        yield few
    if plan.before < 2:
        yield ONLY_ONE_BASELINE
    if target.identity is None and target.uuid is None:
        yield PATH_ONLY
    if request.action == OTHER and not request.text:
        yield NO_CHANGE
    if request.action == FIRMWARE:
        yield from known_faults(target)
        if not target.firmware:
            yield NO_FIRMWARE


def known_faults(target: ExperimentTarget) -> Iterator[Note]:
    """What is known of the firmware that the drive has now, and which version has a fix."""
    for fault in faults_of(target.model or "", target.firmware or "", shipped_faults()):
        yield fault.note
