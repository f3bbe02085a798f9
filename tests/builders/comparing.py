# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison page with a real history, for tests; import the fixtures by name."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QLabel, QWidget
from tests.builders.rig import Rig

from driveproof.ui.compare.page import ComparePage
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.table import CellTable

Open = Callable[..., ComparePage]


def wait(rig: Rig, made: ComparePage) -> None:
    rig.qtbot.waitUntil(lambda: not made.tasks.busy and made.compared is not None)


def texts(made: ComparePage) -> list[str]:
    QApplication.processEvents()  # a layout shows new widgets only after a while
    labels = [one for one in made.body.findChildren(QLabel) if one.isVisibleTo(made)]
    said = [one.whole() if isinstance(one, Label) else one.text() for one in labels]
    return [*said, *table_texts(made.body)]


def table_texts(page: QWidget) -> list[str]:
    """Every cell of the tables of figures on a page, row by row, without the headers."""
    tables = [one for one in page.findChildren(CellTable) if one.isVisibleTo(page)]
    return [
        cell
        for table in tables
        for line in table.as_text(range(table.model().rowCount())).splitlines()[1:]
        for cell in line.split("\t")
    ]
