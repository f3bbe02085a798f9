# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A quiet word before a measurement: whether it could be compared, and what that takes."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from driveproof.domain.comparison.difference import repeats_needed
from driveproof.domain.profile.profile import TESTS, Profile
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.labels import ElidedLabel
from driveproof.ui.widgets.page_head import quiet_button
from driveproof.wording.catalogue import _
from driveproof.wording.experiment import later_compared


class RepeatsHint(QWidget):
    """Nothing where the repeats suffice; `wanted` is emitted with those that do."""

    wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._needed = 0
        self.words = ElidedLabel(theme, color="muted")
        self.button = quiet_button("")
        self.button.clicked.connect(self._ask)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        self.words.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row.addWidget(self.words)
        row.addWidget(self.button)
        row.addStretch(1)
        self.show_experiment(None)

    def show_experiment(self, profile: Profile | None) -> None:
        """What is about to run, None for nothing."""
        text = ""
        if profile is not None and profile.kind == TESTS:
            text = later_compared(profile.repeats, len(profile.phases))
            self._needed = repeats_needed(len(profile.phases))
        self.words.say(text)
        self.button.setText(_("{0} repeats").format(self._needed))
        self.button.setAccessibleName(_("Measure {0} repeats").format(self._needed))
        for widget in (self.words, self.button):
            widget.setVisible(bool(text))

    @Slot()
    def _ask(self) -> None:
        self.wanted.emit(self._needed)
