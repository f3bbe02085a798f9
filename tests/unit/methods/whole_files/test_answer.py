# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole files: what a server does, and how long the reads of a start take."""

from __future__ import annotations

import pytest
from tests.builders.guided_runs import mixed_run, quick_run

from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Rate, Seconds
from driveproof.domain.run.result import Figures
from driveproof.domain.run.run import METRICS
from driveproof.methods.whole_files.answer import answer


def test_each_server_is_the_sum_of_both_directions() -> None:
    run = mixed_run()
    for said, phase in zip(answer(run).sentences, run.phases, strict=True):
        total = phase.total(METRICS[MetricName.IOPS])
        assert total is not None and said.values["total"] == Rate(total.median, ios=True)
        assert {"test", "reads", "writes"} <= said.values.keys()


def test_a_start_is_how_long_its_reads_take() -> None:
    run = quick_run()
    reads = [phase for phase in run.phases if phase.direction == "read"]
    found = answer(run).sentences
    assert len(found) == len(reads) > 0
    for said, phase in zip(found, reads, strict=True):
        p50, p99 = Figures(phase, phase.direction).medians((MetricName.P50, MetricName.P99))
        assert p50 is not None and p99 is not None
        assert said.values["typical"] == Seconds(pytest.approx(p50), precise=True)
        assert said.values["slow"] == Seconds(pytest.approx(p99), precise=True)
