# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check while it runs: its step, the figures of its measurement, what was found until now."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from driveproof.domain.check.answer import found_block
from driveproof.domain.check.check import TOPIC_TITLES, TOPICS, CheckFinding, Topic
from driveproof.domain.profile.shipped import GENERAL
from driveproof.domain.run.certainty import resting
from driveproof.domain.run.timeline import Timeline
from driveproof.engine.check.session import CheckEvent, TopicBegun
from driveproof.engine.run import events
from driveproof.ui.charts import quantity
from driveproof.ui.charts.live_figures import LiveFigures
from driveproof.ui.charts.time_chart import LineChart, Timelines
from driveproof.ui.charts.view import ChartView
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.buttons import BackButton
from driveproof.ui.widgets.labels import ElidedLabel
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.pages import BESIDE_BAR, LiveHead, page_top, scroll_page
from driveproof.ui.widgets.rows import FindingRows
from driveproof.wording.catalogue import _
from driveproof.wording.phase import direction_word
from driveproof.wording.profile import test_title
from driveproof.wording.say import say_text
from driveproof.wording.units import format_size

READING = 0.1
"""The fraction of the progress that everything but the measurement takes."""


def _share(event: CheckEvent) -> float | None:
    """How much of a check is done at an event, from 0 to 1; None where that says nothing of it."""
    if isinstance(event, events.Measured):
        return READING + (1 - READING) * event.progress
    if isinstance(event, TopicBegun):
        return READING * TOPICS.index(event.topic) / (len(TOPICS) - 1)
    return None


class CheckLiveView(QWidget):
    """Shows the events of a check: where it is, what is measured, and below that what was found.
    Emits `cancel`.
    """

    cancel = Signal()
    back = Signal()
    """Leave it while it goes on."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._found: list[CheckFinding] = []
        self._timeline: Timeline | None = None
        self._timelines = Timelines()
        self.head = LiveHead(
            theme,
            tip=_("Stop and show what was found (Esc)"),
            progress=_("Progress"),
        )
        self.head.cancel.connect(self.cancel)
        self.head.setContentsMargins(MARGIN, GRID, MARGIN, GRID)
        self.back_button = BackButton(theme, _("&Back"), escape=False)
        self.back_button.clicked.connect(self.back)
        self.step = ElidedLabel(theme, color="muted")
        self.head.addWidget(self.step)
        body = QWidget()
        self._column = vertical(body, margins=(MARGIN, GRID, BESIDE_BAR, 2 * GRID))
        self._column.addWidget(self._picture())
        self.findings = FindingRows(theme, found_block(()))
        self._column.addWidget(self.findings)
        self._column.addStretch(1)
        top = vertical(spacing=0)
        top.addLayout(page_top(self.back_button, below=0))
        top.addLayout(self.head)
        scroll_page(self, top, body)

    def _picture(self) -> QWidget:
        theme = self._theme
        self.line = ChartView(theme, 170)
        self.numbers = LiveFigures(theme)
        self.picture = QWidget()
        across = horizontal(self.picture, spacing=MARGIN)
        across.addWidget(self.line, 1)
        across.addWidget(self.numbers, 0, Qt.AlignmentFlag.AlignTop)
        self.picture.hide()
        return self.picture

    def begin(self, title: str) -> None:
        """A check was started."""
        self._found.clear()
        self._timeline = None
        self._timelines = Timelines()
        self.head.begin(title)
        self.step.say("")
        self.picture.hide()
        self.numbers.begin()
        self._show_found()

    def cancelling(self) -> None:
        """The person cancelled the check."""
        self.head.cancelling()

    def take(self, news: list[CheckEvent]) -> None:
        """Show several events at once; the chart is drawn once, after the last."""
        # Once, and first: Qt paints the bar at once, and with it the figures that have changed, but
        # not the chart.
        shares = [share for event in news if (share := _share(event)) is not None]
        if shares:
            self.head.show_progress(shares[-1])
        measured = False
        for event in news:
            match event:
                case TopicBegun():
                    self._say_step(event.topic, _("Checking…"))
                case CheckFinding():
                    self._found.append(event)
                    self._show_found()
                case events.Started():
                    self.head.say_left(event.seconds)
                case events.Preparing():
                    done, total = format_size(event.done), format_size(event.total)
                    said = _("Writing the test file: {done} of {total}").format(
                        done=done, total=total
                    )
                    self._say_step(Topic.SPEED, said)
                    self.head.say_left(event.remaining)
                case events.RepeatStarted():
                    self._repeat(event)
                    measured = True
                case events.Resting():
                    self._say_step(Topic.SPEED, say_text(resting(event.seconds)))
                    self.head.say_left(event.remaining)
                case events.Measured():
                    self._measured(event)
                    measured = True
                case events.Stalled() if self._timeline is not None:
                    self._timeline.stall(event.seconds)
                    measured = True
        if measured and self._timeline is not None:
            self.numbers.show_stall(self._timeline.longest_stall(), begun=not self._timeline.empty)
            self.line.refresh(live=True)

    def _say_step(self, topic: Topic, text: str) -> None:
        """Where it is: its topic, and what is done about it."""
        name = say_text(TOPIC_TITLES[topic])
        self.step.say(_("{name}: {text}").format(name=name, text=text))

    def _show_found(self) -> None:
        """What was found until now, as the page of the result shows it."""
        rows = FindingRows(self._theme, found_block(self._found))
        self._column.replaceWidget(self.findings, rows)
        self.findings.hide()
        self.findings.deleteLater()
        self.findings = rows
        rows.setVisible(bool(self._found))

    def _repeat(self, event: events.RepeatStarted) -> None:
        phase = event.phase
        words = " + ".join(direction_word(name) for name in phase.directions)
        test = test_title(phase.title, GENERAL)  # what a check measures
        repeat = _("{test}: repeat {number} of {count}").format(
            test=_("{first}, {second}").format(first=test, second=words),
            number=event.order,
            count=event.repeats,
        )
        self._say_step(Topic.SPEED, repeat)
        before, self._timeline = self._timeline, self._timelines.begin(event)
        if self._timeline is not before:
            of = quantity.of_metric(phase.primary, binary=False)
            title = f"{test}, {words} · {of.unit or of.title}"
            self.line.set_chart(LineChart(self._timeline, of, title))
            self.numbers.clear()
        self.picture.show()

    def _measured(self, event: events.Measured) -> None:
        self.head.say_left(event.remaining)
        if self._timeline is not None:
            for sample in event.samples:
                self._timeline.add(sample)
        if event.samples:
            self.numbers.show_samples(event.samples, binary=False)
