# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM in the window: confirmation, progress and result."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from driveproof.domain.drive.drive import BlockDevice, is_path
from driveproof.domain.errors import DriveproofError
from driveproof.domain.figure import Facts, Findings, Table, Text
from driveproof.domain.trim.answer import outcome_answer
from driveproof.domain.trim.job import Outcome, TrimProgress
from driveproof.ui.dialogs.asking import may_disturb
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.tasks.job import Answering, BackgroundJob, JobResult, Observer
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.trim.confirm import ConfirmView
from driveproof.ui.trim.live import TrimLiveView
from driveproof.ui.trim.preview import PreviewLookup
from driveproof.ui.widgets.buttons import BACK, ESCAPE, pressed_at, primary_button, quiet_button
from driveproof.ui.widgets.labels import Label, small_print
from driveproof.ui.widgets.layouts import clear, vertical
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, scroll_page, view_stack
from driveproof.ui.widgets.rows import FactRows, FindingRows
from driveproof.ui.widgets.table import answer_table
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, say_texts
from driveproof.wording.table import fact_texts


class OutcomeView(QWidget):
    """Emits `back`, and `compare` to measure the effect of the next TRIM."""

    back = Signal()
    compare = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.compare_button = quiet_button(_("&Measure the effect…"), flush=True)
        self.compare_button.clicked.connect(self.compare)
        self._theme = theme
        self.head = PageHead(theme)
        self.button = primary_button(_("&Done"))
        self.button.clicked.connect(self.back)
        pressed_at(self.button, ESCAPE, BACK)
        self.head.add(self.button)
        self._blocks = vertical(spacing=GRID)
        body = QWidget()
        column = vertical(body, margins=(MARGIN, 0, BESIDE_BAR, MARGIN), spacing=GRID)
        column.addLayout(self._blocks)
        column.addWidget(self.compare_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        top = vertical(margins=(MARGIN, 3 * GRID, MARGIN, 2 * GRID))
        top.addWidget(self.head)
        self._area = scroll_page(self, top, body, name=_("Result of the TRIM"))

    def show_outcome(self, outcome: Outcome) -> None:
        """Show the blocks of its answer."""
        answer = outcome_answer(outcome)
        self.head.say(say_texts(answer.sentences))
        self.head.title.set_color(Tone.FAILING if answer.bad else Tone.PLAIN)
        clear(self._blocks)
        for block in answer.blocks:
            match block:
                case Facts():
                    facts = FactRows(self._theme)
                    facts.set_facts(fact_texts(block.facts))
                    self._blocks.addWidget(facts)
                case Table() if block.rows:
                    self._blocks.addSpacing(GRID)
                    self._blocks.addWidget(Label(self._theme, say_text(block.title), strong=True))
                    self._blocks.addWidget(answer_table(self._theme, block))
                case Findings() if block.findings:
                    self._blocks.addWidget(FindingRows(self._theme, block))
                case Text():
                    self._blocks.addWidget(small_print(self._theme, say_text(block.say)))
        self.compare_button.setVisible(outcome.preview.mount is not None)
        self._area.verticalScrollBar().setValue(0)


CONFIRM, LIVE, OUTCOME = range(3)


class SessionView(QWidget):
    """One TRIM at a time. `drive` is the kernel name of its drive, "" for none.

    Emits `left(error)` when it is over: None, or why it ended without a result; and
    `compare(target)` to measure the effect of the next one.
    """

    left = Signal(object)
    compare = Signal(str)

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context, theme = context, context.theme
        self._looked: PreviewLookup | None = None
        self.drive = ""
        self._identity, self._away = "", False
        self.confirm = ConfirmView(theme)
        self.live = TrimLiveView(theme)
        self.outcome = OutcomeView(theme)
        self.stack = view_stack(self, self.confirm, self.live, self.outcome)
        self.runner = BackgroundJob(self)
        self.runner.events.connect(self._take)
        self.runner.finished.connect(self._finished)
        self.confirm.start.connect(self.start)
        self.confirm.back.connect(self._leave)
        self.live.cancel.connect(self.cancel)
        self.outcome.back.connect(self._leave)
        self.outcome.compare.connect(lambda: self.compare.emit(self.target))

    @property
    def busy(self) -> bool:
        """Whether a TRIM is running."""
        return self.runner.running

    @property
    def place(self) -> str:
        """Its mount point or device; foreign text."""
        preview = self._looked.preview if self._looked else None
        return preview.place if preview else ""

    @property
    def target(self) -> str:
        """What was or will be trimmed, as requested."""
        return self._looked.key[0] if self._looked else ""

    def set_disturbing(self, reason: str) -> None:
        """Set what a TRIM would disturb now, "" for nothing."""
        self.confirm.set_disturbing(reason)

    def ask(self, looked: PreviewLookup, device: BlockDevice) -> None:
        """Show what will happen, and wait for confirmation."""
        if self.busy or looked.preview is None:
            return
        self._looked, self.drive = looked, device.name
        self._identity, self._away = device.identity, False
        self.confirm.show_preview(looked.preview, looked.unprovable)
        self.stack.setCurrentIndex(CONFIRM)

    def seen(self, device: BlockDevice | None) -> None:
        """Set the device that is now called `drive`, None for none.

        A question or result about the previous one is never shown as the new one's.
        """
        if self.busy or not self.drive:
            return
        if device is None:
            self._away = True
            if self.stack.currentIndex() == CONFIRM:
                self.drive = ""
        elif device.identity != self._identity or (self._away and is_path(device.identity)):
            self.drive = ""

    @Slot(bool)
    def start(self, proof: bool = False) -> None:
        """Trim what was requested."""
        looked = self._looked
        if self.busy or looked is None or looked.preview is None:
            return
        if self.stack.currentIndex() != CONFIRM:
            return
        preview = looked.preview
        if not may_disturb(self, self._context.works_elsewhere(preview.place)):
            return
        self.live.begin(preview)
        self.stack.setCurrentIndex(LIVE)
        self.live.head.button.setFocus(Qt.FocusReason.OtherFocusReason)

        def begin(observer: Observer) -> Answering:
            session = self._context.services.trim.session(preview.target, observer, proof=proof)
            return Answering(lambda: session.run(preview), session.cancel, observer)

        self.runner.start(begin)

    @Slot()
    def cancel(self) -> None:
        """Cancel it after the current step."""
        if self.busy:
            self.live.cancelling()
            self.runner.cancel()

    def stop_and_wait(self, timeout: float) -> bool:
        """Cancel a TRIM and wait at most `timeout` seconds for its end; whether it has ended."""
        return self.runner.stop_and_wait(timeout)

    @Slot()
    def _leave(self) -> None:
        if not self.busy:
            self._close(None)

    def _close(self, error: DriveproofError | None) -> None:
        self.drive = ""
        self.left.emit(error)

    @Slot(object)
    def _take(self, news: list[Any]) -> None:
        for event in news:
            if isinstance(event, TrimProgress):
                self.live.take(event)
            elif isinstance(event, JobResult):
                self.outcome.show_outcome(event.value)
                self.stack.setCurrentIndex(OUTCOME)
                if self.isVisible():
                    self.outcome.button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _finished(self, error: DriveproofError | None) -> None:
        if self.stack.currentIndex() == LIVE:  # it ended without a result
            self._close(error)
