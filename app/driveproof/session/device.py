# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A block device as the site of a run: only read, as a whole, by the helper's fio."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from driveproof.domain.device_profile import readable
from driveproof.domain.drive import Inventory
from driveproof.domain.errors import CancelledError, MachineError
from driveproof.domain.profile import Phase, Profile
from driveproof.domain.run import DIRECT, MEMORY, Target
from driveproof.domain.units import format_size
from driveproof.fio import command
from driveproof.session.place import target_of, unknown_note
from driveproof.session.repeat import Ending, FioRun
from driveproof.session.site import Site
from driveproof.session.through_helper import HelperLaunch
from driveproof.system.helper_client import Helper, claim_device
from driveproof.system.helper_phase import device_phase
from driveproof.system.sysfs import Sysfs

# A first short test before the run begins: the person is asked, and the device answers or not.
TRIAL_SECONDS = 0.1
_IN_MEMORY = {"zram", "ram"}
_HOLES = (
    "A device is read as it is: blocks that were never written, or were trimmed since, may be"
    " answered without looking, faster than data."
)


def is_device(path: str) -> bool:
    """Whether this names a block device."""
    try:
        return stat.S_ISBLK(os.stat(path).st_mode)  # noqa: PTH116 - the mode alone, links followed
    except (OSError, ValueError):
        return False


def in_memory(name: str) -> bool:
    """Whether a kernel name is that of a disk in memory."""
    return name.rstrip("0123456789") in _IN_MEMORY


@contextmanager
def device_site(
    path: str,
    profile: Profile,
    inventory: Inventory | None,
    sysfs: Sysfs,
    helper: Helper,
    *,
    start: Callable[[FioRun], Ending],
    cancelled: Callable[[], bool],
    engine: str | None,
    interval: float,
) -> Iterator[Site]:
    """The device, once the helper may read it; whoever has to allow that is asked here.

    Raises UsageError for a profile that cannot be used, MachineError without helper or device,
    RefusedError when it is not allowed, CancelledError.
    """
    reads = readable(profile)
    claim = claim_device(path)
    name = Path(claim.path).name
    size = sysfs.facts(name).size or 0
    check_size(reads, path, size)

    def launch(phase: Phase, order: int) -> HelperLaunch:
        seed = command.SEED + order
        how = device_phase(phase, command.engine_for(phase, engine), seed=seed, interval=interval)
        line = command.prepare_on_device(
            phase, claim.path, size, order=order, interval=interval, engine=engine
        )
        return HelperLaunch(
            line, lambda connected: helper.start_read_test(claim, how, 0, size, opened=connected)
        )

    for phase in reads.phases:
        launch(phase, 0)  # what the helper would not take is known now
    helper.check()
    fio = try_once(launch, reads.phases[0], interval, start, cancelled)
    target, drives = describe(path, claim.path, size, inventory)
    counted = drives[0] if len(drives) == 1 else sysfs.disk_of(name)
    memory = in_memory(name)
    notes = (*_left_out(profile, reads), "This is memory, not a drive." if memory else _HOLES)
    yield Site(
        profile=reads,
        target=target,
        fio=fio,
        engine=engine,
        direct=True,
        io_path=MEMORY if memory else DIRECT,
        launch=launch,
        layout=None,
        test_file_size=None,
        counted=counted,
        drives=drives or (counted,),
        scheduler=sysfs.scheduler(counted)[0],
        fill=None,
        notes=(*notes, *(() if inventory else (unknown_note(),))),
    )


def describe(
    path: str, real: str, size: int, inventory: Inventory | None
) -> tuple[Target, tuple[str, ...]]:
    """What is said of a device: the only drive below it, and the kernel names of all of them.

    `size` is the device's own: that is what is read, whatever larger drive it is a part of.
    """
    device = inventory.get(Path(real).name) if inventory else None
    drives = inventory.drives_below(device) if inventory and device else ()
    layers = inventory.stack(device) if inventory and device else ()
    stack = tuple(dict.fromkeys(layer.device.path for layer in layers))
    drive = drives[0] if len(drives) == 1 else None
    target = target_of(os.fspath(Path(path).absolute()), "device", device, drive, stack)
    target = replace(target, device=target.device or real, size=size)
    return target, tuple(each.name for each in drives)


def _left_out(profile: Profile, reads: Profile) -> tuple[str, ...]:
    count = len(profile.phases) - len(reads.phases)
    if not count:
        return ()
    tests = "1 test of this profile was" if count == 1 else f"{count} tests of this profile were"
    return (f"A device is only read: {tests} left out.",)


def check_size(profile: Profile, path: str, size: int) -> None:
    """Raises MachineError for a device without a block for each job."""
    if not size:
        raise MachineError(f"{path} has no size.", "Is there a medium in it?")
    largest = max(phase.block_size * phase.jobs for phase in profile.phases)
    if size < largest:
        raise MachineError(
            f"{path} is too small for this profile: it has {format_size(size, binary=True)}.",
            f"It needs at least {format_size(largest, binary=True)}.",
        )


def try_once(
    launch: Callable[[Phase, int], HelperLaunch],
    phase: Phase,
    interval: float,
    start: Callable[[FioRun], Ending],
    cancelled: Callable[[], bool],
) -> str:
    """Read for an instant; the version of the helper's fio, which need not be ours."""
    ending = start(
        FioRun(
            launch(replace(phase, warmup=0.0, seconds=TRIAL_SECONDS), 0),
            interval=interval,
            cancelled=cancelled,
            on_report=lambda _: None,
            on_silence=lambda _: None,
        )
    )
    if ending.cancelled or cancelled():
        raise CancelledError("Cancelled before anything was measured.")
    if ending.failure is not None:
        raise ending.failure
    return ending.final.version.removeprefix("fio-") if ending.final else ""
