# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What several hosts came to, as tables and sentences."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import hosts_run, quick_run

from driveproof.domain.answer import Answer
from driveproof.domain.figure import Table
from driveproof.domain.hosts.answer import FEW, hosts_blocks, scaling_sentences
from driveproof.domain.quantity import Factor, Plural, Rate, Seconds
from driveproof.domain.run.hosts import host_scales, hosts_tests
from driveproof.domain.run.run import Run
from driveproof.methods import answer_of


def tables(run: Run) -> dict[str, Table]:
    return {table.key: table for table in Answer((), hosts_blocks(run)).tables}


def test_a_row_for_each_host_in_each_test() -> None:
    run = hosts_run(3)
    found = tables(run)["hosts"]
    one = hosts_tests(run)[0].hosts[0]
    assert found.column("host") == ("node1", "node2", "node3") * len(hosts_tests(run))
    assert found.column("bandwidth")[0] == Rate(one.bandwidth)
    assert found.column("iops")[0] == Rate(one.iops, ios=True)
    assert found.column("p99")[0] == Seconds(one.p99 or 0.0, precise=True)


@pytest.mark.parametrize(
    ("run", "details"),
    [
        (hosts_run(FEW), {"slowest_and_fastest_host": True, "hosts": False}),
        (hosts_run(FEW + 1), {"slowest_and_fastest_host": False, "hosts": True}),
        (hosts_run(4, scale=True), {"scaling": False, "hosts": True}),
    ],
)
def test_with_many_hosts_each_one_is_a_detail(run: Run, details: dict[str, bool]) -> None:
    assert {key: table.details for key, table in tables(run).items()} == details
    answer = answer_of(run)
    assert answer is not None and answer.blocks[-len(hosts_blocks(run)) :] == hosts_blocks(run)


def test_the_sums_by_the_number_of_hosts() -> None:
    run = hosts_run(16, scale=True)
    found = tables(run)["scaling"]
    for row, scale in zip(found.rows, host_scales(run), strict=True):
        assert [cell.number for cell in row[1:-1] if isinstance(cell, Rate)] == [
            point.total.median for point in scale.points
        ]
        assert scale.ends is not None
        assert row[-1] == Plural("at {count} host", "at {count} hosts", scale.ends.hosts)
    count, first = scaling_sentences(run)
    assert (count.values["count"], count.values["all"]) == (8, 8)
    assert first.values["hosts"] == Plural("{count} host", "{count} hosts", 4)
    (throughout,) = scaling_sentences(hosts_run(4, scale=True))
    assert throughout.values["hosts"] == first.values["hosts"]
    assert scaling_sentences(hosts_run(4)) == ()


def test_who_was_lost_comes_first_and_who_is_slow_is_named() -> None:
    notes = Answer((), hosts_blocks(hosts_run(4, lost=True))).notes
    assert notes[0].values["host"] == "node4" and "reason" in notes[0].values
    assert [note.values["host"] for note in notes if "middle" in note.values] == ["node3"]
    assert "time" in notes[-1].values


def test_a_single_machine_has_none() -> None:
    assert hosts_blocks(quick_run()) == ()
    assert hosts_blocks(replace(hosts_run(2), phases=())) != ()


def test_a_line_of_each_test_says_how_many_times_one_host_it_does() -> None:
    run = hosts_run(4, scale=True)
    (plot,) = Answer((), hosts_blocks(run)).plots
    *tests, linear = plot.series
    for line, scale in zip(tests, host_scales(run), strict=True):
        alone = scale.points[0].total.median
        assert line.points == tuple((one.hosts, one.total.median / alone) for one in scale.points)
    assert linear.points == ((1, 1), (2, 2), (3, 3), (4, 4))
    # In a table they are no whole numbers either.
    assert plot.table.column("times_one_host")[2] == Factor(tests[0].points[2][1])
