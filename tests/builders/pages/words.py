# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be read on a page, whichever it is."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLabel, QWidget

from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.table import CellTable


def labels(widget: QWidget) -> list[str]:
    """The whole texts of its labels, in the order in which they were made; no hidden ones."""
    QApplication.processEvents()  # a layout shows what it was given in its own time
    shown = [one for one in widget.findChildren(QLabel) if one.isVisibleTo(widget)]
    return [one.whole() if isinstance(one, Label) else one.text() for one in shown]


def table_texts(widget: QWidget) -> list[str]:
    """Every cell of its tables of figures, row by row, without the headers."""
    tables = [one for one in widget.findChildren(CellTable) if one.isVisibleTo(widget)]
    return [
        cell
        for table in tables
        for line in table.as_text(range(table.model().rowCount())).splitlines()[1:]
        for cell in line.split("\t")
    ]


def page_text(widget: QWidget) -> str:
    """Both, with ordinary spaces."""
    return "\n".join([*labels(widget), *table_texts(widget)]).replace("\u202f", " ")
