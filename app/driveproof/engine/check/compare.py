# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares two kept checks, with what was measured for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from driveproof.domain.check.between import CheckComparison, compare_checks
from driveproof.domain.check.check import Check
from driveproof.domain.comparison.health_over_runs import health_spans
from driveproof.domain.comparison.matching import Side
from driveproof.engine.judged import judged_sides
from driveproof.fio.stream import written_bytes
from driveproof.history.checks import Checks
from driveproof.history.curves import Curves, load_drawn
from driveproof.history.snapshots import Snapshots
from driveproof.history.store import History
from driveproof.wording.dates import date_and_time


@dataclass(frozen=True)
class ComparedChecks:
    """The comparison, and the curves of its runs by run id."""

    found: CheckComparison
    curves: Mapping[str, Curves]


def compared_checks(history: History, before: str, after: str) -> ComparedChecks:
    """Compare two checks by their ids.

    Raises MachineError for what is not kept or cannot be read.
    """
    one, other = Checks(history).load(before), Checks(history).load(after)
    curves: dict[str, Curves] = {}
    sides = [_side(history, check, curves) for check in (one, other)]
    if any(side is None for side in sides):
        return ComparedChecks(compare_checks(one, other), {})
    named = [side for side in sides if side is not None]
    if named[0].name == named[1].name:
        named = [Side(f"{side.name} ({side.runs[0].id})", side.runs) for side in named]
    measured = judged_sides(history, tuple(named))
    runs = [run for side in named for run in side.runs]
    spans = health_spans(
        measured.sides, {run.id: Snapshots(history).all_of_run(run.id) for run in runs},
        written_bytes,
    )  # fmt: skip
    return ComparedChecks(compare_checks(one, other, measured, tuple(spans)), curves)


def _side(history: History, check: Check, curves: dict[str, Curves]) -> Side | None:
    if check.run is None or not check.run.phases:
        return None
    run, curves[check.run.id] = load_drawn(history, check.run.id)
    return Side(check.label.strip() or date_and_time(check.taken), (run,))
