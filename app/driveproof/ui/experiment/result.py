# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a comparison came to, gathered in a thread for the window; no Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from driveproof.domain.experiment.experiment import Plan
from driveproof.engine.experiment.judge import Judged
from driveproof.ui.compare.load import Compared, Parts, Wish, gather

if TYPE_CHECKING:
    from collections.abc import Callable

    from driveproof.history.store import History


@dataclass(frozen=True)
class Answer:
    """A plan with its sides compared."""

    plan: Plan
    compared: Compared


def answer(history: History, judged: Callable[[Plan], Judged], plan: Plan) -> Answer:
    """The plan's own sides, as it compares them, with their curves. Raises DriveproofError."""
    found = judged(plan)
    sides = tuple(
        (side.name, tuple(run.id for run in side.runs)) for side in found.comparison.sides
    )
    parts = Parts(sides, plan.compared, found.comparison.named)
    gathered = gather(history, Wish(plan.runs, parts=parts))
    return Answer(plan, replace(gathered, comparison=found.comparison, spans=found.spans))
