# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the end of an experiment says."""

from __future__ import annotations

from driveproof.domain.experiment.experiment import CANCELLED, Experiment
from driveproof.wording.comparison.headline import headline_text
from driveproof.wording.experiment import standing


def verdict_text(experiment: Experiment) -> str:
    """What its looks found so far, in one sentence; "" before the first."""
    return "" if experiment.verdict is None else headline_text(experiment.verdict)


def standing_or_verdict(experiment: Experiment) -> str:
    """What is done, and what comes next; the verdict of one that is finished."""
    ended = experiment.status != CANCELLED and experiment.stage is None
    return (verdict_text(experiment) if ended else "") or standing(experiment)
