# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A page that shows one of several views at a time, and keys that work anywhere in it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from driveproof.ui.widgets.layouts import vertical

ESCAPE = QKeySequence(Qt.Key.Key_Escape)
BACK = QKeySequence(Qt.Modifier.ALT | Qt.Key.Key_Left)


def view_stack(page: QWidget, *views: QWidget) -> QStackedWidget:
    """Add these views to `page`; the first is shown."""
    stack = QStackedWidget()
    for view in views:
        stack.addWidget(view)
    column = vertical(page)
    column.addWidget(stack)
    return stack


def shortcut(
    page: QWidget, keys: QKeySequence, work: Callable[[], object] | SignalInstance
) -> QShortcut:
    """Call this at these keys, wherever in `page` the focus is."""
    made = QShortcut(keys, page)
    made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    made.activated.connect(work)
    return made
