# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is said in a widget, and what of it is not translated."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QTabBar,
    QWidget,
)
from tests.pseudo import strings, untranslated

from driveproof.engine.run.profiles import Profiles
from driveproof.ui.charts.chart import Chart
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.picture import write_chart
from driveproof.ui.charts.view import ChartView
from driveproof.ui.widgets.labels import Label

OURS = strings(
    [
        title
        for profile in Profiles().all()
        for title in (profile.title, *(phase.title for phase in profile.phases))
    ]
)
"""What is in runs of profiles that come with the program, and is translated."""
OF_QT = ("&Save", "Save", "&Cancel", "Cancel", "Scroll Left", "Scroll Right")
"""Qt has catalogues of its own."""


def texts(widget: QWidget) -> Iterator[str]:
    """Everything that can be read, heard or pointed at in a widget and what is in it."""
    for each in [widget, *widget.findChildren(QWidget)]:
        yield each.windowTitle()
        yield each.toolTip()
        yield each.accessibleName()
        yield each.accessibleDescription()
        match each:
            case Label():
                yield each.whole()
            case QLabel() | QAbstractButton():
                yield each.text()
            case QLineEdit():
                yield each.placeholderText()
            case QComboBox():
                yield from (each.itemText(row) for row in range(each.count()))
            case QTabBar():
                yield from (each.tabText(tab) for tab in range(each.count()))
            case ChartView() if each.chart is not None:
                yield from said_by(each.chart)
            case QAbstractItemView() if each.model() is not None:
                yield from cells(each.model())
    for action in widget.findChildren(QAction):
        if type(action.parent()).__module__.startswith("pyqtgraph"):
            continue  # of its own menus, which are not shown
        yield action.text()
        yield action.toolTip()


def said_by(chart: Chart) -> Iterator[str]:
    """What is read aloud of a chart, what is painted, and what its table has."""
    yield chart.name
    yield chart.describe()
    table = chart.table()
    yield from table.columns
    for row in table.rows[:20]:
        yield from map(str, row)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "chart.svg"
        write_chart(chart, path, "svg", QSize(1600, 500), look=for_paper())
        tree = ElementTree.parse(path)
    for element in tree.iter("{http://www.w3.org/2000/svg}text"):
        yield "".join(element.itertext()).strip()


def cells(model: QAbstractItemModel) -> Iterator[str]:
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
    for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount()):
        head = model.headerData(column, Qt.Orientation.Horizontal)
        yield head if isinstance(head, str) else ""
        for row in range(min(model.rowCount(QModelIndex()), 20)):
            for role in roles:
                said = model.index(row, column).data(role)
                yield said if isinstance(said, str) else ""


def english(widget: QWidget, *values: object, only: int = 10) -> dict[str, list[str]]:
    """Its texts that are neither translated nor among the values, with their words.

    It has to say more than `only` things.
    """
    found = {text for text in texts(widget) if text}
    assert len(found) > only, found
    known = {value for value in strings(values) if len(value) > 1} - OURS
    return {text: words for text in found if (words := untranslated(text, known))}
