# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A measurement while it runs: current figures, curves, remaining time."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from driveproof.domain.method import Trait, has_trait
from driveproof.domain.profile.course import Search
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.run.ceiling import Ceiling, ceiling_of
from driveproof.domain.run.certainty import going_on, resting
from driveproof.domain.run.members import activities
from driveproof.domain.run.run import Companion, Run
from driveproof.domain.run.sustained import SpeedChange
from driveproof.domain.run.timeline import Timeline
from driveproof.domain.run.work import Part
from driveproof.engine.run import events
from driveproof.methods.everyday.answer import speeds_plot, waiting_plot
from driveproof.ui.charts import quantity
from driveproof.ui.charts.big_numbers import BigNumbers, LiveBoard, board_of
from driveproof.ui.charts.heatmap import LatencyChart
from driveproof.ui.charts.live_figures import LiveFigures
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.charts.time_chart import LineChart, Timelines
from driveproof.ui.charts.view import ChartView, link, share_axis
from driveproof.ui.measure.live_places import LiveCheck, LiveRounds, LiveScan
from driveproof.ui.measure.live_tables import LiveHosts, PreparingView, TestTable, where
from driveproof.ui.output.run_charts import course_charts
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import UnitSwitch, quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import FlowBox, vertical
from driveproof.ui.widgets.pages import BESIDE_BAR, LiveHead, scroll_page
from driveproof.ui.widgets.rows import MemberTable
from driveproof.wording.catalogue import _
from driveproof.wording.kernel_log import kernel_news
from driveproof.wording.phase import direction_word
from driveproof.wording.profile import run_title, test_title
from driveproof.wording.run import files_looked_at, note_text
from driveproof.wording.say import say_text, say_texts
from driveproof.wording.units import format_duration

# Minimum heights of the charts, alone and with a table of devices below.
LINE, HEAT = (156, 112), (200, 140)
NARROW = 790  # the width below which the figures are above the charts
_ABOVE = 4  # figures in a row there
_PROGRESS = events.Measured | events.Scanned | events.Checked
TALL = 780  # the height from which there is room for the temperature as a line


class RunLiveView(QWidget):
    """Shows the events of a session. Emits `cancel` when the person cancels the run."""

    cancel = Signal()

    def __init__(self, theme: Theme, settings: Settings | None = None) -> None:
        super().__init__()
        self._theme = theme
        self._timeline: Timeline | None = None
        self._timelines = Timelines()
        self._phase: Phase | None = None
        self._profile = ""
        self._drives: tuple[Companion, ...] = ()
        self._search = self._goes_on = False
        self.scan: LiveScan | None = None
        self._check: LiveCheck | None = None
        self._rounds: LiveRounds | None = None
        self._speed_changes: tuple[SpeedChange, ...] = ()
        self._ceiling: Ceiling | None = None
        self._settings = settings
        self._board = LiveBoard()
        self.big: BigNumbers | None = None
        """The big numbers while they cover the window."""
        self.switch = UnitSwitch(theme, settings)
        self.preparing = PreparingView(theme)
        self.numbers = LiveFigures(theme)
        self._build()
        self.table.binary = self.switch.binary
        self.switch.changed.connect(self._set_binary)

    def _build(self) -> None:
        body = QWidget()
        across = FlowBox(
            body,
            narrow=NARROW,
            margins=(MARGIN, GRID, BESIDE_BAR, 2 * GRID),
            spacing=MARGIN,
            last_first=True,
        )
        across.turned.connect(self._turned)
        across.addLayout(self._pictures(), 1)
        across.addWidget(self.numbers, 0)
        across.setAlignment(self.numbers, Qt.AlignmentFlag.AlignTop)
        self.head = self._make_head()
        scroll_page(self, self.head, body)

    def _make_head(self) -> LiveHead:
        theme = self._theme
        head = LiveHead(
            theme,
            tip=_("Cancel and save the partial result (Esc)"),
            progress=_("Progress of the run"),
        )
        head.cancel.connect(self.cancel)
        self.big_button = quiet_button(_("Bi&g numbers"))
        self.big_button.clicked.connect(self.open_big)
        head.add_button(self.big_button)
        self.note = Label(theme, size="small", color=Tone.NOTE, wrap=True)
        self.note.hide()
        self.found = Label(theme, size="small", wrap=True, selectable=True)
        self.found.hide()
        self.going_on = Label(theme, size="small", color="muted", wrap=True)
        self.going_on.hide()
        self.kernel = Label(theme, size="small", color=Tone.DOUBT, wrap=True, selectable=True)
        self.kernel.hide()
        for below in (self.note, self.going_on, self.found, self.kernel):
            head.addWidget(below)
        return head

    def _pictures(self) -> QVBoxLayout:
        theme = self._theme
        self.line = ChartView(theme, LINE[0])
        self.heat = ChartView(theme, HEAT[0])
        self.temperature = ChartView(theme, 110)
        self.rounds = ChartView(theme, LINE[0])  # over their numbers, not over time
        link(self.line, self.heat, self.temperature)
        charts = QWidget()
        column = vertical(charts, spacing=GRID)
        column.addWidget(self.rounds, 3)
        column.addWidget(self.line, 3)
        column.addWidget(self.heat, 4)
        column.addWidget(self.temperature, 2)
        self.temperature.hide()
        self.rounds.hide()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.preparing)
        self.stack.addWidget(charts)
        self.table = TestTable(theme, self.switch)
        self.members = MemberTable(theme)
        self.hosts = LiveHosts(theme)
        left = vertical(spacing=2 * GRID)
        left.addWidget(self.stack, 1)
        left.addWidget(self.table)
        left.addWidget(self.members)
        left.addWidget(self.hosts)
        return left

    def _share_room(self) -> None:
        """Shrink the charts for the table of devices, so that a small window shows both."""
        shown = not (self.members.isHidden() and self.hosts.isHidden())
        for view, height in ((self.rounds, LINE), (self.line, LINE), (self.heat, HEAT)):
            view.setMinimumHeight(height[shown])

    @Slot(bool)
    def _turned(self, below: bool) -> None:
        self.numbers.set_columns(_ABOVE if below else 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_temperature()

    def _show_temperature(self) -> None:
        known = self._timeline is not None and self._timeline.has_temperature()
        wanted = known and self.height() > TALL
        if wanted != self.temperature.isVisibleTo(self):
            self.temperature.setVisible(wanted)
        self._share_axis()

    def _share_axis(self) -> None:
        """Charts over time have one axis; those over a device's positions each have their own."""
        views = (self.line, self.heat, self.temperature)
        if self._timeline is None:
            for view in views:
                share_axis(view)
        else:
            share_axis(*(view for view in views if not view.isHidden()))

    # Events of the session

    def begin(self, title: str, path: str, *, device: bool = False) -> None:
        """A run was started; its checks are running, and on a device a password prompt may be
        open.
        """
        self._timeline = self._phase = self.scan = self._check = self._rounds = None
        self._timelines = Timelines()
        self.head.begin(title, _("on {path}").format(path=shown(path)))
        self.note.hide()
        self._say_found("")
        self.going_on.hide()
        self.kernel.hide()
        self.big_button.hide()
        self.preparing.begin(device=device)
        self.numbers.begin()
        self.members.clear()
        self.hosts.clear()
        self._share_room()
        self.stack.setCurrentIndex(0)

    def cancelling(self) -> None:
        """The person cancelled the run; the session is ending."""
        self.head.cancelling()

    def take(self, news: list[events.Event]) -> None:
        """Show several events at once; the charts are drawn once, after the last."""
        # Once, and first: Qt paints the bar at once, and with it the figures that have changed, but
        # not the charts. At a change of test they would be of two tests.
        shares = [event.progress for event in news if isinstance(event, _PROGRESS)]
        if shares:
            self.head.show_progress(shares[-1])
        self._take(news)
        self._board.take(news)
        if self.big is not None:
            self.big.show_board(self._board.board)

    def _take(self, news: list[events.Event]) -> None:  # noqa: PLR0912 - one for each event
        measured = False
        for event in news:
            match event:
                case events.Started():
                    self._started(event)
                case events.Preparing():
                    self._prepare(event)
                case events.Searching():
                    self._search_files(event)
                case events.MakingFilesystem():
                    self._make(event)
                case events.CleaningUp():
                    self._clean_up(event)
                case events.RepeatStarted():
                    self._repeat(event)
                    measured = True
                case events.Resting():
                    self._rest(event)
                case events.Measured():
                    self._measured(event)
                    measured = True
                case events.Scanned():
                    self._scanned(event)
                    measured = True
                case events.Checked():
                    self._checked(event)
                    measured = True
                case events.Stalled():
                    self._stalled(event)
                    measured = measured or self._timeline is not None
                case events.WritingBack():
                    self._writing_back(event)
                    measured = True
                case events.SpeedChanged():
                    self._changed(event)
                case events.KernelSaid():
                    self.kernel.say(kernel_news(event.messages))
                    self.kernel.show()
                case events.RepeatEnded():
                    self.table.show_so_far(event)
                    if self._rounds is not None:
                        self._rounds.ended(event)
                        self._show_rounds()
                case events.PhaseEnded():
                    self.table.show_result(event.index, event.result)
                    self._say_left(event.remaining)
        if measured:
            self._redraw()

    def _changed(self, event: events.SpeedChanged) -> None:
        """Mark where the speed of a long write has changed."""
        self._speed_changes = event.changes
        self._mark_changes()

    def _mark_changes(self) -> None:
        chart, binary = self.line.chart, self.switch.binary
        if isinstance(chart, LineChart):
            chart.changes = self._speed_changes
        changes = self._speed_changes
        self._say_found(say_texts((one.say for one in changes), binary=binary))

    def _say_found(self, text: str) -> None:
        self.found.say(text)
        self.found.setVisible(bool(text))

    def _show_rounds(self) -> None:
        if self._rounds is not None:
            self.rounds.set_chart(self._rounds.chart)
            self._say_found(say_text(self._rounds.found.criterion))

    def _writing_back(self, event: events.WritingBack) -> None:
        """Through the page cache program and drive are shown, instead of latencies of memory."""
        above, below = self.line.chart, self.heat.chart
        if isinstance(above, PlotChart) and isinstance(below, PlotChart):
            above.show(speeds_plot(event.so_far))
            below.show(waiting_plot(event.so_far))
        elif self._phase is not None:
            title = test_title(self._phase.title, self._profile)
            charts = course_charts(event.so_far, title, binary=self.switch.binary)
            for view, chart in zip((self.line, self.heat), charts, strict=True):
                view.set_chart(chart)
        if event.flushing:
            self.head.remaining.say(_("last fsync"))

    def _stalled(self, event: events.Stalled) -> None:
        if self._timeline is not None:
            self._timeline.stall(event.seconds)
        elif self.scan is not None or self._check is not None:
            self.numbers.show_stall((event.seconds, 0.0), begun=True)

    @Slot()
    def open_big(self) -> bool:
        """Show the numbers as large as the window; whether they are."""
        if self.big is None and not self.big_button.isHidden():
            self.big = BigNumbers(self, self._theme, self._board.board, self._settings)
            self.big.closed.connect(self._big_closed)
            self.big.open(self.big.grid)
        return self.big is not None

    @Slot()
    def _big_closed(self) -> None:
        self.big = None

    def ended(self, run: Run) -> None:
        """The run is over: the big numbers become its own."""
        if self.big is not None:
            self.big.show_board(board_of(run))

    def _started(self, event: events.Started) -> None:
        profile = event.profile
        self._ceiling = ceiling_of(event.environment)
        self._profile = profile.name
        self._drives = event.environment.drives
        self._search = isinstance(profile.plan, Search)
        self._goes_on = profile.most > profile.repeats
        self.head.title.say(run_title(profile.title, profile.name, profile.cache))
        self.head.where.say(where(event))
        self.table.set_profile(event.profile, self._drives)
        self.big_button.setVisible(has_trait(profile.method, Trait.GOES_ON))
        self.note.say(" ".join(map(note_text, event.notes)))
        self.note.setVisible(bool(event.notes))
        self._say_left(event.seconds)
        self.scan = self._check = self._rounds = None
        by_position = has_trait(profile.method, Trait.BY_POSITION)
        checks = any(phase.tool is Tool.OWN for phase in profile.phases)
        if by_position and checks:
            self._check = LiveCheck(profile, binary=self.switch.binary)
        if by_position and not checks:
            binary, ceiling = self.switch.binary, self._ceiling
            self.scan = LiveScan(event.target.size or 0, binary=binary, ceiling=ceiling)

    def _say_left(self, seconds: float) -> None:
        if self._goes_on:  # how long it takes depends on what it shows
            text = _("{time} left").format(time=format_duration(seconds))
            self.head.say_remaining(text)
        else:
            self.head.say_left(seconds)

    def _say_going_on(self, text: str) -> None:
        self.going_on.say(text)
        self.going_on.show()

    def _rest(self, event: events.Resting) -> None:
        self.table.rest(event.index)
        self._say_left(event.remaining)
        why = say_text(going_on(event.order, event.repeats, self.table.open))
        self._say_going_on(f"{why} {say_text(resting(event.seconds))}")

    def _prepare(self, event: events.Preparing) -> None:
        self.preparing.show_progress(event.done, event.total, reading=event.reading)
        self.stack.setCurrentIndex(0)  # a new repeat shows its charts
        self._say_left(event.remaining)

    def _search_files(self, event: events.Searching) -> None:
        self.preparing.show_waiting(
            files_looked_at(event.files),
            _("Files are looked for that were written at different times. They are only read."),
        )

    def _make(self, event: events.MakingFilesystem) -> None:
        self.preparing.show_waiting(
            _("Formatting: {filesystem}").format(filesystem=event.name),
            _("The device is being formatted."),
        )
        self.stack.setCurrentIndex(0)
        self._say_left(event.remaining)

    def _clean_up(self, event: events.CleaningUp) -> None:
        title = _("Emptying the device")
        why = ""
        if event.waiting_for:
            title = _("Waiting for {filesystem}").format(filesystem=event.waiting_for)
            why = _("Formatting cannot be stopped. The device is emptied afterwards.")
        self.preparing.show_waiting(title, why)
        self.stack.setCurrentIndex(0)

    def _repeat(self, event: events.RepeatStarted) -> None:
        phase = event.phase
        if self._search:
            self.table.add(event.index, phase, self._profile)
        self.table.measuring(event.index, event.order, event.repeats)
        if event.going_on:
            self._say_going_on(say_text(going_on(event.order, event.repeats, self.table.open)))
        guided = self.scan or self._check
        if guided is not None:
            if self._check is not None:
                self._check.begin(phase)
            guided.show(self.line, self.heat)
            self._share_axis()
            self.numbers.clear()
            self.stack.setCurrentIndex(1)
            return
        if phase.tool not in (Tool.FIO, Tool.TASK, Tool.PLACES):
            self._timeline = self._phase = None
            self.preparing.show_silent(test_title(phase.title, self._profile))
            self.numbers.clear()
            self.stack.setCurrentIndex(0)
            return
        if phase.part is Part.ROUND and self._rounds is None:
            self._rounds = LiveRounds(phase)
            self._show_rounds()
        self.rounds.setVisible(self._rounds is not None)
        self.line.setVisible(self._rounds is None)  # its rounds are in the chart above
        before, self._timeline = self._timeline, self._timelines.begin(event)
        if self._timeline is not before or phase.flushed:
            self._phase, self._speed_changes = phase, ()
            self._make_charts()
            self.numbers.clear()
        self.heat.setVisible(phase.tool != Tool.TASK)  # nobody counts the latencies of a task
        self._share_axis()
        self.numbers.set_task(phase.tool == Tool.TASK)
        self.stack.setCurrentIndex(1)

    def _make_charts(self) -> None:
        timeline, phase = self._timeline, self._phase
        assert timeline is not None and phase is not None
        of = quantity.of_metric(phase.primary, binary=self.switch.binary)
        words = " + ".join(direction_word(name) for name in phase.directions)
        test = test_title(phase.title, self._profile, self._drives)
        if phase.part is Part.AT_ONCE:
            test = _("At once")  # the samples are those of all
        title = f"{test}, {words} · {of.unit or of.title}"
        if phase.tool == Tool.TASK:
            title = _("{test} · {variant}").format(test=test, variant=of.unit)
        line = LineChart(timeline, of, title, self._ceiling)
        self.line.set_chart(line)
        if self._rounds is None:
            self._mark_changes()
        each = words if len(phase.directions) == 1 else _("I/O")
        title = _("Latency of each {what}").format(what=each)
        self.heat.set_chart(LatencyChart(timeline, title))
        chart = LineChart(timeline, quantity.temperature(), quantity.temperature().axis)
        chart.shows_legend = False
        self.temperature.set_chart(chart)

    def _measured(self, event: events.Measured) -> None:
        self._say_left(event.remaining)
        if self._timeline is None:
            return
        for sample in event.samples:
            self._timeline.add(sample)
        if event.samples:
            self.numbers.show_samples(event.samples, binary=self.switch.binary)
            if self._rounds is not None:
                self._rounds.take(event)
        found = activities(event.members)
        if found:  # none at the end of a repeat: the last ones stay
            self.members.show_activities(found, binary=self.switch.binary)
            self._share_room()
        if event.hosts:
            self.hosts.show_hosts(event.hosts, binary=self.switch.binary)
            self._share_room()
        if event.samples:
            self._show_temperature()

    def _scanned(self, event: events.Scanned) -> None:
        if self.scan is None:
            return
        self.scan.take(event)
        self._say_left(event.remaining)
        self.numbers.show_places(event.positions, binary=self.switch.binary)

    def _checked(self, event: events.Checked) -> None:
        if self._check is None:
            return
        self._check.take(event)
        self._say_left(event.remaining)
        self.numbers.show_check(event.positions, event.areas, binary=self.switch.binary)

    def _redraw(self) -> None:
        if self._timeline is not None:
            longest, begun = self._timeline.longest_stall(), not self._timeline.empty
            self.numbers.show_stall(longest, begun=begun)
        elif self.scan is None and self._check is None:
            return
        if self._rounds is not None:
            self.rounds.refresh(live=True)
        self.line.refresh(live=True)
        self.heat.refresh(live=True)
        if self.temperature.isVisible():
            self.temperature.refresh(live=True)

    @Slot(bool)
    def _set_binary(self, binary: bool) -> None:
        self.table.set_binary(binary)
        if self._timeline is not None:
            self._make_charts()
        guided = self.scan or self._check
        if guided is not None:
            guided.set_binary(binary)
            guided.show(self.line, self.heat)
