# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads after pauses in which no processor may sleep."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

from driveproof.domain.errors import DriveproofError
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.work import Part
from driveproof.engine.run.fio_run import FioEnding, FioRun
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.phase import PhaseRunner
from driveproof.fio.command import busy_command
from driveproof.fio.process import FioProcess


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], PhaseRunner]:
    """fio, beside which all processors are kept busy where the test says so."""
    del profile, tools
    return lambda frame: (AwakeRunner if frame.phase.part is Part.AWAKE else PhaseRunner)(frame)


class AwakeRunner(PhaseRunner):
    """Keeps all processors busy with work that gives way to any other (SCHED_IDLE, chrt(1))."""

    def run(self, job: FioRun) -> FioEnding:
        """Have fio work while no processor sleeps."""
        phase, tools = self.frame.phase, self.frame.tools
        fio = tools.bench.launch(phase, self.frame.order).command[0]
        line = busy_command(fio, os.cpu_count() or 1, phase.warmup + phase.seconds + 1.0)
        chrt = shutil.which("chrt")
        try:
            busy = FioProcess([*([chrt, "--idle", "0"] if chrt else []), *line])
        except DriveproofError as error:
            return FioEnding(None, error, cancelled=False)
        try:
            return super().run(job)
        finally:
            busy.end()
