# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A stored run, opened from the history: Back, its label and notes above the result."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from driveproof.domain.errors import DriveproofError
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.health.changes import Pair
from driveproof.domain.run.run import Run, RunHead, Target
from driveproof.history.store import History
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.results.run_view import RunView
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.buttons import BackButton
from driveproof.ui.widgets.fields import WrittenField
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.notices import MessageBar
from driveproof.ui.widgets.pages import kept_row
from driveproof.wording.catalogue import _

_LABEL_WIDTH = 180


class ResultPage(QWidget):
    """Emits `back`, and `relabelled(run id, label)` when the person changed the label."""

    back = Signal()
    relabelled = Signal(str, str)

    def __init__(self, history: HistoryTasks, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self._history = history
        self._theme = theme
        self._run: Run | None = None
        self.view = RunView(theme, settings)
        self.back_button = BackButton(theme, _("&All results"))
        self.back_button.clicked.connect(self.back)
        self.label = WrittenField(_("none"), _LABEL_WIDTH)
        self.label.written.connect(self._keep_label)
        self.notes = WrittenField(_("Notes"))
        self.notes.written.connect(self._keep_notes)
        self.message = MessageBar(theme)
        row = kept_row(
            theme, self.back_button, (_("&Label"), self.label, 1), (_("&Notes"), self.notes, 3)
        )
        said = horizontal(margins=(MARGIN, GRID, MARGIN, 0))
        said.addWidget(self.message)
        page = vertical(self, spacing=0)
        page.addLayout(row)
        page.addLayout(said)
        page.addWidget(self.view, 1)

    @property
    def run(self) -> Run | None:
        """The run on screen."""
        return self._run

    @property
    def targets(self) -> tuple[Target, ...]:
        """What was measured; empty while there is no run."""
        return (self._run.target,) if self._run is not None else ()

    @Slot()
    def export(self) -> None:
        """Offer the formats for export."""
        self.view.export()

    def show_run(
        self,
        run: Run,
        health: tuple[Pair, ...] = (),
        earlier: RunHead | None = None,
        expected: tuple[Expectation, ...] = (),
    ) -> None:
        """Show a stored run, the health of its drives, `earlier` to compare it with, and what its
        tests are `expected` to reach.
        """
        self._run = run
        self.label.show_kept(run.label)
        self.notes.show_kept(run.remarks)
        self.message.hide()
        self.view.show_run(run, health, expected)
        self.view.set_previous(earlier)

    @Slot(str)
    def _keep_label(self, label: str) -> None:
        if self._run is not None:
            work = partial(History.set_label, run_id=self._run.id, label=label)
            self._history.ask(work, partial(self._kept, self._run, {"label": label}))

    @Slot(str)
    def _keep_notes(self, notes: str) -> None:
        if self._run is not None:
            work = partial(History.set_notes, run_id=self._run.id, remarks=notes)
            self._history.ask(work, partial(self._kept, self._run, {"remarks": notes}))

    def _kept(
        self, run: Run, words: dict[str, str], _nothing: None, error: DriveproofError | None
    ) -> None:
        if self._run is not None and self._run.id == run.id:
            if error is not None:
                self.message.say_error(error)
            else:
                self._run = replace(self._run, **words)  # type: ignore[arg-type]
                self.view.run = self._run  # an export uses the new label
                self.label.keep(self._run.label)
                self.notes.keep(self._run.remarks)
        if error is None and "label" in words:
            self.relabelled.emit(run.id, words["label"])
