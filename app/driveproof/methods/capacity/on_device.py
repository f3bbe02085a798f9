# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of capacity on a device that may be overwritten: the helper probes, fills, reads back.

The helper makes the blocks and judges what comes back; here is kept what it reports.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from driveproof.domain.errors import CancelledError
from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.areas import AREA_BLOCK, PROBE
from driveproof.engine.run.bench import Bench
from driveproof.engine.run.capacity_lines import CapacityLines
from driveproof.engine.run.check_runner import CheckRunner
from driveproof.engine.run.checked import CheckedAreas
from driveproof.engine.run.device import describe, of_device
from driveproof.engine.run.frame import Frame
from driveproof.engine.run.held_device import DeviceHold
from driveproof.engine.run.helper_launch import HelperLaunch
from driveproof.engine.run.means import Means
from driveproof.engine.run.overwrite import WritePlan, hold, released
from driveproof.engine.run.read_check import ReadCheckRun
from driveproof.fio.process import Launch
from driveproof.helper.self_describing import marked
from driveproof.methods.capacity.plan import DevicePlan
from driveproof.system.helper.hold import CapacityPart


@contextmanager
def on_device(plan: WritePlan, means: Means) -> Iterator[Bench]:
    """The device, once the helper holds it alone; nothing else can use it until this ends.

    Raises MachineError without helper or device, RefusedError when it is not allowed or in use,
    CancelledError.
    """
    assert isinstance(plan.profile.plan, DevicePlan)
    number, path = int.from_bytes(os.urandom(8)), plan.claim.path
    held = DeviceHold(lambda opened: hold(plan, means, opened))
    whole = plan.length - plan.length % AREA_BLOCK

    def check(part: CapacityPart, length: int = whole) -> HelperLaunch:
        return HelperLaunch(
            ("driveproof",),
            lambda connected: held.start(
                lambda hold: hold.check_capacity(part, 0, length, number), connected
            ),
        )

    def of_phase(phase: Phase) -> Launch:
        if phase.variant == PROBE:
            return check(CapacityPart.PROBE)
        return check(CapacityPart.FILL if phase.writes else CapacityPart.READ_BACK)

    means.context.helper.check()
    inventory = means.inventory  # while nothing is held: UDisks2 may need its five seconds
    with released(held, plan):
        trial = means.jobs.start(
            ReadCheckRun(
                check(CapacityPart.READ_BACK, AREA_BLOCK),
                CheckedAreas(AREA_BLOCK),
                cancelled=means.jobs.cancelled,
                take=_take_nothing,
            )
        )
        if means.jobs.cancelled():
            raise CancelledError("Cancelled before anything was changed.")
        if trial.failure is not None:
            raise trial.failure
        _, drives = describe(plan.path, path, plan.target.size or 0, inventory)
        name, said = Path(path).name, plan.notes()
        device = of_device(name, plan.profile, plan.target, drives, means, notes=said)
        yield replace(device, launch=lambda phase, _order: of_phase(phase))


def _take_nothing(found: CheckedAreas, numbers: Sequence[int]) -> None:
    """Only whether the device can be read counts."""


class DeviceCapacityRunner(CheckRunner):
    """Has the helper do one of the tests of a check of capacity."""

    def __init__(self, frame: Frame, lines: CapacityLines) -> None:
        super().__init__(frame)
        self._lines = lines
        self._probe = frame.phase.variant == PROBE

    def planned(self) -> CheckedAreas:
        """The markers of a probe, or all."""
        size = self.frame.tools.bench.profile.size
        return CheckedAreas(len(marked(0, size)) * AREA_BLOCK if self._probe else size)

    def job(self) -> ReadCheckRun:
        """The helper's."""
        frame, tools = self.frame, self.frame.tools
        take = self._lines.read
        if frame.phase.writes:
            take = self._lines.probed if self._probe else self._lines.written
        return ReadCheckRun(
            tools.bench.launch(frame.phase, frame.order),
            self.found,
            cancelled=tools.jobs.cancelled,
            take=take,
            on_look=self.look,
            on_silence=frame.stalled,
        )


def device_capacity_runners() -> Callable[[Frame], DeviceCapacityRunner]:
    """Makes what does the tests of a check of a device."""
    lines = CapacityLines()
    return lambda frame: DeviceCapacityRunner(frame, lines)
