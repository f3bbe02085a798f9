# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM while it runs: the current step, the bytes, the remaining time."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from driveproof.domain.trim.job import TRIMMING, Preview, Progress
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.free_bar import FreeBar
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.page_head import BUTTON_HEIGHT
from driveproof.wording.catalogue import _
from driveproof.wording.trim.session import free_picture, left_words, progress_words, step_words

_WHOLE = 1000


class LiveView(QWidget):
    """Shows a TRIM's progress. Emits `cancel`."""

    cancel = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._expected: int | None = None
        self._cancelling = False
        self.title = ElidedLabel(theme, size="heading")
        self.remaining = Label(theme, color="muted")
        self.button = QPushButton(_("&Cancel"))
        self.button.setMinimumHeight(BUTTON_HEIGHT)
        self.button.setAutoDefault(True)
        self.button.setToolTip(_("End it after this step; what was trimmed stays so (Esc)"))
        self.button.clicked.connect(self.cancel)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(4)
        self.progress.setAccessibleName(_("Progress of the TRIM"))
        self.bar = FreeBar(theme)
        self.numbers = Label(theme, size="title")
        self.step = Label(theme, color="muted", wrap=True)
        head = QHBoxLayout()
        head.setSpacing(GRID)
        head.addWidget(self.title, 1)
        head.addWidget(self.remaining)
        head.addSpacing(GRID)
        head.addWidget(self.button)
        page = QVBoxLayout(self)
        page.setContentsMargins(MARGIN, 3 * GRID, MARGIN, MARGIN)
        page.setSpacing(GRID)
        page.addLayout(head)
        page.addWidget(self.progress)
        page.addSpacing(3 * GRID)
        page.addWidget(self.numbers)
        page.addWidget(self.step)
        page.addSpacing(2 * GRID)
        page.addWidget(self.bar)
        page.addStretch(1)

    def begin(self, preview: Preview) -> None:
        """A TRIM is about to start."""
        free = preview.free
        self._expected = free.bytes if free and not free.estimate else None
        self._cancelling = False
        self.title.say(_("Trimming {place}").format(place=shown(preview.place)))
        self.button.setEnabled(True)
        self.button.setText(_("&Cancel"))
        self.remaining.say("")
        self.numbers.say("")
        self.step.say(_("Beginning…"))
        self.progress.setRange(0, 0)
        bins = free.bins if free else ()
        self.bar.set_bins(bins, free_picture(preview))
        self.bar.set_done(None)
        self.bar.setVisible(bool(bins))

    def take(self, progress: Progress) -> None:
        """Show the progress."""
        trims = progress.step == TRIMMING
        if trims and progress.share is not None:
            self.progress.setRange(0, _WHOLE)
            self.progress.setValue(round(_WHOLE * progress.share))
        else:
            self.progress.setRange(0, 0)
        if trims:
            self.numbers.say(progress_words(progress, self._expected))
            self.bar.set_done(progress.position / progress.size if progress.size else None)
        if not self._cancelling:
            self.step.say(step_words(progress))
            self.remaining.say(left_words(progress))

    def cancelling(self) -> None:
        """The TRIM was cancelled."""
        self._cancelling = True
        self.button.setEnabled(False)
        self.button.setText(_("Cancelling…"))
        self.remaining.say("")
        self.step.say(
            _("It ends after the step that the drive is at; what was mounted is unmounted.")
        )
