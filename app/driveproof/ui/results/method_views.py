# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the results of methods show besides rows of tests: charts, maps, surfaces, tables, hosts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from driveproof.domain.answer import Answer
from driveproof.domain.expected_answer import TITLE
from driveproof.domain.figure import Block, Cell, Fact, Grid, Measure, Table, Text
from driveproof.domain.hosts.answer import hosts_blocks
from driveproof.domain.run.areas import FAULTY_STATES
from driveproof.domain.run.ceiling import ceiling_of
from driveproof.domain.run.hosts import host_scales, hosts_named, lost_hosts, on_hosts
from driveproof.domain.run.load_curve import load_of
from driveproof.domain.run.result import ChartKind
from driveproof.domain.run.result import charts_of as run_charts
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.domain.say import Coded, Say
from driveproof.export.text.command import shell_command
from driveproof.methods.load_curve.answer import surfaces_of
from driveproof.ui.charts.chart import Chart, ChartTable
from driveproof.ui.charts.grid import GridMap
from driveproof.ui.charts.positions import AreaChart, position_chart
from driveproof.ui.charts.rows_view import RowsView
from driveproof.ui.charts.surface import SurfaceChart
from driveproof.ui.charts.surface_view import SurfaceView
from driveproof.ui.charts.view import ChartView, link, share_axis
from driveproof.ui.output.run_charts import (
    answer_chart,
    load_chart,
    long_chart,
    recorded_charts,
    scaling_chart,
    write_back_charts,
)
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import CopyButton, Opener, quiet_button
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import Label, small_print
from driveproof.ui.widgets.layouts import TWO_COLUMNS, FlowBox, horizontal, vertical
from driveproof.ui.widgets.rows import FactRows, figure_rows
from driveproof.ui.widgets.table import CellTable, answer_table
from driveproof.wording.catalogue import _
from driveproof.wording.figures import spread_text
from driveproof.wording.recording import profile_keeps
from driveproof.wording.run import explanations
from driveproof.wording.say import say_text, say_texts
from driveproof.wording.table import (
    cell_text,
    fact_texts,
    first_rows,
    more_text,
    row_texts,
)
from driveproof.wording.units import format_iops


def chart_view(theme: Theme, height: int, chart: Chart | None = None) -> ChartView:
    """A view of a chart, so many pixels high."""
    view = ChartView(theme, height)
    view.setFixedHeight(height)
    if chart is not None:
        view.set_chart(chart)
    return view


class AnswerView(QWidget):
    """An answer: its charts, then single values, tables, and notes that say how to take them.

    Created anew for each run. Tables are `titled` where their first column does not say what they
    are.
    """

    def __init__(
        self,
        theme: Theme,
        charts: Sequence[ChartView],
        notes: Iterable[str],
        *,
        facts: Sequence[Fact] = (),
        tables: Sequence[Table] = (),
        titled: bool = False,
        binary: bool = False,
    ) -> None:
        super().__init__()
        self.views = list(charts)
        self._facts = fact_texts(facts, binary=binary)
        self._tables = [table for table in tables if table.rows] if titled else []
        self.page = vertical(self, spacing=GRID)
        for view in self.views:
            self.page.addWidget(view)
        if self._facts:
            rows = FactRows(theme)
            rows.set_facts(self._facts)
            self.page.addWidget(rows)
        for table in tables:
            if table.rows:
                if titled:
                    self.page.addWidget(Label(theme, say_text(table.title), size="heading"))
                self.page.addWidget(answer_table(theme, table, binary=binary))
        for text in notes:
            self.page.addWidget(small_print(theme, text))

    def as_text(self) -> str:
        """Its values, what is in its titled tables and what is drawn, columns parted by tabs."""
        facts = "".join(f"{name}\t{value}\n" for name, value in self._facts)
        tables = [ChartTable.of(table).as_text() for table in self._tables]
        drawn = [view.chart.table().as_text() for view in self.views if view.chart is not None]
        return "\n".join((*([facts] if facts else []), *tables, *drawn))


def guided_view(theme: Theme, run: Run, answer: Answer, *, binary: bool) -> AnswerView | None:
    """The rows of an answer; None for one without."""
    chart = answer_chart(answer, binary=binary)
    if chart is None:
        return None
    view = RowsView(theme, chosen=False)
    view.show_rows(chart)
    notes = explanations(run, answer, binary=binary)
    return AnswerView(theme, [view], notes, tables=answer.tables[1:], binary=binary)


HEIGHT = 210
BESIDE = 196


class ScanDetail(QWidget):
    """Both tests of a scan, one above the other on the same axis; created anew for each run."""

    def __init__(self, theme: Theme, run: Run, answer: Answer, *, binary: bool = False) -> None:
        super().__init__()
        self.views: list[ChartView] = []
        self.copies: list[CopyButton] = []
        page = vertical(self, spacing=2 * GRID)
        drawn = [chart for chart in run_charts(run) if chart.kind is ChartKind.POSITIONS]
        phases = [phase for chart in drawn for phase in chart.phases]
        found = [one for one in answer.positions if one.passes]
        ceiling = ceiling_of(run.environment)
        charts = [position_chart(one, binary=binary, ceiling=ceiling) for one in found]
        beside = [
            self._figures(theme, run, phase, answer.table(one.table), binary=binary)
            for phase, one in zip(phases, found, strict=True)
        ]
        width = max((one.sizeHint().width() for one in beside), default=0)
        for chart, figures in zip(charts, beside, strict=True):
            row = horizontal(spacing=MARGIN)
            view = chart_view(theme, HEIGHT, chart)
            self.views.append(view)
            row.addWidget(view, 1)
            figures.setFixedWidth(max(BESIDE, width))  # the same: the charts have one axis
            row.addWidget(figures)
            page.addLayout(row)

    def _figures(
        self, theme: Theme, run: Run, phase: PhaseResult, table: Table, *, binary: bool
    ) -> QWidget:
        beside = QWidget()
        column = vertical(beside, spacing=GRID // 2)
        title, read = map(cell_text, table.rows[0][: table.names])
        column.addWidget(Label(theme, title, strong=True))
        column.addWidget(Label(theme, read, size="small", color="muted"))
        rows: list[tuple[str, Label]] = []
        for name, value in row_texts(table, binary=binary):
            color = "text" if rows else phase.direction
            rows.append((name, Label(theme, value, color=color, strong=not rows, selectable=True)))
        column.addLayout(figure_rows(theme, rows, gap=3 * GRID))
        copy = CopyButton(_("Copy the command"), shell_command(phase, run.target.path), flush=True)
        copy.setAccessibleName(_("{name}: {text}").format(name=title, text=copy.text()))
        self.copies.append(copy)
        column.addWidget(copy)
        copy.setVisible(bool(phase.command))
        column.addStretch(1)
        return beside


LONG_HEIGHT = 300


def long_view(theme: Theme, run: Run, answer: Answer, *, binary: bool) -> AnswerView:
    """A sustained write or rounds: the chart, and the figures beside each other."""
    chart = long_chart(run, answer, binary=binary)
    return AnswerView(
        theme,
        [] if chart is None else [chart_view(theme, LONG_HEIGHT, chart)],
        explanations(run, answer, binary=binary),
        facts=answer.facts,
        tables=answer.tables[:-1],  # the figures of the last one are in the chart
        binary=binary,
    )


MAP_HEIGHT = 300


class MapsView(QWidget):
    """One grid at a time, and the same as a surface to turn; `notes` say how to take them."""

    def __init__(
        self, theme: Theme, grids: Sequence[Grid], notes: Iterable[str], *, binary: bool = False
    ) -> None:
        super().__init__()
        self.grids = grids
        self._binary = binary
        self.operations = ChoiceBox()
        for grid in grids:
            self.operations.addItem(say_text(grid.title))
        name = Label(theme, _("File &operation"), color="muted")
        name.setBuddy(self.operations)
        self.grid = ChartView(theme, MAP_HEIGHT)
        self.surface = SurfaceView(theme, MAP_HEIGHT)
        choice = horizontal(spacing=GRID)
        choice.addWidget(name)
        choice.addWidget(self.operations)
        choice.addStretch(1)
        beside = FlowBox(narrow=TWO_COLUMNS, margins=(0, GRID, 0, 0), spacing=MARGIN)
        beside.addWidget(self.grid, 1)
        beside.addWidget(self.surface, 1)
        page = vertical(self, spacing=GRID)
        page.addLayout(choice)
        page.addLayout(beside)
        for text in notes:
            page.addWidget(small_print(theme, text))
        self.operations.currentIndexChanged.connect(self._show)
        self._show(0)

    @Slot(int)
    def _show(self, number: int) -> None:
        if 0 <= number < len(self.grids):
            found = self.grids[number]
            self.grid.set_chart(GridMap(found, binary=self._binary))
            self.surface.set_chart(SurfaceChart(found, binary=self._binary))

    def as_text(self) -> str:
        """Every map as a table, columns parted by tabs."""
        parts = []
        for found in self.grids:
            chart = GridMap(found, binary=self._binary)
            parts.append(f"{chart.title}\n{chart.table().as_text()}")
        return "\n".join(parts)


RECORDED = 190


class RecordedView(AnswerView):
    """A recording: its charts, its figures, who wrote.

    Emits `make_profile` where the requests were counted and a person asks for one.
    """

    make_profile = Signal()

    def __init__(self, theme: Theme, run: Run, answer: Answer, *, binary: bool = False) -> None:
        charts = recorded_charts(run, answer, binary=binary)
        super().__init__(
            theme,
            [chart_view(theme, RECORDED, chart) for chart in charts],
            explanations(run, answer),
            facts=answer.facts,
            tables=answer.tables,
            titled=True,
        )
        link(*self.views[:2])
        share_axis(*self.views[:2])
        self.profile_button = quiet_button(_("Make this a &profile…"), flush=True)
        set_tip(self.profile_button, profile_keeps())
        self.profile_button.clicked.connect(self.make_profile)
        place = len(self.views)
        self.page.insertWidget(place, self.profile_button, 0, Qt.AlignmentFlag.AlignLeft)
        traced = bool(answer.positions)
        self.profile_button.setVisible(traced)
        if traced:
            self.page.insertWidget(place + 1, small_print(theme, profile_keeps()))


SPEEDS, WAITING = 190, 120


class EverydayView(QWidget):
    """Two charts for each test with an fsync at its end; created anew for each run."""

    def __init__(self, theme: Theme, run: Run, *, binary: bool = False) -> None:
        super().__init__()
        self.views: list[ChartView] = []
        page = vertical(self, spacing=GRID)
        for speeds, waiting in write_back_charts(run, binary=binary):
            pair = []
            for chart, height in ((speeds, SPEEDS), (waiting, WAITING)):
                view = chart_view(theme, height, chart)
                page.addWidget(view)
                pair.append(view)
            link(*pair)
            share_axis(*pair)
            self.views += pair
        self.setAccessibleName(_("Program and drive over time"))


CURVE, SURFACE = 300, 280


class LoadView(QWidget):
    """Created anew for each run."""

    def __init__(self, theme: Theme, run: Run, answer: Answer) -> None:
        super().__init__()
        self._theme = theme
        self._answer = answer
        curve = load_of(run.phases)
        assert curve is not None
        page = vertical(self, spacing=2 * GRID)
        page.addLayout(self._figures(answer))
        self.log = QCheckBox(_("&Logarithmic IOPS"))
        self.view = chart_view(theme, CURVE)
        page.addWidget(self.view)
        self.pictures = ChoiceBox()
        self.surfaces = tuple(map(SurfaceChart, surfaces_of(curve)))
        for surface in self.surfaces:
            self.pictures.addItem(surface.title)
        self.name = Label(theme, _("&Surface"), color="muted")
        self.name.setBuddy(self.pictures)
        tools = horizontal(spacing=GRID)
        tools.addWidget(self.log)
        tools.addStretch(1)
        tools.addWidget(self.name)
        tools.addWidget(self.pictures)
        for widget in (self.name, self.pictures):
            widget.setVisible(len(self.surfaces) > 1)
        page.addLayout(tools)
        page.addWidget(self._below(answer, explanations(run, answer)))
        self.log.toggled.connect(self._show_curve)
        self.pictures.currentIndexChanged.connect(self._show_surface)
        self._show_curve()
        self._show_surface(0)

    def _figures(self, answer: Answer) -> QHBoxLayout:
        row = horizontal(spacing=MARGIN)
        marked = answer.tables[0]
        for title, iops, depth, mean, p99 in marked.rows:
            assert isinstance(iops, Measure)
            detail = _("depth {depth}, mean {mean}, p99 {p99}, {spread}").format(
                depth=cell_text(depth),
                mean=cell_text(mean),
                p99=cell_text(p99),
                spread=spread_text(iops.summary),
            )
            row.addLayout(self._figure(title, iops, detail), 1)
        return row

    def _figure(self, title: Cell, iops: Measure, detail: str) -> QVBoxLayout:
        column = vertical(spacing=0)
        column.addWidget(Label(self._theme, cell_text(title), size="small", color="muted"))
        text = format_iops(iops.summary.median)
        column.addWidget(Label(self._theme, text, size="heading", selectable=True))
        column.addWidget(small_print(self._theme, detail))
        column.addStretch(1)
        return column

    def _below(self, answer: Answer, notes_of_run: Iterable[str]) -> QWidget:
        place = QWidget()
        beside = FlowBox(narrow=TWO_COLUMNS, margins=(0, GRID, 0, 0), spacing=MARGIN)
        page = vertical(place)
        page.addLayout(beside)
        self.surface = SurfaceView(self._theme, SURFACE)
        self.surface.setFixedHeight(SURFACE)
        self.surface.setVisible(bool(self.surfaces))
        beside.addWidget(self.surface, 3)
        notes = QWidget()
        column = vertical(notes, spacing=GRID)
        column.addWidget(Label(self._theme, _("How to read this"), strong=True))
        facts = (_("{name}: {text}").format(name=n, text=t) for n, t in fact_texts(answer.facts))
        for text in (*facts, *notes_of_run):
            column.addWidget(small_print(self._theme, text))
        self.grid: ChartView | None = None
        if answer.grids:
            self.grid = chart_view(self._theme, SURFACE, GridMap(answer.grids[0]))
            beside.addWidget(self.grid, 3)
            page.addWidget(notes)
        else:
            column.addStretch(1)
            beside.addWidget(notes, 2)
        return place

    @Slot()
    def _show_curve(self) -> None:
        points = self._answer.table("points")
        self.view.set_chart(load_chart(self._answer.plots[0], points, log=self.log.isChecked()))

    @Slot(int)
    def _show_surface(self, number: int) -> None:
        if 0 <= number < len(self.surfaces):
            self.surface.set_chart(self.surfaces[number])

    def as_text(self) -> str:
        """Every point as a table, columns parted by tabs."""
        chart = self.view.chart
        return "" if chart is None else chart.table().as_text()


class IopsAtLatencyView(AnswerView):
    """The result of a search under a latency cap."""

    def __init__(self, theme: Theme, run: Run, answer: Answer) -> None:
        self.view = chart_view(theme, CURVE + 40)
        super().__init__(theme, [self.view], (), tables=answer.tables)
        self._answer = answer
        self.log = QCheckBox(_("&Logarithmic IOPS"))
        # Its notes are on the curve, and its tables are long.
        notes = (small_print(theme, text) for text in explanations(run, answer))
        for place, widget in enumerate((self.log, *notes), 1):
            self.page.insertWidget(place, widget)
        self.log.toggled.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        if self._answer.plots:
            points = self._answer.table("points")
            self.view.set_chart(load_chart(self._answer.plots[0], points, log=self.log.isChecked()))


AREAS_HEIGHT = 250
MOST_ROWS = 100
"""Of the bad ranges; the files have all of them."""


class AreaView(QWidget):
    """Made anew for each run."""

    def __init__(self, theme: Theme, run: Run, answer: Answer) -> None:
        super().__init__()
        self._answer = answer
        self._found = next(one for one in answer.positions if not one.passes)
        self.chart = AreaChart(self._found)
        self.view = chart_view(theme, AREAS_HEIGHT, self.chart)
        page = vertical(self, spacing=GRID)
        row = horizontal(spacing=MARGIN)
        row.addWidget(self.view, 1)
        row.addWidget(self._totals(theme))
        page.addLayout(row)
        for text in explanations(run, answer):
            page.addWidget(small_print(theme, text))
        bad = answer.table("bad_ranges")
        if bad.rows:
            page.addSpacing(GRID)
            name = say_text(bad.title)
            page.addWidget(Label(theme, name, size="heading"))
            page.addWidget(answer_table(theme, first_rows(bad, MOST_ROWS), stretch=-1))
            if more := more_text(bad, MOST_ROWS):
                page.addWidget(Label(theme, more, size="small", color="muted", wrap=True))

    def _totals(self, theme: Theme) -> QWidget:
        beside = QWidget()
        column = vertical(beside, spacing=GRID // 2)
        table = self._answer.table(self._found.table)
        column.addWidget(Label(theme, say_text(table.title), strong=True))
        rows = []
        for state, size, _share in table.rows:
            bad = isinstance(state, Coded) and state.code in FAULTY_STATES
            color = Tone.FAILING if bad else Tone.PLAIN
            amount = Label(theme, cell_text(size), color=color, strong=bad, selectable=True)
            rows.append((cell_text(state), amount))
        for fact in self._answer.facts:
            value = Label(theme, cell_text(fact.value), strong=True, selectable=True)
            rows.append((say_text(fact.title), value))
        column.addLayout(figure_rows(theme, rows, wrap=True))
        column.addStretch(1)
        beside.setFixedWidth(max(BESIDE, beside.minimumSizeHint().width()))
        return beside

    def as_text(self) -> str:
        """The answer and the bad places, columns parted by tabs."""
        return f"{say_texts(self._answer.sentences)}\n{self.chart.table().as_text()}"


HOSTS_HEIGHT = 280


class HostsView(QWidget):
    """Created anew for each run."""

    def __init__(self, theme: Theme, run: Run, *, binary: bool = False) -> None:
        super().__init__()
        found = Answer((), hosts_blocks(run))
        page = vertical(self, spacing=GRID)
        page.addWidget(Label(theme, say_text(hosts_named(run)), size="heading", wrap=True))
        self.chart: ChartView | None = None
        if host_scales(run):
            self.chart = chart_view(theme, HOSTS_HEIGHT, scaling_chart(found, binary=binary))
            page.addWidget(self.chart)
        self.more = Opener(_("Show e&very host"), flush=True)
        self.every: QWidget | None = None
        for table in found.tables:
            if not table.rows:
                continue
            shown = answer_table(theme, table, binary=binary)
            if table.key == "hosts":  # as many rows as hosts in each test
                self.every = shown
                shown.hide()
                self.more.opened.connect(shown.setVisible)
                page.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
            page.addWidget(shown)
        self.more.setVisible(self.every is not None)
        for number, note in enumerate(found.notes):
            tone = Tone.DOUBT if number < len(lost_hosts(run)) else Tone.NOTE
            text = say_text(note, binary=binary)
            page.addWidget(Label(theme, text, color=tone, wrap=True, selectable=True))


def hosts_view(theme: Theme, run: Run, *, binary: bool) -> HostsView | None:
    """The view of a run on several hosts; None for any other."""
    return HostsView(theme, run, binary=binary) if on_hosts(run) else None


class ExpectedPart(QWidget):
    """What each test is held against, in a table, below the answer in words.

    Emits `rate` when the person wants to enter what the drive's manufacturer promises.
    """

    rate = Signal()

    def __init__(
        self,
        theme: Theme,
        run: Run,
        blocks: Sequence[Block],
        sentences: Iterable[Say] = (),
        *,
        binary: bool = False,
    ) -> None:
        """`blocks` of an answer, below `sentences` where these are not said in a finding."""
        super().__init__()
        column = vertical(self, margins=(0, GRID, 0, 0), spacing=GRID // 2)
        self.table: CellTable | None = None
        column.addWidget(Label(theme, say_text(TITLE), size="heading"))
        for sentence in sentences:
            column.addWidget(Label(theme, say_text(sentence), wrap=True, selectable=True))
        for block in blocks:
            if isinstance(block, Table):
                self.table = answer_table(theme, block, binary=binary)
                column.addWidget(self.table)
            elif isinstance(block, Text):
                text = say_text(block.say, binary=binary)
                column.addWidget(Label(theme, text, color="muted", wrap=True, selectable=True))
        if run.target.model:
            button = quiet_button(_("&Data sheet…"), flush=True)
            button.clicked.connect(self.rate)
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
