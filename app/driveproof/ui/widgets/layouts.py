# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes layouts, and empties them, so that they can be filled anew."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

Margins = tuple[int, int, int, int]
_NONE = (0, 0, 0, 0)


def vertical(
    parent: QWidget | None = None, *, margins: Margins = _NONE, spacing: int | None = None
) -> QVBoxLayout:
    """One below the other in `parent`, or in another layout; pixels on the left, above, on the
    right and below of all, and between two (None: as in the layout around it).
    """
    made = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    made.setContentsMargins(*margins)
    if spacing is not None:
        made.setSpacing(spacing)
    return made


def horizontal(
    parent: QWidget | None = None, *, margins: Margins = _NONE, spacing: int | None = None
) -> QHBoxLayout:
    """The same beside each other."""
    made = QHBoxLayout(parent) if parent is not None else QHBoxLayout()
    made.setContentsMargins(*margins)
    if spacing is not None:
        made.setSpacing(spacing)
    return made


def clear(layout: QLayout) -> None:
    """Hide and delete every widget in it; without hiding, it would stay visible until its
    deletion.
    """
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
    if isinstance(layout, QGridLayout):  # it keeps the height of every row that it ever had
        for row in range(layout.rowCount()):
            layout.setRowMinimumHeight(row, 0)
