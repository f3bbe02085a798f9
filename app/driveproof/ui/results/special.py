# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result of a guided run above its figures, a scan by position, file sizes as maps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from driveproof.domain.answer import Answer
from driveproof.domain.figure import Grid, Table
from driveproof.domain.run.result import ChartKind
from driveproof.domain.run.result import charts_of as run_charts
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.export.text.command import shell_command
from driveproof.ui.charts.ceiling import ceiling_of
from driveproof.ui.charts.chart import ChartTable
from driveproof.ui.charts.grids import grid_map, turnable
from driveproof.ui.charts.rows import BarRows
from driveproof.ui.charts.rows_view import RowsView
from driveproof.ui.charts.scan import Throughput, position_chart
from driveproof.ui.charts.surface_view import SurfaceView
from driveproof.ui.charts.variant_chart import VariantChart
from driveproof.ui.charts.view import ChartView, link, share_axis
from driveproof.ui.output.run_charts import (
    answer_chart,
    long_chart,
    recorded_charts,
    write_back_charts,
)
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.cells import CellsModel, Head, TableCell
from driveproof.ui.widgets.choice_box import ChoiceBox
from driveproof.ui.widgets.copy_button import CopyButton
from driveproof.ui.widgets.labels import Label, small_print
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.page_head import quiet_button
from driveproof.ui.widgets.rows import FactRows, figure_rows
from driveproof.ui.widgets.side_by_side import SideBySide
from driveproof.ui.widgets.table import CellTable, fixed_table
from driveproof.wording.catalogue import _
from driveproof.wording.recording import profile_keeps
from driveproof.wording.run import explanations
from driveproof.wording.say import say_text
from driveproof.wording.table import Style, cell_text, fact_texts, row_texts, text_columns


def answer_table(
    theme: Theme, table: Table, *, stretch: int = 0, binary: bool = False
) -> CellTable:
    """A table of an answer, whose column number `stretch` takes the room that is left."""
    columns = text_columns(table, Style.WINDOW, binary=binary)
    stretch %= len(columns)
    heads = [
        Head(column.head, figures=not column.words, grows=int(place == stretch))
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
        charts = [position_chart(one, binary=binary) for one in found]
        beside = [
            self._figures(theme, run, phase, answer.table(one.table), binary=binary)
            for phase, one in zip(phases, found, strict=True)
        ]
        width = max((one.sizeHint().width() for one in beside), default=0)
        for chart, figures in zip(charts, beside, strict=True):
            if isinstance(chart, Throughput):
                chart.ceiling = ceiling_of(run.environment)
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
        beside = SideBySide()
        beside.row.addWidget(self.grid, 1)
        beside.row.addWidget(self.surface, 1)
        page = vertical(self, spacing=GRID)
        page.addLayout(choice)
        page.addWidget(beside)
        for text in notes:
            page.addWidget(small_print(theme, text))
        self.operations.currentIndexChanged.connect(self._show)
        self._show(0)

    @Slot(int)
    def _show(self, number: int) -> None:
        if 0 <= number < len(self.grids):
            found = self.grids[number]
            self.grid.set_chart(grid_map(found, binary=self._binary))
            self.surface.set_chart(turnable(found, binary=self._binary))

    def as_text(self) -> str:
        """Every map as a table, columns parted by tabs."""
        parts = []
        for found in self.grids:
            chart = grid_map(found, binary=self._binary)
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
