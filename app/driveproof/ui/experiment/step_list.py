# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The steps of an experiment one below the other: done, next, to come."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from driveproof.domain.comparison.sentences import sentences
from driveproof.domain.experiment.experiment import FINISHED, OPEN, VERDICT, Experiment
from driveproof.domain.experiment.sentences import look_title, stage_title
from driveproof.domain.trim.path import PASS
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.labels import Label, small_print
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.marks import DISC, paint_path_mark
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face, failure_text
from driveproof.wording.experiment import done_text
from driveproof.wording.say import say_text, say_texts, value_text

DONE, NOW, TO_COME, NEVER = "done", "now", "pending", "never"
WIDTH = 4 * GRID


class StageMark(QWidget):
    """A tick for a completed step, a dot in a ring for the next one, a ring for later ones.

    `above` and `below` say whether the line continues there; it is pale between later steps.
    """

    def __init__(self, theme: Theme, state: str, *, above: bool, below: bool) -> None:
        super().__init__()
        self._theme = theme
        self.state = state
        self._above, self._below = above, below
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 4 * GRID)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = self._theme.colors
        x, middle = DISC / 2 + 1.5, 2.0 * GRID
        for wanted, reached, top, bottom in (
            (self._above, self.state in (DONE, NOW), 0.0, middle - DISC / 2 - 3),
            (self._below, self.state == DONE, middle + DISC / 2 + 3, float(self.height())),
        ):
            if wanted:
                painter.setPen(QPen(colors.good if reached else colors.line, 1.5))
                painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        centre = QPointF(x, middle)
        if self.state == DONE:
            paint_path_mark(painter, self._theme, centre, PASS)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        now = self.state == NOW
        painter.setPen(QPen(colors.accent if now else colors.muted, 2.0 if now else 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ring = QRectF(x - DISC / 2, middle - DISC / 2, DISC, DISC)
        painter.drawEllipse(ring.adjusted(1, 1, -1, -1))
        if now:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.accent)
            painter.drawEllipse(centre, 3.6, 3.6)


def state_of(experiment: Experiment, number: int) -> str:
    """The state of a step; steps are counted from 0."""
    if number < len(experiment.done):
        return DONE
    if experiment.status != OPEN:
        return DONE if experiment.status == FINISHED else NEVER
    return NOW if number == len(experiment.done) else TO_COME


class StageList(QWidget):
    """Created anew for each state of an experiment; `panel` is inside the next step."""

    def __init__(self, theme: Theme, experiment: Experiment, panel: QWidget | None = None) -> None:
        super().__init__()
        self._theme = theme
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GRID)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        last = len(experiment.stages) - 1
        self.states = [state_of(experiment, number) for number in range(last + 1)]
        for number, state in enumerate(self.states):
            mark = StageMark(theme, state, above=number > 0, below=number < last)
            grid.addWidget(mark, number, 0)
            grid.addLayout(self._words(experiment, number, state, panel), number, 1)

    def _words(
        self, experiment: Experiment, number: int, state: str, panel: QWidget | None
    ) -> QVBoxLayout:
        theme, stage = self._theme, experiment.stages[number]
        column = vertical(margins=(0, GRID - 3, 0, GRID), spacing=GRID // 2)
        color = "text" if state in (DONE, NOW) else "muted"
        title = value_text(stage_title(experiment, stage))
        name = Label(theme, title, color=color, strong=state == NOW, wrap=True)
        name.setAccessibleName(f"{title}: {state_text(state)}")
        column.addWidget(name)
        for line in _facts(experiment, number):
            column.addWidget(small_print(theme, line))
        if panel is not None and state == NOW:
            column.addWidget(panel)
        column.setAlignment(Qt.AlignmentFlag.AlignTop)
        return column


def state_text(state: str) -> str:
    """A state as text, for people who cannot see the mark."""
    return {
        DONE: _("done"),
        NOW: _("next"),
        TO_COME: _("waiting"),
    }.get(state, _("skipped"))


def _facts(experiment: Experiment, number: int) -> list[str]:
    """When it was done, what to remember of it, and what did not count."""
    lines = []
    if number < len(experiment.done):
        done = experiment.done[number]
        stage, found = experiment.stages[number], ""
        if stage.step is VERDICT:
            found = say_text(look_title(experiment.looks[stage.number - 1]))
        parts = (date_and_time(done.at), found, done_text(done))
        lines.append(" · ".join(filter(None, parts)))
        if stage.step is VERDICT and experiment.status != FINISHED:
            lines.append(say_texts(sentences(experiment.looks[stage.number - 1].headline)))
    for attempt in experiment.attempts:
        if attempt.stage == number:
            told = _("Not counted: {reason}")
            lines.append(told.format(reason=failure_text(attempt.why, Face.WINDOW)))
    return lines
