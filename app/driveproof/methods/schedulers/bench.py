# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A device whose I/O scheduler is set before each test, and put back at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.profile.for_device import reading_only
from driveproof.domain.profile.generated import SHUFFLE_SEED, rounds, under_schedulers
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import OneOf
from driveproof.engine.run.bench import Bench
from driveproof.engine.run.by_fio import for_device, measured_by_fio, read_device
from driveproof.engine.run.device import check_cache, left_out_notes
from driveproof.engine.run.means import Means
from driveproof.engine.run.own_scheduler import not_back
from driveproof.system.helper.client import claim_device
from driveproof.system.helper.scheduler import Opened, SchedulerSwitch
from driveproof.system.kernel.sysfs import Sysfs


def bench(profile: Profile, means: Means) -> AbstractContextManager[Bench]:
    """The device. Raises UsageError for anything but one that is only read."""
    return (_read if means.reads_device else measured_by_fio)(profile, means)


@contextmanager
def _read(profile: Profile, means: Means) -> Iterator[Bench]:
    check_cache(profile)
    profile = for_device(profile, means)
    reads = reading_only(profile)
    claim = claim_device(means.path)
    switch = means.context.helper.switch(claim)
    with (
        guided(reads, claim.path, means.sysfs, switch) as guide,
        read_device(guide.profile, means, before=guide.before) as device,
    ):
        said = (*device.notes, *left_out_notes(profile, reads), *guide.notes)
        devices = replace(device.devices, scheduler=guide.scheduler)
        yield replace(device, notes=said, devices=devices)


@dataclass(frozen=True, slots=True)
class Guide:
    """The phases for this device, the step before each, the notes on it, and the scheduler that is
    the device's own.
    """

    profile: Profile
    before: Callable[[Phase, Opened], None]
    notes: tuple[Note, ...]
    scheduler: str


@contextmanager
def guided(profile: Profile, path: str, sysfs: Sysfs, switch: SchedulerSwitch) -> Iterator[Guide]:
    """The guide of a profile; after it the device has its own scheduler again, whatever happened.

    Raises MachineError for a device with no choice of schedulers, and where its own is not back.
    """
    disk = sysfs.disk_of(Path(path).name)
    own, offered = sysfs.scheduler(disk)
    if own is None or len(offered) < 2:
        raise MachineError(
            "{path} has no other I/O scheduler.",
            path=path,
            advice=_advice(disk, sysfs),
        )
    expanded = under_schedulers(profile, [own, *(name for name in offered if name != own)])

    def before(phase: Phase, connected: Opened) -> None:
        if phase.scheduler is not None:
            switch.set(phase.scheduler, opened=connected)

    try:
        yield Guide(expanded, before, (*_too_few(profile), _order(expanded)), own)
    finally:
        switch.put_back()
        left = not_back(disk, own, sysfs)
        if left is not None:
            raise left  # also where the run has failed: this is what stays


def _too_few(profile: Profile) -> tuple[Note, ...]:
    """What to know before, and not when the time is spent."""
    if profile.repeats >= LEAST_REPEATS:
        return ()
    return (
        Note(
            "Comparing schedulers needs {needed} repeats, not {repeats}.",
            needed=LEAST_REPEATS,
            repeats=profile.repeats,
        ),
    )


def _order(profile: Profile) -> Note:
    orders = "; ".join(
        ", ".join(str(name) for name in names) for names in rounds(profile, SHUFFLE_SEED)
    )
    return Note(
        "Order (shuffled, seed {seed}): {orders}.",
        seed=SHUFFLE_SEED,
        orders=orders,
        kind=NoteKind.ORDER,
    )


def _advice(disk: str, sysfs: Sysfs) -> Advice | None:
    below = sysfs.slaves(disk)
    if not below:
        return None
    names = OneOf(tuple(f"/dev/{name}" for name in below))
    return Advice("Choose one of: {options}.", options=names)
