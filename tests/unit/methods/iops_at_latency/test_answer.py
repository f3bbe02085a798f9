# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""IOPS under a latency limit: what each direction reached, and what deeper queues did."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import iops_at_latency_run

from driveproof.domain.answer import Answer
from driveproof.domain.cap import parse_cap
from driveproof.domain.figure import Measure
from driveproof.domain.quantity import OneOf, Rate
from driveproof.domain.say import Coded
from driveproof.methods import answer_of
from driveproof.methods.iops_at_latency.answer import answer


def marked(found: Answer, direction: str) -> dict[str, list[int]]:
    """The rows of a direction, from 0, by what is special about them."""
    _answers, points = found.tables
    cells = [
        marks
        for way, marks in zip(points.column("direction"), points.column("marks"), strict=True)
        if isinstance(way, Coded) and way.code == direction
    ]
    rows: dict[str, list[int]] = {}
    for number, cell in enumerate(cells):
        for one in cell.names if isinstance(cell, OneOf) else ():
            assert isinstance(one, Coded)
            rows.setdefault(one.code, []).append(number)
    return rows


def test_each_direction_has_its_most_iops_within_the_limit() -> None:
    found = answer(iops_at_latency_run())
    assert found == answer_of(iops_at_latency_run())
    limit, *said = found.sentences
    assert set(limit.values) == {"cap"}
    iops = found.tables[0].column("iops")
    medians = [cell.summary.median for cell in iops if isinstance(cell, Measure)]
    assert [one.values["iops"] for one in said] == [Rate(each, ios=True) for each in medians]
    assert len(medians) == 3


def test_depths_are_marked_by_codes() -> None:
    found = answer(iops_at_latency_run())
    assert marked(found, "read") == {
        "answer": [6], "over_limit": [8, 9], "deeper_is_slower": [9],
    }  # fmt: skip
    assert marked(found, "write") == {"answer": [8], "over_limit": [9]}


def test_a_limit_that_is_not_reached_has_no_figures() -> None:
    found = answer(iops_at_latency_run(("mean", 1e-5)))
    assert not any(cell for cell in found.tables[0].column("iops"))
    assert all("depth" not in said.values for said in found.sentences)
    assert set(marked(found, "mixed")) == {"over_limit"}


def test_the_plot_has_the_limit_as_a_level() -> None:
    (plot,) = answer(iops_at_latency_run(("p99", 0.02))).plots
    (rule,) = plot.rules
    assert (rule.axis, rule.at, plot.y.key) == ("y", 0.02, "p99")
    assert [one.key for one in plot.series] == [
        f"{way}_{metric}" for way in ("read", "write", "mixed") for metric in ("p99", "mean")
    ]


def test_a_run_without_a_limit_has_no_answer() -> None:
    run = iops_at_latency_run()
    bare = replace(run, environment=replace(run.environment, latency_cap=None))
    assert not answer(bare).measured


@pytest.mark.parametrize("typed", ["10ms", "p99:20ms", "p99.9:1.5ms", "250us"])
def test_a_limit_is_typed_as_it_is_read(typed: str) -> None:
    assert parse_cap(typed).typed == typed
