# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A choice between a few words."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QPushButton, QSizePolicy, QWidget

from driveproof.ui.widgets.layouts import horizontal


class Segmented(QWidget):
    """Emits `chosen(index)` when another word was selected. Arrow keys move within it."""

    chosen = Signal(int)

    def __init__(self, words: tuple[str, ...], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        row = horizontal(self, spacing=2)
        for number, word in enumerate(words):
            button = QPushButton(word)
            button.setCheckable(True)
            button.setAutoExclusive(True)  # the group sees to it; so it is a radio button
            button.setProperty("segment", True)
            self._group.addButton(button, number)
            row.addWidget(button)
        self._group.button(0).setChecked(True)
        self._group.idToggled.connect(self._toggled)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def choose(self, number: int) -> None:
        """Select from code; emits `chosen` like a click."""
        self._group.button(number).setChecked(True)

    def current(self) -> int:
        """The index of the selected word."""
        return self._group.checkedId()

    @Slot(int, bool)
    def _toggled(self, number: int, on: bool) -> None:
        if on:
            self.chosen.emit(number)
