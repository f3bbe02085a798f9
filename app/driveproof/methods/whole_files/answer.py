# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many files a server reads and writes, or how long the reads of a program's start take.

The tests themselves are the figures: every face has a row for each of them.
"""

from __future__ import annotations

from statistics import median

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.test_titles import test_title
from driveproof.domain.quantity import Rate, Seconds
from driveproof.domain.run.result import Figures
from driveproof.domain.run.run import METRICS, PhaseResult, Run
from driveproof.domain.say import Say

_ENDED = 0.75
"""A start that took less than this share of its longest time has read everything."""


def answer(run: Run) -> Answer:
    """What each test came to."""
    said = (_served(run, phase) or _started(run, phase) for phase in run.phases)
    return Answer(tuple(sentence for each in said for sentence in each), ())


def _served(run: Run, phase: PhaseResult) -> tuple[Say, ...]:
    iops = METRICS[MetricName.IOPS]
    total = phase.total(iops)
    reads, writes = (phase.summary(way, iops) for way in (Direction.READ, Direction.WRITE))
    if total is None or reads is None or writes is None:
        return ()
    said = Say(
        "{test}: {total} (reads: {reads}, writes: {writes}).",
        test=test_title(phase.title, run.profile),
        total=Rate(total.median, ios=True),
        reads=Rate(reads.median, ios=True),
        writes=Rate(writes.median, ios=True),
    )
    return (said,)


def _started(run: Run, phase: PhaseResult) -> tuple[Say, ...]:
    typical, slow = Figures(phase, Direction.READ).medians((MetricName.P50, MetricName.P99))
    if typical is None or slow is None:
        return ()
    test = test_title(phase.title, run.profile)
    said = Say(
        "{test}: a read takes {typical} (median), p99 {slow}.",
        test=test,
        typical=Seconds(typical, precise=True),
        slow=Seconds(slow, precise=True),
    )
    took = [
        repeat.directions[Direction.READ].seconds or 0.0
        for repeat in phase.repeats
        if repeat.counts and Direction.READ in repeat.directions
    ]
    if not took or median(took) >= _ENDED * phase.planned_seconds:
        return (said,)
    seconds = Seconds(median(took), precise=True)
    return (said, Say("{test}: all reads took {seconds}.", test=test, seconds=seconds))
