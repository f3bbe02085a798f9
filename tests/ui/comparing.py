# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison page with a real history, for tests; import the fixtures by name."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from tests.ui.demo import demo_inventory
from tests.ui.rig import Rig

from driveproof.domain.run.run import Run
from driveproof.history.store import History
from driveproof.ui.compare.page import ComparePage
from driveproof.ui.runs.page import HistoryPage
from driveproof.ui.shell.pages import HISTORY
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.table import CellTable

Open = Callable[..., ComparePage]


@pytest.fixture
def page(rig: Rig) -> HistoryPage:
    """The history of all drives."""
    rig.tell(demo_inventory())
    rig.window.show_page(HISTORY)
    page = rig.history_page()
    page.list.scope.choose(1)
    return page


@pytest.fixture
def compare(rig: Rig, page: HistoryPage, history: History) -> Open:
    """Store runs, compare them and wait until they are shown."""

    def start(*runs: Run) -> ComparePage:
        history.save(*runs)
        page.refresh()
        page.compare([one.id for one in runs])
        made = page._compare
        assert made is not None
        wait(rig, made)
        return made

    return start


def wait(rig: Rig, made: ComparePage) -> None:
    rig.qtbot.waitUntil(lambda: not made._tasks.busy and made.compared is not None)


def texts(made: ComparePage) -> list[str]:
    QApplication.processEvents()  # a layout shows new widgets only after a while
    labels = [one for one in made._body.findChildren(QLabel) if one.isVisibleTo(made)]
    said = [one.whole() if isinstance(one, Label) else one.text() for one in labels]
    return [*said, *table_texts(made._body)]


def table_texts(page: QWidget) -> list[str]:
    """Every cell of the tables of figures on a page, row by row, without the headers."""
    tables = [one for one in page.findChildren(CellTable) if one.isVisibleTo(page)]
    return [
        cell
        for table in tables
        for line in table.as_text(range(table.model().rowCount())).splitlines()[1:]
        for cell in line.split("\t")
    ]
