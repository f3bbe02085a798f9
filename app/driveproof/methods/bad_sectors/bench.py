# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is searched for bad sectors: a device that the helper reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from driveproof.domain.errors import CancelledError
from driveproof.domain.profile.phase import CHECK_BLOCK
from driveproof.domain.profile.profile import Profile, fitted_to_device
from driveproof.engine.run.bench import Bench
from driveproof.engine.run.by_fio import measured_by_fio
from driveproof.engine.run.checked import CheckedAreas
from driveproof.engine.run.device import check_device_size, describe, of_device
from driveproof.engine.run.held_device import DeviceHold
from driveproof.engine.run.helper_launch import HelperLaunch
from driveproof.engine.run.means import Means
from driveproof.engine.run.read_check import ReadCheckRun
from driveproof.system.helper.client import claim_device


def bench(profile: Profile, means: Means) -> AbstractContextManager[Bench]:
    """The device. Raises UsageError for a folder, and for a device that is to be overwritten."""
    return (_read if means.reads_device else measured_by_fio)(profile, means)


@contextmanager
def _read(profile: Profile, means: Means) -> Iterator[Bench]:
    """The device, after the helper was authorized to read it; the prompt comes here.

    Raises MachineError without helper or device, RefusedError when it is not authorized,
    CancelledError.
    """
    claim = claim_device(means.path)
    name = Path(claim.path).name
    size = means.sysfs.facts(name).size or 0
    check_device_size(profile, means.path, size)
    sized, _rest = fitted_to_device(profile, size)

    held = DeviceHold(lambda opened: means.context.helper.hold_for_reading(claim, opened=opened))

    def check(length: int) -> HelperLaunch:
        begin = partial(held.start, lambda hold: hold.check(length))
        return HelperLaunch(("driveproof",), begin)

    means.context.helper.check()
    inventory = means.inventory  # while nothing is held: UDisks2 may need its five seconds
    with closing(held):
        found = CheckedAreas(CHECK_BLOCK)
        trial = means.jobs.start(
            ReadCheckRun(check(CHECK_BLOCK), found, cancelled=means.jobs.cancelled)
        )
        if means.jobs.cancelled():
            raise CancelledError("Cancelled before anything was changed.")
        if trial.failure is not None:
            raise trial.failure
        target, drives = describe(means.path, claim.path, size, inventory)
        device = of_device(name, sized, target, drives, means)
        yield replace(device, launch=lambda phase, order: check(0))
