# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The search for bad sectors: the helper reads all of a device, and we keep what it finds."""

from __future__ import annotations

from collections.abc import Callable

from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.check_runner import CheckRunner
from driveproof.engine.run.checked import CheckedAreas
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.read_check import ReadCheckRun


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], ReadCheckRunner]:
    """Its one test."""
    del profile, tools
    return ReadCheckRunner


class ReadCheckRunner(CheckRunner):
    """Has the helper read all of a device."""

    def planned(self) -> CheckedAreas:
        """All of the device."""
        return CheckedAreas(self.frame.tools.bench.profile.size)

    def job(self) -> ReadCheckRun:
        """The helper's."""
        frame, tools = self.frame, self.frame.tools
        return ReadCheckRun(
            tools.bench.launch(frame.phase, frame.order),
            self.found,
            cancelled=tools.jobs.cancelled,
            on_look=self.look,
            on_silence=frame.stalled,
        )
