# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a comparison came to, gathered in a thread for the window; no Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from driveproof.domain.plan import Plan
from driveproof.domain.run_match import tests_of
from driveproof.session.plan_judging import Judged
from driveproof.ui.pages.compare_load import Compared, Wish, gather

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
    gathered = gather(history, Wish(plan.runs))
    sides = found.comparison.sides
    compared = replace(
        gathered,
        comparison=found.comparison,
        spans=found.spans,
        order=sides,
        tests=tuple(tests_of(side) for side in sides),
    )
    return Answer(plan, compared)
