# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A step of an experiment while it runs: which one, and the measurement or the TRIM itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from driveproof.domain.experiment import forecast
from driveproof.domain.experiment.action import TRIM
from driveproof.domain.experiment.experiment import ACTION, Experiment
from driveproof.domain.experiment.sentences import action_title, running
from driveproof.domain.notes import Note
from driveproof.domain.run.run import FINISHED
from driveproof.domain.trim.job import Preview, TrimProgress
from driveproof.engine.run import events
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.trim.live import TrimLiveView
from driveproof.ui.widgets.buttons import BackButton
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.pages import page_top
from driveproof.wording.catalogue import _
from driveproof.wording.run import note_text
from driveproof.wording.say import say_text, value_text


@dataclass(frozen=True)
class StageNote:
    """A finding on the way."""

    note: Note


class ExperimentLive(QWidget):
    """Shows the events of a step. Emits `cancel`, and `back` while it goes on."""

    cancel = Signal()
    back = Signal()

    def __init__(self, theme: Theme, settings: Settings | None = None) -> None:
        super().__init__()
        self._experiment: Experiment | None = None
        self._number = 0
        self.back_button = BackButton(theme, _("&Back"), escape=False)
        self.back_button.clicked.connect(self.back)
        self.step = ElidedLabel(theme, color="muted")
        self.note = Label(theme, color="muted", wrap=True, selectable=True)
        self.measure = RunLiveView(theme, settings)
        self.trim = TrimLiveView(theme)
        self.stack = QStackedWidget()
        for view in (self.measure, self.trim):
            view.cancel.connect(self.cancel)
            self.stack.addWidget(view)
        top = page_top(self.back_button, self.step, self.note, below=0)
        page = vertical(self, spacing=0)
        page.addLayout(top)
        page.addWidget(self.stack, 1)

    def begin(self, experiment: Experiment, preview: Preview | None) -> None:
        """The next step is about to start; `preview` is that of a TRIM."""
        stage = experiment.stage
        self._experiment, self._number = experiment, len(experiment.done)
        self.note.hide()
        self._say_step()
        if stage is not None and stage.step == ACTION and experiment.action == TRIM and preview:
            self.trim.begin(preview)
            self.stack.setCurrentWidget(self.trim)
            return
        device = forecast.needs_helper(experiment)
        self.measure.begin(
            value_text(action_title(experiment)),
            experiment.target.path,
            device=device,
        )
        self.stack.setCurrentWidget(self.measure)

    def focus(self) -> None:
        """Give the Cancel button the keyboard focus."""
        view = self.trim if self.stack.currentWidget() is self.trim else self.measure
        view.head.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def cancelling(self) -> None:
        """The person cancelled the step."""
        if self.stack.currentWidget() is self.trim:
            self.trim.cancelling()
        else:
            self.measure.cancelling()

    def take(self, news: Sequence[Any]) -> None:
        """Show several events at once."""
        measured: list[events.Event] = []
        for event in news:
            if isinstance(event, StageNote):
                self.note.say(note_text(event.note))
                self.note.show()
            elif isinstance(event, TrimProgress):
                self.trim.take(event)
            else:
                measured.append(event)
                if isinstance(event, events.RunEnded) and event.run.status == FINISHED:
                    self._number += 1
                    self._say_step()
        self.measure.take(measured)

    def _say_step(self) -> None:
        if self._experiment is not None:
            self.step.say(say_text(running(self._experiment, self._number)))
