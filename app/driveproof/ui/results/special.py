# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The answer of a guided run above its figures: a chart, and what to know about it."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from driveproof.domain.run.run import Run
from driveproof.ui.charts.guided import guided_chart
from driveproof.ui.charts.hdparm_chart import HdparmChart
from driveproof.ui.charts.scheduler_chart import SchedulerChart
from driveproof.ui.charts.view import ChartView
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.labels import Label
from driveproof.wording.run import explanations


class GuidedView(QWidget):
    """Shows a guided run's own chart with the sentences that belong to it."""

    def __init__(self, theme: Theme, run: Run, chart: SchedulerChart | HdparmChart) -> None:
        super().__init__()
        self.view = _Chart(theme, chart)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(GRID)
        page.addWidget(self.view)
        for text in explanations(run):
            label = Label(theme, text, size="small", color="muted", wrap=True, selectable=True)
            page.addWidget(label)


class _Chart(ChartView):
    """As high as its rows need, and as its table needs while that is shown."""

    def __init__(self, theme: Theme, chart: SchedulerChart | HdparmChart) -> None:
        super().__init__(theme, 120)
        self._rows = chart
        self.set_chart(chart)
        self._fit()

    def _show_table(self, wanted: bool) -> None:
        super()._show_table(wanted)
        self._fit()

    def _fit(self) -> None:
        rows = len(self._rows.table().rows) if self.shows_table else 0
        self.setFixedHeight(max(round(self._rows.height) + 1, 78 + 26 * rows if rows else 0))

    def sizeHint(self) -> QSize:
        return QSize(640, self.height())


def guided_view(theme: Theme, run: Run, *, binary: bool) -> GuidedView | None:
    """The view of a guided run that measured something; None for any other."""
    chart = guided_chart(run, binary=binary) if run.phases else None
    return None if chart is None else GuidedView(theme, run, chart)
