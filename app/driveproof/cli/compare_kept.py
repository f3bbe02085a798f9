# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof compare`: which runs or checks are compared, as their words say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.cli.compare import compare
from driveproof.cli.compare_checks import compare_checks
from driveproof.cli.selected import find_kept
from driveproof.cli.usage import conflict, needs
from driveproof.domain.errors import Advice, MachineError, Remedy
from driveproof.history.earlier import previous

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.application import Application

PREVIOUS = "previous"
"""As BEFORE of `compare`: the newest earlier run of the same drive and profile as AFTER."""


def compare_kept(app: Application, arguments: argparse.Namespace) -> int:
    """Compare the runs or the checks that are named, and return the exit status. Raises
    DriveproofError.
    """
    found = [find_kept(app, one) for one in arguments.after]
    first = None if arguments.before == PREVIOUS else find_kept(app, arguments.before)
    if any(each.checks for each in found) or (first is not None and first.checks):
        if first is None:
            raise conflict(PREVIOUS, arguments.after[0])
        return compare_checks(app, arguments, [first, *found])
    after = [list(each.runs) for each in found]
    before = _previous(app, after) if first is None else list(first.runs)
    base = list(find_kept(app, arguments.base).runs) if arguments.base else None
    return compare(app, arguments, [before, *after], base)


def _previous(app: Application, after: list[list[str]]) -> list[str]:
    """The run before a single one, of the same drive and profile."""
    if len(after) != 1 or len(after[0]) != 1:
        raise needs(PREVIOUS, "RUN")
    found = previous(app.history, after[0][0])
    if found is None and app.history.load(after[0][0]).target.identity is None:
        raise MachineError(
            "The drive of {run_id} has no serial number: its earlier runs are unknown.",
            run_id=after[0][0],
            advice=Advice("Name two runs."),
        )
    if found is None:
        raise MachineError(
            "There is no earlier run with the drive and profile of {run_id}.",
            run_id=after[0][0],
            advice=Advice(Remedy.LIST_RUNS),
        )
    return [found.id]
