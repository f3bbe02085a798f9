# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM while it runs: the current step, the bytes, the remaining time."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from driveproof.domain.say import Say
from driveproof.domain.trim.job import STEP_TITLES, TRIMMING, Preview, TrimProgress
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.trim.preview import FreeBar
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.pages import LiveHead
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text


class TrimLiveView(QWidget):
    """Shows a TRIM's progress. Emits `cancel`."""

    cancel = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._expected: int | None = None
        self.head = LiveHead(
            theme,
            tip=_("Cancel after this step (Esc)"),
            progress=_("Progress of the TRIM"),
            heading=True,
        )
        self.head.cancel.connect(self.cancel)
        self.bar = FreeBar(theme)
        self.numbers = Label(theme, size="title")
        self.step = Label(theme, color="muted", wrap=True)
        inner = vertical(margins=(MARGIN, 2 * GRID, MARGIN, MARGIN), spacing=GRID)
        inner.addWidget(self.numbers)
        inner.addWidget(self.step)
        inner.addSpacing(2 * GRID)
        inner.addWidget(self.bar)
        inner.addStretch(1)
        page = vertical(self, spacing=0)
        page.addLayout(self.head)
        page.addLayout(inner, 1)

    def begin(self, preview: Preview) -> None:
        """A TRIM is about to start."""
        free = preview.free
        self._expected = free.bytes if free and not free.estimate else None
        self.head.begin(_("Trimming {drive}").format(drive=shown(preview.place)))
        self.head.show_progress(None)
        self.numbers.say("")
        self.step.say(_("Starting…"))
        bins = free.bins if free else ()
        self.bar.set_bins(bins, say_text(preview.picture) if preview.picture else "")
        self.bar.set_done(None)
        self.bar.setVisible(bool(bins))

    def take(self, progress: TrimProgress) -> None:
        """Show the progress."""
        trims = progress.step == TRIMMING
        self.head.show_progress(progress.share if trims else None)
        if trims:
            self.numbers.say(_said(progress.done(self._expected)))
            self.bar.set_done(progress.position / progress.size if progress.size else None)
        if not self.head.ending:
            self.step.say(say_text(STEP_TITLES[progress.step]))
            self.head.say_remaining(_said(progress.left))

    def cancelling(self) -> None:
        """The TRIM was cancelled."""
        self.head.cancelling()
        self.step.say(_("It ends after this step."))


def _said(say: Say | None) -> str:
    return "" if say is None else say_text(say)
