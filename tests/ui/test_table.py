# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What every table can do: copy the visible selection, show truncated text in full."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.cells import Cell, CellsModel, Head
from driveproof.ui.widgets.table import CellTable

LONG = "a name that is far longer than its column is wide"


@pytest.fixture
def table(theme: Theme, qtbot: QtBot) -> CellTable:
    model = CellsModel([Head("Name"), Head("Bytes", figures=True), Head("Note")], theme)
    model.set_rows(
        [(Cell(LONG), Cell("1"), Cell("x", tip="more")), (Cell("b"), Cell("2"), Cell(""))]
    )
    table = CellTable(model, theme, "Some", stretch=2)
    model.setParent(table)
    qtbot.addWidget(table)
    table.resize(600, 200)
    table.show()
    return table


def test_hidden_columns_are_not_copied(table: CellTable) -> None:
    table.setColumnHidden(2, True)
    table.copy_rows()
    assert QGuiApplication.clipboard().text() == f"Name\tBytes\n{LONG}\t1\nb\t2\n"
    table.choose([1])
    table.copy_rows()
    assert QGuiApplication.clipboard().text() == "Name\tBytes\nb\t2\n"


def told(qtbot: QtBot, table: CellTable, row: int, column: int) -> str:
    QToolTip.hideText()  # it takes its time
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
    place = table.visualRect(table.model().index(row, column)).center()
    event = QHelpEvent(QEvent.Type.ToolTip, place, table.viewport().mapToGlobal(place))
    QApplication.sendEvent(table.viewport(), event)
    return QToolTip.text() if QToolTip.isVisible() else ""


def test_only_what_is_cut_short_is_told_whole(qtbot: QtBot, table: CellTable) -> None:
    header = table.horizontalHeader()
    header.setSectionResizeMode(header.ResizeMode.Fixed)
    table.setColumnWidth(0, 80)
    assert LONG in told(qtbot, table, 0, 0)
    table.setColumnWidth(0, 500)
    assert told(qtbot, table, 0, 0) == ""
    assert "more" in told(qtbot, table, 0, 2)
