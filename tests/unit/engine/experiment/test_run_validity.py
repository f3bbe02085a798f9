# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which runs of a session do not count: of another drive, mount or scheduler."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.builders.compared_runs import START, phase, run

from driveproof.domain.experiment.action import OTHER, SCHEDULER
from driveproof.domain.experiment.experiment import Experiment, ExperimentTarget, PlannedProfile
from driveproof.domain.experiment.plan import before_and_after
from driveproof.engine.experiment.judge import why_elsewhere
from driveproof.wording.run import note_text

TARGET = ExperimentTarget(
    "/mnt/x", "file", identity="serial:S1", model="Disk X", mount_point="/mnt"
)
PLAN = Experiment(
    id="p", created=START, name="n", action=OTHER, profile=PlannedProfile("quick", 6),
    target=TARGET, tests=1, scheduler="bfq", own_scheduler="none", plan=before_and_after(),
).checked(START)  # fmt: skip
UNKNOWN = replace(TARGET, identity=None, mount_point=None)


@pytest.mark.parametrize(
    ("experiment", "target", "says"),
    [
        (PLAN, {}, ""),
        (PLAN, {"drive": None}, ""),
        (PLAN, {"drive": "serial:S2", "model": "Disk\x1bY"}, "Disk"),
        (PLAN, {"drive": "path:/dev/sdz", "model": None}, "path:/dev/sdz, not Disk X"),
        (PLAN, {"mount_point": "/"}, "/, not /mnt"),
        (replace(PLAN, target=UNKNOWN), {"drive": "serial:S2", "mount_point": "/"}, ""),
    ],
)
def test_where_it_was_measured(experiment: Experiment, target: dict[str, Any], says: str) -> None:
    found = why_elsewhere(experiment, run(phase([1.0]), target={"mount_point": "/mnt", **target}))
    said = note_text(found)
    assert says in said and bool(says) is bool(said)
    assert "\x1b" not in said


@pytest.mark.parametrize(("used", "counts"), [("none", True), (None, True), ("bfq", False)])
def test_with_which_scheduler(used: str | None, counts: bool) -> None:
    experiment = replace(PLAN, action=SCHEDULER)  # its own one is first
    found = why_elsewhere(experiment, run(phase([1.0]), environment={"scheduler": used}))
    assert (not found) is counts
