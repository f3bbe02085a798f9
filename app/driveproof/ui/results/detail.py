# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One test of a run: every metric with its spread, the curves of all repeats, the fio command."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from driveproof.domain.access import Direction
from driveproof.domain.metric import MetricName
from driveproof.domain.run.ceiling import Ceiling
from driveproof.domain.run.certainty import certainty_in_run
from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.latency_plot import latency_figures, latency_plot, whole_histogram
from driveproof.domain.run.members import typical
from driveproof.domain.run.result import PhaseRow, cache_title, directions_of, written_data
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.run.timeline import Timeline
from driveproof.domain.run.work import DATA_TITLES
from driveproof.export.text.command import shell_command
from driveproof.ui.charts import quantity
from driveproof.ui.charts.chart import Margins
from driveproof.ui.charts.heatmap import LatencyChart
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.charts.time_chart import LineChart
from driveproof.ui.charts.view import ChartView, link, share_axis
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import set_tip, shown
from driveproof.ui.widgets.buttons import CopyButton
from driveproof.ui.widgets.cells import CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.rows import MemberTable
from driveproof.ui.widgets.table import CellTable, fixed_table
from driveproof.wording.catalogue import _
from driveproof.wording.figures import (
    metric_titles,
    together_text,
    write_metric,
    write_range,
)
from driveproof.wording.phase import (
    direction_title,
    direction_word,
    limit_texts,
)
from driveproof.wording.say import say_text
from driveproof.wording.table import cell_text
from driveproof.wording.units import NARROW, format_percent


class RunDetail(QWidget):
    """Shows a row of the results; created anew for each."""

    def __init__(
        self,
        theme: Theme,
        row: PhaseRow,
        title: str,
        *,
        folder: str = "",
        binary: bool = False,
        ceiling: Ceiling | None = None,
    ) -> None:
        super().__init__()
        self._ceiling = ceiling
        self._folder = folder
        self._theme = theme
        self._binary = binary
        self._title = title
        self.views: list[ChartView] = []
        self.copies: list[CopyButton] = []
        page = vertical(self, spacing=2 * GRID)
        page.addWidget(ElidedLabel(theme, self._title, size="heading"))
        page.addWidget(self._figures(row))
        for phase in row.measured:
            if phase.direction == Direction.MIXED and (said := together_text(phase, binary=binary)):
                page.addWidget(Label(theme, said, strong=True, selectable=True))
            self._add_limits(page, phase)
        panels = horizontal(spacing=MARGIN)
        for phase in row.measured:
            panels.addLayout(self._panel(phase), 1)
        page.addLayout(panels)
        self.members: list[MemberTable] = []
        for phase in row.measured:
            self._add_members(page, phase)

    def _figures(self, row: PhaseRow) -> CellTable:
        names = directions_of([row])
        heads = [TableColumn(_("Metric"))]
        for way in names:
            head = _("{variant}, median").format(variant=direction_title(way))
            last = way == names[-1]
            heads += [
                TableColumn(head, figures=True),
                TableColumn(_("Minimum to maximum"), grows=int(last)),
            ]
        model = CellsModel(heads, self._theme)
        model.set_rows(
            [
                (
                    TableCell(title, color="muted"),
                    *(cell for way in names for cell in self._cells(row, metric, way)),
                )
                for metric, title in metric_titles().items()
            ]
        )
        name = _("All metrics of {test}").format(test=self._title)
        return fixed_table(model, self._theme, name)

    def _cells(
        self, row: PhaseRow, metric: MetricName, direction: Direction
    ) -> tuple[TableCell, TableCell]:
        summary = row.summary(direction, metric)
        words = write_metric(metric, summary.median if summary else None, binary=self._binary)
        strong = metric == row.primary
        color = direction if strong and direction in (Direction.READ, Direction.WRITE) else "text"
        spread = "" if summary is None else _("one repeat")
        if summary is not None and summary.count > 1:
            spread = write_range(metric, summary, binary=self._binary)
            spread = "" if spread == words == _("none") else spread
        brief, unit = spread, words.rpartition(NARROW)[2]
        if spread != words:  # the unit is beside it, and small windows have little room
            brief = spread.removesuffix(f"{NARROW}{unit}")
        return TableCell(words, color=color, strong=strong), TableCell(
            brief, color="muted", copied=spread
        )

    def _panel(self, phase: PhaseResult) -> QVBoxLayout:
        timeline = Timeline.of_phase(phase)
        words = " + ".join(direction_word(name) for name in phase.directions)
        of = quantity.of_metric(phase.primary, binary=self._binary)
        column = vertical(spacing=2 * GRID)
        # hdparm and the files of other programs have no samples
        views = [] if timeline.empty else self._over_time(timeline, of, words)
        for name in phase.directions:
            histogram = whole_histogram(phase, name)
            if timeline.empty and not histogram.total:
                continue
            view = self._view(140)
            title = _("Latency, share of I/Os")
            if len(phase.directions) > 1:
                title = f"{title}, {direction_word(name)}"
            view.set_chart(_distribution(histogram, name, title))
            views.append(view)
        for view in views:
            column.addWidget(view)
        return self._copying(column, phase, words)

    def _over_time(self, timeline: Timeline, of: quantity.Quantity, words: str) -> list[ChartView]:
        line = self._view(150)
        title = f"{words} · {of.unit or of.title}"
        line.set_chart(LineChart(timeline, of, title, self._ceiling))
        heat = self._view(190)
        heat.set_chart(LatencyChart(timeline, _("Latency over time")))
        views = [line, heat]
        if timeline.has_temperature():
            view = self._view(110)
            chart = LineChart(timeline, quantity.temperature(), quantity.temperature().axis)
            chart.shows_legend = False
            view.set_chart(chart)
            views.append(view)
        link(*views)
        share_axis(*views)
        return views

    def _copying(self, column: QVBoxLayout, phase: PhaseResult, words: str) -> QVBoxLayout:
        theme = self._theme
        copy = CopyButton(_("Copy the command"), shell_command(phase, self._folder), flush=True)
        tip = _("Command of the first repeat ({direction})")
        set_tip(copy, tip.format(direction=words))
        name = self._called(phase)
        copy.setAccessibleName(_("{name}: {text}").format(name=name, text=copy.text()))
        self.copies.append(copy)
        if not phase.command:
            copy.hide()
        column.addWidget(
            ElidedLabel(theme, self._how(phase), size="small", color="muted", selectable=True)
        )
        column.addWidget(copy, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        return column

    def _called(self, phase: PhaseResult) -> str:
        if phase.direction == Direction.MIXED:
            return self._title  # which says so
        return f"{self._title} {direction_word(phase.direction)}"

    def _add_limits(self, page: QVBoxLayout, phase: PhaseResult) -> None:
        """Add what determined the figures besides the drive itself."""
        found = [shown(words) for words in limit_texts(phase)]
        if not found:
            return
        said = _("{name}: {text}.").format(name=self._called(phase), text="; ".join(found))
        page.addWidget(Label(self._theme, said, color="muted", wrap=True, selectable=True))

    def _add_members(self, page: QVBoxLayout, phase: PhaseResult) -> None:
        """Add which devices served a test, if there are several."""
        found = typical(phase)
        if len(found) < 2:
            return
        words = " + ".join(direction_word(name) for name in phase.directions)
        title = _("Devices that served the {words}").format(words=words)
        many = sum(1 for repeat in phase.repeats if repeat.members)
        if many > 1:
            title = _("{title}, median of {count}").format(title=title, count=many)
        table = MemberTable(self._theme, selectable=True)
        column = vertical(spacing=0)
        page.addLayout(column)
        column.addWidget(Label(self._theme, title, strong=True))
        column.addWidget(table)
        # Only once it has a parent: a widget without one would be a window.
        table.show_activities(found, binary=self._binary)
        self.members.append(table)

    def _how(self, phase: PhaseResult) -> str:
        words = [said] if (said := cell_text(certainty_in_run(phase))) else []
        words += [shown(phase.engine)] if phase.engine else []
        words.append(say_text(cache_title(phase)))
        words += [] if (data := written_data(phase)) is None else [say_text(DATA_TITLES[data])]
        words += [_("without copy-on-write")] if phase.work.nocow else []
        if phase.jobs > 1:
            words.append(_("{jobs} jobs").format(jobs=phase.jobs))
        return ", ".join(words)

    def _view(self, height: int) -> ChartView:
        view = ChartView(self._theme, height)
        view.setFixedHeight(height)
        self.views.append(view)
        return view


def _distribution(histogram: Histogram, direction: Direction, title: str) -> PlotChart:
    """The share of I/Os in each step of latency."""
    chart = PlotChart(
        latency_plot(histogram, direction),
        quantity.share(partial(format_percent, figures=3)),
        title=title,
        figures=latency_figures(histogram),
        most=3,
    )
    chart.margins, chart.title_at_edge = Margins(), False
    return chart
