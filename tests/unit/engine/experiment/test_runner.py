# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment waits for the moments of its plan, looks when it says, and claims by the rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.builders.compared_runs import phase, run
from tests.fakes.stepped_clock import SteppedClock

from driveproof.domain.comparison.comparison import CLAIMS
from driveproof.domain.comparison.judge import SideRuns, judge_tests
from driveproof.domain.errors import CancelledError
from driveproof.domain.experiment.action import OTHER
from driveproof.domain.experiment.defaults import plan_for
from driveproof.domain.experiment.experiment import (
    AFTER,
    BASELINE,
    FINISHED,
    OPEN,
    Experiment,
    PlannedProfile,
)
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import Run
from driveproof.engine.experiment.runner import ExperimentParts, ExperimentRunner
from driveproof.engine.experiment.target import remember
from driveproof.engine.run.persistence import Recorder
from driveproof.engine.run.profiles import Profiles
from driveproof.history.experiments import Experiments
from driveproof.history.store import History
from driveproof.system.kernel.sysfs import Sysfs

TESTS = ("read", "write")


@dataclass
class Measured:
    """A session that has its figures already."""

    made: Run
    recorder: Recorder
    clock: SteppedClock
    failure: None = None

    def run(self) -> Run:
        self.recorder.begin(replace(self.made, status="running", phases=()))
        self.clock.skipped += 35
        for one in self.made.phases:
            self.recorder.keep_phase(self.made.id, one)
        self.recorder.finish(self.made)
        return self.made

    def cancel(self) -> None: ...


@dataclass
class Bench:
    """An experiment whose runs measure `speeds`, one factor a run."""

    history: History
    folder: Path
    speeds: Sequence[float]
    spread: float = 0.01
    clock: SteppedClock = field(default_factory=SteppedClock)
    measured: list[Run] = field(default_factory=list)
    left: list[float] = field(default_factory=list)
    random: Random = field(default_factory=lambda: Random(7))

    def begin(self, baselines: int = 2) -> Experiment:
        now = self.clock.now()
        made = Experiment(
            id="0abc", created=now, name="n", action=OTHER, text="cable", tests=len(TESTS),
            profile=PlannedProfile("quick", 3), target=remember(str(self.folder), None, Sysfs()),
            plan=plan_for(OTHER, baselines),
        ).checked(now)  # fmt: skip
        Experiments(self.history).save(made)
        return made

    def runner(self) -> ExperimentRunner:
        parts = ExperimentParts(
            history=self.history, profile=lambda name: Profiles().find(name),
            inventory=lambda: None, measure=self._measure, trim=_nobody, switch=_nobody,
            health=lambda _: (), locks=self.folder / "locks", confirm=lambda _: True,
            left=self.left.append,
        )  # fmt: skip
        return ExperimentRunner("0abc", parts, self.clock)

    def go_on(self, **how: Any) -> Experiment:
        return self.runner().advance(**how)

    def whole(self, experiment: Experiment) -> Experiment:
        while experiment.status == OPEN:
            experiment = self.go_on()
        return experiment

    def _measure(
        self, _profile: Profile, _path: str, _label: str, recorder: Recorder, *, fresh: bool
    ) -> Any:
        number = len(self.measured)
        made = run(
            *(
                phase(
                    [
                        500.0 * self.speeds[number] * exp(self.random.gauss(0, self.spread))
                        for _ in range(3)
                    ],
                    direction=direction,
                )
                for direction in TESTS
            ),
            id=f"r{number}",
            started=self.clock.now(),
        )
        self.measured.append(made)
        return Measured(made, recorder, self.clock)


def _nobody(_: str) -> Any:
    raise AssertionError("nobody asked for it")


@pytest.fixture
def make(history: History, tmp_path: Path) -> Callable[..., Bench]:
    return lambda *speeds, **more: Bench(history, tmp_path, speeds, **more)


def test_the_runs_of_a_state_have_their_moments(make: Callable[..., Bench]) -> None:
    bench = make(1.0, 1.0, 1.0, 1.0, spread=0.05)
    experiment = bench.whole(bench.begin())
    for side in (BASELINE, AFTER):
        first, second = experiment.began(side)
        assert 600 <= (second - first).total_seconds() < 605
    assert max(bench.left) == pytest.approx(565, abs=5) and bench.left[-1] == 0
    assert [found.spacing for found in experiment.looks] == pytest.approx([600, 600], abs=5)
    assert all(done.notes == () for done in experiment.done)


def test_a_wait_that_is_cancelled_keeps_its_moment(make: Callable[..., Bench]) -> None:
    bench = make(1.0, 1.0)
    bench.begin()
    due = bench.go_on().due
    bench.clock.slept = lambda _: runner.cancel()
    runner = bench.runner()
    with pytest.raises(CancelledError):
        runner.advance()
    kept = Experiments(bench.history).load("0abc").experiment
    assert (kept.due, len(kept.runs), kept.attempts) == (due, 1, ())
    # Later than planned is fine.
    bench.clock.skipped += 10_000
    bench.left.clear()
    assert len(bench.go_on().runs) == 2
    assert bench.left == []


def test_who_does_not_wait_is_noted(make: Callable[..., Bench]) -> None:
    bench = make(1.0, 1.0, 1.0)
    bench.begin()
    bench.go_on()
    experiment = bench.go_on(at_once=True)
    assert bench.left == [] and len(experiment.done[-1].notes) == 1
    (look,) = bench.go_on() and bench.go_on().looks
    assert look.spacing is not None and look.spacing < experiment.plan.spacing


def test_what_is_settled_is_not_measured_again(make: Callable[..., Bench]) -> None:
    bench = make(1.0, 1.0, 1.3)
    experiment = bench.whole(bench.begin())
    (look,) = experiment.looks
    assert (look.alpha, look.left, len(look.claims), len(experiment.runs)) == (0.02, 0, 2, 3)


@pytest.mark.deep
@pytest.mark.parametrize("baselines", [1, 2, 3])
@pytest.mark.parametrize("after", [1.0, 1.1, 1.25])
def test_the_claims_are_those_of_the_rule(
    make: Callable[..., Bench], baselines: int, after: float
) -> None:
    """Each look by the values of its runs and its own alpha; what one has claimed stays claimed."""
    speeds = [0.99, 1.01, 1.0][:baselines] + [after * one for one in (1.01, 0.99, 1.0)]
    bench = make(*speeds, spread=0.04)
    experiment = bench.whole(bench.begin(baselines))
    assert experiment.status == FINISHED
    runs = {one.id: one for one in bench.measured}
    claimed: set[int] = set()
    for look in experiment.looks:
        sides = [
            SideRuns(*(
                [[log(value) for value in values(runs[one], number)] for one in side]
                for side in look.runs
            ))
            for number in range(len(TESTS))
        ]  # fmt: skip
        judged = judge_tests(sides, alpha=look.alpha)
        expected = {number for number, one in enumerate(judged) if one.claimed}
        assert {TESTS.index(test.direction) for test in look.claims} == expected
        claimed |= expected
        undecided = [
            number for number, one in enumerate(judged)
            if number not in claimed
            and not (log(0.9) <= one.interval()[0] and one.interval()[1] <= log(1.1))
        ]  # fmt: skip
        assert look.left == len(undecided)
    assert [look.alpha for look in experiment.looks] == list(
        experiment.plan.alphas[: len(experiment.looks)]
    )
    assert experiment.verdict is not None
    found = {
        TESTS.index(test.direction) for test in experiment.verdict.tests if test.verdict in CLAIMS
    }
    assert found == claimed
    ended = not experiment.looks[-1].left
    assert ended or len(experiment.looks) == len(experiment.plan.alphas)


def values(one: Run, number: int) -> list[float]:
    """The figure of each repeat of a test."""
    found = one.phases[number]
    return [repeat.directions[found.direction].iops for repeat in found.repeats]


def test_the_moment_is_ten_minutes_after_the_run_before_began(make: Callable[..., Bench]) -> None:
    bench = make(1.0)
    bench.begin()
    experiment = bench.go_on()
    (began,) = experiment.began(BASELINE)
    assert experiment.due == began + timedelta(seconds=600)
