# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run under several schedulers, or on several file systems, as a table of differences: to the
device's own scheduler, or to the first file system.
"""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.access import Direction
from driveproof.domain.comparison.difference import Difference, Question, judge_differences
from driveproof.domain.comparison.judge import Prior
from driveproof.domain.metric import MetricName
from driveproof.domain.run.result import variant_of
from driveproof.domain.run.run import CUT_SHORT, METRICS, PhaseResult, Run, Summary
from driveproof.domain.say import Title
from driveproof.domain.title import SEPARATOR, common

IN_TURN = Prior(0.0, 1000.0)
"""How far runs are apart, of variants that take turns in shuffled rounds of one run: what differs
from run to run (temperature, place of the file, other load) met all of them alike, so that there is
nothing to add to how far repeats are apart. test_variant_table.py simulates it."""


@dataclass(frozen=True, slots=True)
class VariantCell:
    """A test of one variant, a scheduler or a file system; `difference` to the one that all are
    compared with, None for that itself.
    """

    variant: str
    phase: PhaseResult
    summary: Summary
    difference: Difference | None


@dataclass(frozen=True, slots=True)
class VariantTest:
    """A test in every variant that was measured, in the metric that decides, `metric`."""

    title: Title | str
    name: str
    metric: MetricName
    direction: Direction
    cells: tuple[VariantCell, ...]


def variant_tests(run: Run) -> tuple[VariantTest, ...]:
    """A run of variants as a table; every difference of it is judged together.

    Empty where the run is not of that kind. Only whole repeats count. Where the one that all are
    compared with was not measured, there are no differences.
    """
    own = base_of(run)
    tests: dict[tuple[str, Title | str], list[PhaseResult]] = {}
    for phase in run.phases:
        if variant := variant_of(phase):
            key = (phase.name.removesuffix(f"{SEPARATOR}{variant}"), common(phase.title))
            tests.setdefault(key, []).append(phase)
    asked: list[str] = []
    questions: list[Question] = []
    for phases in tests.values():
        before = next((_values(phase) for phase in phases if variant_of(phase) == own), ())
        for phase in phases:
            after = _values(phase)
            if variant_of(phase) != own and before and after:
                asked.append(phase.name)
                questions.append(Question((before,), (after,), prior=IN_TURN))
    found = dict(zip(asked, judge_differences(questions), strict=True))
    return tuple(
        VariantTest(
            title=title,
            name=name,
            metric=phases[0].primary,
            direction=phases[0].directions[0],
            cells=tuple(
                VariantCell(
                    variant_of(phase),
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


def base_of(run: Run) -> str:
    """What the others are compared with: the device's own scheduler, or the first file system."""
    made = next((phase.work.filesystem for phase in run.phases if phase.work.filesystem), "")
    return made or run.environment.scheduler or ""


def _values(phase: PhaseResult) -> tuple[float, ...]:
    metric = METRICS[phase.primary]
    return tuple(
        value
        for repeat in phase.repeats
        if CUT_SHORT not in repeat.disturbed
        and (found := repeat.directions.get(phase.directions[0])) is not None
        and (value := metric(found))
    )
