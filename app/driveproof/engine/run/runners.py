# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What measures the tests of a run, by the method of the profile: fio unless it has its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from driveproof.domain.errors import DriveproofError
from driveproof.domain.method import part
from driveproof.domain.profile.capacity import DeviceCapacityPlan
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import PhaseResult
from driveproof.engine.run.capacity import capacity_runners
from driveproof.engine.run.capacity_device import device_capacity_runners
from driveproof.engine.run.monitor import Monitor
from driveproof.engine.run.multi_drive import multi_drive_runners
from driveproof.engine.run.phase import PhaseRunner, Tools
from driveproof.engine.run.read_check import ReadCheckRunner
from driveproof.engine.run.real_life import RealLifeRunner
from driveproof.engine.run.scan import scan_runners


class Runner(Protocol):
    """Runs the repeats of one test; `result` grows with each."""

    @property
    def result(self) -> PhaseResult | None:
        """The test with its repeats so far."""

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Measure once; what made it fail, None when nothing or a cancel did.

        Where it can be ended early, `enough` says when; it counts as whole then.
        """

    def end(self) -> None:
        """The test is over: report what was measured, if anything was."""


def runners(  # noqa: PLR0911 - one for each method
    profile: Profile, tools: Tools, monitors: Sequence[Monitor] = ()
) -> Callable[[Phase, int], Runner]:
    """Makes what measures a test of a profile, given the test and its number (from 0); `monitors`
    are those of several drives.
    """
    if tools.prepared.companions:
        return multi_drive_runners(profile, tools, monitors)
    own = part(profile.method, "runner")
    if own is not None:
        found: Callable[[Phase, int], Runner] = own.runners(profile, tools)
        return found
    if profile.scan is not None:
        return scan_runners(profile.scan, profile.repeats, tools)
    if isinstance(profile.plan, DeviceCapacityPlan):
        return device_capacity_runners(tools)
    if profile.capacity is not None:
        return capacity_runners(tools)
    if tools.prepared.tasks is not None:
        return lambda phase, index: RealLifeRunner(phase, index, profile.repeats, tools)
    if profile.bad_sectors is not None:
        return lambda phase, index: ReadCheckRunner(phase, index, tools)

    elsewhere = tools.prepared.elsewhere

    def made(phase: Phase, index: int) -> Runner:
        if elsewhere is not None:
            return elsewhere.runner(phase, index, tools)
        return PhaseRunner(phase, index, profile.repeats, tools, profile.most)

    return made
