# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many files a server reads and writes, or how long the reads of a program's start take.

The tests themselves are the figures: every face has a row for each of them.
"""

from __future__ import annotations

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.test_titles import test_title
from driveproof.domain.quantity import Rate, Seconds
from driveproof.domain.run.result import Figures
from driveproof.domain.run.run import METRICS, PhaseResult, Run
from driveproof.domain.say import Say


def answer(run: Run) -> Answer:
    """A sentence for each test."""
    said = (_served(run, phase) or _started(run, phase) for phase in run.phases)
    return Answer(tuple(filter(None, said)), ())


def _served(run: Run, phase: PhaseResult) -> Say | None:
    iops = METRICS[MetricName.IOPS]
    total = phase.total(iops)
    reads, writes = (phase.summary(way, iops) for way in (Direction.READ, Direction.WRITE))
    if total is None or reads is None or writes is None:
        return None
    return Say(
        "{test}: {total} (reads: {reads}, writes: {writes}).",
        test=test_title(phase.title, run.profile),
        total=Rate(total.median, ios=True),
        reads=Rate(reads.median, ios=True),
        writes=Rate(writes.median, ios=True),
    )


def _started(run: Run, phase: PhaseResult) -> Say | None:
    typical, slow = Figures(phase, Direction.READ).medians((MetricName.P50, MetricName.P99))
    if typical is None or slow is None:
        return None
    return Say(
        "{test}: a read takes {typical} (median), p99 {slow}.",
        test=test_title(phase.title, run.profile),
        typical=Seconds(typical, precise=True),
        slow=Seconds(slow, precise=True),
    )
