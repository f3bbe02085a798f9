# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The verdict of speed (domain/speed.py) as a finding: what was found, and what would decide it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from driveproof.domain.check.check import (
    Check,
    CheckCode,
    CheckFinding,
    CheckToDo,
    Topic,
    checked,
    to_do,
)
from driveproof.domain.errors import MachineError
from driveproof.domain.expected_speed import Expectation, Unknown
from driveproof.domain.finding import Finding, ToDo
from driveproof.domain.quantity import Seconds
from driveproof.domain.rating import FINE, ODD, UNKNOWN, Rating
from driveproof.domain.run.run import Run
from driveproof.domain.say import Say
from driveproof.domain.speed import FINE_PACES, ODD_PACES, Pace, SpeedVerdict, speed_verdict
from driveproof.domain.speed_sentences import pace_sentences

LONG_STALL = 1.0
"""Seconds without a completed I/O that people notice."""

_TO_DO = {
    Pace.TOO_SLOW: CheckToDo.FIND_OUT_WHY,
    Pace.BELOW_SPECIFICATION: CheckToDo.FIND_OUT_WHY,
    Pace.BEYOND_LINK: CheckToDo.PAST_MEMORY,
    Pace.LINK_BELOW_BEST: CheckToDo.FULL_LINK_FIRST,
    Pace.ABOVE_SPECIFICATION: CheckToDo.CHECK_ENTERED_FIGURE,
    Pace.UNSTEADY: CheckToDo.MEASURE_ALONE,
    Pace.ONE_REPEAT: CheckToDo.MEASURE_AGAIN,
}


def rating(pace: Pace) -> Rating:
    """The rating of a pace."""
    if pace in ODD_PACES:
        return ODD
    return FINE if pace in FINE_PACES else UNKNOWN


def speed(
    run: Run | None, expected: Sequence[Expectation], why_not: Finding | None = None
) -> tuple[CheckFinding, ...]:
    """The verdict over what the tests of a run can be held against, and a stall if there was one;
    `why_not` where there is no measurement.
    """
    nothing = Say("Nothing was measured.")
    if run is None or not run.phases:
        said = why_not or Finding(CheckCode.NOT_MEASURED, (nothing,))
        if why_not is None and run is not None and run.error:
            said = Finding(CheckCode.QUOTED, (Say("{text}", text=run.error),))
        return (checked(Topic.SPEED, UNKNOWN, said, do=_repair(said)),)
    verdict = speed_verdict(run, expected)
    if verdict is None:
        found = [
            checked(Topic.SPEED, UNKNOWN, Finding(CheckCode.NOTHING_WHOLE, (nothing,)), run=run.id)
        ]
    else:
        found = [_finding(run, verdict)]
    stall = _longest_stall(run)
    if stall >= LONG_STALL:
        silent = Say("The drive did not respond for {stall}.", stall=Seconds(stall))
        look = Say("Measure again, and check its health.")
        do = (ToDo(CheckToDo.MEASURE_LOOK_AT_HEALTH, look),)
        stalled = Finding(CheckCode.STALLED, (silent,))
        found.append(checked(Topic.SPEED, ODD, stalled, do=do, run=run.id))
    return tuple(found)


def _repair(said: Finding) -> tuple[ToDo, ...]:
    """What to do first where nothing could be measured, as to install what measures."""
    error = said.say[0].values.get("text")
    if isinstance(error, MachineError) and error.advice is not None:
        return (ToDo(CheckToDo.REPAIR, Say("{text}", text=error)),)
    return ()


def _finding(run: Run, verdict: SpeedVerdict) -> CheckFinding:
    """Its code is the pace."""
    unsteady = any(pace is Pace.UNSTEADY for pace, _tests in verdict.groups)
    disturbed = any(repeat.disturbed for phase in run.phases for repeat in phase.repeats)
    said = [
        one
        for pace, tests in verdict.groups
        for one in pace_sentences(pace, [test.figure for test in tests])
    ]
    if unsteady and disturbed:
        said.append(Say("Other programs used the drive."))
    return CheckFinding(
        verdict.pace,
        tuple(said),
        grade=rating(verdict.pace),
        do=_advice(run, verdict),
        topic=Topic.SPEED,
        run=run.id,
    )


def _advice(run: Run, verdict: SpeedVerdict) -> tuple[ToDo, ...]:
    """What would decide it, of the pace that is the verdict."""
    pace, first = verdict.pace, verdict.tests[0]
    if pace is Pace.SLOWER:
        compare = Say(
            "Compare the runs {before} and {after}.", before=first.figure.run, after=run.id
        )
        return (ToDo(CheckToDo.SEE_WHAT_DIFFERS, compare),)
    if pace in (Pace.BELOW_CLASS, Pace.OPEN):
        askable = any(one.test.manufacturer is Unknown.NOT_ENTERED for one in verdict.tests)
        wanted = bool(run.target.model) and askable
        enter = ToDo(CheckToDo.ENTER_DATASHEET, Say("Enter the values of its data sheet."))
        return (enter,) if wanted else ()
    return to_do(_TO_DO.get(pace))


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
    """The check with the verdict over what is known by now, as after the manufacturer's figures
    were entered; as it is without its measurement.
    """
    if check.run is None or not check.run.phases:
        return check
    rest = tuple(finding for finding in check.findings if finding.topic is not Topic.SPEED)
    return replace(check, findings=(*rest, *speed(check.run, expected)))
