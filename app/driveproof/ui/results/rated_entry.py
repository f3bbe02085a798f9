# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks for the maker's figures of a measured drive, keeps them, and has the result show them."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from driveproof.domain.drive.rated import Rated
from driveproof.domain.errors import DriveproofError
from driveproof.domain.expected import Expectation
from driveproof.domain.run.run import Run
from driveproof.history.rated import RatedFigures
from driveproof.history.store import History
from driveproof.ui.feeds.history import HistoryTasks, run_expected
from driveproof.ui.results.rated_dialog import RatedDialog
from driveproof.ui.theme.style import Theme


class RatedView(Protocol):
    """A view of a result that says what its tests are held against."""

    def rated_run(self) -> Run | None:
        """The run on screen."""

    def set_expected(self, run_id: str, expected: tuple[Expectation, ...]) -> None:
        """Show anew what the tests of a run are held against, if it is still on screen."""

    def say_error(self, error: DriveproofError) -> None:
        """Show an error beside the result."""


class RatedEntry(QObject):
    """One dialog at a time, over the view that asked."""

    def __init__(self, history: HistoryTasks, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._history, self._theme, self._over = history, theme, parent

    def ask(self, view: RatedView) -> None:
        """Let the person enter the figures of the drive whose result a view shows."""
        run = view.rated_run()
        if run is None or not run.target.model:
            return
        model = run.target.model
        self._history.ask(
            lambda history: RatedFigures(history).of(model),
            partial(self._open, view, run),
            key="rated",
        )

    def _open(
        self, view: RatedView, run: Run, found: Rated | None, error: DriveproofError | None
    ) -> None:
        if error is not None:
            view.say_error(error)
        if found is None:
            return
        dialog = RatedDialog(run.target.model or "", found, self._theme, self._over.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._keep(view, run, dialog.rated))
        dialog.open()

    def _keep(self, view: RatedView, run: Run, rated: Rated) -> None:
        def work(history: History) -> tuple[Expectation, ...]:
            RatedFigures(history).enter(run.target.model or "", rated)
            return run_expected(history, run)

        self._history.ask(work, partial(self._kept, view, run.id))

    def _kept(
        self,
        view: RatedView,
        run_id: str,
        expected: tuple[Expectation, ...] | None,
        error: DriveproofError | None,
    ) -> None:
        if error is not None:
            view.say_error(error)
        elif expected is not None:
            view.set_expected(run_id, expected)
