# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which of the marks of drives the state of an array gets."""

from __future__ import annotations

from driveproof.domain.drive.array import ArrayState
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, Grade


def array_grade(state: ArrayState) -> Grade:
    """Failing without its members, to be watched until its data are redundant again, else good."""
    if state.lost:
        return FAILING
    return CAUTION if state.doubtful else GOOD
