# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The charts of a run from one list: for pages, reports and the window."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from driveproof.domain.answer import Answer
from driveproof.domain.figure import Plot, Positions, Table
from driveproof.domain.hosts.answer import SCALED, SCALING
from driveproof.domain.metric import MetricName
from driveproof.domain.result_rows import result_rows
from driveproof.domain.run.ceiling import ceiling_of
from driveproof.domain.run.everyday import shown_repeat
from driveproof.domain.run.load_curve import load_of
from driveproof.domain.run.observed import REGIONS, Observed, Requests
from driveproof.domain.run.recording import recorded_of
from driveproof.domain.run.result import ChartKind, ChartOf, Figures, charts_of
from driveproof.domain.run.run import PhaseResult, Run, WriteBack
from driveproof.domain.run.steady_state import Steady
from driveproof.domain.run.timeline import Timeline
from driveproof.engine.run.expected_speed import bands_of
from driveproof.methods import answer_of
from driveproof.methods.everyday.answer import speeds_plot, waiting_plot
from driveproof.methods.load_curve.answer import surfaces_of
from driveproof.methods.record.answer import busy_plot, busy_table, regions_plot, sizes_groups
from driveproof.methods.steady_state.answer import plot_of, rounds_table
from driveproof.ui.charts import quantity
from driveproof.ui.charts.changes import VariantChart
from driveproof.ui.charts.chart import Chart, Margins
from driveproof.ui.charts.grid import GridMap
from driveproof.ui.charts.groups import GroupsChart
from driveproof.ui.charts.heatmap import LatencyChart
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.charts.points import PointsChart
from driveproof.ui.charts.positions import AreaChart, position_chart, printed_position_charts
from driveproof.ui.charts.rows import BarRows, LaneRows, RowsChart
from driveproof.ui.charts.surface import SurfaceChart
from driveproof.ui.charts.time_chart import LineChart
from driveproof.ui.output.drawing import ChartDrawing
from driveproof.wording.catalogue import _
from driveproof.wording.profile import test_title, test_words
from driveproof.wording.say import say_text
from driveproof.wording.units import format_latency, format_percent

MOST_CURVES = 16
"""Most tests with curves; more make a page or a file that nobody reads."""
SCAN_HEIGHT = 230.0
CURVES_HEIGHT = 150.0
MAP_HEIGHT = 250.0
COURSE_HEIGHT = 170.0
LOAD_HEIGHT = 320.0
LONG_HEIGHT = 280.0
RECORDED_HEIGHT = 170.0
RECORDED_MARGINS = Margins(52.0, 48.0)  # lines have names at their ends
_Drawn = tuple[ChartKind, tuple[Chart, ...], float]
"""Charts beside each other, and their height."""


def answer_chart(answer: Answer, *, binary: bool = False) -> BarRows | VariantChart | None:
    """The rows of an answer as a chart; None where it has none."""
    if answer.rows is not None:
        return BarRows(answer.rows, binary=binary)
    return None if answer.changes is None else VariantChart(answer.changes, binary=binary)


def write_back_charts(run: Run, *, binary: bool = False) -> tuple[tuple[PlotChart, PlotChart], ...]:
    """Of each everyday write with an fsync at its end the speeds of program and drive, and what
    waited in memory: the course of the repeat that is nearest to the median.
    """
    found = []
    for each in charts_of(run):
        if each.kind is not ChartKind.WRITE_BACK:
            continue
        (phase,) = each.phases
        repeat = shown_repeat(phase)
        if repeat is not None and repeat.write_back is not None:
            title = test_title(phase.title, run.profile, run.environment.drives)
            found.append(course_charts(repeat.write_back, title, binary=binary))
    return tuple(found)


def course_charts(
    back: WriteBack, title: str, *, binary: bool = False
) -> tuple[PlotChart, PlotChart]:
    """The speeds of program and drive in one repeat, and what waited in memory."""
    speed, memory = quantity.bandwidth(binary=binary), quantity.memory()
    speeds = PlotChart(speeds_plot(back), speed, title=f"{title} · {speed.unit}")
    waiting = PlotChart(waiting_plot(back), memory, title=memory.axis, most=3)
    speeds.margins = waiting.margins = Margins()
    return speeds, waiting


def rounds_chart(found: Steady) -> PlotChart:
    """Rounds on the way to a steady state."""
    return PlotChart(plot_of(found), quantity.iops(), figures=rounds_table(found))


def long_chart(run: Run, answer: Answer, *, binary: bool = False) -> PlotChart | None:
    """A sustained write over its bytes, or rounds; None where there is none to draw."""
    if not answer.measured:
        return None
    plot = answer.plots[0]
    if any(each.kind is ChartKind.WRITTEN for each in charts_of(run)):
        of = quantity.bandwidth(binary=binary)
        chart = PlotChart(plot, of, title=f"{say_text(plot.title)} · {of.unit}")
        chart.margins = Margins(58.0, 84.0)
        return chart
    rounds = answer.tables[0]
    return PlotChart(plot, quantity.iops(), figures=rounds) if rounds.rows else None


def load_chart(plot: Plot, points: Table, *, log: bool = False) -> PointsChart:
    """Latencies over IOPS, which `log` spaces logarithmically, with the table of the points."""
    return PointsChart(structs.replace(plot, x=structs.replace(plot.x, log=log)), points)


def scaling_chart(answer: Answer, *, binary: bool = False) -> PointsChart:
    """How the sums of several hosts grew; `answer` has what hosts came to."""
    plot = next(plot for plot in answer.plots if plot.key == SCALED)
    chart = PointsChart(plot, answer.table(SCALING), binary=binary)
    chart.margins = Margins(48.0, 182.0)
    return chart


def recorded_charts(run: Run, answer: Answer, *, binary: bool = False) -> tuple[Chart, ...]:
    """Of a recording: both directions over time, how busy the drive was, and, where they were
    counted, the sizes of its requests and where on the drive they went.
    """
    found = recorded_of(run)
    if found is None:
        return ()
    # One recording: a run has the time of one, whatever else was recorded.
    phase = replace(run.phases[0], repeats=(found.repeat,))
    of = quantity.bandwidth(binary=binary)
    line = LineChart(Timeline.of_phase(phase), of, of.axis)
    line.title_at_edge = True
    line.margins = RECORDED_MARGINS
    charts: list[Chart] = [line, busy_chart(found.observed)]
    if found.requests is not None:
        charts += [sizes_chart(found.requests), *map(regions_chart, answer.positions)]
    return tuple(charts)


def busy_chart(observed: Observed) -> PlotChart:
    """The share of the time that a watched drive was busy."""
    of = quantity.busy()
    chart = PlotChart(
        busy_plot(observed),
        of,
        title=of.axis,
        figures=busy_table(observed),
        most=3,
        nothing=_("the kernel does not count that"),
    )
    chart.margins = RECORDED_MARGINS
    return chart


def sizes_chart(requests: Requests) -> GroupsChart:
    """The sizes of the requests of a recording."""
    chart = GroupsChart(sizes_groups(requests), quantity.share(format_percent))
    chart.margins, chart.title_at_edge = Margins(52.0, 8.0), True
    return chart


def regions_chart(found: Positions) -> PlotChart:
    """The bytes moved in each part of a drive."""
    most = max((max(amounts) for _way, amounts in found.parts), default=0)
    count = max((len(amounts) for _way, amounts in found.parts), default=REGIONS)
    of = quantity.amount(most)
    title = _("By position, {unit} in each of {count} parts").format(unit=of.unit, count=count)
    chart = PlotChart(regions_plot(found), of, title=title)
    chart.margins = Margins(52.0, 8.0)
    return chart


def bar_phases(run: Run) -> tuple[PhaseResult, ...]:
    """The tests whose medians are bars."""
    drawn = [each.phases for each in charts_of(run) if each.kind is ChartKind.BARS]
    return drawn[0] if drawn else run.phases


def bars_of(run: Run, *, binary: bool = False) -> LaneRows:
    """The medians of all tests."""
    ceiling = ceiling_of(run.environment)
    rows = result_rows(bar_phases(run), run.profile, ceiling=ceiling, bands=bands_of(run))
    return LaneRows(rows, binary=binary)


def run_drawings(  # noqa: PLR0912 - one for each kind of chart
    run: Run, *, binary: bool = False, latencies: bool = True
) -> tuple[ChartDrawing, ...]:
    """Every chart of a run as it is printed, from top to bottom; none where nothing was measured.

    Without its `latencies` a test over time is only its curve.
    """
    if not run.phases:
        return ()
    found: list[_Drawn] = []
    answer = answer_of(run)
    grids, along = iter(answer.grids), answer.positions
    positions = printed_position_charts(answer, ceiling_of(run.environment), binary=binary)
    curves = 0
    for each in charts_of(run):
        if each.kind is ChartKind.AREAS:
            maps = tuple(AreaChart(one) for one in along if not one.passes)
            found.append((each.kind, maps, MAP_HEIGHT))
        elif each.kind is ChartKind.RECORDED:
            charts = recorded_charts(run, answer, binary=binary)
            found += [(each.kind, (chart,), RECORDED_HEIGHT) for chart in charts]
        elif each.kind is ChartKind.POSITIONS:
            found.append((each.kind, (next(positions),), SCAN_HEIGHT))
        elif each.kind is ChartKind.MAP:
            grid = next(grids)
            charts = (GridMap(grid, binary=binary), SurfaceChart(grid, binary=binary))
            found.append((each.kind, charts, MAP_HEIGHT))
        elif each.kind is ChartKind.CAP:
            if answer.plots:
                under = load_chart(answer.plots[0], answer.table("points"))
                under.title_at_edge = True
                found.append((each.kind, (under,), LOAD_HEIGHT))
        elif each.kind is ChartKind.LOAD:
            found += _load(each, answer)
        elif each.kind is ChartKind.SCALE:
            grows = scaling_chart(answer, binary=binary)
            grows.title_at_edge = True
            found.append((each.kind, (grows,), LOAD_HEIGHT))
        elif each.kind in (ChartKind.WRITTEN, ChartKind.ROUNDS):
            if (long := long_chart(run, answer, binary=binary)) is not None:
                long.title_at_edge = True
                found.append((each.kind, (long,), LONG_HEIGHT))
        elif each.kind is ChartKind.CURVES:
            curves += 1
            charts = (
                _curves(run, each, binary=binary, latencies=latencies)
                if curves <= MOST_CURVES
                else ()
            )
            if charts:
                shown = charts if latencies else charts[::2]
                found.append((each.kind, shown, CURVES_HEIGHT))
        elif each.kind is not ChartKind.WRITE_BACK:  # these come last
            chart: RowsChart | None = bars_of(run, binary=binary)
            if each.kind is ChartKind.ROWS:
                chart = answer_chart(answer, binary=binary)
            if chart is not None:
                found.append((each.kind, (chart,), chart.height))
    found += [
        (ChartKind.WRITE_BACK, pair, COURSE_HEIGHT)
        for pair in write_back_charts(run, binary=binary)
    ]
    beside = [len(charts) for kind, charts, _height in found if kind is ChartKind.CURVES]
    return tuple(
        ChartDrawing(
            charts,
            height,
            f"{kind.value}{number}",
            columns=max(beside) if latencies and kind is ChartKind.CURVES else 0,
        )
        for number, (kind, charts, height) in enumerate(found)
    )


def along_charts(answer: Answer, *, binary: bool = False) -> tuple[Chart, ...]:
    """What was found along a drive: the maps of its areas, then what was measured there."""
    maps = [AreaChart(one) for one in answer.positions if not one.passes]
    speeds = [position_chart(one, binary=binary) for one in answer.positions if one.passes]
    return (*maps, *speeds)


def along_drawings(answer: Answer) -> tuple[ChartDrawing, ...]:
    """The same as it is printed."""
    drawn = []
    for number, chart in enumerate(along_charts(answer)):
        if isinstance(chart, AreaChart):
            drawn.append(ChartDrawing((chart,), MAP_HEIGHT, f"areas{number}"))
        else:
            chart.title_at_edge, chart.margins = True, Margins(54.0, 62.0)
            drawn.append(ChartDrawing((chart,), SCAN_HEIGHT, f"along{number}"))
    return tuple(drawn)


def _load(wanted: ChartOf, answer: Answer) -> list[_Drawn]:
    """The curve, and the surfaces below it."""
    curve = load_of(wanted.phases)
    if curve is None:
        return []
    chart = load_chart(answer.plots[0], answer.table("points"))
    chart.title_at_edge = True
    found: list[_Drawn] = [(ChartKind.LOAD, (chart,), LOAD_HEIGHT)]
    if surfaces := tuple(map(SurfaceChart, surfaces_of(curve))):
        found.append((ChartKind.MAP, surfaces, MAP_HEIGHT))
    return found


def _curves(run: Run, wanted: ChartOf, *, binary: bool, latencies: bool) -> tuple[Chart, ...]:
    charts: list[Chart] = []
    for phase in wanted.phases:
        timeline = Timeline.of_phase(phase)
        if timeline.empty:
            continue
        of = quantity.of_metric(phase.primary, binary=binary)
        drives = run.environment.drives
        words = test_words(phase.title, phase.direction, run.profile, drives)
        title = f"{words} · {of.unit or of.title}"
        line = LineChart(timeline, of, title, ceiling_of(run.environment))
        both = len(phase.directions) > 1  # then the curves are labelled at their ends
        line.shows_legend = both
        line.says_seconds = not latencies  # the heat map beside it does
        line.margins = Margins(48.0, 40.0 if both else 8.0)
        heat = LatencyChart(timeline, _latency_title(phase))
        heat.margins = Margins(right=66.0 if both else 40.0)  # room for "100 ms"
        line.title_at_edge = heat.title_at_edge = True
        charts += (line, heat)
    return tuple(charts)


def _latency_title(phase: PhaseResult) -> str:
    figures = Figures(phase, phase.directions[0])
    found = {name: figures.of(name) for name in (MetricName.P50, MetricName.P99)}
    parts = [f"{name} {format_latency(one.median)}" for name, one in found.items() if one]
    return " · ".join((_("Latency"), *parts))
