# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The steps of a comparison one below the other: done, next, to come."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from driveproof.domain.experiment.experiment import FINISHED, OPEN, Experiment
from driveproof.ui.experiment import wording as words
from driveproof.ui.experiment.stage_mark import DONE, NEVER, NOW, TO_COME, StageMark
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.labels import Label
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time


def state_of(experiment: Experiment, number: int) -> str:
    """Where a step stands; the steps are counted from 0."""
    if number < len(experiment.done):
        return DONE
    if experiment.status != OPEN:
        return DONE if experiment.status == FINISHED else NEVER
    return NOW if number == len(experiment.done) else TO_COME


class StageList(QWidget):
    """Made anew for each state of an experiment; `panel` stands in the step that is next."""

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
        column = QVBoxLayout()
        column.setContentsMargins(0, GRID - 3, 0, GRID)
        column.setSpacing(GRID // 2)
        color = "text" if state in (DONE, NOW) else "muted"
        title = words.stage_title(experiment, stage)
        name = Label(theme, title, color=color, strong=state == NOW, wrap=True)
        name.setAccessibleName(f"{title}: {state_text(state)}")
        column.addWidget(name)
        for line in _facts(experiment, number):
            column.addWidget(
                Label(theme, line, size="small", color="muted", wrap=True, selectable=True)
            )
        if panel is not None and state == NOW:
            column.addWidget(panel)
        column.setAlignment(Qt.AlignmentFlag.AlignTop)
        return column


def state_text(state: str) -> str:
    """A state for who does not see the mark."""
    return {
        DONE: _("done"),
        NOW: _("next"),
        TO_COME: _("to come"),
    }.get(state, _("not done"))


def _facts(experiment: Experiment, number: int) -> list[str]:
    """When it was done, what is to be remembered of it, and what did not count."""
    lines = []
    if number < len(experiment.done):
        done = experiment.done[number]
        lines.append(" · ".join(filter(None, (date_and_time(done.at), shown(done.note)))))
    for attempt in experiment.attempts:
        if attempt.stage == number:
            told = _("Did not count, and stays in the history: {0}")
            lines.append(told.format(shown(attempt.why)))
    return lines
