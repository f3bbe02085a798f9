# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The views of the experiment page, and the navigation between them by mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from driveproof.domain.trim.job import Preview
from driveproof.ui.compare.page import ComparePage
from driveproof.ui.experiment.create import NewView
from driveproof.ui.experiment.live import ExperimentLive
from driveproof.ui.experiment.steps import StepsView
from driveproof.ui.experiment.verdict import VerdictView
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.trim.confirm import ConfirmView
from driveproof.wording.catalogue import _

NEW, STEPS, CONFIRM, LIVE, VERDICT, WHOLE = range(6)


class ExperimentViews(QStackedWidget):
    """Emits `back` to leave the experiment page and `cancel` to end the running step."""

    back = Signal()
    cancel = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        theme, settings = context.theme, context.settings
        self.new = NewView(theme)
        self.steps = StepsView(context.services, theme)
        self.confirm = ConfirmView(theme)
        for part in (self.confirm.proof, self.confirm.cost):
            part.hide()  # the proof of an experiment's TRIM is its effect
        self.live = ExperimentLive(theme, settings)
        self.verdict = VerdictView(theme, settings)
        self.whole: ComparePage | None = None
        for view in (self.new, self.steps, self.confirm, self.live, self.verdict):
            self.addWidget(view)
        for view in (self.new, self.steps, self.live, self.verdict):
            view.back.connect(self.back)
        self.confirm.back.connect(self.show_steps)
        self.live.cancel.connect(self.cancel)
        self.verdict.whole.connect(self.show_whole)

    def show_new(self) -> None:
        """Show the form for a new experiment."""
        self.setCurrentIndex(NEW)
        _focus(self.new.button)

    @Slot()
    def show_steps(self) -> None:
        """Show the steps."""
        self.setCurrentIndex(STEPS)
        self.steps.focus()

    def show_confirm(self, preview: Preview) -> None:
        """Show what a TRIM would do."""
        self.confirm.show_preview(preview, None)
        self.setCurrentIndex(CONFIRM)
        _focus(self.confirm.button)

    def show_live(self) -> None:
        """Show the running step."""
        self.setCurrentIndex(LIVE)
        self.live.focus()

    @Slot()
    def show_verdict(self) -> None:
        """Show the verdict."""
        self.setCurrentIndex(VERDICT)
        _focus(self.verdict.button if self.verdict.answer else self.verdict.back_button)

    @Slot()
    def show_whole(self) -> None:
        """Show the whole comparison, with curves and what else changed."""
        answer = self.verdict.answer
        if answer is None:
            return
        if self.whole is None:
            self.whole = ComparePage(
                self._context.services.history, self._context.theme, self._context.settings
            )
            self.whole.back_button.setText(_("&Back"))
            self.whole.back.connect(self.show_verdict)
            self.addWidget(self.whole)
        self.whole.show_compared(answer.compared)
        self.setCurrentIndex(WHOLE)
        _focus(self.whole.rows)


def _focus(widget: QWidget) -> None:
    widget.setFocus(Qt.FocusReason.OtherFocusReason)
