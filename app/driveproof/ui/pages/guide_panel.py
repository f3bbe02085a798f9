# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What stands in the step that is next: what it is for, and the buttons that go on."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QVBoxLayout, QWidget

from driveproof.ui.style import GRID, Theme
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.page_head import BUTTON_HEIGHT, primary_button


class NextPanel(QWidget):
    """Emits `go` to do the step, `less` to leave further baselines out, `later` to go away and
    `folder` to say where the target is now.
    """

    go = Signal()
    less = Signal()
    later = Signal()
    folder = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.purpose = Label(theme, wrap=True, selectable=True)
        self.fact = Label(theme, wrap=True, color="muted", selectable=True)
        self.reason = Label(theme, wrap=True, color="watch", selectable=True)
        self.button = primary_button("", self)
        self.less_button = self._plain()
        self.later_button = self._plain(self.tr("A&nother day"))
        self.folder_button = self._plain(self.tr("C&hoose the folder…"))
        self.price = Label(theme, wrap=True, size="small", color="muted", selectable=True)
        for button, signal in (
            (self.button, self.go),
            (self.less_button, self.less),
            (self.later_button, self.later),
            (self.folder_button, self.folder),
        ):
            button.setAutoDefault(True)
            button.clicked.connect(signal)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID // 2, 0, GRID)
        column.setSpacing(GRID)
        for label in (self.purpose, self.fact, self.reason):
            column.addWidget(label)
        column.addSpacing(GRID // 2)
        self._rows = QGridLayout()
        self._rows.setSpacing(GRID)
        column.addLayout(self._rows)
        column.addWidget(self.price)
        self._arranged: list[QPushButton] = []

    def _plain(self, text: str = "") -> QPushButton:
        button = QPushButton(text, self)
        button.setMinimumHeight(BUTTON_HEIGHT)
        return button

    def say(
        self, purpose: str, fact: str, *, button: str, less: str, price: str, later: bool
    ) -> None:
        """Another state; what is "" is not there."""
        self.purpose.say(purpose)
        self.fact.say(fact)
        self.fact.setVisible(bool(fact))
        self.button.setText(button)
        self.less_button.setText(less)
        self.price.say(price if less else "")
        self.price.setVisible(bool(less))
        self.button.setVisible(bool(button))
        self.less_button.setVisible(bool(less))
        self.later_button.setVisible(later)
        self._arrange()

    def say_reason(self, reason: str, *, enabled: bool, folder: bool) -> None:
        """Why it does not go on, "" for no such thing; `folder` offers to say where it is now."""
        self.reason.say(reason)
        self.reason.setVisible(bool(reason))
        self.button.setEnabled(enabled)
        self.less_button.setEnabled(enabled)
        self.folder_button.setVisible(folder)
        self._arrange()

    def _arrange(self) -> None:
        """The buttons that are there in one row, or the first in a row of its own where narrow."""
        for old in self._arranged:
            self._rows.removeWidget(old)
        self._arranged = [
            one
            for one in (self.button, self.later_button, self.less_button, self.folder_button)
            if not one.isHidden()
        ]
        wide = sum(one.sizeHint().width() + GRID for one in self._arranged) <= max(self.width(), 1)
        for number, one in enumerate(self._arranged):
            row, place = (0, number) if wide or not number else (1, number - 1)
            if row == 0 and not wide:
                self._rows.addWidget(one, 0, 0, 1, 4, Qt.AlignmentFlag.AlignLeft)
            else:
                self._rows.addWidget(one, row, place)
        self._rows.setColumnStretch(4, 1)
        self.wide = wide

    def resizeEvent(self, event: object) -> None:
        self._arrange()
