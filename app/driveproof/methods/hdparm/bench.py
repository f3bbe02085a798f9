# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The device of hdparm's timings, which the helper starts in the place of fio."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace

from driveproof.domain.errors import CancelledError
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.hdparm import HDPARM_ENGINE
from driveproof.engine.run.bench import Bench
from driveproof.engine.run.by_fio import measured_by_fio, read_device
from driveproof.engine.run.device import OnDevice
from driveproof.engine.run.helper_launch import HelperLaunch
from driveproof.engine.run.means import Means
from driveproof.fio.process import Launch
from driveproof.methods.hdparm.runner import HdparmRun
from driveproof.system.helper.phase import hdparm_test


def bench(profile: Profile, means: Means) -> AbstractContextManager[Bench]:
    """The device. Raises UsageError for anything but one that is only read."""
    return (_read if means.reads_device else measured_by_fio)(profile, means)


@contextmanager
def _read(profile: Profile, means: Means) -> Iterator[Bench]:
    """Raises DriveproofError, CancelledError."""
    with read_device(profile, means) as device:
        disk = device.own
        assert isinstance(disk, OnDevice)

        def timing(phase: Phase) -> HelperLaunch:
            test = hdparm_test(phase)
            return HelperLaunch(
                (HDPARM_ENGINE, *phase.tool.split(), disk.path),
                lambda connected: disk.held.start(lambda hold: hold.hdparm(test), connected),
            )

        def launch(phase: Phase, order: int) -> Launch:
            return device.launch(phase, order) if phase.tool is Tool.FIO else timing(phase)

        timings = [phase for phase in device.profile.phases if phase.tool is not Tool.FIO]
        _try_once(timing(timings[0]), means)
        yield replace(device, launch=launch)


def _try_once(timing: HelperLaunch, means: Means) -> None:
    """Start a timing and end it at once: what stands against it is known before the run begins.

    Raises DriveproofError, CancelledError.
    """
    ending = means.jobs.start(HdparmRun(timing, cancelled=means.jobs.cancelled, trial=True))
    if means.jobs.cancelled():
        raise CancelledError("Cancelled before anything was changed.")
    if ending.failure is not None:
        raise ending.failure
