# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What does not fit in a window: text that is cut, labels on each other, scrolling sideways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QWidget,
)

from driveproof.ui.widgets.labels import ElidedLabel

LEAST = 2
"""Pixels by which two labels may touch: descenders have room below them."""

LEAST_LETTERS = 8
"""Of the first word of an elided text."""


def misfits(window: QWidget) -> list[str]:
    """Everything that is visible and does not fit, in words."""
    return [*sideways(window), *cut(window), *overlaps(window)]


def sideways(window: QWidget) -> Iterator[str]:
    """Areas that scroll sideways."""
    for area in window.findChildren(QAbstractScrollArea):
        if area.isVisible() and area.horizontalScrollBar().maximum() > 0:
            far = area.horizontalScrollBar().maximum()
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
                if whole != drawn and len(drawn) < min(len(first), LEAST_LETTERS):
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


def said(widget: QWidget) -> str:
    if isinstance(widget, QLabel | QAbstractButton):
        return widget.text()
    return ""


def named(widget: QWidget) -> str:
    return f"{type(widget).__name__} {(said(widget) or widget.accessibleName())[:60]!r}"
