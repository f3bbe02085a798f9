# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plots as they are drawn: over dates, over the last minutes, over the repeats of sides."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, QSize
from pytestqt.qtbot import QtBot
from tests.builders.over_time import CHANGES, GROUP, START, TITLE
from tests.builders.painted_chart import painted

from driveproof.domain.access import Direction
from driveproof.domain.comparison.over_time_plot import over_time_figures, over_time_plot
from driveproof.domain.comparison.side_plots import side_positions_plot, side_rates_plot
from driveproof.domain.figure import Plot, Positions
from driveproof.domain.health.report import Health
from driveproof.domain.health.snapshot import ASKED, FirmwareChange, HealthSnapshot
from driveproof.domain.health.snapshot_series import trend_figures, trend_plot
from driveproof.domain.metric import METRIC_TITLES, MetricName
from driveproof.domain.minutes import Minutes
from driveproof.domain.quantity import Unit
from driveproof.domain.run.columns import Curve
from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.latency_plot import latency_figures, latency_plot
from driveproof.domain.run.run import Position
from driveproof.domain.say import Say
from driveproof.ui.charts import quantity
from driveproof.ui.charts.chart_style import ChartStyle, for_paper
from driveproof.ui.charts.curve import CurveItem
from driveproof.ui.charts.marks import Dots, SpreadBars, UprightLines
from driveproof.ui.charts.picture import write_chart
from driveproof.ui.charts.plot import ChartPlot, drawn
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.charts.quantity import Quantity, plain
from driveproof.ui.charts.view import ChartView
from driveproof.ui.theme.style import Theme
from driveproof.wording.units import format_part

BEGIN = datetime(2026, 3, 1, tzinfo=UTC)
NEWS = (FirmwareChange(BEGIN + timedelta(days=0.5), "A", "B"),)
WIDE = QRectF(0, 0, 800, 200)


def over_time(*, binary: bool = False) -> PlotChart:
    of = quantity.bandwidth(binary=binary)
    plot = over_time_plot(GROUP, CHANGES)
    return PlotChart(plot, of, title=of.axis, figures=over_time_figures(GROUP))


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> ChartView:
    view = ChartView(theme, 240)
    qtbot.addWidget(view)
    view.resize(800, 300)
    view.set_chart(over_time())
    view.show()
    return view


def curve(plot: ChartPlot, key: str) -> CurveItem:
    found = plot.drawn[key]
    assert isinstance(found, CurveItem)
    return found


def test_a_line_is_hidden_with_its_spread_and_the_axis_follows(view: ChartView) -> None:
    plot = view.plot
    read = plot.drawn["read/sequential/read spreads"]
    assert isinstance(read, SpreadBars)
    assert plot.box.viewRange()[1][0] == 0 and plot.box.viewRange()[1][1] >= 1300
    assert list(curve(plot, "read/sequential/read").samples[1]) == [1000, 1100, 1200]
    assert list(read.high) == pytest.approx([1100, 1200, 1300])
    plot.toggle(next(iter(plot.series)))
    assert not read.isVisible() and plot.box.viewRange()[1][1] < 1000


def test_a_named_rule_stands_at_its_date(view: ChartView) -> None:
    rules = view.plot.drawn["rules"]
    assert isinstance(rules, UprightLines)
    assert [at for at, _name in rules.places] == [CHANGES[0].at.timestamp()]


def test_over_dates_the_nearest_point_is_read(view: ChartView) -> None:
    at = (START + timedelta(days=2)).timestamp()
    assert view.chart is not None
    reading = view.chart.reading(view.plot, at - 3600, 590.0)
    assert reading is not None and not reading.hair
    assert TITLE in reading.words and reading.words.endswith("new cable")
    (dot,) = reading.dots
    assert dot[:2] == (at, 600.0)


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_plot_is_exported_like_every_chart(theme: Theme, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"chart.{ending}"
    write_chart(over_time(binary=True), path, ending, QSize(900, 400), look=ChartStyle.of(theme))
    assert path.stat().st_size > 1000
    if ending == "svg":
        text = path.read_text("utf-8")
        assert "2.0&lt;b&gt;" in text and TITLE in text and "MiB/s" in text


def snapshot(day: float, value: float) -> HealthSnapshot:
    taken = BEGIN + timedelta(days=day)
    health = Health(taken=taken, media_errors=value)  # type: ignore[arg-type]
    return HealthSnapshot(round(1e4 * day), "wwn:1", taken, ASKED, None, "", health)


def trend(*days: tuple[float, float], whole: bool = False) -> PlotChart:
    kept = [snapshot(day, value) for day, value in days]
    of = Quantity("errors", "Errors", "", 1.0, lambda value: f"{value:.0f}", plain, whole=whole)
    plot = trend_plot(kept, "media_errors", NEWS)
    return PlotChart(plot, of, figures=trend_figures(kept, "media_errors", NEWS), most=3)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("values", [(), (5.0,), (0.0, 0.0), (0.0, 1.0), (1e30, 2e30), (-5.0, 40.0)])
def test_any_values_can_be_drawn(values: tuple[float, ...]) -> None:
    made = trend(*enumerate(values))
    for width, height in ((30, 30), (300, 120), (1200, 200)):
        with drawn(made, QRectF(0, 0, width, height), for_paper()):
            pass
    painted(made, QPointF(300, 40))
    assert len(made.table().rows) == len(values)
    assert made.describe()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("first", "last"), [(0.0, 1.0), (41.0, 44.0)])
def test_a_count_has_no_half(first: float, last: float) -> None:
    with drawn(trend((0, first), (1, last), whole=True), WIDE, for_paper()) as plot:
        _across, (low, high) = plot.box.viewRange()
        assert plot.left.marks is not None
        ticks = [mark.value for mark in plot.left.marks(low, high, 100)]
    assert all(tick == int(tick) for tick in ticks)
    assert ticks[0] <= first and ticks[-1] >= last


@pytest.mark.usefixtures("qapp")
def test_states_of_almost_one_time_make_no_vertical_stroke() -> None:
    """Before and after a run the figure jumps within minutes; a zoom shows both."""
    minute = 1 / 1440
    days = [(100.0 * n, float(n)) for n in range(10)] + [
        (900 + minute, 400.0), (900 + 2 * minute, 401.0),
    ]  # fmt: skip
    made = trend(*days)
    end = (BEGIN + timedelta(days=900, minutes=2)).timestamp()
    with drawn(made, WIDE, for_paper()) as plot:
        x, y = curve(plot, "media_errors").samples
        assert len(x) == 10 and y[-1] == 401.0
        assert min(after - before for before, after in pairwise(map(plot.x_of, x))) > 5
        plot.look_at(end - 420, end)
        assert list(curve(plot, "media_errors").samples[1][-3:]) == [9.0, 400.0, 401.0]
    assert len(made.table().rows) == 12


@pytest.mark.usefixtures("qapp")
def test_the_last_minutes_end_now() -> None:
    minutes = Minutes(
        "bandwidth",
        METRIC_TITLES[MetricName.BANDWIDTH],
        Unit.BANDWIDTH,
        (Direction.READ, Direction.WRITE),
        least=200e6,
    )
    chart = PlotChart(minutes.plot, quantity.bandwidth())
    with drawn(chart, WIDE, for_paper()) as plot:
        assert plot.box.viewRange() == [[-300, 0], [0, 200]]  # an axis is there before a sample
        for second in range(400):
            minutes.add(second, (1e6 * second, None))
        chart.show(minutes.plot)
        plot.refresh()
        assert curve(plot, "read").samples[0][0] == -300
        assert plot.box.viewRange()[1][1] == 400
        reading = chart.reading(plot, -10.2, None)
        assert reading is not None and len(reading.dots) == 1
        assert not chart.zooms


def of_sides(samples: int, repeats: int = 1) -> Plot:
    time, ones = 0.5 * np.arange(1, samples + 1), np.ones(samples)
    one = Curve(time, 0.5 * ones, time, 4096 * time)
    names = ("before", "<b>after")
    return side_rates_plot(names, [(one,) * repeats] * 2, MetricName.IOPS, Direction.WRITE)


@given(st.floats(-1e3, 1e3), st.floats(0.001, 1e4))
@pytest.mark.usefixtures("qapp")
def test_the_view_stays_within_what_there_is(start: float, seconds: float) -> None:
    chart = PlotChart(of_sides(100), quantity.iops())
    length = 50.0
    with drawn(chart, QRectF(0, 0, 400, 200), for_paper()) as plot:
        plot.look_at(start, start + seconds)
        low, high = plot.span or (0.0, length)
    assert 0 <= low < high <= length + 1e-9
    assert high - low >= 2.0 - 1e-9  # four samples


@pytest.mark.usefixtures("qapp")
def test_repeats_follow_each_other_and_all_sides_are_read() -> None:
    chart = PlotChart(of_sides(10, repeats=3), quantity.iops())
    with drawn(chart, WIDE, for_paper()) as plot:
        assert list(plot.series) == ["before", "<b>after"]
        assert plot.bottom.marks is not None
        ticks = plot.bottom.marks(0.0, 15.0, 600.0)
        assert [mark.value for mark in ticks] == [2.5, 7.5, 12.5]
        reading = chart.reading(plot, 7.0, None)
        assert reading is not None and len(reading.dots) == 2
        plot.toggle("before")
        reading = chart.reading(plot, 7.0, None)
        assert reading is not None and len(reading.dots) == 1
        plot.look_at(6.0, 8.0)
        assert len(plot.bottom.marks(6.0, 8.0, 600.0)) > 2  # seconds of the repeat
    assert len(chart.table().rows) == 31  # with where the line begins


@pytest.mark.usefixtures("qapp")
def test_a_logarithmic_axis_of_latencies() -> None:
    values = Histogram.from_bins({"100000": 90, "5000000": 10})
    of = quantity.share(format_part)
    chart = PlotChart(
        latency_plot(values, Direction.READ), of, figures=latency_figures(values), most=3
    )
    with drawn(chart, WIDE, for_paper()) as plot:
        assert plot.full == (-5.0, -2.0)
        rules = plot.drawn["rules"]
        assert isinstance(rules, UprightLines)
        assert [name for _at, name in rules.places] == ["p50", "p99", "p99.9"]
        reading = chart.reading(plot, -4.01, None)
        assert reading is not None and reading.dots[0][1] == pytest.approx(90)
    assert len(chart.table().rows) == 2
    empty = PlotChart(latency_plot(Histogram.empty(), Direction.READ), of)
    assert empty.empty
    painted(empty)


@pytest.mark.usefixtures("qapp")
def test_accesses_of_sides_are_clouds_on_a_logarithmic_axis() -> None:
    places = tuple(Position(at * 1000, 512, 1e-4 * (1 + at)) for at in range(9))
    sides = [
        Positions("", Say("Accesses"), 9000, passes=(places, places), metric=MetricName.MEAN)
        for _side in range(2)
    ]
    chart = PlotChart(side_positions_plot(("a", "b"), sides), quantity.of_unit(Unit.SECONDS))
    with drawn(chart, WIDE, for_paper()) as plot:
        _across, (low, high) = plot.box.viewRange()
        assert low < -4 < high
        assert list(plot.series) == ["a", "b"]  # each is in the legend once
        assert {type(plot.drawn[name]) for name in ("a", "a 1", "b", "b 1")} == {Dots}
        reading = chart.reading(plot, 4256.0, None)
        assert reading is not None and len(reading.dots) == 2
        assert low < reading.dots[0][1] < high
    painted(chart)
