# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The head of a page on which something runs: what it is, how long still, and a way to end it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QVBoxLayout

from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import horizontal
from driveproof.ui.widgets.page_head import BUTTON_HEIGHT
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_duration

_WHOLE = 1000
LATE_MS = 3000
"""Milliseconds that an end takes at most where the drive answers."""


class LiveHead(QVBoxLayout):
    """A page adds what belongs below with `addWidget`. Emits `cancel` when its button is pressed.

    `tip` says what cancelling does, `progress` names the bar. The `title` stands out as a heading
    where nothing else on the page does.
    """

    cancel = Signal()

    def __init__(self, theme: Theme, *, tip: str, progress: str, heading: bool = False) -> None:
        super().__init__()
        self.title = ElidedLabel(theme, size="heading") if heading else Label(theme, strong=True)
        self.where = ElidedLabel(theme, color="muted")
        self.remaining = Label(theme, color="muted")
        self.button = QPushButton(_("&Cancel"))
        self.button.setMinimumHeight(BUTTON_HEIGHT)
        set_tip(self.button, tip)
        self.button.clicked.connect(self.cancel)
        self.progress = QProgressBar()
        self.progress.setRange(0, _WHOLE)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(4)
        self.progress.setAccessibleName(progress)
        self.late = Delayed(self, LATE_MS, self._say_late)
        self._row = horizontal(spacing=GRID)
        self._row.addWidget(self.title, int(heading))
        self._row.addWidget(self.where, int(not heading))
        self._row.addWidget(self.remaining)
        self._row.addSpacing(GRID)
        self._row.addWidget(self.button)
        self.setContentsMargins(MARGIN, 3 * GRID, MARGIN, GRID)
        self.setSpacing(GRID)
        self.addLayout(self._row)
        self.addWidget(self.progress)
        if heading:
            self.where.hide()

    def add_button(self, button: QPushButton) -> None:
        """Put another button before the one that cancels."""
        self._row.insertWidget(self._row.count() - 1, button)

    def begin(self, title: str, where: str = "") -> None:
        """It was started; nothing is known of its progress yet."""
        self.late.stop()
        self.title.say(title)
        self.where.say(where)
        self.remaining.say("")
        self.show_progress(0)
        self.button.setEnabled(True)

    @property
    def ending(self) -> bool:
        """Whether it was cancelled."""
        return not self.button.isEnabled()

    def show_progress(self, share: float | None) -> None:
        """From 0 to 1; None where it is unknown."""
        self.progress.setRange(0, 0 if share is None else _WHOLE)
        if share is not None:
            self.progress.setValue(round(_WHOLE * share))

    def say_left(self, seconds: float) -> None:
        """How long it will take still."""
        self.say_remaining(_("{time} left").format(time=format_duration(seconds)))

    def say_remaining(self, text: str) -> None:
        """The same in words; once it was cancelled, that is all that is said."""
        if not self.ending:
            self.remaining.say(text)

    def cancelling(self) -> None:
        """The person cancelled it, and it is ending."""
        self.button.setEnabled(False)
        self.remaining.say(_("Stopping…"))
        self.late.start()

    def _say_late(self) -> None:
        self.remaining.say(_("Stopping… waiting for the drive or server."))
