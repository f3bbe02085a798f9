# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is kept of an experiment, in the person's language."""

from __future__ import annotations

from driveproof.domain.experiment.answer import answer_of
from driveproof.domain.experiment.experiment import CANCELLED, Experiment, FinishedStep
from driveproof.domain.experiment.sentences import standing
from driveproof.wording.say import say_text, say_texts


def done_text(done: FinishedStep) -> str:
    """What to remember of a finished step, "" for nothing."""
    return "; ".join(map(say_text, done.notes))


def verdict_text(experiment: Experiment) -> str:
    """What its looks found so far; "" before the first."""
    answer = answer_of(experiment)
    return "" if answer is None else say_texts(answer.sentences)


def standing_or_verdict(experiment: Experiment) -> str:
    """What is done, and what comes next; the verdict of one that is finished."""
    ended = experiment.status != CANCELLED and experiment.stage is None
    return (verdict_text(experiment) if ended else "") or say_text(standing(experiment))
