# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What all sides of a comparison show together: bars, load curves, surfaces, and the changes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from driveproof.domain.comparison.answer import relative_to
from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.difference import CLAIMS
from driveproof.domain.comparison.file_sizes import pairs_of
from driveproof.domain.comparison.overview import SideFigure, overview, overview_groups
from driveproof.domain.comparison.side_names import BRIEF, ROOMY, side_heads
from driveproof.domain.figure import Grid, Table
from driveproof.domain.run.load_curve import LoadCurve, pooled
from driveproof.engine.comparison.reading import ComparedRuns
from driveproof.methods.load_curve.answer import matrix_of, sides_plot, sides_table
from driveproof.ui.charts import quantity
from driveproof.ui.charts.changes import Intervals
from driveproof.ui.charts.groups import GroupsChart
from driveproof.ui.charts.points import PointsChart
from driveproof.ui.charts.rows import in_two_lines
from driveproof.ui.charts.rows_view import RowsView
from driveproof.ui.charts.surface import SurfaceChart
from driveproof.ui.charts.surface_view import SurfaceView
from driveproof.ui.charts.view import ChartView
from driveproof.ui.compare import texts as words
from driveproof.ui.output.run_charts import load_chart
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.cells import CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.table import CellTable
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import CLAIMED, cell_text
from driveproof.wording.units import NARROW, format_percent

BARS_HEIGHT = 260


class OverviewPart(QWidget):
    """`table` can be sorted; the charts keep the order of the sides, whose colours they have."""

    def __init__(
        self, theme: Theme, comparison: Comparison, figures: Table, *, binary: bool = False
    ) -> None:
        super().__init__()
        found = overview(comparison)
        names, briefs = (
            tuple(map(value_text, side_heads(comparison, widest=widest)))
            for widest in (ROOMY, BRIEF)
        )
        self.view = ChartView(theme, BARS_HEIGHT)
        self.view.fix_height(BARS_HEIGHT)
        self.view.set_chart(overview_chart(comparison, figures, binary=binary))
        units = [
            shared_unit(
                [
                    words.figure(column.metric, line.cells[at].value, binary=binary)
                    for line in found.lines
                    if line.cells[at].value is not None
                ]
            )
            for at, column in enumerate(found.columns)
        ]
        titles = [value_text(column.title) for column in figures.columns[1:]]
        heads = [TableColumn(_("Side"), grows=1)]
        heads += [
            TableColumn(
                f"{title}, {unit}" if unit else title,
                figures=True,
                tip=title,
                lines=in_narrow_lines(title, unit),
            )
            for title, unit in zip(titles, units, strict=True)
        ]
        model = CellsModel(heads, theme)
        rows = []
        for line in found.lines:
            name, brief = names[line.side], briefs[line.side]
            if line.side == 0:
                name = _("{side} (baseline)").format(side=name)
            cells = (
                self._cell(
                    cell,
                    words.figure(column.metric, cell.value, binary=binary),
                    unit,
                    cell_text(written, binary=binary),
                )
                for column, cell, unit, written in zip(
                    found.columns, line.cells, units, figures.rows[line.side][1:], strict=True
                )
            )
            rows.append((TableCell(name, strong=line.side == 0, short=brief), *cells))
        model.set_rows(rows)
        self.table = CellTable(model, theme, _("All sides, by test"), scrolls=True)
        model.setParent(self.table)
        self.table.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        column = vertical(self, spacing=GRID)
        column.addWidget(self.view)
        column.addWidget(self.table)
        note = relative_to(comparison)
        column.addWidget(Label(theme, say_text(note), color="muted", wrap=True, selectable=True))

    @staticmethod
    def _cell(figure: SideFigure, text: str, unit: str, tip: str) -> TableCell:
        """The figure, with a mark where its change is claimed; the tool tip has the change."""
        against = figure.against
        claimed = against is not None and against.verdict in CLAIMS
        tone = words.tone(against) if claimed and against is not None else ""
        text = text.removesuffix(f"{NARROW}{unit}") if unit else text
        return TableCell(
            f"{text}{NARROW}{CLAIMED}" if claimed else text,
            -1.0 if figure.value is None else figure.value,
            tip=tip,
            color={"good": Tone.GOOD, "bad": Tone.FAILING}.get(tone, Tone.PLAIN),
            strong=claimed,
        )


def overview_chart(comparison: Comparison, figures: Table, *, binary: bool = False) -> GroupsChart:
    """All sides in all tests; `figures` is the table of the overview."""
    groups = overview_groups(comparison, side_heads(comparison, widest=ROOMY), figures)
    return GroupsChart(groups, quantity.share(format_percent), binary=binary)


def in_narrow_lines(title: str, unit: str = "") -> tuple[str, ...]:
    """The head of a narrow column: "Random", "4 KiB", "Q32 read", "IOPS"."""
    first, *rest = in_two_lines(title)
    return tuple(filter(None, (*first.split(" ", 1), *rest, unit)))


def shared_unit(figures: Sequence[str]) -> str:
    """The unit that all of these have, "" where they differ: "MB/s"."""
    units = {text.rpartition(NARROW)[2] for text in figures if NARROW in text}
    return units.pop() if len(units) == 1 and all(NARROW in text for text in figures) else ""


CURVE_HEIGHT = 280


def curves_of(compared: ComparedRuns) -> tuple[LoadCurve, ...]:
    """The curve of each side; empty unless all of them are one of the same direction and size."""
    found = [pooled(side.runs) for side in compared.comparison.sides]
    curves = tuple(curve for curve in found if curve is not None)
    alike = {(curve.direction, curve.block_size) for curve in curves}
    return curves if len(curves) == len(found) and len(alike) == 1 else ()


def load_charts(
    compared: ComparedRuns, *, log: bool = False
) -> tuple[PointsChart | SurfaceChart, ...]:
    """The curves over each other, then of two sides with the same grid both in one surface."""
    curves = curves_of(compared)
    if not curves:
        return ()
    names = tuple(compared.names)
    sides = tuple(zip(names, curves, strict=True))
    return load_chart(sides_plot(sides), sides_table(sides), log=log), *_surfaces(curves, names)


def _surfaces(curves: tuple[LoadCurve, ...], names: tuple[str, ...]) -> tuple[SurfaceChart, ...]:
    """Both grids in one picture, where two sides were measured at the same points."""
    if len(curves) != 2:
        return ()
    one, other = map(matrix_of, curves)
    if one is None or other is None or (one.across, one.down) != (other.across, other.down):
        return ()
    return (SurfaceChart(other, before=one, names=(names[0], names[1])),)


class LoadOverlay(QWidget):
    """Created anew for each comparison of load curves."""

    def __init__(self, theme: Theme, compared: ComparedRuns) -> None:
        super().__init__()
        self._compared = compared
        self.view = ChartView(theme, CURVE_HEIGHT)
        self.view.setFixedHeight(CURVE_HEIGHT)
        self.log = QCheckBox(_("&Logarithmic IOPS"))
        column = vertical(self, spacing=GRID)
        column.addWidget(self.view)
        column.addWidget(self.log)
        for chart in load_charts(compared)[1:]:
            surface = SurfaceView(theme, CURVE_HEIGHT)
            surface.setFixedHeight(CURVE_HEIGHT)
            surface.set_chart(chart)
            column.addWidget(surface)
        self.log.toggled.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        self.view.set_chart(load_charts(self._compared, log=self.log.isChecked())[0])


SURFACE_HEIGHT = 320


def map_pairs(compared: ComparedRuns) -> tuple[tuple[Grid, Grid], ...]:
    """The maps that two sides have in common; () for any other comparison."""
    sides = compared.comparison.sides
    return pairs_of(sides[0].runs, sides[1].runs) if len(sides) == 2 else ()


def file_sizes_charts(compared: ComparedRuns, *, binary: bool = False) -> tuple[SurfaceChart, ...]:
    """Both sides of each file operation in one picture."""
    names = tuple(compared.names)
    return tuple(
        SurfaceChart(other, before=one, names=(names[0], names[1]), binary=binary)
        for one, other in map_pairs(compared)
    )


def file_sizes_rows(
    compared: ComparedRuns, *, binary: bool = False
) -> list[tuple[SurfaceChart, ...]]:
    """The same for paper: two beside each other."""
    charts = file_sizes_charts(compared, binary=binary)
    for chart in charts:
        chart.title_at_edge = True
    return [charts[first : first + 2] for first in range(0, len(charts), 2)]


class FileSizesOverlay(QWidget):
    """One file operation of both sides at a time; created anew for each comparison of them."""

    def __init__(self, theme: Theme, compared: ComparedRuns, *, binary: bool = False) -> None:
        super().__init__()
        self._charts = file_sizes_charts(compared, binary=binary)
        self.operations = ChoiceBox()
        for _one, other in map_pairs(compared):
            self.operations.addItem(say_text(other.title))
        name = Label(theme, _("File &operation"), color="muted")
        name.setBuddy(self.operations)
        self.surface = SurfaceView(theme, SURFACE_HEIGHT)
        self.surface.setFixedHeight(SURFACE_HEIGHT)
        choice = horizontal(spacing=GRID)
        choice.addWidget(name)
        choice.addWidget(self.operations)
        choice.addStretch(1)
        column = vertical(self, spacing=GRID)
        column.addLayout(choice)
        column.addWidget(self.surface)
        self.operations.currentIndexChanged.connect(self._show)
        self._show(0)

    @Slot(int)
    def _show(self, number: int) -> None:
        if 0 <= number < len(self._charts):
            self.surface.set_chart(self._charts[number])


_TABLE_ROWS = 14  # this many are visible at once; the table scrolls


class IntervalsView(RowsView):
    """Emits `row_chosen(number)` for a click or the arrow keys."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, most=_TABLE_ROWS)

    @property
    def intervals(self) -> Intervals | None:
        """The chart."""
        return self.chart if isinstance(self.chart, Intervals) else None
