# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the charts of a comparison draw: lines, shares, distances from the baseline."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from tests.builders.changes import changes
from tests.builders.made_runs import histogram

from driveproof.domain.figure import Interval
from driveproof.domain.run.columns import Curve
from driveproof.domain.run.histogram import Histogram
from driveproof.ui.charts import quantity
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.intervals import Intervals, on_axis, ratio_text
from driveproof.ui.charts.overlaid import Overlaid, SideTrace
from driveproof.ui.charts.overlaid_latency import OverlaidLatency, percent
from driveproof.ui.charts.plot import drawn
from driveproof.ui.charts.sides import line_up, slot_of


def curve(values: list[float], *, step: float = 0.5, first: float = 0.5) -> Curve:
    """Samples every `step` seconds, the first of which ends at `first`."""
    time = first + step * np.arange(len(values))
    rates = np.array(values)
    return Curve(time, np.full(len(values), step), rates, rates * 4096)


def test_a_line_leaves_out_the_warm_up_and_begins_anew_in_each_repeat() -> None:
    one, two = curve([9, 1, 2, 3], first=0.0), curve([4, 5], first=0.5)
    slot = slot_of([[one], [two]])
    assert slot == 1.5
    x, y = line_up([one, two], slot, "iops")
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
    _, y = line_up([Curve(time, length, rates, rates)], 10, "iops")
    assert np.nanmax(y) == 1
    assert np.isnan(y[1:]).sum() == 1


def test_nothing_to_draw() -> None:
    empty = Curve(*(np.empty(0) for _ in range(4)))
    chart = Overlaid(
        [SideTrace("a", (empty,)), SideTrace("b", ())], quantity.iops(), "read", "IOPS"
    )
    assert chart.empty and chart.table().rows == ()
    assert chart.describe()
    assert OverlaidLatency([Histogram.empty()], ["a"], "read", "").empty


@given(st.floats(-1e3, 1e3), st.floats(0.001, 1e4))
@pytest.mark.usefixtures("qapp")
def test_the_view_stays_within_what_there_is(start: float, seconds: float) -> None:
    chart = Overlaid([SideTrace("a", (curve([1.0] * 100),))], quantity.iops(), "read", "IOPS")
    with drawn(chart, QRectF(0, 0, 400, 200), for_paper()) as plot:
        plot.look_at(start, start + seconds)
        low, high = plot.span or (0.0, chart.length)
    assert 0 <= low < high <= chart.length + 1e-9
    assert high - low >= min(10.0, chart.length) - 1e-9  # twenty samples


def test_shares_of_latencies_rise_to_all() -> None:
    chart = OverlaidLatency([histogram(1e-3, 1), histogram(2e-3, 2)], ["a", "b"], "read", "")
    fast, slow = chart.shares
    assert (np.diff(fast) >= 0).all() and fast[-1] == pytest.approx(100)
    assert (fast >= slow - 1e-9).all() and (fast > slow).any()
    assert chart.table().rows[-1][1:] == ("100\u202f%", "100\u202f%")
    assert percent(99.9999) == "99.999\u202f%"  # not all, as long as one is missing


def rows(*ratios: float) -> Intervals:
    return Intervals(changes(**{f"{one}": Interval(one) for one in ratios}))


def test_half_is_as_far_as_twice() -> None:
    chart = rows(0.5, 2.0, 1.0)
    with drawn(chart, QRectF(0, 0, 800, chart.height), for_paper()) as plot:
        low, middle, high = (plot.x_of(on_axis(ratio)) for ratio in (0.5, 1.0, 2.0))
        assert middle == pytest.approx(plot.area.center().x())
        assert middle - low == pytest.approx(high - middle)
        assert plot.area.left() < low < high < plot.area.right()
    assert rows(1.0).reach == 1.12  # noise is not blown up to the whole width
    assert rows(1e9).reach == 10


def test_marks_in_words() -> None:
    assert [ratio_text(one) for one in (0.5, 1, 1.25, 3)] == ["−50\u202f%", "0", "+25\u202f%", "×3"]
