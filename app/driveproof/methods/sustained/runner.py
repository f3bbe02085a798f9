# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Long writes: where their speed changes is looked for while they run."""

from __future__ import annotations

from collections.abc import Callable

from driveproof.domain.errors import DriveproofError
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.sustained import Changes, SpeedChange
from driveproof.domain.run.work import Part
from driveproof.engine.run import events
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.phase import PhaseRunner
from driveproof.fio.stream import FioReport


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], PhaseRunner]:
    """fio; the random writes at the end are no long write."""
    del profile, tools
    return lambda frame: (PhaseRunner if frame.phase.part is Part.RANDOM_END else LongWriteRunner)(
        frame
    )


class LongWriteRunner(PhaseRunner):
    """Tells, once a second, where a long write has changed its speed."""

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Write once; what made it fail, None when nothing or a cancel did."""
        self._changes = Changes()
        self._told: tuple[SpeedChange, ...] = ()
        return super().repeat(order, enough)

    def report(self, report: FioReport) -> None:
        """Take a snapshot of fio's, and look."""
        super().report(report)
        frame, points = self.frame, self.track.points
        if not points or not self._changes.due(points[-1].snapshot.seconds, len(points)):
            return
        moments = self.moments
        seconds = [0.0, *(moment.seconds for moment in moments)]
        found = self._changes.look(seconds, [0, *(moment.bytes for moment in moments)])
        if found != self._told:
            self._told = found
            frame.tools.observer(events.SpeedChanged(frame.index, frame.order, found))
