# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each test has a file of its size: a new one for a test that writes it, a full one for others."""

from __future__ import annotations

from collections.abc import Callable

from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.work import FileOperation
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.layout import lay_out
from driveproof.engine.run.phase import PhaseRunner


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], PhaseRunner]:
    """fio, on the file that the test needs."""
    del profile
    full = 0  # bytes of the file, 0 where it is not known to be full

    def make(phase: Phase, order: int) -> None:
        del order
        nonlocal full
        bench = tools.bench
        assert bench.files.layout is not None and bench.files.empty is not None
        if phase.operation is FileOperation.WRITE:
            bench.files.empty(phase.extent)
            full = 0
        elif full != phase.extent:
            bench.files.empty(phase.extent)
            lay_out(tools, bench.files.layout(phase.extent), phase.extent)
            full = phase.extent

    return lambda frame: PhaseRunner(frame, make)
