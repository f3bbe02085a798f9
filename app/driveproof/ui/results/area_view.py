# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result of a check: its map, how much is in which state, and the list of bad places."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from driveproof.domain.run.area_map import AreaMap
from driveproof.domain.run.areas import FAULTS, AreaState, totals
from driveproof.domain.run.run import Run
from driveproof.ui.charts.area_map import AreaChart
from driveproof.ui.charts.view import ChartView
from driveproof.ui.results.special import BESIDE
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.cells import Cell, CellsModel, Head
from driveproof.ui.widgets.labels import Label, small_print
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.line import HairLine
from driveproof.ui.widgets.table import fixed_table
from driveproof.wording.areas import (
    bad_heads,
    bad_rows,
    check_answer,
    more_text,
    state_title,
    true_size_text,
)
from driveproof.wording.catalogue import _
from driveproof.wording.run import explanations
from driveproof.wording.units import format_size

MAP_HEIGHT = 250
MOST_BAD = 100
"""Bad places in the list; the files have all of them."""


class AreaView(QWidget):
    """Made anew for each run."""

    def __init__(self, theme: Theme, run: Run, found: AreaMap) -> None:
        super().__init__()
        self._found = found
        self._run = run
        self.chart = AreaChart(found.areas, found.size)
        self.view = ChartView(theme, MAP_HEIGHT)
        self.view.setFixedHeight(MAP_HEIGHT)
        self.view.set_chart(self.chart)
        page = vertical(self, spacing=GRID)
        row = horizontal(spacing=MARGIN)
        row.addWidget(self.view, 1)
        row.addWidget(self._totals(theme))
        page.addLayout(row)
        for text in explanations(run):
            page.addWidget(small_print(theme, text))
        bad = bad_rows(found.areas, MOST_BAD)
        if bad:
            page.addSpacing(GRID)
            page.addWidget(Label(theme, _("Bad and slow ranges"), size="heading"))
            model = CellsModel([Head(head) for head in bad_heads()], theme)
            model.set_rows([tuple(map(Cell, each)) for each in bad])
            name = _("Bad and slow ranges")
            page.addWidget(fixed_table(model, theme, name, stretch=len(bad_heads()) - 1))
            if more := more_text(found.areas, MOST_BAD):
                page.addWidget(Label(theme, more, size="small", color="muted", wrap=True))

    def _totals(self, theme: Theme) -> QWidget:
        beside = QWidget()
        beside.setFixedWidth(BESIDE)
        column = vertical(beside, spacing=GRID // 2)
        column.addWidget(Label(theme, _("Data read back"), strong=True))
        grid = QGridLayout()
        grid.setHorizontalSpacing(GRID)
        grid.setVerticalSpacing(0)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        line = 0
        count = totals(self._found.areas)
        for state in AreaState:
            if state not in count:
                continue
            grid.addWidget(HairLine(theme), line, 0, 1, 2)
            title = Label(theme, state_title(state), color="muted", wrap=True)
            grid.addWidget(title, line + 1, 0)
            bad = state in FAULTS
            amount = Label(
                theme,
                format_size(count[state]),
                color=Tone.FAILING if bad else Tone.PLAIN,
                strong=bad,
                selectable=True,
            )
            grid.addWidget(amount, line + 1, 1, right)
            grid.setRowMinimumHeight(line + 1, 23)
            line += 2
        if self._found.wrote and (true := true_size_text(self._found.capacity)):
            grid.addWidget(HairLine(theme), line, 0, 1, 2)
            grid.addWidget(Label(theme, _("True capacity"), color="muted"), line + 1, 0)
            grid.addWidget(Label(theme, true, strong=True, selectable=True), line + 1, 1, right)
            grid.setRowMinimumHeight(line + 1, 23)
        column.addLayout(grid)
        column.addStretch(1)
        return beside

    def as_text(self) -> str:
        """The answer and the bad places, columns parted by tabs."""
        return f"{check_answer(self._run)}\n{self.chart.table().as_text()}"
