# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM in the window: confirmation, progress and result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from driveproof.composition.services import Services
from driveproof.domain.drive.drive import BlockDevice, is_path
from driveproof.domain.errors import DriveproofError
from driveproof.domain.trim.job import Progress
from driveproof.ui.dialogs.asking import may_trim
from driveproof.ui.tasks.job import Answer, Answering, Job, Observer
from driveproof.ui.theme.style import Theme
from driveproof.ui.trim.confirm import ConfirmView
from driveproof.ui.trim.live import LiveView
from driveproof.ui.trim.outcome import OutcomeView
from driveproof.ui.trim.preview import Looked
from driveproof.ui.widgets.view_stack import BACK, ESCAPE, shortcut, view_stack

CONFIRM, LIVE, OUTCOME = range(3)


class SessionView(QWidget):
    """One TRIM at a time. `drive` is the kernel name of its drive, "" for none.

    Emits `left(error)` when it is over: None, or why it ended without a result;
    `busy_changed(bool)`; and `compare(target)` to measure the effect of the next one.
    """

    left = Signal(object)
    compare = Signal(str)
    busy_changed = Signal(bool)

    def __init__(
        self,
        services: Services,
        theme: Theme,
        elsewhere: Callable[[str], str] = lambda path: "",
    ) -> None:
        super().__init__()
        self._services = services
        self._elsewhere = elsewhere
        self._looked: Looked | None = None
        self.drive = ""
        self._identity, self._away = "", False
        self.confirm = ConfirmView(theme)
        self.live = LiveView(theme)
        self.outcome = OutcomeView(theme, compares=services.experiments is not None)
        self.stack = view_stack(self, self.confirm, self.live, self.outcome)
        self.runner = Job(self)
        self.runner.events.connect(self._take)
        self.runner.finished.connect(self._finished)
        self.confirm.start.connect(self.start)
        self.confirm.back.connect(self._leave)
        self.live.cancel.connect(self.cancel)
        self.outcome.back.connect(self._leave)
        self.outcome.compare.connect(lambda: self.compare.emit(self.target))
        shortcut(self, ESCAPE, self._escape)
        shortcut(self, BACK, self._leave)

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

    def ask(self, looked: Looked, device: BlockDevice) -> None:
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
        looked, trim = self._looked, self._services.trim
        if self.busy or looked is None or looked.preview is None:
            return
        if trim is None or trim.session is None or self.stack.currentIndex() != CONFIRM:
            return
        make, preview = trim.session, looked.preview
        if not may_trim(self, self._elsewhere(preview.place)):
            return
        self.live.begin(preview)
        self.stack.setCurrentIndex(LIVE)
        self.live.button.setFocus(Qt.FocusReason.OtherFocusReason)

        def begin(observer: Observer) -> Answering:
            session = make(preview.target, observer, proof)
            return Answering(lambda: session.run(preview), session.cancel, observer)

        self.runner.start(begin)
        self.busy_changed.emit(True)

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
    def _escape(self) -> None:
        if self.busy:
            self.cancel()
        else:
            self._leave()

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
            if isinstance(event, Progress):
                self.live.take(event)
            elif isinstance(event, Answer):
                self.outcome.show_outcome(event.value)
                self.stack.setCurrentIndex(OUTCOME)
                if self.isVisible():
                    self.outcome.button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _finished(self, error: DriveproofError | None) -> None:
        if self.stack.currentIndex() == LIVE:  # it ended without a result
            self._close(error)
        self.busy_changed.emit(False)
