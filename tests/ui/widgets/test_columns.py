# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Columns that a person chooses, moves and resizes: where they fit, and what is remembered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from tests.builders.showing import show_alone

from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.cells import CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.columns import ColumnLayout, ColumnWidth, fitting, share
from driveproof.ui.widgets.table import FittedTable

NAME, LABEL, SIZE, SPEED = range(4)
ROOMS = {
    NAME: ColumnWidth(200, 80),
    LABEL: ColumnWidth(100, 100, grows=1),
    SIZE: ColumnWidth(90, 90),
    SPEED: ColumnWidth(90, 90),
}
Opened = Callable[[], tuple[FittedTable, ColumnLayout]]


class Roomy(FittedTable):
    """A table whose columns need what ROOMS says."""

    def room(self, column: int) -> ColumnWidth:
        return ROOMS[column]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "window.ini")


@pytest.fixture
def opened(theme: Theme, qtbot: QtBot, settings: Settings) -> Opened:
    """Opens a table of four columns, 600 pixels wide, with what the settings have kept."""

    def open_one() -> tuple[FittedTable, ColumnLayout]:
        heads = (
            TableColumn("Name", name="name", always=True),
            TableColumn("Label", name="label"),
            TableColumn("Size", name="size", gives_way=2),
            TableColumn("Speed", name="speed", gives_way=1),
        )
        model = CellsModel(heads, theme)
        model.set_rows([tuple(map(TableCell, ("n", "l", "1", "2")))])
        table = Roomy(model, theme, "Some")
        model.setParent(table)
        table.arrange(settings, "some")
        show_alone(qtbot, table, 600, 200)
        QApplication.processEvents()
        return table, table.arranged

    return open_one


def shown(table: FittedTable) -> list[int]:
    header = table.horizontalHeader()
    order = sorted(range(4), key=header.visualIndex)
    return [column for column in order if not table.isColumnHidden(column)]


def move(table: FittedTable, column: int, place: int) -> None:
    """What a drag of its title does."""
    header = table.horizontalHeader()
    header.moveSection(header.visualIndex(column), place)


def test_what_can_give_way_does_so_before_anything_is_hidden() -> None:
    assert share(ROOMS, 480) == {NAME: 200, LABEL: 100, SIZE: 90, SPEED: 90}
    assert share(ROOMS, 500)[LABEL] == 120
    assert share(ROOMS, 400) == {NAME: 120, LABEL: 100, SIZE: 90, SPEED: 90}
    assert list(fitting(ROOMS, 360, (SPEED, SIZE))) == [NAME, LABEL, SIZE, SPEED]
    assert list(fitting(ROOMS, 359, (SPEED, SIZE))) == [NAME, LABEL, SIZE]
    assert list(fitting(ROOMS, 10, (SPEED, SIZE))) == [NAME, LABEL]


def test_several_growing_columns_share_every_pixel() -> None:
    rooms = {number: ColumnWidth(10, 10, grows=1) for number in range(3)}
    assert sorted(share(rooms, 101).values()) == [33, 34, 34]


def test_the_column_that_a_person_made_wide_gives_way_last() -> None:
    rooms = {0: ColumnWidth(300, 50), 1: ColumnWidth(300, 50)}
    assert share(rooms, 400, keep=(0,)) == {0: 300, 1: 100}
    assert share(rooms, 200, keep=(0,)) == {0: 150, 1: 50}


def test_the_columns_fill_the_table_and_never_scroll(opened: Opened) -> None:
    table, _columns = opened()
    for width in (700, 600, 480, 400, 300, 200):
        table.resize(width, 200)
        QApplication.processEvents()
        assert sum(map(table.columnWidth, shown(table))) == table.viewport().width()
        assert table.columnWidth(LABEL) >= 100
        assert table.horizontalScrollBar().maximum() == 0
    assert shown(table) == [NAME, LABEL]


def test_choice_order_and_width_are_remembered(opened: Opened) -> None:
    table, columns = opened()
    columns.set_wanted(SIZE, False)
    move(table, SPEED, 1)
    table.setColumnWidth(NAME, 150)
    table, columns = opened()
    assert shown(table) == [NAME, SPEED, LABEL]
    assert table.columnWidth(NAME) == 150
    columns.restore()
    assert shown(table) == [NAME, LABEL, SIZE, SPEED]
    table, _columns = opened()
    assert shown(table) == [NAME, LABEL, SIZE, SPEED]
    assert table.columnWidth(NAME) == 200


def test_a_column_that_is_always_there_cannot_be_hidden(opened: Opened) -> None:
    table, columns = opened()
    columns.set_wanted(NAME, False)
    assert shown(table) == [NAME, LABEL, SIZE, SPEED]


def test_an_unusual_column_is_added_and_removed(opened: Opened, settings: Settings) -> None:
    table, columns = opened()
    columns.set_usual(SIZE, False)
    columns.set_usual(SPEED, False)
    assert shown(table) == [NAME, LABEL]
    columns.set_wanted(SPEED, True)
    assert shown(table) == [NAME, LABEL, SPEED]
    assert settings.text("some/added") == "speed"
    columns.set_usual(SPEED, True)  # such as for another list
    columns.set_wanted(SPEED, False)
    assert shown(table) == [NAME, LABEL]


def test_a_column_that_was_added_stays_longer_than_the_others(opened: Opened) -> None:
    table, columns = opened()
    columns.set_usual(SPEED, False)
    columns.set_wanted(SPEED, True)
    table.resize(280, 200)
    QApplication.processEvents()
    assert shown(table) == [NAME, LABEL, SPEED]


def test_settings_that_mean_nothing_are_skipped(opened: Opened, settings: Settings) -> None:
    settings.keep("some/hidden", "name nothing")
    settings.keep("some/header", QByteArray(b"nothing"))
    table, _columns = opened()
    assert shown(table) == [NAME, LABEL, SIZE, SPEED]
    assert table.columnWidth(SIZE) == 90


def test_a_column_is_dragged_wider_and_to_another_place(opened: Opened) -> None:
    table, _columns = opened()
    header = table.horizontalHeader()
    view, middle = header.viewport(), header.height() // 2
    edge = header.sectionViewportPosition(SIZE) + header.sectionSize(SIZE) - 1
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(edge, middle))
    QTest.mouseMove(view, QPoint(edge + 20, middle))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(edge + 20, middle))
    assert table.columnWidth(SIZE) == 110
    assert sum(map(table.columnWidth, shown(table))) == table.viewport().width()
    move(table, SPEED, 0)
    assert shown(table) == [SPEED, NAME, LABEL, SIZE]


def test_rows_are_copied_in_the_order_of_the_columns(opened: Opened) -> None:
    table, columns = opened()
    move(table, SPEED, 0)
    columns.set_wanted(LABEL, False)
    table.copy_rows()
    assert QGuiApplication.clipboard().text() == "Speed\tName\tSize\n2\tn\t1\n"


def test_the_menu_shows_and_hides(opened: Opened) -> None:
    table, _columns = opened()
    parent = QMenu(table)
    table.add_columns_menu(parent)
    (menu,) = (action.menu() for action in parent.actions())
    assert isinstance(menu, QMenu)
    actions = [action for action in menu.actions() if not action.isSeparator()]
    chosen = {action.text(): action for action in actions if action.isChecked()}
    assert list(chosen) == ["Label", "Size", "Speed"]
    chosen["Label"].trigger()
    assert shown(table) == [NAME, SIZE, SPEED]
    actions[-1].trigger()  # the columns as they are by default
    assert shown(table) == [NAME, LABEL, SIZE, SPEED]
