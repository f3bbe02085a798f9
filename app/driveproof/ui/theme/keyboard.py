# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the keyboard does alike in every window: Alt shows the mnemonics, Return presses the button
that has the focus, what has the focus without showing it gets a ring, and Tab goes as one reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QWindow
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QDialog,
    QFocusFrame,
    QGridLayout,
    QLayout,
    QPlainTextEdit,
    QRadioButton,
    QStyle,
    QWidget,
)
from shiboken6 import isValid

if TYPE_CHECKING:
    from driveproof.ui.theme.style import QuietFusion, Theme

RING = "ring"
"""A property: True for a widget of ours that is to have a ring, False for one that is to have none.
Without it check boxes and what scrolls have one, but for texts to edit, which have a border.
"""
_RINGED = (QAbstractScrollArea, QCheckBox, QRadioButton)
_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _Ring(QFocusFrame):
    """Assistive technology does not see a frame of the focus, unlike any other widget."""

    def __init__(self, theme: Theme, around: QWidget) -> None:
        super().__init__(around.window())
        self._theme = theme
        self.setWidget(around)
        self.show()  # also around what the page scrolls to only now

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colors.accent, 2))
        # Within what is framed: that may end where the window does. The frame itself is larger by
        # margins of the style.
        style = self.style()
        left = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, self) + 1
        top = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameVMargin, None, self) + 1
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(left, top, -left, -top), 4, 4)


class Keyboard(QObject):
    """Follows the keys of the window that has the focus, and whether key or mouse was used last."""

    def __init__(self, app: QApplication, theme: Theme, style: QuietFusion) -> None:
        super().__init__(theme)
        self._theme = theme
        self._style = style
        self._window: QWindow | None = None
        self._ring: _Ring | None = None
        app.focusWindowChanged.connect(self._moved)
        app.focusChanged.connect(self._focused)

    @Slot(QWindow)
    def _moved(self, window: QWindow | None) -> None:
        """A window that has lost the focus is not told when Alt is released."""
        self._underline(False)
        if self._window is not None and isValid(self._window):
            self._window.removeEventFilter(self)
        self._window = window
        if window is not None:
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in {QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress}:
            self._style.by_keys = kind == QEvent.Type.KeyPress
        if isinstance(event, QKeyEvent) and kind in {QEvent.Type.KeyPress, QEvent.Type.KeyRelease}:
            if event.key() == Qt.Key.Key_Alt:
                self._underline(kind == QEvent.Type.KeyPress)
            elif kind == QEvent.Type.KeyPress and event.key() in _RETURN and _press(event):
                return True
        return super().eventFilter(watched, event)

    def _underline(self, underlines: bool) -> None:
        if underlines != self._style.underlines:
            self._style.underlines = underlines
            # Not only the windows: a scrolled button with its own style sheet stayed as it was.
            for widget in QApplication.allWidgets():
                if widget.isVisible():
                    widget.update()

    @Slot(QWidget, QWidget)
    def _focused(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self._ring is not None and isValid(self._ring):
            self._ring.hide()
            self._ring.deleteLater()
        self._ring = None
        if now is None or not self._style.by_keys:
            return  # a click shows by itself where it was
        wanted = now.property(RING)
        if wanted is None:
            wanted = isinstance(now, _RINGED) and not isinstance(now, QPlainTextEdit)
        if wanted:
            self._ring = _Ring(self._theme, now)


def _press(event: QKeyEvent) -> bool:
    """Press the button that has the focus, as Space does; whether there is one.

    A dialog says itself which of its buttons Return presses.
    """
    button = QApplication.focusWidget()
    if not isinstance(button, QAbstractButton) or isinstance(button.window(), QDialog):
        return False
    if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or event.isAutoRepeat():
        return False
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        if isValid(button):  # a menu that was opened by it may have removed it
            space = QKeyEvent(kind, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, " ")
            QApplication.sendEvent(button, space)
    return True


# The order of Tab: that in which a window is read, whatever the order in which its parts were made.
# Qt's own is the latter, and most pages add or replace parts while they are shown.


def tab_stops(root: QWidget) -> list[QWidget]:
    """What Tab stops at in a widget, in the order of its layouts."""
    return [
        widget
        for widget in _all_in(root)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None
        and widget.isEnabled()
        and widget.isVisible()
        and not _stands_back(widget)
    ]


def _stands_back(widget: QWidget) -> bool:
    """Whether another button of its group is the chosen one, which arrow keys lead away from."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    chosen = group.checkedButton() if group is not None and group.exclusive() else None
    return chosen is not None and chosen is not widget and chosen.isVisible()


def next_tab_stop(root: QWidget, now: QWidget | None, *, forward: bool) -> QWidget | None:
    """What follows the widget that has the focus, round and round; None without any stop."""
    found = tab_stops(root)
    if not found:
        return None
    if now in found:
        return found[(found.index(now) + (1 if forward else -1)) % len(found)]
    if now is None or now is root or not root.isAncestorOf(now):
        return found[0 if forward else -1]
    # What a click has focused is none of them, but it has its place among them.
    order = list(_all_in(root))
    place = {widget: number for number, widget in enumerate(order)}
    at = place.get(now, -1)
    if forward:
        return next((stop for stop in found if place[stop] > at), found[0])
    return next((stop for stop in reversed(found) if place[stop] < at), found[-1])


def _all_in(widget: QWidget) -> Iterator[QWidget]:
    """A widget and everything in it."""
    yield widget
    laid_out = [] if (layout := widget.layout()) is None else list(_of_layout(layout))
    children = [
        child
        for child in widget.children()
        if isinstance(child, QWidget) and not child.isWindow() and child.isVisible()
    ]
    for child in laid_out:
        if child.isVisible():
            yield from _all_in(child)
    free = set(children).difference(laid_out)
    right_to_left = widget.layoutDirection() == Qt.LayoutDirection.RightToLeft
    for child in sorted(
        free, key=lambda each: (each.y(), -each.x() if right_to_left else each.x())
    ):
        yield from _all_in(child)


def _of_layout(layout: QLayout) -> Iterator[QWidget]:
    places = list(range(layout.count()))
    if isinstance(layout, QGridLayout):
        places.sort(key=lambda place: _row_and_column(layout, place))
    for place in places:
        item = layout.itemAt(place)
        if item is None:
            continue
        if (inner := item.layout()) is not None:
            yield from _of_layout(inner)
        elif (widget := item.widget()) is not None:
            yield widget


def _row_and_column(grid: QGridLayout, place: int) -> tuple[int, int]:
    row, column, _rows, _columns = cast("tuple[int, int, int, int]", grid.getItemPosition(place))
    return row, column
