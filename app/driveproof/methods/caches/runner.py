# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Before the first reading the file is written anew, so that nothing of it was ever read."""

from __future__ import annotations

from collections.abc import Callable

from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.plan import OfNewFiles
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.layout import lay_out
from driveproof.engine.run.phase import PhaseRunner


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], PhaseRunner]:
    """fio, on a file of which no cache holds anything but what writing it left there."""
    plan = profile.plan
    assert isinstance(plan, OfNewFiles)

    def begin_anew(phase: Phase, order: int) -> None:
        del order
        bench = tools.bench
        if plan.begins_anew(phase):
            assert bench.files.layout is not None and bench.files.empty is not None
            bench.files.empty(profile.size)
            lay_out(tools, bench.files.layout(profile.size), profile.size)

    return lambda frame: PhaseRunner(frame, begin_anew)
