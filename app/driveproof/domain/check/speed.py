# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The verdict of speed (domain/speed.py) as a finding: what was found, and what would decide it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from driveproof.domain.bands import Band
from driveproof.domain.check.check import (
    FINE,
    ODD,
    UNKNOWN,
    Check,
    Finding,
    Found,
    Rating,
    Todo,
    Topic,
)
from driveproof.domain.errors import MachineError
from driveproof.domain.expected_speed import Expectation, Unknown
from driveproof.domain.quantity import Seconds
from driveproof.domain.run.run import Run
from driveproof.domain.speed import FINE_PACES, ODD_PACES, Pace, Paced, SpeedVerdict, speed_verdict
from driveproof.domain.statement import Statement

LONG_STALL = 1.0
"""Seconds without a completed I/O that people notice."""

_TODO = {
    Pace.TOO_SLOW: Todo.FIND_OUT_WHY,
    Pace.BELOW_MAKER: Todo.FIND_OUT_WHY,
    Pace.BEYOND_LINK: Todo.PAST_MEMORY,
    Pace.LINK_BELOW_BEST: Todo.FULL_LINK_FIRST,
    Pace.ABOVE_MAKER: Todo.CHECK_ENTERED_FIGURE,
    Pace.UNSTEADY: Todo.MEASURE_ALONE,
    Pace.ONE_REPEAT: Todo.MEASURE_AGAIN,
}


def rating(pace: Pace) -> Rating:
    """The rating of a pace."""
    if pace in ODD_PACES:
        return ODD
    return FINE if pace in FINE_PACES else UNKNOWN


def speed(
    run: Run | None, expected: Sequence[Expectation], why_not: Statement | None = None
) -> tuple[Finding, ...]:
    """The verdict over what the tests of a run can be held against, and a stall if there was one;
    `why_not` where there is no measurement.
    """
    if run is None or not run.phases:
        said = why_not
        if said is None:
            error = run.error if run else None
            said = Statement(Found.QUOTED, text=error) if error else Statement(Found.NOT_MEASURED)
        return (Finding(Topic.SPEED, UNKNOWN, (said,), _repair(said)),)
    verdict = speed_verdict(run, expected)
    if verdict is None:
        nothing = (Statement(Found.NOTHING_WHOLE),)
        found = [Finding(Topic.SPEED, UNKNOWN, nothing, run=run.id)]
    else:
        found = [_finding(run, verdict)]
    stall = _longest_stall(run)
    if stall >= LONG_STALL:
        said = Statement(Found.STALLED, stall=Seconds(stall))
        advice = (Statement(Todo.MEASURE_LOOK_AT_HEALTH),)
        found.append(Finding(Topic.SPEED, ODD, (said,), advice, run=run.id))
    return tuple(found)


def _repair(said: Statement) -> tuple[Statement, ...]:
    """What to do first where nothing could be measured, as to install what measures."""
    error = said.values.get("text")
    if isinstance(error, MachineError) and error.advice is not None:
        return (Statement(Todo.REPAIR, text=error),)
    return ()


def _finding(run: Run, verdict: SpeedVerdict) -> Finding:
    said = [_said(pace, tests) for pace, tests in verdict.groups]
    unsteady = any(pace is Pace.UNSTEADY for pace, _tests in verdict.groups)
    if unsteady and any(repeat.disturbed for phase in run.phases for repeat in phase.repeats):
        said.append(Statement(Found.OTHER_USER))
    advice = _advice(run, verdict)
    return Finding(Topic.SPEED, rating(verdict.pace), tuple(said), advice, run=run.id)


def _said(pace: Pace, tests: Sequence[Paced]) -> Statement:
    bands = [one.test.band for one in tests if isinstance(one.test.band, Band)]
    drives = str(bands[0].drive_class) if bands else ""
    figures = tuple(one.figure for one in tests)
    return Statement(Found.PACE, pace=pace, figures=figures, drives=drives)


def _advice(run: Run, verdict: SpeedVerdict) -> tuple[Statement, ...]:
    """What would decide it, of the pace that is the verdict."""
    pace, first = verdict.pace, verdict.tests[0]
    if pace is Pace.SLOWER:
        return (Statement(Todo.SEE_WHAT_DIFFERS, before=first.figure.run, after=run.id),)
    if pace in (Pace.BELOW_CLASS, Pace.OPEN):
        askable = any(one.test.maker is Unknown.NOT_ENTERED for one in verdict.tests)
        wanted = bool(run.target.model) and askable
        return (Statement(Todo.ENTER_MAKERS_FIGURES),) if wanted else ()
    todo = _TODO.get(pace)
    return () if todo is None else (Statement(todo),)


def _longest_stall(run: Run) -> float:
    return max(
        (
            one.longest_stall or 0.0
            for phase in run.phases
            for repeat in phase.repeats
            for one in repeat.directions.values()
        ),
        default=0.0,
    )


def judged(check: Check, expected: Sequence[Expectation]) -> Check:
    """The check with the verdict over what is known by now, as after the maker's figures were
    entered; as it is without its measurement.
    """
    if check.run is None or not check.run.phases:
        return check
    rest = tuple(finding for finding in check.findings if finding.topic is not Topic.SPEED)
    return replace(check, findings=(*rest, *speed(check.run, expected)))
