# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two compared runs over file sizes: each file operation of both in one picture to turn."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from driveproof.domain.comparison.file_sizes import pairs_of
from driveproof.domain.figure import Grid
from driveproof.engine.comparison.reading import ComparedRuns
from driveproof.ui.charts.surface import SurfaceChart
from driveproof.ui.charts.surface_view import SurfaceView
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text

HEIGHT = 320


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
        self.surface = SurfaceView(theme, HEIGHT)
        self.surface.setFixedHeight(HEIGHT)
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
