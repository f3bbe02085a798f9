# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a run of a session was measured where the session is: a stick comes off in the middle."""

from __future__ import annotations

from driveproof.domain.experiment.experiment import SCHEDULER, Experiment
from driveproof.domain.run.run import Run
from driveproof.domain.text import visible


def why_elsewhere(experiment: Experiment, run: Run) -> str:
    """Why the run says nothing about the step that it was for, "" where it does.

    The target was found just before it. What was mounted there may have gone since, and a folder
    is then on the file system of its parent; another program may have set another scheduler.
    """
    kept, found = experiment.target, run.target
    if kept.identity and found.drive and found.drive != kept.identity:
        name = found.model or found.drive
        return f"it was measured on {visible(name)}, and not on {visible(kept.drive)}"
    if None not in (kept.mount_point, found.mount_point) and kept.mount_point != found.mount_point:
        return (
            f"it was measured on what is mounted at {visible(found.mount_point or '')}, and not at"
            f" {visible(kept.mount_point or '')}"
        )
    if experiment.action == SCHEDULER:
        wanted, used = (
            experiment.side_name(experiment.require_open().step),
            run.environment.scheduler,
        )
        if used and used != wanted:
            return f"it was measured with {visible(used)}, and not with {visible(wanted)}"
    return ""
