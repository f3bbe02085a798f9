# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a device does right now: its last minutes as charts, and all that serve it as a table."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from driveproof.domain.access import Direction
from driveproof.domain.drive.drive import BlockDevice, device_key
from driveproof.domain.errors import DriveproofError
from driveproof.domain.live import LiveSample, LiveTotals
from driveproof.domain.metric import METRIC_TITLES, MetricName
from driveproof.domain.minutes import Minutes
from driveproof.domain.quantity import Unit
from driveproof.domain.say import Say
from driveproof.export.live_record import LiveRecord
from driveproof.ui.charts import quantity
from driveproof.ui.charts.chart import Margins
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.charts.view import ChartView, link
from driveproof.ui.dialogs.asking import file_to_write
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.pages import MEASURE, MeasureRecording, PageRequest, PageWidget
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, MARGIN
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.buttons import BackButton, UnitSwitch, quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.notices import MessageBar, WrittenBar
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, page_top, scroll_page
from driveproof.ui.widgets.rows import MemberTable
from driveproof.wording.catalogue import _
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.say import say_texts

if TYPE_CHECKING:
    from driveproof.engine.live import LiveMonitor

INTERVAL = 1.0
"""Seconds between two looks."""
HEIGHT = 148
READ_WRITE = (Direction.READ, Direction.WRITE)


class MonitorPage(PageWidget):
    """Looks once a second while it is on screen or recording; what it saw stays until it is opened
    for another device.
    """

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self._services, self._settings = context.services, context.settings
        theme, settings = context.theme, context.settings
        self._device: BlockDevice | None = None
        self._monitor: LiveMonitor | None = None
        self._record: LiveRecord | None = None
        self._seconds = 0.0
        self._last: LiveSample | None = None
        self.totals = LiveTotals()
        self.tasks = TaskQueue(self)
        self.timer = QTimer(self)
        self.timer.setInterval(round(1000 * INTERVAL))
        self.timer.timeout.connect(self._look)
        self.head = PageHead(theme)
        self.record_button = quiet_button(_("&Record to a file…"))
        self.record_button.clicked.connect(self._toggle_record)
        self.head.add(self.record_button)
        self.keep_button = quiet_button(_("Record as a r&un…"))
        self.keep_button.setToolTip(_("Save the I/O and its processes as a result"))
        self.keep_button.clicked.connect(self._keep)
        self.head.add(self.keep_button)
        self.back_button = BackButton(theme, _("&Back"))
        self.back_button.clicked.connect(self.back)
        self.total = Label(theme, color="muted", wrap=True, selectable=True)
        self.message = MessageBar(theme)
        self.written = WrittenBar(theme)
        self.switch = UnitSwitch(theme, settings)
        self.switch.changed.connect(self._show_charts)
        self.members = MemberTable(theme, watched=True)
        self.bandwidth, self.iops, self.wait = (
            Minutes(metric, METRIC_TITLES[metric], unit, READ_WRITE)
            for metric, unit in (
                (MetricName.BANDWIDTH, Unit.BANDWIDTH),
                (MetricName.IOPS, Unit.IOPS),
                (MetricName.MEAN, Unit.SECONDS),
            )
        )
        self.busy = Minutes("busy", Say("Busy"), Unit.SHARE, least=1.0)
        self.temperature = Minutes("temperature", Say("Temperature"), Unit.CELSIUS, least=50.0)
        self.minutes = (self.bandwidth, self.iops, self.wait, self.busy, self.temperature)
        self.views = [ChartView(theme, HEIGHT) for _each in range(5)]
        link(*self.views)
        self._build()
        self._show_charts()

    def _build(self) -> None:
        body = QWidget()
        column = vertical(body, margins=(MARGIN, 0, BESIDE_BAR, 2 * GRID), spacing=2 * GRID)
        units = QHBoxLayout()
        units.addWidget(self.switch)
        units.addStretch(1)
        column.addLayout(units)
        grid = QGridLayout()
        grid.setSpacing(2 * GRID)
        for number, view in enumerate(self.views):
            grid.addWidget(view, number // 2, number % 2, 1, 1 + (number == len(self.views) - 1))
            grid.setColumnStretch(number % 2, 1)
        self.views[-1].hide()
        column.addLayout(grid)
        column.addWidget(self.members)
        column.addStretch(1)
        top = page_top(
            self.back_button, self.head, self.total, self.message, self.written, below=2 * GRID
        )
        scroll_page(self, top, body)

    # What is watched

    def led_to(self, _wanted: PageRequest | None) -> None:
        if self.context.device is not None:
            self.open(self.context.device)

    def open(self, device: BlockDevice) -> None:
        """Watch this device."""
        if self._device is None or device_key(device) != device_key(self._device):
            self._end_record()
            self._monitor, self._last, self._seconds = None, None, 0.0
            self.totals = LiveTotals()
            for minutes in self.minutes:
                minutes.clear()
            self.members.clear()
            self.message.hide()
            self.written.hide()
            self.views[-1].hide()
        self._device = device
        self.head.say(_("Live I/O of {device}").format(device=shown(device_title(device))))
        self._refresh()
        self.back_button.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._record is None:
            self._monitor = None  # what happened while it was hidden is not of one second
        self.timer.start()
        self._look()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._record is None:
            self.timer.stop()

    @Slot()
    def _look(self) -> None:
        """Look in a thread: a drive that stalls answers late when asked for its temperature."""
        device, monitor = self._device, self._monitor
        if device is None or self.tasks.is_on("look"):
            return
        if monitor is None:
            self.tasks.add(lambda: self._services.live(device.name), self._begun, key="look")
        else:
            self.tasks.add(monitor.look, partial(self._looked, monitor), key="look")

    def _begun(self, monitor: LiveMonitor | None, error: DriveproofError | None) -> None:
        if monitor is not None and self._device is not None and monitor.name == self._device.name:
            self._monitor = monitor
        elif error is not None:
            self._say(error)

    def _looked(
        self, monitor: LiveMonitor, sample: LiveSample | None, error: DriveproofError | None
    ) -> None:
        if monitor is not self._monitor:
            return  # another device is watched by now
        if error is not None:
            self._monitor = None
            self.timer.stop()
            self._say(error)
        elif sample is not None:
            self.show_sample(sample)

    def show_sample(self, sample: LiveSample) -> None:
        """Show one more second, and record it where that is wanted."""
        self._last = sample
        self._seconds += sample.seconds
        self.totals = self.totals.with_sample(sample)
        at, found = self._seconds, sample.device
        self.bandwidth.add(at, (found.read_bandwidth, found.write_bandwidth))
        self.iops.add(at, (found.read_iops, found.write_iops))
        self.wait.add(at, (found.read_wait, found.write_wait))
        self.busy.add(at, (found.busy,))
        self.temperature.add(at, (max(sample.temperatures.values(), default=None),))
        if sample.temperatures:
            self.views[-1].show()
        self._refresh()
        if self._record is not None:
            try:
                self._record.add(sample)
            except DriveproofError as problem:
                self._end_record()
                self._say(problem)

    def _detail(self) -> str:
        if not self.totals.samples:
            return _("From kernel counters, without load; a sleeping disk is not woken.")
        return say_texts(self.totals.sentences, binary=self.switch.binary)

    def _refresh(self) -> None:
        self.total.say(self._detail())
        for view, minutes in zip(self.views, self.minutes, strict=True):
            if isinstance(view.chart, PlotChart):
                view.chart.show(minutes.plot)
            view.refresh(live=True)
        if self._last is not None:
            self.members.show_activities(self._last.devices, binary=self.switch.binary)

    @Slot()
    def _show_charts(self) -> None:
        quantities = (
            quantity.bandwidth(binary=self.switch.binary),
            quantity.iops(),
            quantity.mean_latency(),
            quantity.busy(),
            quantity.temperature(),
        )
        for view, minutes, of in zip(self.views, self.minutes, quantities, strict=True):
            chart = PlotChart(minutes.plot, of, title=of.axis)
            chart.margins = Margins(52.0, 74.0)  # the button of the table is at the right
            view.set_chart(chart)
        self._refresh()

    def _say(self, error: DriveproofError) -> None:
        self.message.say(message_and_advice(error, Face.WINDOW))

    @Slot()
    def _keep(self) -> None:
        if self._device is not None:
            self.context.lead_to(MEASURE, MeasureRecording(self._device.path))

    # The record

    @Slot()
    def _toggle_record(self) -> None:
        if self._record is not None:
            path = self._record.path
            self._end_record()
            self.message.hide()
            self.written.say_written(Path(path))
            return
        name = f"driveproof-{self._device.name if self._device else 'monitor'}.csv"
        start = str(Path(self._settings.text("export/folder") or Path.home()) / name)
        file = file_to_write(self, _("Record values"), start, _("Table (*.csv)"), "csv")
        if file is not None:
            self._settings.keep("export/folder", str(file.parent))
            self.record(str(file))

    def record(self, path: str) -> None:
        """Record into this file, which the person agreed to replace if it exists."""
        try:
            self._record = LiveRecord(path, replace=True)
        except DriveproofError as problem:
            self._say(problem)
            return
        self.record_button.setText(_("Stop &recording"))
        self.written.hide()
        self.message.say(_("Recording into {path}.").format(path=shown(path)))

    def _end_record(self) -> None:
        if self._record is not None:
            self._record.close()
            self._record = None
            self.record_button.setText(_("&Record to a file…"))
