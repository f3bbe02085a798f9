# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is shown over a window: dialogs, and what covers it until Escape."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget
from shiboken6 import isValid

from driveproof.wording.catalogue import _

FRAME = QSize(0, 40)
"""What a window manager may add around a window."""


class Dialog(QDialog):
    """Qt keeps neither a dialog's size nor what it grows by on the screen, and its place nearly."""

    def setVisible(self, visible: bool) -> None:
        if visible and not self.isVisible():
            if not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
                self.adjustSize()
            self.resize(self.size().boundedTo(self.screen().availableSize() - FRAME))
        super().setVisible(visible)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.grow(self.size())

    def grow(self, size: QSize) -> None:
        """Make it at least so large, where the screen has room, and move it in where it has to."""
        room = self.screen().availableGeometry()
        frame = (self.frameGeometry().size() - self.size()).expandedTo(FRAME)
        self.resize(self.size().expandedTo(size.boundedTo(room.size() - frame)))
        place = QRect(self.pos(), self.size() + frame)
        place.moveRight(min(place.right(), room.right()))
        place.moveBottom(min(place.bottom(), room.bottom()))
        place.moveLeft(max(place.left(), room.left()))
        place.moveTop(max(place.top(), room.top()))
        if self.isVisible() and place.topLeft() != self.pos():
            self.move(place.topLeft())


class WindowOverlay(QWidget):
    """Covers the window of `source`, and goes with it. Emits `closed` once."""

    closed = Signal()

    def __init__(self, source: QWidget) -> None:
        super().__init__(source.window())
        self._window = source.window()
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.back = QPushButton(_("Back (Esc)"))
        self.back.setProperty("quiet", True)
        self.back.clicked.connect(self.leave)
        self._keys: dict[int, Callable[[], object]] = {Qt.Key.Key_Escape: self.leave}
        self._focus: QWidget = self
        self._window.installEventFilter(self)
        source.destroyed.connect(self.leave)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._keep_focus)

    def open(self, focus: QWidget) -> None:
        """Cover the window, with the focus on a part of what covers it."""
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self._focus = focus
        focus.setFocus()

    @Slot(QWidget, QWidget)
    def _keep_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        """What is covered may change its page, and with it the focus: keys stay above."""
        beneath = now is not None and now.window() is self._window and not self.isAncestorOf(now)
        if beneath and self.isVisible():
            (before if before is not None and self.isAncestorOf(before) else self._focus).setFocus()

    @Slot()
    def leave(self) -> None:
        """Uncover the window."""
        if not isValid(self):  # the source goes later than what it covers
            return
        if isValid(self._window):
            self.restore()
            self._window.removeEventFilter(self)
        self.hide()
        self.closed.emit()
        self.deleteLater()

    def restore(self) -> None:
        """Give the window back what was changed of it."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._window:
            self.setGeometry(self._window.rect())
        return False

    def event(self, event: QEvent) -> bool:
        # Handle its keys before they become shortcuts of the window (Escape may end a run).
        ours = isinstance(event, QKeyEvent) and event.key() in self._keys
        if ours and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        work = self._keys.get(event.key())
        if work is not None:
            work()
        else:
            super().keyPressEvent(event)
