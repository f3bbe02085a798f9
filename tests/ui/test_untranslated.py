# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In another language no page stays English, and none mentions the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QTabBar,
    QWidget,
)
from tests.pseudo import spoken, strings, untranslated
from tests.texts import OF_THE_TERMINAL
from tests.ui.comparing import wait
from tests.ui.demo import demo_inventory
from tests.ui.made_chains import Reader, made_chain, settle
from tests.ui.made_health import NOW, MadeHealth, let_work_end, nvme_health, view_of
from tests.ui.made_runs import pair
from tests.ui.recorded import run_events
from tests.ui.rig import Rig

from driveproof.domain.dashboard import news_of
from driveproof.domain.health.judge import judge
from driveproof.domain.health.report import Health
from driveproof.history.store import History
from driveproof.ui.dashboard.running import follow
from driveproof.ui.shell.pages import HEALTH, HISTORY, MEASURE, OVERVIEW, TRIM
from driveproof.ui.widgets.labels import Label
from driveproof.wording.catalogue import _


def texts(widget: QWidget) -> Iterator[str]:
    """Everything that can be read, heard or pointed at in a widget and what is in it."""
    for each in [widget, *widget.findChildren(QWidget)]:
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
            case QAbstractItemView() if each.model() is not None:
                yield from cells(each.model())
    for action in widget.findChildren(QAction):
        if type(action.parent()).__module__.startswith("pyqtgraph"):
            continue  # of its own menus, which are not shown
        yield action.text()
        yield action.toolTip()


def cells(model: QAbstractItemModel) -> Iterator[str]:
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
    for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount()):
        head = model.headerData(column, Qt.Orientation.Horizontal)
        yield head if isinstance(head, str) else ""
        for row in range(min(model.rowCount(QModelIndex()), 20)):
            for role in roles:
                said = model.index(row, column).data(role)
                yield said if isinstance(said, str) else ""


@pytest.fixture
def window(open_rig: Callable[..., Rig], history: History) -> Iterator[Rig]:
    """A window in the made language, with drives, health, chains and results."""
    with spoken():
        health = MadeHealth()
        rig = open_rig(health=health.services(), trim=Reader().services())
        history.save(*pair())
        rig.tell(demo_inventory())
        rig.window.watch._begin()
        rig.qtbot.waitUntil(lambda: rig.window.watch._monitor is not None)
        drive = demo_inventory().get("nvme0n1")
        assert drive is not None
        health.tell(view_of(drive, nvme_health(), judge(nvme_health())))
        rig.qtbot.waitUntil(lambda: rig.window.watch.view(drive) is not None)
        yield rig
        let_work_end()


def overview(rig: Rig) -> QWidget:
    return page(rig, OVERVIEW)


def all_drives(rig: Rig) -> QWidget:
    rig.window.sidebar.choose_all()
    QApplication.processEvents()
    page = rig.window.dashboard
    assert page is not None
    running = None
    for event in run_events():
        running = follow(running, [event])
    page.set_running(running)
    before, now = Health(taken=NOW, firmware="1"), Health(taken=NOW, firmware="2")
    names = {"nvme0n1": "Samsung SSD 990 PRO 2TB"}
    page.news.show_news(news_of("nvme0n1", before, now), NOW, names)
    page.checking.say(_("Checking all drives"), "", 0.5)
    return page


def health(rig: Rig) -> QWidget:
    return page(rig, HEALTH)


def trim(rig: Rig) -> QWidget:
    found = page(rig, TRIM)
    settle(rig)
    return found


def measure(rig: Rig) -> QWidget:
    return page(rig, MEASURE)


def results(rig: Rig) -> QWidget:
    found = page(rig, HISTORY)
    rig.history_page().list.scope.choose(1)  # of all drives
    return found


def compare(rig: Rig) -> QWidget:
    page(rig, HISTORY)
    runs = rig.history_page()
    runs.compare([run.id for run in pair()])
    made = runs._compare
    assert made is not None
    wait(rig, made)
    return made


def frame(rig: Rig) -> QWidget:
    return rig.window.sidebar


def page(rig: Rig, number: int) -> QWidget:
    rig.window.show_page(number)
    QApplication.processEvents()
    found = rig.window.pages.currentWidget()
    assert found is not None
    return found


PAGES = (all_drives, overview, health, trim, measure, results, compare, frame)


@pytest.mark.parametrize("shown", PAGES, ids=lambda shown: shown.__name__)
def test_a_page_in_another_language(window: Rig, shown: Callable[[Rig], QWidget]) -> None:
    found = [text for text in texts(shown(window)) if text]
    assert len(found) > 10 or shown is frame, found
    assert not [text for text in found if OF_THE_TERMINAL.search(text)]
    values = strings((demo_inventory(), pair(), nvme_health(), made_chain()))
    known = {value for value in values if len(value) > 1}
    english = {text: words for text in found if (words := untranslated(text, known))}
    assert not english, "\n".join(f"{words}: {text}" for text, words in english.items())
