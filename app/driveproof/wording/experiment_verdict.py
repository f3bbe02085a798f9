# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the end of an experiment says."""

from __future__ import annotations

from driveproof.domain.comparison.headline import Headline
from driveproof.domain.experiment.experiment import CANCELLED, Experiment
from driveproof.wording.comparison.headline import headline_text
from driveproof.wording.errors import worded
from driveproof.wording.experiment import standing


def verdict_text(experiment: Experiment) -> str:
    """What its end says, in one sentence; "" before it."""
    verdict = experiment.verdict
    if isinstance(verdict, Headline):
        return headline_text(verdict)
    return "" if verdict is None else worded(verdict.key, verdict.values)


def standing_or_verdict(experiment: Experiment) -> str:
    """What is done, and what comes next; the verdict of one that is finished."""
    ended = experiment.status != CANCELLED and experiment.stage is None
    return (verdict_text(experiment) if ended else "") or standing(experiment)
