# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's results over time: choose a profile, see every test of it in one chart."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from driveproof.domain.comparison.over_time import DriveOverTime
from driveproof.domain.comparison.over_time_plot import (
    group_title,
    over_time_figures,
    over_time_plot,
)
from driveproof.domain.errors import DriveproofError
from driveproof.domain.metric import MetricName
from driveproof.history.earlier import results_over_time
from driveproof.ui.charts.chart import Margins
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.charts.quantity import over_runs
from driveproof.ui.charts.view import ChartView
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.buttons import BackButton, UnitSwitch
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.notices import MessageBar, WrittenBar
from driveproof.ui.widgets.pages import PageHead
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.say import say_text

_HEIGHT = 150
_WIDEST = 440
_LONGEST = 24  # characters of a choice that are always visible


class OverTimePage(QWidget):
    """Shows what is kept of a drive from `show_drive` on. Emits `back`."""

    back = Signal()

    def __init__(self, history: HistoryTasks, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self._history = history
        self._settings = settings
        self._title = ""
        self.found = DriveOverTime()
        self.back_button = BackButton(theme, _("&All results"))
        self.back_button.clicked.connect(self.back)
        self.head = PageHead(theme)
        self.message = MessageBar(theme)
        self.written = WrittenBar(theme)
        self.choice = ChoiceBox()
        self.choice.setAccessibleName(_("Metric"))
        self.choice.setMinimumContentsLength(_LONGEST)
        self.choice.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.choice.setMaximumWidth(_WIDEST)
        self.choice.currentIndexChanged.connect(self._draw)
        self.switch = UnitSwitch(theme, settings)
        self.switch.changed.connect(self._unit_changed)
        self.chart = ChartView(theme, _HEIGHT)
        self.chart.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        tools = horizontal(spacing=2 * GRID)
        tools.addWidget(self.choice, 1)
        tools.addStretch(0)
        tools.addWidget(self.switch)
        top = horizontal(margins=(MARGIN - GRID, 2 * GRID, MARGIN, 0))
        top.addWidget(self.back_button)
        top.addStretch(1)
        below = vertical(margins=(MARGIN, 2 * GRID, MARGIN, 2 * GRID), spacing=2 * GRID)
        below.addWidget(self.head)
        below.addWidget(self.message)
        below.addWidget(self.written)
        below.addLayout(tools)
        below.addWidget(self.chart, 1)
        self._rest = QWidget()
        below.addWidget(self._rest)
        page = vertical(self, spacing=0)
        page.addLayout(top)
        page.addLayout(below, 1)

    def show_drive(self, identity: str, title: str) -> None:
        """Read all results of a drive and draw them."""
        self._title = title
        self.head.say(_("{drive} over time").format(drive=title))
        self._show(False)
        self.message.hide()
        self.written.hide()
        read = partial(results_over_time, identity=identity)
        self._history.ask(read, self._came, key="over time")

    def _came(self, found: DriveOverTime | None, error: DriveproofError | None) -> None:
        if error is not None:
            self.message.say_error(error)
        self.found = found or DriveOverTime()
        chosen = self.choice.currentText()
        self.choice.blockSignals(True)
        self.choice.clear()
        for group in self.found.groups:
            self.choice.addItem(say_text(group_title(group)))
        self.choice.setCurrentIndex(max(0, self.choice.findText(chosen)))
        self.choice.blockSignals(False)
        self._show(bool(self.found.groups))
        if not self.found.groups and error is None:
            self.head.say(self.head.title.whole(), _("Nothing was measured."))
        self._draw()

    def _show(self, visible: bool) -> None:
        for part in (self.choice, self.switch, self.chart):
            part.setVisible(visible)
        self._rest.setVisible(not visible)

    @Slot()
    def _draw(self) -> None:
        number = self.choice.currentIndex()
        if not 0 <= number < len(self.found.groups):
            return
        group = self.found.groups[number]
        self.switch.setVisible(group.metric == MetricName.BANDWIDTH)
        said = ngettext("{count} result", "{count} results", group.runs).format(count=group.runs)
        changes = len(self.found.changes)
        if changes:
            news = ngettext("{count} firmware change", "{count} firmware changes", changes)
            said = f"{said}, {news.format(count=changes)}"
        self.head.say(
            _("{drive} over time").format(drive=self._title),
            _("{found}. Lines: medians. Bars: minimum to maximum.").format(found=said),
        )
        of = over_runs(group.metric, binary=self.switch.binary)
        plot = over_time_plot(group, self.found.changes)
        chart = PlotChart(plot, of, title=of.axis, figures=over_time_figures(group))
        chart.margins, chart.title_at_edge = Margins(64.0, 0.0), False
        self.chart.set_chart(chart)

    @Slot()
    def _unit_changed(self) -> None:
        self._draw()
