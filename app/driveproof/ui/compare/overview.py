# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""More than two sides beside each other: grouped bars, and a table sorted by any test."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QSizePolicy, QWidget

from driveproof.domain.comparison.answer import relative_to
from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.difference import CLAIMS
from driveproof.domain.comparison.overview import SideFigure, overview, overview_groups
from driveproof.domain.comparison.side_names import BRIEF, ROOMY, side_heads
from driveproof.domain.figure import Table
from driveproof.ui.charts import quantity
from driveproof.ui.charts.groups import GroupsChart
from driveproof.ui.charts.rows import in_two_lines
from driveproof.ui.charts.view import ChartView
from driveproof.ui.compare import texts as words
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.cells import CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.table import CellTable
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import CLAIMED, cell_text
from driveproof.wording.units import NARROW, format_percent

HEIGHT = 260


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
        self.view = ChartView(theme, HEIGHT)
        self.view.fix_height(HEIGHT)
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
