# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The course of everyday writes below their figures: program and drive, and what waited."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from driveproof.domain.run.run import Run
from driveproof.ui.charts.view import ChartView, link
from driveproof.ui.output.run_charts import write_back_charts
from driveproof.ui.theme.style import GRID, Theme
from driveproof.wording.catalogue import _

SPEEDS, WAITING = 190, 120


class EverydayView(QWidget):
    """Two charts for each test with an fsync at its end; created anew for each run."""

    def __init__(self, theme: Theme, run: Run, *, binary: bool = False) -> None:
        super().__init__()
        self.views: list[ChartView] = []
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(GRID)
        for speeds, waiting in write_back_charts(run, binary=binary):
            pair = []
            for chart, height in ((speeds, SPEEDS), (waiting, WAITING)):
                view = ChartView(theme, height)
                view.setFixedHeight(height)
                view.set_chart(chart)
                page.addWidget(view)
                pair.append(view)
            link(*pair)
            self.views += pair
        self.setAccessibleName(_("Program and drive over time"))
