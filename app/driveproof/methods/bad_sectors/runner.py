# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The search for bad sectors: the helper reads all of a device, and we keep what it finds."""

from __future__ import annotations

from collections.abc import Callable

from driveproof.domain.errors import DriveproofError
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.check_runner import CheckRunner
from driveproof.engine.run.phase import Tools
from driveproof.engine.run.read_check import ReadCheckRun


def runners(profile: Profile, tools: Tools) -> Callable[[Phase, int], ReadCheckRunner]:
    """Its one test."""
    del profile
    return lambda phase, index: ReadCheckRunner(phase, index, tools)


class ReadCheckRunner(CheckRunner):
    """Has the helper read all of a device."""

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Read all of it once; what made it fail, None when nothing or a cancel did. It is never
        ended early.
        """
        tools = self._tools
        self._begin(order, tools.bench.profile.size)
        ending = tools.start(
            ReadCheckRun(
                tools.bench.launch(self._phase, order),
                self._found,
                cancelled=tools.cancelled,
                on_look=self._tell,
                on_silence=self._silent,
            )
        )
        self._keep(ending)
        return ending.failure
