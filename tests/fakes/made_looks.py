# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks of an experiment without a measurement."""

from __future__ import annotations

from datetime import UTC, datetime

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.headline import Headline, JudgedTest
from driveproof.domain.experiment.experiment import Experiment
from driveproof.domain.experiment.plan import ExperimentLook

WHEN = datetime(2026, 11, 20, 18, 4, tzinfo=UTC)


def headline(*verdicts: Verdict) -> Headline:
    """One test for each verdict."""
    tests = (
        JudgedTest(
            side=1, title=f"test {number}", profile="quick", pattern=Pattern.RANDOM,
            direction=Direction.READ, verdict=verdict, ratio=1.2,
            speeds=(1.1, 1.3),
        )
        for number, verdict in enumerate(verdicts)
    )  # fmt: skip
    return Headline(sides=("baseline", "after"), drives=(None, None), tests=tuple(tests))


def look(alpha: float = 0.02, left: int = 0, at: datetime = WHEN) -> ExperimentLook:
    """One claim of two tests."""
    return ExperimentLook(
        alpha=alpha, at=at, before=("r1", "r2"), after=("r3",), left=left, between=0.5,
        spacing=600.0, headline=headline(Verdict.FASTER, Verdict.UNDECIDED),
    )  # fmt: skip


def looked(experiment: Experiment, left: int = 0) -> Experiment:
    """The sides compared, with one claim."""
    found = look(left=left)
    return experiment.looked(found, found.headline)
