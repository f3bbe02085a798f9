# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A kept check, with the verdict of speed over what is known of the drive by now."""

from __future__ import annotations

from driveproof.domain.check.check import Check
from driveproof.domain.check.speed import judged
from driveproof.domain.drive.datasheet import Datasheet
from driveproof.domain.expected_speed import Expectation
from driveproof.engine.run.expected_speed import expected_of
from driveproof.history.checks import Checks
from driveproof.history.datasheet import Datasheets
from driveproof.history.store import History


def kept_check(history: History, check_id: str) -> tuple[Check, tuple[Expectation, ...]]:
    """The check, and what the tests of its measurement can be held against. Raises MachineError."""
    check = Checks(history).load(check_id)
    if check.run is None:
        return check, ()
    expected = expected_of(check.run, history)
    return judged(check, expected), expected


def enter_figures(history: History, model: str, datasheet: Datasheet) -> None:
    """Keep what the manufacturer of a model promises, and judge the kept checks of such drives by
    it. Raises MachineError.
    """
    Datasheets(history).enter(model, datasheet)
    checks = Checks(history)
    for head in checks.heads():
        if head.model == model and head.run:
            before = checks.load(head.id)
            after, _expected = kept_check(history, head.id)
            if after != before:
                checks.put_again(after)
