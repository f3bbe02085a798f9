# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a guided profile does on a device beside its tests: sets schedulers, puts them back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.method import SCHEDULERS
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.profile.generated import SHUFFLE_SEED, rounds, under_schedulers
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import OneOf
from driveproof.system.helper.scheduler import Opened, SchedulerSwitch
from driveproof.system.kernel.sysfs import Sysfs

GUARD_SECONDS = 0.8


@dataclass(frozen=True, slots=True)
class Guide:
    """The phases for this device, the step before each, and the notes on it.

    `scheduler` is the device's own, None where the run changes none.
    """

    profile: Profile
    before: Callable[[Phase, Opened], None]
    notes: tuple[Note, ...] = ()
    scheduler: str | None = None


@contextmanager
def guided(profile: Profile, path: str, sysfs: Sysfs, switch: SchedulerSwitch) -> Iterator[Guide]:
    """The guide of a profile; after it the device has its own scheduler again, whatever happened.

    Raises MachineError for a device with no choice of schedulers, and where its own is not back.
    """
    if profile.method != SCHEDULERS:
        yield Guide(profile, lambda phase, connected: None)
        return
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


def not_back(disk: str, own: str, sysfs: Sysfs) -> MachineError | None:
    """What to say where a disk does not come to have its own scheduler again; None where it does.

    Takes at most GUARD_SECONDS.
    """
    left = _settled(disk, own, sysfs)
    if left == own:
        return None
    return MachineError(
        "The I/O scheduler of {disk} changed from {own} to {left}.",
        disk=disk,
        left=left,
        own=own,
        advice=Advice(
            "Run: {command}",
            command=f"echo {own} | sudo tee /sys/block/{disk}/queue/scheduler",
        ),
    )


def _settled(disk: str, own: str, sysfs: Sysfs) -> str:
    """The scheduler at the end. A helper that was killed leaves it to its guard, which may take
    a moment; a device that has gone has none, and that is no matter.
    """
    end = time.monotonic() + GUARD_SECONDS
    while (left := sysfs.scheduler(disk)[0] or own) != own and time.monotonic() < end:
        time.sleep(0.02)
    return left


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
