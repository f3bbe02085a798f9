# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The note on a second baseline: how soon after the first it began, not how long it took."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.unit.domain.compared_runs import START, phase, run

from driveproof.domain.experiment.action import TRIM
from driveproof.domain.experiment.experiment import Experiment, ExperimentTarget, PlannedProfile
from driveproof.engine.experiment.judge import run_notes

PLAN = (
    Experiment(
        id="p", created=START, name="n", action=TRIM, profile=PlannedProfile("quick", 6),
        target=ExperimentTarget("/mnt/x", "file"), tests=1, baselines=2,
    )
    .checked(START)
    .begun("r1")
    .measured("r1", START)
)  # fmt: skip


@pytest.mark.parametrize(("minutes", "hasty"), [(1, True), (59, True), (61, False), (3000, False)])
def test_a_batch_that_followed_at_once(minutes: int, hasty: bool) -> None:
    """It took two hours itself, and was noted a day later, after a kill."""
    second = run(phase([1.0]), started=START + timedelta(minutes=minutes), seconds=7200.0)
    notes = run_notes(PLAN, second)
    assert bool(notes) is hasty
    assert all("hardly an independent measurement" in note.key for note in notes)
