# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of a run as rows: bars of both directions, their scales, and what is said of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders import recorded
from tests.builders.compared_runs import phase

from driveproof.domain.access import Direction
from driveproof.domain.figure import Measure
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import OneOf, Rate
from driveproof.domain.result_rows import result_rows
from driveproof.domain.run.ceiling import Ceiling
from driveproof.domain.say import Say


def test_a_row_has_a_bar_in_the_lane_of_each_direction() -> None:
    found = result_rows(recorded.finished_run().phases)
    assert [lane.direction for lane in found.lanes] == [Direction.READ, Direction.WRITE]
    assert [lane.repeats for lane in found.lanes] == [(3, 3)] * 2
    assert [[bar.lane for bar in row.bars] for row in found.rows] == [[0, 1]] * 3
    for row in found.rows:
        for bar in row.bars:
            assert isinstance(bar.figure, Measure) and bar.figure.summary.high <= row.top
    bandwidth, *iops = found.rows
    assert iops[0].top == iops[1].top != bandwidth.top  # a scale for each metric


def test_the_table_has_both_directions_of_a_mixed_test_together() -> None:
    found = result_rows(recorded.finished_run().phases)
    assert found.rows[2].below is not None and found.rows[0].below is None
    last = found.table.rows[-1]
    assert last[1] == Say("Together")
    assert isinstance(last[3], Rate) and last[3].ios
    assert last[5:] == (None,) * len(last[5:])
    assert len(found.table.rows) == 7


def test_a_figure_for_which_little_was_counted_says_so() -> None:
    whole = phase([100.0, 101.0], pattern="sequential", direction="write")
    result = replace(whole.repeats[0].directions["write"], seconds=0.05, samples=())
    short = replace(whole, repeats=(replace(whole.repeats[0], directions={"write": result}),))
    (cell,) = result_rows((whole,)).table.column("repeats")
    assert cell == 2
    found = result_rows((short,))
    (cell,) = found.table.column("repeats")
    assert isinstance(cell, Say) and cell.values["second"] == Say("short")
    assert found.rows[0].bars[0].below == OneOf((Say("short"),))


@pytest.mark.parametrize(("times", "seen"), [(1.2, True), (3.0, False)])
def test_a_ceiling_is_a_limit_where_the_bars_come_near(times: float, seen: bool) -> None:
    phases = recorded.finished_run().phases
    highest = result_rows(phases).rows[0].top
    found = result_rows(phases, ceiling=Ceiling("SATA", times * highest))
    assert bool(found.limit) == seen
    assert found.rows[0].top == (times * highest if seen else highest)
    assert [bar.limit is not None for bar in found.rows[0].bars] == [seen, seen]
    assert all(bar.limit is None for bar in found.rows[1].bars)  # IOPS have none
    assert found.spoken[-1] == Ceiling("SATA", times * highest).said


def test_nothing_was_measured() -> None:
    found = result_rows(())
    assert found.rows == () and found.table.rows == () and found.spoken == ()
    assert MetricName.TIME not in [column.key for column in found.table.columns]
