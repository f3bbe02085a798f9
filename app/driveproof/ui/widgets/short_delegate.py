# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the short text of a cell where the whole one has no room."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from driveproof.ui.widgets.cells import SHORT_ROLE

SIDES = 22
"""Pixels of a cell besides its text."""


class ShortDelegate(QStyledItemDelegate):
    """For a column whose cells have a `short` text."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        shorten(option, index)


def shorten(
    option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex, beside: int = 0
) -> None:
    """Take the short text if the one of `option` has no room, `beside` so many pixels of a sign."""
    room = option.rect.width() - SIDES - beside
    if option.rect.isValid() and option.fontMetrics.horizontalAdvance(option.text) > room:
        option.text = index.data(SHORT_ROLE) or option.text
