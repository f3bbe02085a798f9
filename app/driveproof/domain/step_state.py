# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a step of a course is that a person goes through: of an experiment, for example."""

from __future__ import annotations

from enum import StrEnum

from driveproof.domain.say import Say


class StepState(StrEnum):
    """How far a step is."""

    DONE = "done"
    NOW = "now"
    WAITING = "waiting"
    LEFT_OUT = "skipped"


STATE_TITLES = {
    StepState.DONE: Say("done"),
    StepState.NOW: Say("next"),
    StepState.WAITING: Say("waiting"),
    StepState.LEFT_OUT: Say("skipped"),
}
"""A state by its own, of which colours and shapes are only signs."""
