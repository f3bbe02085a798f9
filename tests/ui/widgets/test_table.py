# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What every table can do: copy the visible selection, show truncated text in full."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot
from tests.builders.showing import show_alone

from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.cells import CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.table import CellTable

LONG = "a name that is far longer than its column is wide"


@pytest.fixture
def table(theme: Theme, qtbot: QtBot) -> CellTable:
    model = CellsModel(
        [TableColumn("Name"), TableColumn("Bytes", figures=True), TableColumn("Note", grows=1)],
        theme,
    )
    model.set_rows(
        [
            (TableCell(LONG), TableCell("1"), TableCell("x", tip="more")),
            (TableCell("b"), TableCell("2"), TableCell("")),
        ]
    )
    table = CellTable(model, theme, "Some")
    model.setParent(table)
    show_alone(qtbot, table, 600, 200)
    return table


def test_hidden_columns_are_not_copied(table: CellTable) -> None:
    table.arranged.set_usual(2, False)
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


def test_what_has_no_room_is_left_out_before_figures_are_cut(qtbot: QtBot, theme: Theme) -> None:
    turns = {"C": 1, "D": 2}
    heads = [
        TableColumn(name, figures=name != "A", grows=int(name == "A"), gives_way=turns.get(name, 0))
        for name in "ABCD"
    ]
    model = CellsModel(heads, theme)
    model.set_rows([tuple(map(TableCell, ("a name", "1 234 567 MB/s", "0 to 99 %", "1 234 MB/s")))])
    table = CellTable(model, theme, "Some")
    model.setParent(table)
    show_alone(qtbot, table, 700, 200)
    hidden = table.isColumnHidden
    assert not any(map(hidden, range(4)))
    needed = [table.sizeHintForColumn(column) for column in range(4)]
    table.resize(sum(needed) - 10, 200)
    qtbot.waitUntil(lambda: hidden(2))
    assert not hidden(3)
    assert table.horizontalHeader().length() <= table.viewport().width()
    for column in (0, 1, 3):
        assert table.columnWidth(column) >= needed[column]
    assert table.as_text([0]) == "A\tB\tC\tD\na name\t1 234 567 MB/s\t0 to 99 %\t1 234 MB/s\n"
    table.resize(needed[0] + needed[1] + 10, 200)
    qtbot.waitUntil(lambda: hidden(2) and hidden(3))
    table.resize(700, 200)
    qtbot.waitUntil(lambda: not any(map(hidden, range(4))))
    assert sum(map(table.columnWidth, range(4))) <= table.viewport().width()


def test_a_title_above_empty_cells_cuts_no_other_cell(qtbot: QtBot, theme: Theme) -> None:
    model = CellsModel(
        [
            TableColumn("A", grows=1),
            TableColumn("An interval of it", figures=True, gives_way=1),
            TableColumn("C"),
        ],
        theme,
    )
    model.set_rows([tuple(map(TableCell, ("Bandwidth (decides)", "", "not enough of them")))])
    table = CellTable(model, theme, "Some")
    model.setParent(table)
    show_alone(qtbot, table, 700, 200)
    needed = [table.sizeHintForColumn(column) for column in range(3)]
    table.resize(sum(needed) + 10, 200)
    qtbot.waitUntil(lambda: table.horizontalHeader().length() <= table.viewport().width())
    for column in (0, 2):
        assert table.columnWidth(column) >= needed[column]
