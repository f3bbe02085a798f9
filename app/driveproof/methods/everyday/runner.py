# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each write through the page cache begins with new files."""

from __future__ import annotations

from collections.abc import Callable

from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.phase import PhaseRunner


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], PhaseRunner]:
    """fio, on empty files."""

    del profile

    def renew(phase: Phase, order: int) -> None:
        del order
        if tools.bench.files.renew is not None:
            tools.bench.files.renew(phase)

    return lambda frame: PhaseRunner(frame, renew)
