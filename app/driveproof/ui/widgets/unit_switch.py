# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""MB/s or MiB/s: the switch beside figures."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QPushButton, QSizePolicy, QWidget

from driveproof.ui.settings import BINARY, Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.layouts import horizontal
from driveproof.wording.catalogue import _


def show_choice(theme: Theme, group: QButtonGroup) -> None:
    """Make the chosen one of some small buttons stand out."""
    colors = theme.colors
    for button in group.buttons():
        button.setFont(theme.small(strong=button.isChecked()))
        color = colors.text if button.isChecked() else colors.muted
        ground = colors.hover.name() if button.isChecked() else "transparent"
        button.setStyleSheet(f"color: {color.name()}; background: {ground};")


class UnitSwitch(QWidget):
    """MB/s (10^6 bytes) or MiB/s (2^20 bytes). Emits `changed(binary)`.

    With `settings` it begins with the unit that is stored there, stores the chosen one, and follows
    when another switch does.
    """

    changed = Signal(bool)

    def __init__(self, theme: Theme, settings: Settings | None = None) -> None:
        super().__init__()
        self._settings = settings
        binary = settings is not None and settings.flag(BINARY)
        row = horizontal(self, spacing=2)
        self.group = QButtonGroup(self)
        self._theme = theme
        for index, (word, meaning) in enumerate(
            (
                ("MB/s", _("Megabytes per second (10^6 bytes)")),
                ("MiB/s", _("Mebibytes per second (2^20 bytes)")),
            )
        ):
            button = QPushButton(word)
            button.setProperty("quiet", True)
            button.setCheckable(True)
            button.setAutoExclusive(True)  # the group sees to it; so it is a radio button
            button.setChecked(bool(index) == binary)
            set_tip(button, meaning)
            button.setAccessibleName(meaning)
            self.group.addButton(button, index)
            row.addWidget(button)
        self.group.idToggled.connect(self._toggled)
        if settings is not None:
            settings.changed.connect(self._setting_changed)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def binary(self) -> bool:
        """Whether MiB/s is chosen."""
        return self.group.checkedId() == 1

    def choose(self, *, binary: bool) -> None:
        """Choose from code; emits the signal like a click."""
        self.group.button(int(binary)).setChecked(True)

    @Slot(int, bool)
    def _toggled(self, number: int, on: bool) -> None:
        if on:
            self._restyle()
            if self._settings is not None:
                self._settings.keep(BINARY, self.binary)
            self.changed.emit(number == 1)

    @Slot(str)
    def _setting_changed(self, key: str) -> None:
        if key == BINARY and self._settings is not None:
            self.choose(binary=self._settings.flag(BINARY))

    @Slot()
    def _restyle(self) -> None:
        show_choice(self._theme, self.group)
