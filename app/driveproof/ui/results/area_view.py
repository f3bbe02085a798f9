# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result of a check: its map, how much is in which state, and the list of bad places."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from driveproof.domain.answer import Answer
from driveproof.domain.run.areas import FAULTY_STATES
from driveproof.domain.run.run import Run
from driveproof.domain.say import Coded
from driveproof.ui.charts.area_map import AreaChart
from driveproof.ui.charts.view import ChartView
from driveproof.ui.results.special import BESIDE, answer_table
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.labels import Label, small_print
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.rows import figure_rows
from driveproof.wording.run import explanations
from driveproof.wording.say import say_text, say_texts
from driveproof.wording.table import (
    cell_text,
    first_rows,
    more_text,
)

AREAS_HEIGHT = 250
MOST_ROWS = 100
"""Of the bad ranges; the files have all of them."""


class AreaView(QWidget):
    """Made anew for each run."""

    def __init__(self, theme: Theme, run: Run, answer: Answer) -> None:
        super().__init__()
        self._answer = answer
        self._found = next(one for one in answer.positions if not one.passes)
        self.chart = AreaChart(self._found.areas, self._found.size)
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
