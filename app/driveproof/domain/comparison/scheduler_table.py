# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run under several schedulers as a table of differences to the device's own."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.comparison.difference import Difference, Question, compare
from driveproof.domain.profile.profile import SEPARATOR
from driveproof.domain.run.run import CUT_SHORT, METRICS, PhaseResult, Run, Summary


@dataclass(frozen=True, slots=True)
class Cell:
    """A test under one scheduler; `difference` to the device's own, None for that itself."""

    scheduler: str
    phase: PhaseResult
    summary: Summary
    difference: Difference | None


@dataclass(frozen=True, slots=True)
class SchedulerTest:
    """A test under every scheduler that was measured, in the metric that decides, `metric`."""

    title: str
    name: str
    metric: str
    direction: str
    cells: tuple[Cell, ...]


def scheduler_tests(run: Run) -> tuple[SchedulerTest, ...]:
    """A run under schedulers as a table; every difference of it is judged together.

    Empty where the run is not of that kind. Only whole repeats count. Where the device's own
    scheduler was not measured, there are no differences.
    """
    own = run.environment.scheduler
    tests: dict[tuple[str, str], list[PhaseResult]] = {}
    for phase in run.phases:
        if phase.scheduler is not None:
            key = (_without(phase.name, phase.scheduler), _without(phase.title, phase.scheduler))
            tests.setdefault(key, []).append(phase)
    asked: list[str] = []
    questions: list[Question] = []
    for phases in tests.values():
        before = next((_values(phase) for phase in phases if phase.scheduler == own), ())
        for phase in phases:
            after = _values(phase)
            if phase.scheduler != own and before and after:
                asked.append(phase.name)
                questions.append(Question(before, after))
    found = dict(zip(asked, compare(questions), strict=True))
    return tuple(
        SchedulerTest(
            title=title,
            name=name,
            metric=phases[0].primary,
            direction=phases[0].directions[0],
            cells=tuple(
                Cell(
                    phase.scheduler or "",
                    phase,
                    summary,
                    found.get(phase.name),
                )
                for phase in phases
                if (summary := phase.summary(phase.directions[0], METRICS[phase.primary]))
            ),
        )
        for (name, title), phases in tests.items()
    )


def _without(text: str, scheduler: str) -> str:
    return text.removesuffix(f"{SEPARATOR}{scheduler}")


def _values(phase: PhaseResult) -> tuple[float, ...]:
    metric = METRICS[phase.primary]
    return tuple(
        value
        for repeat in phase.repeats
        if CUT_SHORT not in repeat.disturbed
        and (found := repeat.directions.get(phase.directions[0])) is not None
        and (value := metric(found))
    )
