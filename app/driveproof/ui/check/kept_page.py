# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A kept check, opened from the history: Back and its label above the findings."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from driveproof.domain.check.check import Check
from driveproof.domain.errors import DriveproofError
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.run.run import Target
from driveproof.history.checks import Checks
from driveproof.ui.check.result import ResultView
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.buttons import BackButton
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.view_stack import BACK, shortcut
from driveproof.wording.catalogue import _

_LABEL_WIDTH = 240


class KeptCheckPage(QWidget):
    """Emits `back`, and `relabelled` when the person changed the label."""

    back = Signal()
    relabelled = Signal()

    def __init__(self, history: HistoryTasks, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self._history = history
        self._check: Check | None = None
        self.view = ResultView(theme, settings, kept=True)
        self.back_button = BackButton(theme, _("&All checks"))
        self.back_button.clicked.connect(self.back)
        shortcut(self, BACK, self.back)
        self.label = QLineEdit()
        self.label.setPlaceholderText(_("none"))
        self.label.setMaximumWidth(_LABEL_WIDTH)
        self.label.editingFinished.connect(self._keep_label)
        title = Label(theme, _("&Label"), color="muted")
        title.setBuddy(self.label)
        row = horizontal(margins=(MARGIN - GRID, 2 * GRID, MARGIN, 0), spacing=GRID)
        row.addWidget(self.back_button)
        row.addSpacing(2 * GRID)
        row.addWidget(title)
        row.addWidget(self.label, 1)
        row.addStretch(1)
        page = vertical(self, spacing=0)
        page.addLayout(row)
        page.addWidget(self.view, 1)

    @property
    def targets(self) -> tuple[Target, ...]:
        """What was checked; empty while there is no check."""
        return (self._check.subject,) if self._check is not None else ()

    def show_check(self, check: Check, expected: tuple[Expectation, ...] = ()) -> None:
        """Show a kept check, and what the tests of its measurement can be held against."""
        self._check = check
        self.label.setText(check.label)
        self.label.setCursorPosition(0)  # a long text is read from its beginning
        self.view.show_check(check, expected)

    @Slot()
    def _keep_label(self) -> None:
        check, label = self._check, self.label.text().strip()
        if check is not None and label != check.label:
            self._history.ask(
                lambda history: Checks(history).set_label(check.id, label),
                partial(self._kept, check, label),
            )

    def _kept(
        self, check: Check, label: str, _nothing: None, error: DriveproofError | None
    ) -> None:
        if error is not None:
            self.view.exporting.say_error(error)
            return
        if self._check is not None and self._check.id == check.id:
            self._check = replace(self._check, label=label)
            self.view.check = self._check  # an export uses the new label
        self.relabelled.emit()
