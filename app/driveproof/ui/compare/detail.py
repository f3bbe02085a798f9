# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One test of a comparison: curves, latencies and repeats of all sides, then every metric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from PySide6.QtWidgets import QHBoxLayout, QWidget

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.comparison.answer import JUDGING, judging
from driveproof.domain.comparison.comparison import Metric
from driveproof.domain.comparison.matching import TestRepeats
from driveproof.domain.comparison.remarks import metric_title
from driveproof.domain.comparison.side_names import side_heads
from driveproof.domain.comparison.side_plots import (
    side_latencies_plot,
    side_positions_figures,
    side_positions_plot,
    side_rates_plot,
    side_repeats_groups,
)
from driveproof.domain.figure import Positions
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Unit
from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.run import Position
from driveproof.domain.say import Say
from driveproof.engine.comparison.reading import ComparedRuns
from driveproof.ui.charts import quantity
from driveproof.ui.charts.chart import Chart, Margins
from driveproof.ui.charts.groups import GroupsChart
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.charts.view import ChartView
from driveproof.ui.compare import texts as words
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import Disclosure
from driveproof.ui.widgets.cells import CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.labels import ElidedLabel
from driveproof.ui.widgets.layouts import FlowBox, vertical
from driveproof.ui.widgets.rows import FactRows
from driveproof.ui.widgets.table import fixed_table
from driveproof.wording.catalogue import _
from driveproof.wording.figures import interval_text, metric_titles
from driveproof.wording.phase import direction_word
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import cell_text, change_text, verdict_text
from driveproof.wording.units import format_part

CURVE, BELOW = 190, 170
_INTERVAL = 4  # its column in the table of every metric


def charts_of(
    compared: ComparedRuns, metric: Metric, direction: Direction, *, binary: bool = False
) -> tuple[list[Chart], list[Chart]]:
    """The charts of full width, and those side by side."""
    repeats = [tests.get(metric.test) for tests in compared.tests]
    names = list(compared.names)
    several = metric.test.direction == Direction.MIXED
    way = (direction_word(direction),) if several else ()
    primary = metric.metric
    of = quantity.of_metric(primary, binary=binary)
    wide: list[Chart] = []
    passes = [_passes(one, direction) for one in repeats]
    if any(passes):
        sequential = metric.test.pattern == Pattern.SEQUENTIAL
        size = max(r.target.size or 0 for s in compared.comparison.sides for r in s.runs)
        what = MetricName.BANDWIDTH if sequential else MetricName.MEAN
        title = Say("Throughput by position") if sequential else Say("Access time by position")
        found = [
            Positions("", title, size, passes=one, metric=what, direction=direction)
            for one in passes
        ]
        plot = side_positions_plot(names, found)
        along = of if sequential else quantity.of_unit(Unit.SECONDS)
        words = f"{say_text(title)} · {along.unit}" if sequential else say_text(title)
        figures = side_positions_figures(plot, what)
        wide.append(PlotChart(plot, along, title=words, figures=figures))
    curves = [compared.curves(number, metric.test, direction) for number in range(len(names))]
    rates = MetricName(of.column)
    over = PlotChart(
        side_rates_plot(names, curves, rates, direction), of, title=", ".join((of.axis, *way))
    )
    if not over.empty:
        wide.append(over)
    beside: list[Chart] = []
    histograms = [_histogram(one, direction) for one in repeats]
    if any(histogram.total for histogram in histograms):
        heading = ", ".join((_("Latency, share of I/Os"), *way))
        plot = side_latencies_plot(names, histograms, direction)
        beside.append(PlotChart(plot, quantity.share(format_part), title=heading, most=2))
    values = [one.values(direction, primary) if one else () for one in repeats]
    heading = ", ".join((_("Repeats"), of.unit or of.title, *way))
    groups = side_repeats_groups(names, values, primary, direction)
    beside.append(GroupsChart(groups, of, title=heading))
    for chart in (*wide, *beside):
        if isinstance(chart, PlotChart):
            chart.margins, chart.title_at_edge = Margins(), False
    return wide, beside


def _histogram(repeats: TestRepeats | None, direction: Direction) -> Histogram:
    parts = [
        result.histogram
        for _, repeat in (repeats.repeats if repeats else ())
        if (result := repeat.directions.get(direction)) is not None
    ]
    return reduce(lambda a, b: a + b, parts, Histogram.empty())


def _passes(repeats: TestRepeats | None, direction: Direction) -> tuple[Sequence[Position], ...]:
    return tuple(
        result.positions
        for _, repeat in (repeats.repeats if repeats else ())
        if (result := repeat.directions.get(direction)) is not None and len(result.positions)
    )


def _measured(repeats: TestRepeats | None, direction: Direction) -> bool:
    return any(direction in one.directions for _run, one in (repeats.repeats if repeats else ()))


class CompareDetail(QWidget):
    """Created anew for each selected test."""

    def __init__(
        self, theme: Theme, compared: ComparedRuns, metric: Metric, *, binary: bool = False
    ) -> None:
        super().__init__()
        self._theme = theme
        self._binary = binary
        self.views: list[ChartView] = []
        page = vertical(self, spacing=2 * GRID)
        top = QHBoxLayout()
        top.addWidget(ElidedLabel(theme, value_text(metric_title(metric)), size="heading"), 1)
        self.hint = ElidedLabel(
            theme, _("Ctrl + wheel to zoom, drag to pan"), size="small", color="muted"
        )
        top.addWidget(self.hint)
        page.addLayout(top)
        ways = [metric.direction]
        if metric.test.direction == Direction.MIXED:
            ways = [
                way
                for way in (Direction.READ, Direction.WRITE)
                if any(_measured(tests.get(metric.test), way) for tests in compared.tests)
            ]
        for way in ways:
            wide, beside = charts_of(compared, metric, way, binary=binary)
            for chart in wide:
                page.addWidget(self._view(chart, CURVE))
            if len(compared.names) > 2:  # the names below the bars need the width of the page
                for chart in beside:
                    page.addWidget(self._view(chart, BELOW))
                continue
            parts = FlowBox(narrow=0, spacing=MARGIN)
            for number, chart in enumerate(beside):
                parts.addWidget(self._view(chart, BELOW), 2 if number + 1 < len(beside) else 1)
            if len(beside) == 1:  # two bars need no full page
                parts.addStretch(1)
            page.addLayout(parts)
        self.hint.setVisible(any(view.zooms for view in self.views))
        page.addWidget(self._figures(compared, metric))
        if judged := judging(metric, compared.comparison):
            facts = FactRows(theme, columns=1)
            told = zip(JUDGING, judged, strict=True)
            facts.set_facts(
                [(value_text(one.title), cell_text(cell)) for one, cell in told if not one.hidden]
            )
            page.addWidget(Disclosure(theme, _("Metho&d"), facts))

    def _view(self, chart: Chart, height: int) -> ChartView:
        made = ChartView(self._theme, height)
        made.fix_height(height)
        made.set_chart(chart)
        self.views.append(made)
        return made

    def _figures(self, compared: ComparedRuns, metric: Metric) -> QWidget:
        """Every metric of this test; the primary one is bold, and only it has a verdict."""
        heads = side_heads(compared.comparison)
        before, after = map(value_text, (heads[0], heads[metric.side]))
        mine = [
            one
            for one in compared.comparison.metrics
            if one.test == metric.test and one.side == metric.side
        ]
        titles = (_("Difference"), _("95 % interval"), _("Verdict"))
        columns = [
            TableColumn(_("Metric"), grows=1),
            *(TableColumn(side, figures=True) for side in (before, after)),
            *(TableColumn(title, figures=True, sample=title) for title in titles),
        ]
        # The page shows the interval that decides above, and copies all of them.
        columns[_INTERVAL] = replace(columns[_INTERVAL], gives_way=1)
        model = CellsModel(columns, self._theme)
        model.set_rows(list(map(self._row, mine)))
        name = _("All metrics of {test}").format(test=value_text(metric_title(metric)))
        return fixed_table(model, self._theme, name, scrolls=True)

    def _row(self, one: Metric) -> tuple[TableCell, ...]:
        title = metric_titles().get(one.metric, shown(one.metric))
        if one.test.direction == Direction.MIXED:
            title = f"{title}, {direction_word(one.direction)}"
        if one.primary:
            title = _("{title} (judged)").format(title=title)
        tone = {"good": Tone.GOOD, "bad": Tone.FAILING}.get(words.tone(one), Tone.PLAIN)
        change = words.interval_of(one)
        cells = (
            (title, "text" if one.primary else "muted"),
            (words.figure(one, one.before, binary=self._binary), "muted"),
            (words.figure(one, one.after, binary=self._binary), "text"),
            (change_text(change) or "–", tone),
            (interval_text(change.low, change.high), "muted"),
            (verdict_text(change), tone),
        )
        return tuple(TableCell(text, color=color, strong=one.primary) for text, color in cells)
