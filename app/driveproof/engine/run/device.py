# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A block device as the target of a run: only read, as a whole, by the helper's fio."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from driveproof.domain.access import COLD, DIRECT, WARM, Direction
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import Advice, CancelledError, MachineError, Remedy, UsageError
from driveproof.domain.method import FIO
from driveproof.domain.notes import Note
from driveproof.domain.profile.for_device import reading_only
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.profile.profile import Profile, fitted_to_device
from driveproof.domain.quantity import Bytes, Plural
from driveproof.domain.run.failed_io import IoError, On
from driveproof.domain.run.run import IoPath, Target, TargetKind
from driveproof.engine.run.bench import Bench, Devices, Fio, Io
from driveproof.engine.run.environment import cache_notes, memory_note
from driveproof.engine.run.fio_run import FioRun
from driveproof.engine.run.held_device import DeviceHold
from driveproof.engine.run.helper_launch import HelperLaunch
from driveproof.engine.run.means import Means
from driveproof.engine.run.page_cache import emptied_cache, past_cache
from driveproof.engine.run.target import target_of, unknown_note
from driveproof.fio import command
from driveproof.system.helper.client import Opened, claim_device
from driveproof.system.helper.hold import ReadHold
from driveproof.system.helper.job import HelperJob
from driveproof.system.helper.phase import device_phase
from driveproof.system.kernel.stack import devices_involved, drives_below

# A first short test before the run begins: the person is asked, and the device answers or not.
TRIAL_SECONDS = 0.1
_IN_MEMORY = {"zram", "ram"}


def in_memory(name: str) -> bool:
    """Whether a kernel name is that of a disk in memory."""
    return name.rstrip("0123456789") in _IN_MEMORY


def check_cache(profile: Profile) -> None:
    """Raises UsageError for a cache mode that a device cannot be read in."""
    if profile.cache == WARM:
        raise UsageError(
            "A device cannot be measured with a warm cache.",
            advice=Advice("Choose a folder."),
        )
    if profile.cache != DIRECT and profile.method != FIO:
        raise UsageError(
            "{title} sets the cache mode itself.",
            title=profile.title,
            advice=Advice(Remedy.LEAVE_CACHE_OUT),
        )


@dataclass(frozen=True, slots=True)
class OnDevice:
    """What the helper holds for a run: the device, its bytes, and how many bytes a second were read
    of it for an instant (None: unknown).
    """

    path: str
    size: int
    held: DeviceHold[ReadHold]
    rate: float | None


@contextmanager
def prepare_device(
    path: str,
    profile: Profile,
    means: Means,
    *,
    trial: int | None = None,
    before: Callable[[Phase, Opened], None] = lambda phase, opened: None,
) -> Iterator[Bench]:
    """The device, after the helper was authorized to read it; the prompt comes here. What is its
    own is an OnDevice.

    The device is unchanged. A `trial` first reads within so many bytes (None: all of them);
    `before` is called before each fio. Raises UsageError for a profile that cannot be used,
    MachineError without helper or device, RefusedError when it is not authorized, CancelledError.
    """
    check_cache(profile)
    asked, profile = profile, reading_only(profile)
    claim = claim_device(path)
    helper, engine = means.context.helper, means.options.engine
    direct = profile.cache == DIRECT
    name = Path(claim.path).name
    size = means.sysfs.facts(name).size or 0
    reads, smaller = fitted_to_device(profile, size)
    check_device_size(reads, path, size)
    whole = size if trial is None else min(size, trial)
    with closing(DeviceHold(lambda opened: helper.hold_for_reading(claim, opened=opened))) as held:

        def launch(phase: Phase, order: int) -> HelperLaunch:
            seed = command.SEED + order
            how = device_phase(phase, command.engine_for(phase, engine), seed=seed, direct=direct)
            line = command.prepare_on_device(
                phase, claim.path, size, order=order, engine=engine, direct=direct
            )

            def begin(hold: ReadHold) -> HelperJob:
                if reads.cache == COLD:
                    hold.drop_caches()
                return hold.start(how, whole)

            def start_test(connected: Opened) -> HelperJob:
                before(phase, connected)
                return held.start(begin, connected)

            return HelperLaunch(line, start_test)

        for phase in reads.phases:
            if phase.tool is Tool.FIO:
                launch(phase, 0)  # what the helper would not take is known now
        helper.check()
        fio, rate = try_once(launch, reads.phases, path, means)
        target, drives = describe(path, claim.path, size, means.inventory)
        holes = () if in_memory(name) else (holes_note(),)
        said = (*smaller, *left_out_notes(asked, reads), *holes, *cache_notes(reads))
        device = of_device(name, reads, target, drives, means, notes=said)
        yield replace(
            device,
            fio=Fio(fio, engine),
            io=replace(
                device.io,
                direct=direct,
                path=device.io.path if direct or in_memory(name) else IoPath.BUFFERED,
                cache=past_cache if direct else emptied_cache,
            ),
            launch=launch,
            own=OnDevice(claim.path, size, held, rate),
        )


def of_device(
    name: str,
    profile: Profile,
    target: Target,
    drives: tuple[str, ...],
    means: Means,
    *,
    notes: Sequence[Note] = (),
) -> Bench:
    """A device (kernel name) that is measured as a whole; how is still to be added. `drives` are
    the kernel names of all drives below it.
    """
    sysfs = means.sysfs
    bottom = drives or drives_below(name, sysfs)
    counted = bottom[0] if len(bottom) == 1 else sysfs.disk_of(name)
    memory = in_memory(name)
    return Bench(
        profile=profile,
        target=target,
        io=Io(path=IoPath.MEMORY if memory else IoPath.DIRECT, direct=True, laid_out=False),
        devices=Devices(
            counted=counted,
            drives=bottom,
            layers=devices_involved(name, sysfs),
            scheduler=sysfs.scheduler(counted)[0],
        ),
        notes=(
            *notes,
            *((memory_note(),) if memory else ()),
            *(() if means.inventory else (unknown_note(),)),
        ),
    )


def describe(
    path: str, real: str, size: int, inventory: Inventory | None
) -> tuple[Target, tuple[str, ...]]:
    """The identity of a device: that of the only drive below it, and the kernel names of all of
    them.

    `size` is the device's own: that is what is read, however large the drive is.
    """
    device = inventory.get(Path(real).name) if inventory else None
    drives = inventory.drives_below(device) if inventory and device else ()
    layers = inventory.stack(device) if inventory and device else ()
    stack = tuple(dict.fromkeys(layer.device.path for layer in layers))
    drive = drives[0] if len(drives) == 1 else None
    target = target_of(os.fspath(Path(path).absolute()), TargetKind.DEVICE, device, drive, stack)
    target = replace(target, device=target.device or real, size=size)
    return target, tuple(each.name for each in drives)


def holes_note() -> Note:
    """The note beside the figures of a device that was only read."""
    return Note("Unwritten or trimmed blocks can read faster than data.")


def left_out_notes(profile: Profile, reads: Profile) -> tuple[Note, ...]:
    """How many tests of a profile a device does not do, because they write."""
    count = len(profile.phases) - len(reads.phases)
    skipped = Plural("{count} test", "{count} tests", count)
    return (Note("Devices are only read: {skipped} skipped.", skipped=skipped),) if count else ()


def check_device_size(profile: Profile, path: str, size: int) -> None:
    """Raises MachineError for a device without a block for each job."""
    if not size:
        raise MachineError("{path} is empty.", path=path, advice=Advice("Insert a medium."))
    largest = max(phase.block_size * phase.jobs for phase in profile.phases)
    if size < largest:
        raise MachineError(
            "{needed} does not fit on {path} ({size}).",
            needed=Bytes(largest, binary=True),
            path=path,
            size=Bytes(size, binary=True),
            advice=Advice("Choose another drive."),
        )


def try_once(
    launch: Callable[[Phase, int], HelperLaunch],
    phases: Sequence[Phase],
    path: str,
    means: Means,
) -> tuple[str, float | None]:
    """Read the device at `path` for an instant: the version of the helper's fio, which may differ
    from ours, and the bytes a second that it read. The prompt comes now.
    """
    phase = next(phase for phase in phases if phase.tool == Tool.FIO)
    cancelled = means.jobs.cancelled
    ending = means.jobs.start(
        FioRun(
            launch(replace(phase, warmup=0.0, seconds=TRIAL_SECONDS), 0),
            cancelled=cancelled,
            on_report=lambda _: None,
            on_silence=lambda _: None,
        )
    )
    if ending.cancelled or cancelled():
        raise CancelledError("Cancelled before anything was changed.")
    if isinstance(ending.failure, IoError):
        raise ending.failure.on(On(device=path))
    if ending.failure is not None:
        raise ending.failure
    if ending.final is None:
        return "", None
    counted = ending.final.snapshot.get(Direction.READ)
    rate = counted.bytes / counted.seconds if counted.seconds else None
    return ending.final.version.removeprefix("fio-"), rate
