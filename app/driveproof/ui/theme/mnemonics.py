# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The style of the window: Fusion, whose mnemonics are underlined only while Alt is held."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent, QWindow
from PySide6.QtWidgets import (
    QApplication,
    QMenu,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)
from shiboken6 import isValid


class QuietFusion(QProxyStyle):
    """Fusion; `underlines` is whether mnemonics are underlined. A menu takes its letters without
    Alt and always shows them.
    """

    def __init__(self) -> None:
        super().__init__("Fusion")
        self.underlines = False

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: QStyleHintReturn | None = None,  # noqa: N803 - Qt's name
    ) -> int:
        if hint == QStyle.StyleHint.SH_UnderlineShortcut and not isinstance(widget, QMenu):
            return int(self.underlines)
        return super().styleHint(hint, option, widget, returnData)


class AltKey(QObject):
    """Follows the Alt key in the window that has the focus, for the style."""

    def __init__(self, app: QApplication, style: QuietFusion, parent: QObject) -> None:
        super().__init__(parent)
        self._style = style
        self._window: QWindow | None = None
        app.focusWindowChanged.connect(self._moved)

    @Slot(QWindow)
    def _moved(self, window: QWindow | None) -> None:
        """A window that has lost the focus is not told when Alt is released."""
        self._set(False)
        if self._window is not None and isValid(self._window):
            self._window.removeEventFilter(self)
        self._window = window
        if window is not None:
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if (
            kind in {QEvent.Type.KeyPress, QEvent.Type.KeyRelease}
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Alt
        ):
            self._set(kind == QEvent.Type.KeyPress)
        return super().eventFilter(watched, event)

    def _set(self, underlines: bool) -> None:
        if underlines != self._style.underlines:
            self._style.underlines = underlines
            for window in QApplication.topLevelWidgets():
                window.update()
