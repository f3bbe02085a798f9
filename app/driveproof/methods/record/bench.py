# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is recorded: the device, or the one that holds a folder; nothing is opened on it."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from driveproof.domain.errors import (
    Advice,
    CancelledError,
    DriveproofError,
    UsageError,
)
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import IoPath, Target, TargetKind
from driveproof.engine.live import watched
from driveproof.engine.run.bench import Bench, Devices, Io
from driveproof.engine.run.device import describe
from driveproof.engine.run.helper_launch import HelperLaunch
from driveproof.engine.run.means import Means
from driveproof.engine.run.target import unknown_note
from driveproof.fio.process import RunningFio
from driveproof.methods.record.plan import LONGEST, Plan
from driveproof.system.helper.client import Opened, claim_device
from driveproof.system.helper.job import HelperJob
from driveproof.system.kernel.devices import is_device
from driveproof.system.kernel.mounts import mount_of
from driveproof.system.kernel.stack import Involved, devices_involved
from driveproof.system.kernel.sysfs import Sysfs

_SPARE = 60
"""Seconds that requests are counted beyond the recording: it begins a little later."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What is recorded of a drive that is left alone: the `device` whose counters tell (kernel
    name), its number as the kernel writes it ("8:0"), its whole endurance in bytes and whether it
    rotates, as far as known, and the job that counts its requests, None without one.
    """

    device: str
    number: str
    life: int | None = None
    rotational: bool | None = None
    trace: RunningFio | None = None


@contextmanager
def bench(profile: Profile, means: Means) -> Iterator[Bench]:
    """The device at `path`, or the one that holds a folder; nothing is opened on it.

    A hard disk is not asked for anything, as that could wake it. Raises UsageError for a place that
    no block device holds, MachineError for what is not there.
    """
    path, plan = means.path, profile.plan
    assert isinstance(plan, Plan)
    sysfs, inventory = means.sysfs, means.inventory
    name = watched(path, sysfs)
    real = f"/dev/{name}"
    target, drives = describe(real, real, sysfs.facts(name).size or 0, inventory)
    target = _named(target, path)
    drive = drives[0] if len(drives) == 1 else sysfs.disk_of(name)
    rotational = sysfs.limits(drive).rotational
    known = None if rotational else means.context.known.endurance(target.device)
    with ExitStack() as stack:
        trace = None
        if plan.trace:
            try:
                trace = _begun(drive, plan, means)
            except DriveproofError:
                if means.jobs.cancelled():
                    raise CancelledError("Cancelled before anything was changed.") from None
                raise
            stack.callback(trace.end)
        if means.jobs.cancelled():
            raise CancelledError("Cancelled before anything was changed.")
        yield Bench(
            profile=profile,
            target=target,
            io=Io(path=IoPath.DIRECT, direct=True, laid_out=False),
            devices=Devices(
                counted=drive,
                # Those that are asked for their temperature and health.
                drives=() if rotational else drives or (drive,),
                layers=_layers(name, drive, sysfs),
                scheduler=sysfs.scheduler(drive)[0],
            ),
            notes=() if inventory else (unknown_note(),),
            own=Watched(
                drive,
                sysfs.facts(drive).number or "",
                None if known is None else known.rated or known.estimated,
                rotational,
                trace,
            ),
        )


class _Begin:
    """Has the helper begin to count; a cancel at the prompt ends it."""

    def __init__(self, launch: HelperLaunch) -> None:
        self._launch = launch

    def wake(self) -> None:
        """From any thread and from a signal handler."""
        self._launch.abort()

    def run(self) -> RunningFio:
        """Raises DriveproofError."""
        return self._launch.start()


def _begun(drive: str, plan: Plan, means: Means) -> RunningFio:
    """Begin to count the requests of a drive; the prompt comes here. Raises DriveproofError."""
    helper = means.context.helper
    if not (means.sysfs.root / "class" / "block" / drive / "mq").exists():
        raise UsageError(
            "{device} consists of other devices.",
            device=f"/dev/{drive}",
            advice=Advice("Choose another drive."),
        )
    claim = claim_device(f"/dev/{drive}")
    seconds = math.ceil(plan.seconds) + _SPARE

    def begin(opened: Opened) -> HelperJob:
        return helper.start_trace(claim, min(seconds, round(LONGEST)), opened=opened)

    helper.check()
    return means.jobs.start(_Begin(HelperLaunch(("driveproof",), begin)))


def _layers(name: str, drive: str, sysfs: Sysfs) -> tuple[Involved, ...]:
    found = devices_involved(name, sysfs)
    return (
        found
        if any(one.device == drive for one in found)
        else (*found, *devices_involved(drive, sysfs))
    )


def _named(target: Target, path: str) -> Target:
    """The target under the name that the person gave it."""
    whole = os.fspath(Path(path).absolute())
    if is_device(path):
        return replace(target, path=whole)
    mount = mount_of(whole)
    return replace(
        target,
        path=whole,
        kind=TargetKind.FILE,
        filesystem=mount.filesystem or None,
        mount_point=mount.path,
        mount_options=tuple(mount.options),
    )
