# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What does not fit in a window: text that is cut, labels on each other, scrolling sideways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QFontMetrics, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QGraphicsView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTableView,
    QWidget,
)
from tests.builders.painted import ELLIPSIS, Painted, painted

from driveproof.ui.widgets.labels import ElidedLabel
from driveproof.ui.widgets.table import CellTable

LEAST = 2
"""Pixels by which two labels may touch: descenders have room below them."""

LEAST_LETTERS = 8
"""Of the first word of an elided text."""

LEAST_SHOWN = 3
"""Letters before an ellipsis that is painted."""

BESIDE = 36
"""Pixels of a cell besides its text: the room at its sides, a mark of sorting, a drawn sign."""

MOST_SPARE = 40
"""Pixels in all other columns that a cut one could have had."""


def misfits(window: QWidget) -> list[str]:
    """Everything that is visible and does not fit, in words. Where widgets do not fit, it is not
    looked at what is painted, which costs most and waits for them.
    """
    return [*sideways(window), *cut(window), *overlaps(window)] or list(written(window))


def sideways(window: QWidget) -> Iterator[str]:
    """Areas that scroll sideways, besides tables whose figures would be cut otherwise."""
    for area in window.findChildren(QAbstractScrollArea):
        far = area.horizontalScrollBar().maximum()
        if area.isVisible() and far > 0 and not (isinstance(area, CellTable) and area.scrolls):
            yield f"{named(area)} scrolls sideways by {far} of {area.viewport().width()} pixels"


def cut(window: QWidget) -> Iterator[str]:
    """Texts without the room that they need. An elided label keeps at least its first word."""
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        match widget:
            case ElidedLabel():
                whole, drawn = widget.whole(), widget.text()
                first = whole.split(" ")[0]
                # Without room for a few letters it shows nothing, rather than an ellipsis alone.
                if drawn not in (whole, "") and len(drawn) < min(len(first), LEAST_LETTERS):
                    yield f"{named(widget)} shows {drawn!r} of {whole!r}"
            case QLabel() if widget.text() and widget.wordWrap():
                needed = widget.heightForWidth(widget.width())
                if needed > widget.height() + LEAST:
                    yield f"{named(widget)} needs {needed}, has {widget.height()} lines of pixels"
            case QLabel() | QAbstractButton() if widget.text():
                needed = widget.minimumSizeHint().width()
                if needed > widget.width() + LEAST:
                    yield f"{named(widget)} needs {needed}, has {widget.width()} pixels"
            case QLineEdit():
                shown = widget.text() or widget.placeholderText()
                needed = QFontMetrics(widget.font()).horizontalAdvance(shown)
                if not widget.text() and needed > widget.width():
                    yield f"{named(widget)} needs {needed}, has {widget.width()} pixels"
            case QAbstractSpinBox():
                field = widget.lineEdit()
                needed = QFontMetrics(field.font()).horizontalAdvance(field.text())
                if needed > field.width():
                    yield f"{named(widget)} needs {needed}, has {field.width()} pixels"
            case QComboBox():
                if widget.minimumSizeHint().width() > widget.width() + LEAST:
                    yield f"{named(widget)} has {widget.width()} pixels"


def overlaps(window: QWidget) -> Iterator[str]:
    """Labels and buttons that lie on each other."""
    placed: list[tuple[QWidget, QRect]] = []
    for widget in window.findChildren(QWidget):
        if isinstance(widget, QLabel | QAbstractButton) and widget.isVisible():
            seen = widget.visibleRegion().boundingRect()
            if not seen.isEmpty() and said(widget):
                placed.append((widget, seen.translated(widget.mapTo(window, QPoint()))))
    for (one, first), (other, second) in combinations(placed, 2):
        if one.isAncestorOf(other) or other.isAncestorOf(one):
            continue
        common = first.intersected(second)
        if common.width() > LEAST and common.height() > LEAST:
            yield f"{named(one)} lies on {named(other)} ({common.width()} x {common.height()})"


def written(window: QWidget) -> Iterator[str]:
    """Painted texts that are cut at the side or through their letters, that say next to nothing
    before their ellipsis, that lie on each other, and columns that are cut beside empty ones.
    """
    found = [one for one in painted(window) if not _scrolls(window, one)]
    edges, far = _edges(window), _far(window)
    for one in found:
        if one.flat and (by := _beyond(one, edges, far)):
            yield f"{one.text!r} is painted beyond its place by {by:.0f} pixels"
        if ELLIPSIS in one.text and len(one.whole.strip()) < LEAST_SHOWN:
            yield f"{one.text!r} is all that is painted of a text"
    for one, other in combinations(found, 2):
        common = (one.box & one.seen) & (other.box & other.seen)
        if common.width() > LEAST and common.height() > LEAST:
            yield f"{one.text!r} is painted on {other.text!r}"
    for table in window.findChildren(QTableView):
        if table.isVisible():
            yield from _wasted(window, table, found)


def _beyond(one: Painted, edges: frozenset[int], far: frozenset[int]) -> float:
    """By how much a text does not fit its place; what is cut at one of the `edges`, or at the right
    of a table that scrolls sideways, is reached by scrolling.
    """
    sides = [one.seen.left() - one.box.left()]
    if round(one.seen.right()) not in far:
        sides.append(one.box.right() - one.seen.right())
    if round(one.seen.top()) not in edges:
        sides.append(one.seen.top() - one.box.top())
    if round(one.seen.bottom()) not in edges:
        sides.append(one.box.bottom() - one.seen.bottom())
    return max(sides) if max(sides) > LEAST else 0.0


def _edges(window: QWidget) -> frozenset[int]:
    """Where areas that scroll begin and end, from the top of the window."""
    areas = (
        area.viewport()
        for area in window.findChildren(QAbstractScrollArea)
        if area.isVisible() and not isinstance(area, QGraphicsView)
    )
    return frozenset(
        edge
        for area in areas
        for top in (area.mapTo(window, QPoint()).y(),)
        for edge in (top, top + area.height())
    )


def _far(window: QWidget) -> frozenset[int]:
    """Where tables that scroll sideways end, from the left of the window."""
    tables = (one for one in window.findChildren(CellTable) if one.isVisible() and one.scrolls)
    return frozenset(
        one.viewport().mapTo(window, QPoint()).x() + one.viewport().width()
        for one in tables
        if one.horizontalScrollBar().maximum() > 0
    )


def _scrolls(window: QWidget, one: Painted) -> bool:
    """Whether it is in a field that follows its cursor."""
    at = window.childAt((one.box & one.seen).center().toPoint())
    while at is not None:
        if isinstance(at, QLineEdit | QPlainTextEdit):
            return True
        at = at.parentWidget()
    return False


def _wasted(window: QWidget, table: QTableView, found: list[Painted]) -> Iterator[str]:
    """Columns with an elided text while others have room that they do not need."""
    cut_by, spare = {}, 0.0
    header = table.horizontalHeader()
    corner = table.viewport().mapTo(window, QPoint())
    top = header.mapTo(window, QPoint()).y()
    bottom = corner.y() + table.viewport().height()
    for column in range(table.model().columnCount()):
        if table.isColumnHidden(column):
            continue
        left = corner.x() + table.columnViewportPosition(column)
        place = QRectF(left, top, table.columnWidth(column), bottom - top)
        texts = [one for one in found if place.contains(one.box.center())]
        elided = [one for one in texts if ELLIPSIS in one.text]
        if elided:
            cut_by[column] = elided[0].text
        else:
            widest = max((one.line.width() for one in texts), default=0.0)
            spare += max(0.0, place.width() - widest - BESIDE)
    if spare > MOST_SPARE:
        for text in cut_by.values():
            yield f"{text!r} is cut beside {spare:.0f} empty pixels of {named(table)}"


def clashes(window: QWidget) -> Iterator[str]:
    """Mnemonics that lead to two places at once: then the first press does nothing but focus."""
    found: dict[str, list[str]] = {}
    for widget in window.findChildren(QWidget):
        leads = isinstance(widget, QAbstractButton) or (
            isinstance(widget, QLabel) and widget.buddy() is not None
        )
        if leads and widget.isVisible() and widget.isEnabled():
            key = QKeySequence.mnemonic(said(widget)).toString()
            found.setdefault(key, []).append(said(widget))
    return (f"{key}: {texts}" for key, texts in found.items() if key and len(texts) > 1)


def said(widget: QWidget) -> str:
    if isinstance(widget, QLabel | QAbstractButton):
        return widget.text()
    return ""


def named(widget: QWidget) -> str:
    return f"{type(widget).__name__} {(said(widget) or widget.accessibleName())[:60]!r}"
