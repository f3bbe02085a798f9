# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The order of Tab: that in which a window is read, whatever the order in which its parts were
made. Qt's own is the latter, and most pages add or replace parts while they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QLayout, QWidget


def stops(root: QWidget) -> list[QWidget]:
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


def next_stop(root: QWidget, now: QWidget | None, *, forward: bool) -> QWidget | None:
    """What follows the widget that has the focus, round and round; None without any stop."""
    found = stops(root)
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
