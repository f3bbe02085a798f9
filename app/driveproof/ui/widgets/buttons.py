# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Buttons that lead back, copy a text, or open and close what belongs to them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.theme.icons import line_icon
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.layouts import vertical
from driveproof.wording.catalogue import _, pgettext

_ICON = 14


class BackButton(QPushButton):
    """Looks like a link, with an arrow before the text."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__(text)
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
