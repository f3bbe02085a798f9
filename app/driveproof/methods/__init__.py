# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The ways of measuring, one package each, which is imported when its name is asked for.

A package has what its method needs beyond a list of tests: `plan.py`, the options that a profile
may choose and the tests that follow from them; `runner.py`, who measures them where that is not
fio; `answer.py`, what a run of it found. A plan and an answer import the ground floor alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.domain.method import NAMES, part
from driveproof.domain.run.result import answer_method

if TYPE_CHECKING:
    from driveproof.domain.answer import Answer
    from driveproof.domain.run.run import Run

__all__ = ["NAMES", "answer_of"]


def answer_of(run: Run) -> Answer | None:
    """What a run found, by the `answer.py` of its method; None for a method that has none yet."""
    module = part(answer_method(run), "answer")
    if module is None:
        return None
    found: Answer = module.answer(run)
    return found
