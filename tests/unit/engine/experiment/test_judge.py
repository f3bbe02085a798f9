# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The note on a run that did not wait for its moment: how soon it began, not how long it took."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.builders.compared_runs import START, phase, run

from driveproof.domain.experiment.action import SCHEDULER, TRIM
from driveproof.domain.experiment.defaults import plan_for
from driveproof.domain.experiment.experiment import Experiment, ExperimentTarget, PlannedProfile
from driveproof.engine.experiment.judge import run_notes


def second(action: str, seconds: float) -> Experiment:
    """The second run of a state is on, which began so many seconds after the first."""
    one = Experiment(
        id="p", created=START, name="n", action=action, profile=PlannedProfile("quick", 3),
        target=ExperimentTarget("/mnt/x", "file"), tests=1, plan=plan_for(action),
    ).checked(START)  # fmt: skip
    for number in range(3 if action == SCHEDULER else 1):
        one = one.begun(f"r{number}", START).measured(f"r{number}", START)
    return one.begun("r9", START + timedelta(seconds=seconds))


@pytest.mark.parametrize(
    ("action", "seconds", "hasty"),
    [(TRIM, 60, True), (TRIM, 599, True), (TRIM, 600, False), (TRIM, 9e5, False),
     (SCHEDULER, 60, False)],
)  # fmt: skip
def test_a_run_that_followed_too_soon(action: str, seconds: float, hasty: bool) -> None:
    """It took two hours itself, and was noted a day later, after a kill."""
    assert bool(run_notes(second(action, seconds), run(phase([1.0]), seconds=7200.0))) is hasty
