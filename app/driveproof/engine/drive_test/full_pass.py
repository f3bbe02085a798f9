# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A pass through a whole device in segments: the helper does each, and its end is on the drive.

The blocks that are written tell their place and the number of the test, so that they are read back
after a restart as well.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from driveproof.domain.drive_test.drive_test import READ, READ_BACK, WRITE, DriveTest
from driveproof.domain.drive_test.plan import segment_size
from driveproof.domain.errors import CancelledError
from driveproof.domain.profile.phase import CHECK_BLOCK
from driveproof.domain.run.areas import AREA_BLOCK, Area, AreaState
from driveproof.domain.run.run import Position
from driveproof.engine.run.capacity_lines import CapacityLines
from driveproof.engine.run.checked import CheckedAreas
from driveproof.engine.run.held_device import DeviceHold
from driveproof.engine.run.helper_launch import HelperLaunch
from driveproof.engine.run.means import Means
from driveproof.engine.run.overwrite import WritePlan, hold, released
from driveproof.engine.run.read_check import ReadCheckRun, Take, take_read
from driveproof.helper.self_describing import marked
from driveproof.system.helper.client import claim_device
from driveproof.system.helper.hold import CapacityPart, ReadHold, WriteHold
from driveproof.system.helper.job import HelperJob

_LAUNCH = ("driveproof",)


@dataclass(frozen=True, slots=True)
class SegmentDone:
    """A segment that is over: its bytes, their speed, and what was found in it."""

    length: int
    speed: Position
    areas: tuple[Area, ...]


class HeldForPass:
    """A device that the helper lets a pass use, from the first segment to the last."""

    def __init__(
        self,
        test: DriveTest,
        means: Means,
        job: Callable[[CapacityPart | None, int, int, Callable[..., None]], HelperJob],
        look: Callable[[int, CheckedAreas], None],
    ) -> None:
        """`job(part, offset, length, connected)` starts one; `look(offset, found)` hears of what is
        done in the segment from `offset` on.
        """
        self._test, self._means, self._job, self._look = test, means, job, look
        self._lines = CapacityLines()
        self._before: CheckedAreas | None = None
        written = test.written
        for each in written.faults if written is not None else ():
            if each.state is AreaState.UNWRITABLE:
                self._lines.refused.add(each.offset, each.bytes)

    def wake(self) -> None:
        """Read one block: a drive that sleeps is slow only once. Raises DriveproofError."""
        reads = None if self._test.step == READ else CapacityPart.READ_BACK
        self._do(reads, 0, CHECK_BLOCK, lambda _found, _numbers: None, CheckedAreas(CHECK_BLOCK))

    def probe(self) -> tuple[Area, ...]:
        """Write and read single blocks all over. Raises DriveproofError."""
        size = self._test.size
        found = CheckedAreas(len(marked(0, size)) * AREA_BLOCK)
        self._do(CapacityPart.PROBE, 0, size, self._lines.probed, found)
        return found.areas

    def segments(self) -> Iterator[SegmentDone]:
        """What is left of the pass, a segment after the other. Raises DriveproofError."""
        test, step = self._test, self._test.step
        at = test.current.done if test.current is not None else 0
        part, take = {
            WRITE: (CapacityPart.FILL, self._lines.written),
            READ_BACK: (CapacityPart.READ_BACK, self._lines.read),
        }.get(step or READ, (None, take_read))
        while at < test.size:
            length = min(segment_size(test.size), test.size - at)
            found = CheckedAreas(length, before=self._before)
            self._do(part, at, length, take, found, look=partial(self._look, at, found))
            moved, seconds = found.moved
            yield SegmentDone(length, Position(at, moved, seconds), found.areas)
            self._before = found
            at += length

    def _do(
        self,
        part: CapacityPart | None,
        offset: int,
        length: int,
        take: Take,
        found: CheckedAreas,
        *,
        look: Callable[[], None] = lambda: None,
    ) -> None:
        """One job, to its end. Raises DriveproofError, CancelledError."""
        jobs = self._means.jobs
        launch = HelperLaunch(_LAUNCH, partial(self._job, part, offset, length))
        ending = jobs.start(
            ReadCheckRun(launch, found, cancelled=jobs.cancelled, take=take, on_look=look)
        )
        if jobs.cancelled():
            raise CancelledError("Cancelled.")
        if ending.failure is not None:
            raise ending.failure


@contextmanager
def held_for_pass(
    test: DriveTest,
    means: Means,
    plan: WritePlan | None,
    look: Callable[[int, CheckedAreas], None],
) -> Iterator[HeldForPass]:
    """The device of a test, while the helper holds it: alone with the `plan` of one that is
    written, else for reading.

    Raises MachineError without helper or device, RefusedError when it is not allowed or in use,
    CancelledError.
    """
    means.context.helper.check()
    with contextlib.ExitStack() as stack:
        if plan is not None:
            writing: DeviceHold[WriteHold] = DeviceHold(lambda opened: hold(plan, means, opened))
            stack.enter_context(released(writing, plan))

            def job(
                part: CapacityPart | None, offset: int, length: int, connected: Callable[..., None]
            ) -> HelperJob:
                assert part is not None
                return writing.start(
                    lambda held: held.check_capacity(part, offset, length, test.number), connected
                )
        else:
            claim = claim_device(test.target.path)
            reading: DeviceHold[ReadHold] = DeviceHold(
                lambda opened: means.context.helper.hold_for_reading(claim, opened=opened)
            )
            stack.enter_context(contextlib.closing(reading))

            def job(
                part: CapacityPart | None, offset: int, length: int, connected: Callable[..., None]
            ) -> HelperJob:
                del part
                return reading.start(lambda held: held.check(length, offset), connected)

        made = HeldForPass(test, means, job, look)
        made.wake()
        yield made
