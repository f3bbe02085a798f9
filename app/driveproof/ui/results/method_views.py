# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the results of methods show besides rows of tests: charts, maps, surfaces, tables, hosts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from driveproof.domain.answer import Answer
from driveproof.domain.figure import Cell, Grid, Measure, Table
from driveproof.domain.hosts.answer import hosts_blocks
from driveproof.domain.run.areas import FAULTY_STATES
from driveproof.domain.run.hosts import host_scales, hosts_named, lost_hosts, on_hosts
from driveproof.domain.run.load_curve import load_of
from driveproof.domain.run.result import ChartKind
from driveproof.domain.run.result import charts_of as run_charts
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.domain.say import Coded
from driveproof.export.text.command import shell_command
from driveproof.methods.load_curve.answer import surfaces_of
from driveproof.ui.charts.ceiling import ceiling_of
from driveproof.ui.charts.changes import VariantChart
from driveproof.ui.charts.chart import ChartTable
from driveproof.ui.charts.grid import GridMap
from driveproof.ui.charts.positions import AreaChart, position_chart
from driveproof.ui.charts.rows import BarRows
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
from driveproof.ui.widgets.cells import CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import Label, small_print
from driveproof.ui.widgets.layouts import TWO_COLUMNS, FlowBox, horizontal, vertical
from driveproof.ui.widgets.rows import FactRows, figure_rows
from driveproof.ui.widgets.table import CellTable, fixed_table
from driveproof.wording.catalogue import _
from driveproof.wording.figures import spread_text
from driveproof.wording.recording import profile_keeps
from driveproof.wording.run import explanations
from driveproof.wording.say import say_text, say_texts
from driveproof.wording.table import (
    Style,
    cell_text,
    fact_texts,
    first_rows,
    more_text,
    row_texts,
    text_columns,
)
from driveproof.wording.units import format_iops


def answer_table(
    theme: Theme, table: Table, *, stretch: int = 0, binary: bool = False
) -> CellTable:
    """A table of an answer, whose column number `stretch` takes the room that is left."""
    columns = text_columns(table, Style.WINDOW, binary=binary)
    stretch %= len(columns)
    heads = [
        TableColumn(column.head, figures=not column.words, grows=int(place == stretch))
        for place, column in enumerate(columns)
    ]
    model = CellsModel(heads, theme)
    rows = zip(*(column.cells for column in columns), strict=True)
    model.set_rows([tuple(map(TableCell, row)) for row in rows])
    return fixed_table(model, theme, say_text(table.title))


class GuidedView(QWidget):
    """Shows the chart of an answer, its further tables, and its notes."""

    def __init__(
        self,
        theme: Theme,
        chart: BarRows | VariantChart,
        tables: Iterable[Table],
        notes: Iterable[str],
    ) -> None:
        super().__init__()
        self.view = RowsView(theme, chosen=False)
        self.view.show_rows(chart)
        page = vertical(self, spacing=GRID)
        page.addWidget(self.view)
        for table in tables:
            page.addWidget(answer_table(theme, table, binary=chart.binary))
        for text in notes:
            page.addWidget(small_print(theme, text))


def guided_view(theme: Theme, run: Run, answer: Answer, *, binary: bool) -> GuidedView | None:
    """The view of a guided run with results; None for any other."""
    chart = answer_chart(answer, binary=binary)
    if chart is None:
        return None
    tables = [table for table in answer.tables[1:] if table.rows]
    return GuidedView(theme, chart, tables, explanations(run, answer, binary=binary))


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
            view = ChartView(theme, HEIGHT)
            view.setFixedHeight(HEIGHT)
            view.set_chart(chart)
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


class LongView(QWidget):
    """A sustained write or rounds: the chart, the figures beside each other, what to know."""

    def __init__(self, theme: Theme, run: Run, answer: Answer, *, binary: bool = False) -> None:
        super().__init__()
        self.view = ChartView(theme, LONG_HEIGHT)
        self.view.setFixedHeight(LONG_HEIGHT)
        page = vertical(self, spacing=GRID)
        chart = long_chart(run, answer, binary=binary)
        if chart is not None:
            self.view.set_chart(chart)
        self.view.setVisible(chart is not None)
        page.addWidget(self.view)
        self._facts = fact_texts(answer.facts, binary=binary)
        rows = FactRows(theme)
        rows.set_facts(self._facts)
        page.addWidget(rows)
        # The figures of the last table are in the chart.
        for table in answer.tables[:-1]:
            page.addWidget(answer_table(theme, table, binary=binary))
        for text in explanations(run, answer, binary=binary):
            page.addWidget(small_print(theme, text))

    def as_text(self) -> str:
        """The figures and what is drawn, columns parted by tabs."""
        facts = "".join(f"{name}\t{value}\n" for name, value in self._facts)
        chart = self.view.chart
        return facts if chart is None else f"{facts}\n{chart.table().as_text()}"


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


class RecordedView(QWidget):
    """A recording: its charts, its figures, who wrote, what to know; created anew for each run.

    Emits `make_profile` where the requests were counted and a person asks for one.
    """

    make_profile = Signal()

    def __init__(self, theme: Theme, run: Run, answer: Answer, *, binary: bool = False) -> None:
        super().__init__()
        self.views: list[ChartView] = []
        page = vertical(self, spacing=GRID)
        charts = recorded_charts(run, answer, binary=binary)
        for chart in charts:
            view = ChartView(theme, RECORDED)
            view.setFixedHeight(RECORDED)
            view.set_chart(chart)
            page.addWidget(view)
            self.views.append(view)
        link(*self.views[:2])
        share_axis(*self.views[:2])
        self.profile_button = quiet_button(_("Make this a &profile…"), flush=True)
        set_tip(self.profile_button, profile_keeps())
        self.profile_button.clicked.connect(self.make_profile)
        page.addWidget(self.profile_button, 0, Qt.AlignmentFlag.AlignLeft)
        traced = bool(answer.positions)
        self.profile_button.setVisible(traced)
        if traced:
            keeps = Label(theme, profile_keeps(), size="small", color="muted", wrap=True)
            page.addWidget(keeps)
        self._facts = fact_texts(answer.facts)
        facts = FactRows(theme)
        facts.set_facts(self._facts)
        page.addWidget(facts)
        self._tables = [table for table in answer.tables if table.rows]
        for table in self._tables:
            page.addWidget(Label(theme, say_text(table.title), size="heading"))
            page.addWidget(answer_table(theme, table))
        for text in explanations(run, answer):
            page.addWidget(small_print(theme, text))

    def as_text(self) -> str:
        """Figures, writers and what is drawn, columns parted by tabs."""
        facts = "".join(f"{name}\t{value}\n" for name, value in self._facts)
        writers = "\n".join(ChartTable.of(table).as_text() for table in self._tables)
        drawn = (view.chart.table().as_text() for view in self.views if view.chart is not None)
        return "\n".join((facts, writers, *drawn))


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
                view = ChartView(theme, height)
                view.setFixedHeight(height)
                view.set_chart(chart)
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
        self.view = ChartView(theme, CURVE)
        self.view.setFixedHeight(CURVE)
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
            self.grid = ChartView(self._theme, SURFACE)
            self.grid.setFixedHeight(SURFACE)
            self.grid.set_chart(GridMap(answer.grids[0]))
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


class IopsAtLatencyView(QWidget):
    """The result of a search under a latency cap; created anew for each run."""

    def __init__(self, theme: Theme, run: Run, answer: Answer) -> None:
        super().__init__()
        self._answer = answer
        page = vertical(self, spacing=2 * GRID)
        self.view = ChartView(theme, CURVE)
        self.view.setFixedHeight(CURVE + 40)
        page.addWidget(self.view)
        self.log = QCheckBox(_("&Logarithmic IOPS"))
        page.addWidget(self.log)
        for text in explanations(run, answer):
            page.addWidget(small_print(theme, text))
        for table in answer.tables:
            page.addWidget(answer_table(theme, table))
        self.log.toggled.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        if self._answer.plots:
            points = self._answer.table("points")
            self.view.set_chart(load_chart(self._answer.plots[0], points, log=self.log.isChecked()))

    def as_text(self) -> str:
        """Every point as a table, columns parted by tabs."""
        chart = self.view.chart
        return "" if chart is None else chart.table().as_text()


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
        self.view = ChartView(theme, AREAS_HEIGHT)
        self.view.setFixedHeight(AREAS_HEIGHT)
        self.view.set_chart(self.chart)
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
        beside.setFixedWidth(BESIDE)
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
            self.chart = ChartView(theme, HOSTS_HEIGHT)
            self.chart.setFixedHeight(HOSTS_HEIGHT)
            self.chart.set_chart(scaling_chart(found, binary=binary))
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
