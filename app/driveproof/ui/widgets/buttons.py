# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Buttons: primary and quiet ones, those that lead back, copy or open something, and choices."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QPushButton, QSizePolicy, QWidget

from driveproof.ui.settings import BINARY, Settings
from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.theme.icons import line_icon
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.wording.catalogue import _, pgettext

BUTTON_HEIGHT = 34


def primary_button(text: str, parent: QWidget | None = None) -> QPushButton:
    """The button for the main action of a page; its text says what it will do."""
    button = QPushButton(text, parent)
    button.setProperty("primary", True)
    button.setMinimumHeight(BUTTON_HEIGHT)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


def quiet_button(text: str, parent: QWidget | None = None, *, flush: bool = False) -> QPushButton:
    """A button that looks like a link, for an action beside a row. The words of a `flush` one begin
    where those of a text above it do.
    """
    button = QPushButton(text, parent)
    button.setProperty("quiet", True)
    button.setProperty("flush", flush)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


_ICON = 14


ESCAPE, BACK = "Esc", "Alt+Left"


def pressed_at(button: QAbstractButton, *keys: str) -> None:
    """Press a button at these keys, wherever in its window the focus is, while it can be seen.

    So each page goes back at ESCAPE and BACK where it has a button that leads back, and what runs
    is cancelled at ESCAPE while it is on screen.
    """
    made = QShortcut(button)
    made.setKeys([QKeySequence(key) for key in keys])
    made.activated.connect(button.click)


class BackButton(QPushButton):
    """Looks like a link, with an arrow before the text; `escape`: the key is not for another."""

    def __init__(self, theme: Theme, text: str, *, escape: bool = True) -> None:
        super().__init__(text)
        pressed_at(self, *((ESCAPE, BACK) if escape else (BACK,)))
        self._theme = theme
        self.setProperty("quiet", True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setIconSize(QSize(_ICON, _ICON))
        theme.changed.connect(self._restyle)
        self._restyle()

    @Slot()
    def _restyle(self) -> None:
        self.setIcon(line_icon("back", self._theme.colors.accent, _ICON))


_CONFIRMED = 2000
"""Milliseconds."""


class CopyButton(QPushButton):
    """Says `words`, and for a moment that `text_to_copy` is on the clipboard. With `quiet` it looks
    like those of `quiet_button`, with `flush` without room beside its text.
    """

    def __init__(
        self, words: str, text: str = "", *, quiet: bool = True, flush: bool = False
    ) -> None:
        super().__init__(words)
        self.text_to_copy = text
        if quiet:
            self.setProperty("quiet", True)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setProperty("flush", flush)
        self._words = words
        self.timer = Delayed(self, _CONFIRMED, self.reset)
        self.clicked.connect(self._copy)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text_to_copy)
        self.setText(_("Copied"))
        self.timer.start()

    @Slot()
    def reset(self) -> None:
        """Say again what it does."""
        self.setText(self._words)


class Opener(QPushButton):
    """Emits `opened(bool)`. A checkable button would be a check box to a screen reader; this one is
    a button that says whether it is open.
    """

    opened = Signal(bool)

    def __init__(
        self, words: str = "", *, flush: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(words, parent)
        self.setProperty("quiet", True)
        self.setProperty("flush", flush)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._open, self._about = False, ""
        self._say()
        self.clicked.connect(self.toggle)

    @property
    def is_open(self) -> bool:
        """Whether what belongs to it is shown."""
        return self._open

    def set_open(self, wanted: bool) -> None:
        """Open or close it from code; emits `opened` like a click."""
        if wanted != self._open:
            self._open = wanted
            self._say()
            self.opened.emit(wanted)

    @Slot()
    def toggle(self) -> None:
        """Open it if it is closed, else close it."""
        self.set_open(not self._open)

    def describe(self, about: str) -> None:
        """Set what a screen reader says besides."""
        self._about = about
        self._say()

    def _say(self) -> None:
        state = pgettext("state", "open") if self._open else _("closed")
        self.setAccessibleDescription(f"{state}. {self._about}" if self._about else state)


class Disclosure(QWidget):
    """A title with an arrow; a click shows and hides the widget below it.

    Emits `opened` before the widget is shown, so that it can be filled then.
    """

    opened = Signal()

    def __init__(self, theme: Theme, title: str, inner: QWidget) -> None:
        super().__init__()
        self._theme = theme
        self.button = Opener(title)
        self.button.setIconSize(QSize(12, 12))
        self.inner = inner
        inner.setVisible(False)
        layout = vertical(self, spacing=GRID)
        layout.addWidget(self.button)
        layout.addWidget(inner)
        self.button.opened.connect(self._toggled)
        theme.changed.connect(self._restyle)
        self._restyle()

    @Slot(bool)
    def _toggled(self, opened: bool) -> None:
        if opened:
            self.opened.emit()
        self.inner.setVisible(opened)
        self._restyle()

    def _restyle(self) -> None:
        name = "chevron-down" if self.button.is_open else "chevron-right"
        self.button.setIcon(line_icon(name, self._theme.colors.accent, 12))


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
