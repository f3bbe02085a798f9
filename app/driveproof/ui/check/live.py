# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check while it runs: the steps with their findings, and the measurement's figures."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QWidget,
)

from driveproof.domain.check.check import (
    OF_A_DRIVE,
    TOPIC_TITLES,
    TOPICS,
    CheckFinding,
    Topic,
)
from driveproof.domain.experiment.defaults import GENERAL
from driveproof.domain.rating import BAD, FINE, ODD, UNKNOWN
from driveproof.domain.run.certainty import resting
from driveproof.domain.run.timeline import Timeline
from driveproof.engine.check.session import CheckEvent, TopicBegun, TopicsPlanned
from driveproof.engine.run import events
from driveproof.export.text.layout import one_line
from driveproof.ui.charts import quantity
from driveproof.ui.charts.line import LineChart
from driveproof.ui.charts.time_chart import Timelines
from driveproof.ui.charts.view import ChartView
from driveproof.ui.results.live_figures import Numbers
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.finding_rows import TONES, mark_text
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.live_head import LiveHead
from driveproof.ui.widgets.rows import MARK_WIDTH, NAME_WIDTH
from driveproof.ui.widgets.scroll_page import BESIDE_BAR, scroll_page
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_text
from driveproof.wording.phase import direction_word
from driveproof.wording.profile import test_title
from driveproof.wording.rating import rating_text
from driveproof.wording.say import say_text, value_text
from driveproof.wording.units import format_size

# From harmless to alarming: a step shows its most alarming finding.
_DEGREES = {UNKNOWN: 0, FINE: 1, ODD: 2, BAD: 3}
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
    """Shows the events of a check. Emits `cancel`."""

    cancel = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._found: dict[Topic, CheckFinding] = {}
        self._timeline: Timeline | None = None
        self._timelines = Timelines()
        self.head = LiveHead(
            theme,
            tip=_("Stop and show what was found (Esc)"),
            progress=_("Progress"),
        )
        self.head.cancel.connect(self.cancel)
        self._build()

    def _build(self) -> None:
        body = QWidget()
        inner = vertical(body, margins=(MARGIN, GRID, BESIDE_BAR, 2 * GRID))
        inner.addLayout(self._steps())
        self._plan(OF_A_DRIVE)
        inner.addWidget(self._picture(), 1)
        inner.addStretch(1)
        scroll_page(self, self.head, body)

    def _steps(self) -> QGridLayout:
        theme = self._theme
        self.marks: dict[Topic, Label] = {}
        self.titles: dict[Topic, Label] = {}
        self.words: dict[Topic, ElidedLabel] = {}
        steps = QGridLayout()
        steps.setHorizontalSpacing(2 * GRID)
        steps.setVerticalSpacing(GRID)
        steps.setColumnMinimumWidth(0, MARK_WIDTH)
        steps.setColumnMinimumWidth(1, NAME_WIDTH)
        steps.setColumnStretch(2, 1)
        for row, topic in enumerate(TOPICS):
            self.marks[topic] = Label(theme, strong=True)
            self.words[topic] = ElidedLabel(theme, color="muted")
            self.titles[topic] = Label(theme, say_text(TOPIC_TITLES[topic]), color="muted")
            steps.addWidget(self.marks[topic], row, 0)
            steps.addWidget(self.titles[topic], row, 1)
            steps.addWidget(self.words[topic], row, 2)
        return steps

    def _plan(self, topics: tuple[Topic, ...]) -> None:
        """Show a line for each topic that is looked at, and no other."""
        for topic in TOPICS:
            for label in (self.marks[topic], self.titles[topic], self.words[topic]):
                label.setVisible(topic in topics)

    def _picture(self) -> QWidget:
        theme = self._theme
        self.line = ChartView(theme, 170)
        self.numbers = Numbers(theme)
        self.picture = QWidget()
        across = horizontal(self.picture, margins=(0, 2 * GRID, 0, 0), spacing=MARGIN)
        across.addWidget(self.line, 1)
        across.addWidget(self.numbers, 0, Qt.AlignmentFlag.AlignTop)
        self.picture.hide()
        return self.picture

    def begin(self, title: str) -> None:
        """A check was started."""
        self._found.clear()
        self._now: Topic | None = None
        self._timeline = None
        self._timelines = Timelines()
        self.head.begin(title)
        self.picture.hide()
        self.numbers.begin()
        for topic in TOPICS:
            self.marks[topic].say("")
            self.words[topic].say("")

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
                case TopicsPlanned():
                    self._plan(event.topics)
                case TopicBegun():
                    self._step(event)
                case CheckFinding():
                    self._finding(event)
                case events.Started():
                    self.head.say_left(event.seconds)
                case events.Preparing():
                    done, total = format_size(event.done), format_size(event.total)
                    said = _("Writing the test file: {done} of {total}").format(
                        done=done, total=total
                    )
                    self.words[Topic.SPEED].say(said)
                    self.head.say_left(event.remaining)
                case events.RepeatStarted():
                    self._repeat(event)
                    measured = True
                case events.Resting():
                    self.words[Topic.SPEED].say(say_text(resting(event.seconds)))
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

    def _step(self, event: TopicBegun) -> None:
        self._leave(self._now)
        self._now = event.topic
        self.marks[event.topic].set_color("accent")
        self.marks[event.topic].say(_("Now"))
        words = _("Measuring…") if event.topic is Topic.SPEED else _("Checking…")
        self.words[event.topic].say(words)

    def _leave(self, topic: Topic | None) -> None:
        """A step is over: one that found nothing is not looked at any more."""
        if topic is not None and topic not in self._found:
            self.marks[topic].say("")
            self.words[topic].say(_("No findings"))

    def _finding(self, finding: CheckFinding) -> None:
        before = self._found.get(finding.topic)
        if before is not None and _DEGREES[finding.word] <= _DEGREES[before.word]:
            return
        self._found[finding.topic] = finding
        mark, words = self.marks[finding.topic], self.words[finding.topic]
        mark.set_color(TONES[finding.word])
        mark.say(mark_text(finding.word, rating_text(finding.word)))
        words.set_color("text")
        text = finding_text(finding, Face.WINDOW)
        if finding.where is not None:
            text = _("{name}: {text}").format(name=value_text(finding.where), text=text)
        words.say(one_line(text))

    def _repeat(self, event: events.RepeatStarted) -> None:
        phase = event.phase
        words = " + ".join(direction_word(name) for name in phase.directions)
        test = test_title(phase.title, GENERAL)  # what a check measures
        repeat = _("{test}: repeat {number} of {count}").format(
            test=_("{first}, {second}").format(first=test, second=words),
            number=event.order,
            count=event.repeats,
        )
        self.words[Topic.SPEED].say(repeat)
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
