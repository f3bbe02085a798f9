# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Empties a layout, so that it can be filled anew."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QLayout


def clear(layout: QLayout) -> None:
    """Hide and delete every widget in it; without hiding, it would stay visible until its
    deletion.
    """
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
    if isinstance(layout, QGridLayout):
        forget_rows(layout)


def forget_rows(grid: QGridLayout) -> None:
    """Let the rows of an empty grid take no height: it keeps every row that it ever had."""
    for row in range(grid.rowCount()):
        grid.setRowMinimumHeight(row, 0)
