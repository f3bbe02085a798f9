# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The device of a scan, which the helper reads slice by slice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace

from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.bench import Bench
from driveproof.engine.run.by_fio import measured_by_fio, read_device
from driveproof.engine.run.device import OnDevice
from driveproof.engine.run.helper_launch import HelperLaunch
from driveproof.engine.run.means import Means
from driveproof.fio import command
from driveproof.fio.process import Launch
from driveproof.methods.scan.plan import Plan
from driveproof.system.helper.scan import Scan, scan_command, scan_pass

TRIAL_BYTES = 64 * 2**20


@dataclass(frozen=True, slots=True)
class ScanBench:
    """`launch` gives the fio of one repeat of a test in a number of slices, with what it reads;
    `rate` is how fast the device was read for an instant in bytes a second (None: unknown).
    """

    launch: Callable[[Phase, int, int], tuple[Launch, Scan]]
    rate: float | None = None


def bench(profile: Profile, means: Means) -> AbstractContextManager[Bench]:
    """The device. Raises UsageError for anything but one that is only read."""
    return (_read if means.reads_device else measured_by_fio)(profile, means)


@contextmanager
def _read(profile: Profile, means: Means) -> Iterator[Bench]:
    asked = profile.plan
    assert isinstance(asked, Plan)
    # It begins with a short read like any run, but what is broken further on is for itself.
    with read_device(profile, means, trial=max(TRIAL_BYTES, asked.sample)) as device:
        disk, plan = device.own, device.profile.plan
        assert isinstance(disk, OnDevice) and isinstance(plan, Plan)

        def launch(phase: Phase, order: int, slices: int) -> tuple[Launch, Scan]:
            places = scan_pass(plan, phase, disk.size, seed=command.SEED + order, slices=slices)
            line = scan_command(places, disk.path, disk.size)
            start = HelperLaunch(
                line, lambda connected: disk.held.start(lambda hold: hold.scan(places), connected)
            )
            return start, places

        yield replace(device, own=ScanBench(launch, disk.rate))
