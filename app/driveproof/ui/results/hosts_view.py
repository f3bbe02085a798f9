# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The hosts of a run: what each did in each test, how the sum grew, and who was lost."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from driveproof.domain.run.hosts import lost, on_hosts
from driveproof.domain.run.run import Run
from driveproof.ui.charts.scale_chart import ScaleChart
from driveproof.ui.charts.view import ChartView
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.cells import Cell, CellsModel, Head
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.opener import Opener
from driveproof.ui.widgets.table import fixed_table
from driveproof.wording.catalogue import _
from driveproof.wording.hosts import Rows, hosts_notes, hosts_table, hosts_text, scale_table

HEIGHT = 280


class HostsView(QWidget):
    """Created anew for each run."""

    def __init__(self, theme: Theme, run: Run, *, binary: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._page = vertical(self, spacing=GRID)
        self._page.addWidget(Label(theme, hosts_text(run), size="heading", wrap=True))
        growth = scale_table(run, binary=binary)
        self.chart: ChartView | None = None
        if growth:
            self.chart = ChartView(theme, HEIGHT)
            self.chart.setFixedHeight(HEIGHT)
            self.chart.set_chart(ScaleChart(run, binary=binary))
            self._page.addWidget(self.chart)
        self._add(growth, _("Scaling"), words=1)
        if not growth:
            ends = hosts_table(run, every=False, binary=binary)
            self._add(ends, _("The slowest and the fastest host"), words=1)
        every = hosts_table(run, every=True, binary=binary)
        self.more = Opener(_("Show e&very host"), flush=True)
        self.more.setVisible(bool(every))
        self._page.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self.every = self._add(every, _("What each host did"), words=2)
        if self.every is not None:
            self.every.hide()
            self.more.opened.connect(self.every.setVisible)
        for number, text in enumerate(hosts_notes(run, binary=binary)):
            tone = Tone.DOUBT if number < len(lost(run)) else Tone.NOTE
            self._page.addWidget(Label(theme, text, color=tone, wrap=True, selectable=True))

    def _add(self, rows: Rows, name: str, *, words: int) -> QWidget | None:
        """A table whose first columns are words, and the rest figures; None without rows."""
        if not rows:
            return None
        heads = [Head(head, figures=at >= words) for at, head in enumerate(rows[0])]
        model = CellsModel(heads, self._theme)
        model.set_rows([tuple(map(Cell, row)) for row in rows[1:]])
        table = fixed_table(model, self._theme, name, stretch=0)
        self._page.addWidget(table)
        return table


def hosts_view(theme: Theme, run: Run, *, binary: bool) -> HostsView | None:
    """The view of a run on several hosts; None for any other."""
    return HostsView(theme, run, binary=binary) if on_hosts(run) else None
