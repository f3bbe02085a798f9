# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several drives: prepared one after the other, and each with its own counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace

from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile, with_drives
from driveproof.domain.run.run import Companion, Environment
from driveproof.engine.run.bench import Bench, Files
from driveproof.engine.run.device import prepare_device
from driveproof.engine.run.folder import prepare_folder
from driveproof.engine.run.frame import Tools
from driveproof.engine.run.layout import lay_out
from driveproof.engine.run.means import Means
from driveproof.engine.run.monitor import Monitor
from driveproof.engine.run.target import examine_folder
from driveproof.fio.process import Launch
from driveproof.methods.multi_drive.plan import of_one_drive, plain_phase
from driveproof.system.kernel.devices import is_device
from driveproof.system.kernel.shared_path import shared_paths


@dataclass(frozen=True, slots=True)
class MeasuredDrive:
    """One of the drives, and what counts on it."""

    bench: Bench
    monitor: Monitor


@contextmanager
def bench(profile: Profile, means: Means) -> Iterator[Bench]:
    """Every target, in their order; what stands for all of them is the first.

    Raises UsageError for two that are on one drive, and DriveproofError for one that will not do.
    """
    paths = (means.path, *means.options.beside)
    profile = with_drives(profile, tuple(map(is_device, paths)))
    with ExitStack() as stack:
        each: list[Bench] = []
        for number, path in enumerate(paths, start=1):
            one = stack.enter_context(_one(path, of_one_drive(profile, number), means))
            _refuse_same(each, one)
            each.append(replace(one, launch=_launch_of(one)))
        drives = []
        for one in each:
            monitor = Monitor(
                one.devices.counted, one.devices.drives, means.sysfs, one.devices.layers
            )
            stack.callback(monitor.close)
            drives.append(MeasuredDrive(one, monitor))

        def about(environment: Environment) -> Environment:
            shared = shared_paths(list(map(_name, each)), means.sysfs)
            return replace(environment, drives=tuple(map(_companion, each)), shared=shared)

        yield replace(
            each[0],
            profile=profile,
            devices=replace(
                each[0].devices,
                drives=tuple(dict.fromkeys(name for one in each for name in one.devices.drives)),
                layers=tuple(dict.fromkeys(layer for one in each for layer in one.devices.layers)),
            ),
            files=Files(size=next((one.files.size for one in each if one.files.size), None)),
            notes=tuple(dict.fromkeys(note for one in each for note in one.notes)),
            own=tuple(drives),
            about=about,
            begin=_begin,
        )


def _one(path: str, profile: Profile, means: Means) -> AbstractContextManager[Bench]:
    """One of the drives, only read: a device by way of the helper, a folder with a file."""
    if is_device(path):
        return prepare_device(path, profile, means)
    return prepare_folder(
        examine_folder(path, means.inventory, means.sysfs),
        profile,
        means.context.find_fio(),
        means.context.registry,
        engine=means.options.engine,
        cancelled=means.jobs.cancelled,
        fresh=means.options.fresh,
    )


def measured_drives(bench: Bench) -> tuple[MeasuredDrive, ...]:
    """The drives of a bench that was made here."""
    assert isinstance(bench.own, tuple)
    return bench.own


def _begin(tools: Tools) -> int:
    """Write the file of each; they do not count as written by the tests."""
    for one in measured_drives(tools.bench):
        layout, size = one.bench.files.layout, one.bench.profile.size
        if layout is not None:
            lay_out(replace(tools, bench=one.bench), layout(size), size)
    return 0


def _launch_of(bench: Bench) -> Callable[[Phase, int], Launch]:
    launch = bench.launch
    return lambda phase, order: launch(plain_phase(phase), order)


def _refuse_same(earlier: Sequence[Bench], one: Bench) -> None:
    for other in earlier:
        shared = {*_drives(one)} & {*_drives(other)}
        if shared or one.target.path == other.target.path:
            raise UsageError(
                "Both targets are on the same drive.",
                advice=Advice("Choose another drive."),
            )


def _drives(bench: Bench) -> tuple[str, ...]:
    identity = bench.target.identity
    return (*bench.devices.drives, *((identity,) if identity else ()))


def _companion(bench: Bench) -> Companion:
    target = bench.target
    return Companion(target.path, target.device, target.model, target.serial, _name(bench))


def _name(bench: Bench) -> str | None:
    """The kernel's name of the one drive below a target; None for none or several."""
    return bench.devices.drives[0] if len(bench.devices.drives) == 1 else None
