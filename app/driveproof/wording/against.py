# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of two drives that are measured in turn."""

from __future__ import annotations

from driveproof.domain.run.run import CANCELLED, FAILED, Run
from driveproof.domain.text import shown
from driveproof.wording.catalogue import _


def drive_words(run: Run) -> str:
    """The drive of a run, or where it was measured."""
    return shown(run.target.model or run.target.device or run.target.path)


def run_words(run: Run) -> str:
    """What has become of the run of one of both."""
    values = {"drive": drive_words(run), "path": shown(run.target.path), "run": run.id}
    if run.status == FAILED and run.phases:
        text = _("{drive} ({path}) failed; partial result saved as {run}.")
    elif run.status == FAILED:
        text = _("{drive} ({path}) was not measured.")
    elif run.status == CANCELLED and run.phases:
        text = _("{drive} ({path}) was not finished; partial result saved as {run}.")
    elif run.status == CANCELLED:
        text = _("{drive} ({path}) was not measured.")
    else:
        text = _("{drive} ({path}): saved as {run}.")
    return text.format(**values)


def in_turn_words(run: Run) -> str:
    """With which run it was measured in turn; "" for any other run."""
    bound = run.environment.in_turn
    if bound is None:
        return ""
    return _("run {run}, random order with seed {seed}").format(run=bound.other, seed=bound.seed)
