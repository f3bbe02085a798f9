# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole experiments with fio on a device whose speed the test sets: they claim by the rule.

The kernel limits the reads of a loop device (cgroup v1), to a tenth less after the change or to the
same. The rule is computed again, in another way, from the figures that were kept.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from math import log
from pathlib import Path

import pytest
from tests.builders.expected_verdict import expected
from tests.fakes.stepped_clock import SteppedClock
from tests.system.measuring import Lab, keep_small_profile, mounted

from driveproof.composition.application import Application, Folders
from driveproof.composition.experiment_steps import begin_experiment, experiment_runner
from driveproof.composition.profiles import profiles_of
from driveproof.domain.comparison.judge import SideRuns, quantile
from driveproof.domain.experiment.action import OTHER
from driveproof.domain.experiment.experiment import AFTER, BASELINE, FINISHED, OPEN
from driveproof.engine.experiment.create import ExperimentRequest

pytestmark = pytest.mark.root

LIMIT = Path("/sys/fs/cgroup/blkio/blkio.throttle.read_iops_device")
IOPS = 1500


@contextmanager
def limited(device: str) -> Iterator[None]:
    """Takes the limit away at the end: the number of the device is used again."""
    try:
        limit(device, IOPS)
        yield
    finally:
        limit(device, 0)


def limit(device: str, reads: int) -> None:
    number = Path(device).stat().st_rdev
    LIMIT.write_text(f"{os.major(number)}:{os.minor(number)} {reads}")


def values(app: Application, run: str) -> list[float]:
    """The logarithms of the repeats of its one test."""
    (phase,) = app.history.load(run).phases
    return [log(repeat.directions[phase.direction].iops) for repeat in phase.repeats]


@pytest.mark.deep
@pytest.mark.skipif(not os.access(LIMIT, os.W_OK), reason="no cgroup v1 blkio to limit reads with")
@pytest.mark.parametrize("slower", [0.0, 0.1])
def test_a_whole_experiment_follows_the_rule(lab: Lab, tmp_path: Path, slower: float) -> None:
    app, clock = Application(Folders.below(lab.folder)), SteppedClock()
    keep_small_profile(app.folders.config / "profiles")
    with mounted("ext4", tmp_path) as (point, device), limited(device):
        request = ExperimentRequest(
            profile=profiles_of(app).find("small"), target=str(point), action=OTHER, text="limit"
        )
        experiment = begin_experiment(app, request)
        while experiment.status == OPEN:
            if experiment.by_person:
                limit(device, round(IOPS * (1 - slower)))
            experiment = experiment_runner(
                app, experiment.id, lambda _: None, on_trim=lambda _: None,
                confirm=lambda _: True, confirm_trim=lambda _: None, tell=lambda _: None,
                clock=clock,
            ).advance()  # fmt: skip
        lab.nothing_is_left(point)
    assert experiment.status == FINISHED
    for side in (BASELINE, AFTER):
        began = experiment.began(side)
        assert all((b - a).total_seconds() >= 600 for a, b in pairwise(began))
    claimed = False
    for look in experiment.looks:
        runs = [[values(app, run) for run in side] for side in look.runs]
        assert all(len(run) == 3 for side in runs for run in side)
        ((change, error, _adjusted, found),) = expected([SideRuns(*runs)], look.alpha)
        assert bool(look.claims) is found
        claimed = claimed or found
        freedom = sum(len(run) - 1 for side in runs for run in side)
        half = quantile(0.95, freedom) * error
        within = max(abs(change - half), abs(change + half)) <= log(1.1)
        assert look.left == (0 if claimed or within else 1)
    assert [look.alpha for look in experiment.looks] == [0.02, 0.03][: len(experiment.looks)]
    app.history.close()
