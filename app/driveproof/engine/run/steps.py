# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the steps of a profile's course, one after the other, and knows what came of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING

from driveproof.domain.profile.course import Search, Step, course_of
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import CUT_SHORT, PhaseResult
from driveproof.engine.run import events, method
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.going_on import Spacing
from driveproof.engine.run.mapped_devices import MappedDevices
from driveproof.engine.run.written import WrittenBytes

if TYPE_CHECKING:
    from driveproof.engine.run.against import Turn


class Steps:
    """The steps of a run. `turn` is waited for before each where two drives are measured in turn,
    `mapped` looks at the devices after each.
    """

    def __init__(self, profile: Profile, turn: Turn | None, mapped: MappedDevices) -> None:
        self._profile = profile
        self._turn, self._mapped = turn, mapped
        self._runners: dict[Phase, method.Runner] = {}
        self._over = False  # the course has ended, and not by a cancel
        self._spacing = Spacing()
        self.written = WrittenBytes()
        """What the run has written."""

    @property
    def phases(self) -> tuple[PhaseResult, ...]:
        """What was measured until now, in the order of the profile."""
        results = [runner.frame.result for runner in self._runners.values()]
        return tuple(result for result in results if result is not None and result.repeats)

    @property
    def complete(self) -> bool:
        """Whether everything was measured to its end."""
        if isinstance(self._profile.plan, Search):
            return self._over
        phases = self.phases
        whole = all(
            sum(CUT_SHORT not in repeat.disturbed for repeat in phase.repeats)
            >= self._profile.repeats
            for phase in phases
        )
        return self._over and whole and len(phases) == len(self._profile.phases)

    def measure(self, tools: Tools, keep: Callable[[PhaseResult], None]) -> None:
        """Every step of the course; `keep` keeps a test with its repeats so far. Raises what made
        one fail.
        """
        profile = self._profile
        runner_of = method.runners(profile, tools)

        def add(phase: Phase) -> None:
            self._runners[phase] = runner_of(Frame(profile, phase, len(self._runners), tools))

        for phase in dict.fromkeys(profile.phases):
            add(phase)
        ended: set[Phase] = set()
        with closing(course_of(profile, self._reached)) as course:
            step = next(course, None)
            while step is not None and not tools.jobs.cancelled():
                if self._turn is not None:
                    self._turn.wait()
                phase = step.phase
                ended.update(self._end_known(step))
                self._wait(step, tools)
                if tools.jobs.cancelled():
                    break
                if phase not in self._runners:
                    tools.progress.add(phase)
                    add(phase)
                tools.progress.follow(step.left, step.likely)
                result = self._take(step, self._runners[phase])
                if tools.jobs.cancelled() and not _whole(step, result):
                    break
                if result is not None and not tools.jobs.cancelled():
                    if step.last:
                        self._runners[phase].frame.end()
                        ended.add(phase)
                    keep(result)
                try:
                    step = course.send(result)
                except StopIteration:
                    step = None
            self._over = step is None
        for phase, runner in self._runners.items():
            if phase not in ended:
                runner.frame.end()

    def _end_known(self, step: Step) -> tuple[Phase, ...]:
        """End the tests that turned out to need no further repeat."""
        for phase in step.over:
            self._runners[phase].frame.end()
        return step.over

    def _take(self, step: Step, runner: method.Runner) -> PhaseResult | None:
        """Measure a step; the test with its repeats, None where nothing was measured. Raises what
        made it fail.
        """
        self._spacing.begin(step.phase)
        failure = runner.repeat(step.order, step.enough)
        self._mapped.look(step.phase.name)
        if failure is not None:
            raise failure
        result = runner.frame.result
        if result is None or not result.repeats:
            return None
        if result.repeats[-1].order == step.order:
            most = self._profile.written_by(step.phase) or 0
            data = self._profile.data_of(step.phase)
            self.written.add(result.repeats[-1], most, most / data if data else 1.0)
        return result

    def _reached(self) -> int:
        """The bytes of this run that reached the drive so far, at most."""
        return self._profile.files_take(self.written.laid_out) + self.written.reached()

    def _wait(self, step: Step, tools: Tools) -> None:
        """Let the drive settle, and what made the test's repeat before as it was."""
        rest = self._spacing.rest(step)
        if step.to_come is not None:
            tools.progress.plan(step.to_come)
            if rest > step.pause:
                index = self._profile.phases.index(step.phase)
                left = tools.progress.remaining()
                tools.observer(events.Resting(index, step.order, self._profile.most, rest, left))
        tools.jobs.pause(max(rest, step.pause))


def _whole(step: Step, result: PhaseResult | None) -> bool:
    """Whether a step was measured to its end."""
    newest = result.repeats[-1] if result is not None and result.repeats else None
    return newest is not None and newest.order == step.order and CUT_SHORT not in newest.disturbed
