# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs whose tests go on until they are certain: the rests between repeats, and how each ended."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.profile.course import Step
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import OneOf, Share
from driveproof.domain.run.run import FINISHED, PhaseResult, Run
from driveproof.domain.run.stopping import current_rule, stopping_of
from driveproof.domain.run.stopping_rule import StoppingRule, StopReason


class Spacing:
    """Knows when the newest repeat of each test began."""

    def __init__(self) -> None:
        self._began: dict[Phase, float] = {}

    def begin(self, phase: Phase) -> None:
        """A repeat begins now."""
        self._began[phase] = time.monotonic()

    def rest(self, step: Step) -> float:
        """Seconds until the repeat of a step may begin."""
        began = self._began.get(step.phase)
        if not step.apart or began is None:
            return 0.0
        return max(0.0, step.apart - (time.monotonic() - began))


def with_certainty(run: Run, profile: Profile, written: int) -> Run:
    """A run with how certain each test became and why it ended, where each stands for itself;
    `written` are the bytes that it wrote.
    """
    if not profile.goes_on:
        return run
    rule = current_rule(profile.repeats, profile.most, profile.budget, written)
    finished = run.status == FINISHED
    phases = tuple(
        replace(phase, stopping=stopping_of(phase, rule, finished=finished)) for phase in run.phases
    )
    return replace(
        run,
        phases=phases,
        environment=replace(run.environment, stopping_rule=rule),
        notes=(*run.notes, *_notes(phases, rule)),
    )


def _notes(phases: Sequence[PhaseResult], rule: StoppingRule) -> tuple[Note, ...]:
    """Which tests ended before they were certain; of a cancel others tell."""
    uncertain = [
        one.name
        for one in phases
        if one.stopping
        and one.stopping.why in (StopReason.BUDGET, StopReason.MOST, StopReason.WRITE_CACHE)
    ]
    if not uncertain:
        return ()
    # Translators: {tests} is a list of tests; their median is not certain within {share}.
    return (
        Note(
            "Not within {share}: {tests}.",
            share=Share(rule.within),
            tests=OneOf(tuple(uncertain)),
            kind=NoteKind.DOUBT,
        ),
    )
