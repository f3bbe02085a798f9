# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What became of a run that was measured in turn with another one."""

from __future__ import annotations

from driveproof.domain.run.run import CANCELLED, FAILED, Run
from driveproof.domain.say import Say


def run_outcome(run: Run) -> Say:
    """What has become of the run of one of both drives."""
    drive = run.target.model or run.target.device or run.target.path
    path = run.target.path
    if run.status in (FAILED, CANCELLED) and not run.phases:
        return Say("{drive} ({path}) was not measured.", drive=drive, path=path)
    state = {FAILED: Say("failed"), CANCELLED: Say("cancelled")}.get(run.status, Say("finished"))
    return Say(
        "{drive} ({path}): {state}, saved as {run}.",
        drive=drive,
        path=path,
        state=state,
        run=run.id,
    )


def turn_of(run: Run) -> Say | None:
    """With which run it was measured in turn; None for any other run."""
    bound = run.environment.in_turn
    if bound is None:
        return None
    return Say("run {run}, random order with seed {seed}", run=bound.other, seed=str(bound.seed))
