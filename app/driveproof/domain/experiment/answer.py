# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an experiment found, in the sentences of its comparison."""

from __future__ import annotations

from driveproof.domain.answer import Answer
from driveproof.domain.comparison.sentences import sentences
from driveproof.domain.experiment.experiment import Experiment


def answer_of(experiment: Experiment) -> Answer | None:
    """What its looks found so far, None before the first."""
    verdict = experiment.verdict
    return None if verdict is None else Answer(sentences(verdict), ())
