# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A kept check, with the verdict of speed over what is known of the drive by now."""

from __future__ import annotations

from driveproof.domain.check.check import Check
from driveproof.domain.check.speed import judged
from driveproof.domain.expected_speed import Expectation
from driveproof.engine.run.expected_speed import expected_of
from driveproof.history.checks import Checks
from driveproof.history.store import History


def kept_check(history: History, check_id: str) -> tuple[Check, tuple[Expectation, ...]]:
    """The check, and what the tests of its measurement can be held against. Raises MachineError."""
    check = Checks(history).load(check_id)
    if check.run is None:
        return check, ()
    expected = expected_of(check.run, history)
    return judged(check, expected), expected
