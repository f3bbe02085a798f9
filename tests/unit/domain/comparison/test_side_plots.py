# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One test on all sides of a comparison as plots: lines through repeats, latencies."""

from __future__ import annotations

import numpy as np
import pytest
from tests.builders.made_runs import histogram

from driveproof.domain.access import Direction
from driveproof.domain.comparison.matching import RepeatValue
from driveproof.domain.comparison.side_plots import (
    line_up,
    side_latencies_plot,
    side_positions_figures,
    side_positions_plot,
    side_rates_plot,
    side_repeats_groups,
    slot_of,
)
from driveproof.domain.figure import Ink, Positions
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Bytes, Rate
from driveproof.domain.run.columns import Curve
from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.run import Position
from driveproof.domain.say import Say


def curve(values: list[float], *, step: float = 0.5, first: float = 0.5) -> Curve:
    """Samples every `step` seconds, the first of which ends at `first`."""
    time = first + step * np.arange(len(values))
    rates = np.array(values)
    return Curve(time, np.full(len(values), step), rates, rates * 4096)


def test_a_line_leaves_out_the_warm_up_and_begins_anew_in_each_repeat() -> None:
    one, two = curve([9, 1, 2, 3], first=0.0), curve([4, 5], first=0.5)
    slot = slot_of([[one], [two]])
    assert slot == 1.5
    x, y = line_up([one, two], slot, MetricName.IOPS)
    assert y.tolist()[1:5] == [1, 1, 2, 3]
    assert np.isnan(y[[0, 5]]).all()
    assert y.tolist()[6:] == [4, 4, 5]
    assert x.tolist() == [0, 0, 0.5, 1.0, 1.5, 1.5, 1.5, 2.0, 2.5]
    assert (np.diff(x) >= 0).all()  # what takes the peaks of each pixel needs it


def test_slivers_are_no_spikes_and_stalls_are_gaps() -> None:
    usual = curve([1, 1, 1, 1, 1, 1])
    length = usual.seconds.copy()
    length[2], length[5] = 5.0, 0.01
    rates = usual.iops.copy()
    rates[5] = 1e9
    time = np.cumsum(length)
    _, y = line_up([Curve(time, length, rates, rates)], 10, MetricName.IOPS)
    assert np.nanmax(y) == 1
    assert np.isnan(y[1:]).sum() == 1


def test_the_sides_lie_over_each_other() -> None:
    sides = [(curve([9, 1, 2, 3], first=0.0), curve([4, 5])), (curve([7, 7, 7]),)]
    plot = side_rates_plot(["a", "b"], sides, MetricName.IOPS, Direction.WRITE)
    assert plot.sides and plot.x.repeats == 2 and plot.x.ends == (0.0, 3.0)
    assert [one.title for one in plot.series] == ["a", "b"]
    assert [one.shade.ink for one in plot.series] == [Ink.MUTED, Ink.WRITE]
    first, second = plot.spoken
    assert first.values["count"] == 7 and first.values["high"] == Rate(5, ios=True)
    assert second.values["median"] == Rate(7, ios=True)


def test_sides_without_samples() -> None:
    empty = Curve(*(np.empty(0) for _ in range(4)))
    plot = side_rates_plot(["a", "b"], [(empty,), ()], MetricName.IOPS, Direction.READ)
    assert not any(len(one.points) for one in plot.series) and not plot.spoken
    latencies = side_latencies_plot(["a"], [Histogram.empty()], Direction.READ)
    assert not len(latencies.series[0].points) and not latencies.spoken


def test_shares_of_latencies_rise_to_all() -> None:
    plot = side_latencies_plot(["a", "b"], [histogram(1e-3, 1), histogram(2e-3, 2)], Direction.READ)
    (x, fast), (_x, slow) = (np.asarray(one.points).T for one in plot.series)
    assert (np.diff(fast) >= 0).all() and fast[-1] == pytest.approx(1)
    assert (fast >= slow - 1e-9).all() and (fast > slow).any()
    low, high = plot.x.ends or (0.0, 0.0)
    assert x[0] <= low * 1.001 and x[-1] >= high / 1.001
    assert [len(one.values["text"].names) for one in plot.spoken] == [4, 4]


def test_each_side_has_a_bar_to_its_median_with_its_repeats() -> None:
    values = [RepeatValue(value, value == 3.0, "run") for value in (1.0, 3.0, 2.0)]
    groups = side_repeats_groups(["a", "b"], [values, ()], MetricName.IOPS, Direction.READ)
    one, none = groups.groups
    (bar,) = one.bars
    assert bar is not None and none.bars == ()
    assert (bar.height, bar.spread) == (2.0, (1.0, 3.0))
    assert [disturbed for _value, disturbed in bar.repeats] == [False, True, False]
    assert groups.table.column("repeat") == (1, 2, 3)
    assert [cell is None for cell in groups.table.column("remark")] == [True, False, True]
    assert len(groups.spoken) == 1


def along(metric: MetricName, *passes: tuple[Position, ...]) -> Positions:
    return Positions("", Say("Along"), 3000, passes=passes, metric=metric)


def test_positions_are_in_the_order_of_the_drive() -> None:
    one = (Position(2000, 100, 0.5), Position(0, 100, 0.25), Position(1000, 100, 0.0))
    sides = [along(MetricName.BANDWIDTH, one, one), along(MetricName.BANDWIDTH)]
    plot = side_positions_plot(["a", "b"], sides)
    assert [one.key for one in plot.series] == ["a", "a"]  # its two passes, and none of the other
    # What took no time has no rate.
    assert np.asarray(plot.series[0].points).tolist() == [[50, 400], [2050, 200]]
    assert plot.x.ends == (0.0, 3000.0) and not plot.y.log
    (said,) = plot.spoken
    text = said.values["text"]
    assert isinstance(text, Say)
    assert (text.values["low"], text.values["high"]) == (Bytes(2050), Bytes(50))
    assert text.values["mean"] == Rate(300 * 2 / 1.5)
    table = side_positions_figures(plot, MetricName.BANDWIDTH)
    assert table.column("byte") == (50, 2050, 50, 2050)
    latencies = side_positions_plot(["a"], [along(MetricName.MEAN, one)])
    assert latencies.y.log and latencies.series[0].cloud
