# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which chart answers a guided run, and what of it is drawn as bars."""

from __future__ import annotations

from driveproof.domain.run.run import PhaseResult, Run
from driveproof.domain.run.special_runs import is_hdparm, is_schedulers
from driveproof.ui.charts.hdparm_chart import HdparmChart
from driveproof.ui.charts.scheduler_chart import SchedulerChart


def guided_chart(run: Run, *, binary: bool = False) -> SchedulerChart | HdparmChart | None:
    """The chart that answers a guided run; None for any other."""
    if is_schedulers(run):
        return SchedulerChart(run, binary=binary)
    return HdparmChart(run, binary=binary) if is_hdparm(run) else None


def drawn(run: Run) -> tuple[PhaseResult, ...]:
    """The phases for the bars of all tests: what came from memory would make the others dots."""
    return tuple(phase for phase in run.phases if phase.name != "hdparm -T")
