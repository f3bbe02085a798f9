# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a comparison came to, gathered in a thread for the window; no Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from driveproof.domain.experiment.experiment import Experiment
from driveproof.engine.experiment.judge import Judged
from driveproof.ui.compare.load import Compared, Parts, Wish, gather

if TYPE_CHECKING:
    from collections.abc import Callable

    from driveproof.history.store import History


@dataclass(frozen=True)
class Answer:
    """An experiment with its sides compared."""

    experiment: Experiment
    compared: Compared


def answer(
    history: History, judged: Callable[[Experiment], Judged], experiment: Experiment
) -> Answer:
    """The sides as the experiment compares them, with their curves. Raises DriveproofError."""
    found = judged(experiment)
    sides = tuple(
        (side.name, tuple(run.id for run in side.runs)) for side in found.comparison.sides
    )
    parts = Parts(sides, experiment.compared, found.comparison.named)
    gathered = gather(history, Wish(experiment.runs, parts=parts))
    return Answer(experiment, replace(gathered, comparison=found.comparison, spans=found.spans))
