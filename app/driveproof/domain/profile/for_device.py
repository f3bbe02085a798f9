# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What becomes of a profile by its target: a folder, a device that is read or overwritten."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from itertools import groupby

from driveproof.domain.access import DIRECT, Direction
from driveproof.domain.errors import Advice, Remedy, UsageError
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.notes import Note
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.plan import FillsDevice, Fitted, WriteBounds
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.work import Data, work_marks


class TargetUse(Enum):
    """How a target is treated."""

    FOLDER = auto()
    READ = auto()
    OVERWRITE = auto()


def fitted_to(profile: Profile, bounds: WriteBounds) -> tuple[Profile, tuple[Note, ...]]:
    """A profile that writes as much as its target has room for, for this target; any other as it
    is. Raises UsageError where there is too little room.
    """
    if not isinstance(profile.plan, Fitted):
        return profile, ()
    plan, notes = profile.plan.fitted(bounds)
    return with_plan(profile, plan), notes


def capacity_on_device(profile: Profile, size: int = 0) -> Profile:
    """A check of capacity for so many bytes of a device, in whole blocks; any other profile as it
    is.
    """
    if profile.capacity is None:
        return profile
    return with_plan(profile, profile.capacity.overwriting(size))


def filled_device(profile: Profile, size: int) -> Profile:
    """The profile on a device of `size` bytes, which is written once first where its plan asks for
    it; any other as it is.
    """
    if not isinstance(profile.plan, FillsDevice):
        return profile
    plan, fill = profile.plan.filled(size)
    return replace(profile, plan=plan, phases=(fill, *profile.phases))


def needs_device(profile: Profile) -> bool:
    """Whether it looks at a device itself and has nothing to do in a folder."""
    return profile.needs_root and not has_trait(profile.method, Trait.ERASES)


def reading_only(profile: Profile) -> Profile:
    """The profile without what writes. Raises UsageError when nothing is left."""
    _refuse_files(profile)
    if profile.capacity is not None or profile.destructive:
        raise UsageError(
            "{title} would erase the device.",
            title=profile.title,
            advice=Advice(Remedy.ALLOW_OVERWRITING),
        )
    # The helper reads for its seconds, however small the device is.
    phases = tuple(
        replace(_without_file(phase), once=False) for phase in profile.phases if not phase.writes
    )
    if not phases:
        raise UsageError(
            "{title} has no read test.",
            title=profile.title,
            advice=Advice("Choose another profile."),
        )
    return replace(profile, phases=phases, size=0)


ON_DEVICE = (None, Data.FRESH, Data.SCRAMBLED)
"""The data that the helper can have fio write."""


def _without_file(phase: Phase) -> Phase:
    """A test as the helper does it. Raises UsageError for one that asks for more than it takes:
    its protocol has no text, and no option without a number of its own (helper-threats.md).
    """
    # Which of several drives it is, and on how many hosts, is nothing that a device is asked for.
    asked = work_marks(replace(phase.asked.judged(phase.direction), drive=0, hosts=0))
    if phase.writes and phase.data not in ON_DEVICE:
        asked = (f"data={phase.data}", *asked)
    if asked:
        raise UsageError(
            "Devices do not support {what}.",
            what=", ".join(asked),
            advice=Advice("Choose a folder."),
        )
    return replace(phase, extent=0, random_map=False)


def _refuse_files(profile: Profile) -> None:
    """Raises UsageError for what works on the files of a folder."""
    if has_trait(profile.method, Trait.NO_DEVICE):
        raise UsageError(
            "{title} needs a folder.", title=profile.title, advice=Advice("Choose a folder.")
        )


def overwriting(profile: Profile) -> Profile:
    """The whole profile on a device that may be overwritten: there is no test file.

    Raises UsageError when it writes nothing, or does not say how much.
    """
    _refuse_files(profile)
    if profile.formats:
        return profile
    if profile.capacity is not None:
        return capacity_on_device(profile)
    if profile.cache != DIRECT:
        raise UsageError(
            "A device is overwritten only with direct I/O.",
            advice=Advice(Remedy.CHOOSE_DIRECT),
        )
    if not any(phase.writes for phase in profile.phases):
        raise UsageError(
            "{title} writes nothing.",
            title=profile.title,
            advice=Advice(Remedy.LEAVE_OVERWRITING_OUT),
        )
    endless = next((p for p in profile.phases if p.writes and p.limit is None), None)
    if endless is not None and not has_trait(profile.method, Trait.NO_BUDGET):
        raise UsageError(
            "{title} has no write limit.",
            title=endless.title,
            advice=Advice("Choose another profile."),
        )
    phases = tuple(map(_without_file, profile.phases))
    return replace(profile, phases=_writes_first(phases), size=0)


def _writes_first(phases: tuple[Phase, ...]) -> tuple[Phase, ...]:
    """Of tests with one title the writing ones first, so that reads find the same data in every
    round, and not whatever was on the device before.
    """
    return tuple(
        phase
        for _, test in groupby(phases, key=lambda phase: phase.title)
        for phase in sorted(test, key=lambda phase: phase.direction == Direction.READ)
    )


def for_way(profile: Profile, way: TargetUse) -> Profile:
    """What of a profile runs; raises UsageError when nothing does."""
    match way:
        case TargetUse.READ:
            return reading_only(profile)
        case TargetUse.OVERWRITE:
            return overwriting(profile)
    probe = profile.capacity is not None and profile.capacity.probe
    if probe or profile.needs_root:
        raise UsageError(
            "{title} needs a device.",
            title=profile.title,
            advice=Advice("Choose a device."),
        )
    return profile


def why_not(profile: Profile, way: TargetUse) -> UsageError | None:
    """Why nothing of a profile runs on such a target; None where something does. A profile that
    needs a device only waits for one.
    """
    if needs_device(profile):
        return None
    try:
        for_way(profile, way)
    except UsageError as problem:
        return problem
    return None
