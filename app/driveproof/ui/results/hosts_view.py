# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The hosts of a run: what each did in each test, how the sum grew, and who was lost."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from driveproof.domain.answer import Answer
from driveproof.domain.hosts.answer import hosts_blocks
from driveproof.domain.run.hosts import host_scales, hosts_named, lost_hosts, on_hosts
from driveproof.domain.run.run import Run
from driveproof.ui.charts.scale_chart import ScaleChart
from driveproof.ui.charts.view import ChartView
from driveproof.ui.results.special import answer_table
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.opener import Opener
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text

HOSTS_HEIGHT = 280


class HostsView(QWidget):
    """Created anew for each run."""

    def __init__(self, theme: Theme, run: Run, *, binary: bool = False) -> None:
        super().__init__()
        found = Answer((), hosts_blocks(run))
        page = vertical(self, spacing=GRID)
        page.addWidget(Label(theme, say_text(hosts_named(run)), size="heading", wrap=True))
        self.chart: ChartView | None = None
        if host_scales(run):
            self.chart = ChartView(theme, HOSTS_HEIGHT)
            self.chart.setFixedHeight(HOSTS_HEIGHT)
            self.chart.set_chart(ScaleChart(run, binary=binary))
            page.addWidget(self.chart)
        self.more = Opener(_("Show e&very host"), flush=True)
        self.every: QWidget | None = None
        for table in found.tables:
            if not table.rows:
                continue
            shown = answer_table(theme, table, binary=binary)
            if table.key == "hosts":  # as many rows as hosts in each test
                self.every = shown
                shown.hide()
                self.more.opened.connect(shown.setVisible)
                page.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
            page.addWidget(shown)
        self.more.setVisible(self.every is not None)
        for number, note in enumerate(found.notes):
            tone = Tone.DOUBT if number < len(lost_hosts(run)) else Tone.NOTE
            text = say_text(note, binary=binary)
            page.addWidget(Label(theme, text, color=tone, wrap=True, selectable=True))


def hosts_view(theme: Theme, run: Run, *, binary: bool) -> HostsView | None:
    """The view of a run on several hosts; None for any other."""
    return HostsView(theme, run, binary=binary) if on_hosts(run) else None
