# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the helper starts on a device in the place of fio."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.errors import CancelledError
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.run.hdparm import ENGINE
from driveproof.engine.run.device import Means
from driveproof.engine.run.held_device import Held
from driveproof.engine.run.helper_launch import HelperLaunch
from driveproof.methods.hdparm.runner import HdparmRun
from driveproof.system.helper.hold import ReadHold
from driveproof.system.helper.phase import hdparm_test


def launch(phase: Phase, device: str, held: Held[ReadHold]) -> HelperLaunch | None:
    """One timing of hdparm's that is about to start; None for a test of fio's."""
    if phase.tool is Tool.FIO:
        return None
    test = hdparm_test(phase)
    return HelperLaunch(
        (ENGINE, *phase.tool.split(), device),
        lambda connected: held.start(lambda hold: hold.hdparm(test), connected),
    )


def try_once(phases: Sequence[Phase], device: str, held: Held[ReadHold], means: Means) -> None:
    """Start a timing and end it at once: what stands against it is known before the run begins.

    Raises DriveproofError, CancelledError.
    """
    timing = next(found for phase in phases if (found := launch(phase, device, held)) is not None)
    ending = means.start(HdparmRun(timing, cancelled=means.cancelled, trial=True))
    if means.cancelled():
        raise CancelledError("Cancelled before anything was changed.")
    if ending.failure is not None:
        raise ending.failure
