# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What stands in the step that is next: what it is for, and the buttons that go on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from driveproof.ui.experiment import wording as words
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.page_head import BUTTON_HEIGHT, primary_button
from driveproof.wording.catalogue import _


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
        self.later_button = self._plain(_("A&nother day"))
        self.folder_button = self._plain(_("C&hoose the folder…"))
        self.cost = Label(theme, wrap=True, color="muted", selectable=True)
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
        self._lines = [QHBoxLayout() for _ in range(4)]  # one for each button, if need be
        for line in self._lines:
            line.setSpacing(GRID)
            line.addStretch(1)
            column.addLayout(line)
        column.addWidget(self.cost)
        column.addWidget(self.price)
        self._arranged: list[QPushButton] = []
        self._does = ("", "")
        self._room = 10_000

    def _plain(self, text: str = "") -> QPushButton:
        button = QPushButton(text, self)
        button.setMinimumHeight(BUTTON_HEIGHT)
        return button

    def say(
        self,
        purpose: str,
        fact: str,
        *,
        button: tuple[str, str],
        less: str,
        price: str,
        later: bool,
    ) -> None:
        """Another state; what is "" is not there. `button` is what it does, and what that costs."""
        self._does = button
        self.purpose.say(purpose)
        self.fact.say(fact)
        self.fact.setVisible(bool(fact))
        self.less_button.setText(less)
        self.price.say(price if less else "")
        self.price.setVisible(bool(less))
        self.button.setVisible(bool(button[0]))
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

    def set_room(self, room: int) -> None:
        """So many pixels across are there."""
        if room != self._room:
            self._room = room
            self._arrange()

    def _arrange(self) -> None:
        """The buttons that are there in as many lines as they need; where the first is too long for
        one by itself, what it costs is said below.
        """
        does, costs = self._does
        self.button.setText(f"{does}, {costs}" if costs else does)
        too_long = bool(costs) and self.button.sizeHint().width() > self._room
        if too_long:
            self.button.setText(does)
        self.cost.say(words.capital(costs) + "." if too_long else "")
        self.cost.setVisible(too_long)
        for line in self._lines:
            for old in self._arranged:
                line.removeWidget(old)
        self._arranged = [
            one
            for one in (self.button, self.later_button, self.less_button, self.folder_button)
            if not one.isHidden()
        ]
        row = place = used = 0
        for one in self._arranged:
            width = one.sizeHint().width() + GRID
            if place and used + width > self._room:
                row, place, used = row + 1, 0, 0
            line = self._lines[row]
            line.insertWidget(place, one)  # before what takes the rest
            place, used = place + 1, used + width
