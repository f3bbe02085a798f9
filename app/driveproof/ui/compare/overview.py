# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""More than two sides beside each other: grouped bars, and a table sorted by any test."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QWidget

from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.difference import CLAIMS
from driveproof.domain.comparison.overview import Cell as Figure
from driveproof.domain.comparison.overview import Overview, overview
from driveproof.ui.charts.grouped_bars import GroupedBars
from driveproof.ui.charts.view import ChartView
from driveproof.ui.compare import texts as words
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.cells import Cell, CellsModel, Head
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.table import CellTable
from driveproof.wording.catalogue import _
from driveproof.wording.comparison.overview import (
    CLAIMED,
    base_title,
    column_titles,
    in_narrow_lines,
    overview_cell,
    overview_note,
    shared_unit,
)
from driveproof.wording.comparison.side_names import BRIEF, ROOMY, side_heads
from driveproof.wording.units import NARROW

HEIGHT = 260


class OverviewPart(QWidget):
    """`table` can be sorted; the charts keep the order of the sides, whose colours they have."""

    def __init__(self, theme: Theme, comparison: Comparison, *, binary: bool = False) -> None:
        super().__init__()
        found, names = overview(comparison), side_heads(comparison, widest=ROOMY)
        briefs = side_heads(comparison, widest=BRIEF)
        self.view = ChartView(theme, HEIGHT)
        self.view.fix_height(HEIGHT)
        self.view.set_chart(GroupedBars(found, names, binary=binary))
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
        heads = [Head(_("Side"))]
        heads += [
            Head(
                f"{title}, {unit}" if unit else title,
                figures=True,
                tip=title,
                lines=in_narrow_lines(title, unit),
            )
            for title, unit in zip(column_titles(found), units, strict=True)
        ]
        model = CellsModel(heads, theme)
        rows = []
        for line in found.lines:
            name, brief = names[line.side], briefs[line.side]
            if line.side == 0:
                name = f"{name} ({base_title()})"
            figures = (
                self._cell(found, at, cell, units[at], binary=binary)
                for at, cell in enumerate(line.cells)
            )
            rows.append((Cell(name, strong=line.side == 0, short=brief), *figures))
        model.set_rows(rows)
        self.table = CellTable(model, theme, _("All sides, by test"), stretch=0, scrolls=True)
        model.setParent(self.table)
        self.table.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        column = vertical(self, spacing=GRID)
        column.addWidget(self.view)
        column.addWidget(self.table)
        note = overview_note(names[0])
        column.addWidget(Label(theme, note, color="muted", wrap=True, selectable=True))

    @staticmethod
    def _cell(found: Overview, column: int, figure: Figure, unit: str, *, binary: bool) -> Cell:
        """The figure, with a mark where its change is claimed; the tool tip has the change."""
        against = figure.against
        claimed = against is not None and against.verdict in CLAIMS
        tone = words.tone(against) if claimed and against is not None else ""
        metric = found.columns[column].metric
        text = words.figure(metric, figure.value, binary=binary)
        text = text.removesuffix(f"{NARROW}{unit}") if unit else text
        return Cell(
            f"{text}{NARROW}{CLAIMED}" if claimed else text,
            -1.0 if figure.value is None else figure.value,
            tip=overview_cell(found, column, figure, binary=binary),
            color={"good": Tone.GOOD, "bad": Tone.FAILING}.get(tone, Tone.PLAIN),
            strong=claimed,
        )
