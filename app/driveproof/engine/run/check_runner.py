# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The common part of the tests that look at each place once: report live, keep what was found."""

from __future__ import annotations

from abc import ABC, abstractmethod

from driveproof.domain.access import DIRECT
from driveproof.domain.errors import DriveproofError
from driveproof.domain.profile.course import Enough
from driveproof.domain.run.areas import OWN_ENGINE, PROBE
from driveproof.domain.run.run import Repeat
from driveproof.engine.run import events
from driveproof.engine.run.checked import CheckedAreas, PassEnding
from driveproof.engine.run.fio_run import WakeableJob
from driveproof.engine.run.frame import Frame, without_repeats


class CheckRunner(ABC):
    """Goes through all of the places once."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.found = CheckedAreas(0)

    @abstractmethod
    def planned(self) -> CheckedAreas:
        """What is to be found, with the bytes that are planned."""

    @abstractmethod
    def job(self) -> WakeableJob[PassEnding]:
        """Goes through the places, which are `found`; it calls `look` and the frame's `stalled`."""

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Go through all of them; what made it fail, None when nothing or a cancel did. It is
        never ended early.
        """
        del enough
        frame = self.frame
        self.found = self.planned()
        direct = frame.tools.bench.io.direct
        frame.start(
            order,
            without_repeats(frame.phase, (), engine=OWN_ENGINE, direct=direct, cache=DIRECT),
        )
        ending = frame.tools.jobs.start(self.job())
        frame.over()
        if (result := self.found.result()) is not None:  # it is kept however it ended
            self.look()
            way, members = frame.phase.direction, frame.members()
            frame.keep(Repeat(order, {way: result}, members=members), whole=ending.whole)
        return ending.failure

    def look(self) -> None:
        """Tell how far it is."""
        frame, found = self.frame, self.found
        frame.look()
        progress, elapsed = frame.tools.progress, frame.seconds
        if found.done:
            whole = elapsed * found.total / found.done
            progress.expect(frame.index, whole)
            if frame.phase.writes and frame.phase.variant != PROBE:  # reading takes about as long
                progress.expect(frame.index + 1, whole)
        frame.tools.observer(
            events.Checked(
                frame.index,
                frame.order,
                found.done,
                found.total,
                found.positions,
                found.areas,
                *frame.progress(elapsed),
            )
        )
