# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Imported results are assigned to a drive, from the list and from the result."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.demo import demo_inventory
from tests.builders.imports import DATA
from tests.builders.rig import Rig, select

from driveproof.history.store import History
from driveproof.ui.results.dialogs import AssignDialog
from driveproof.ui.runs.page import HistoryPage
from driveproof.ui.widgets.rows import FactRows


@pytest.fixture
def page(rig: Rig, qtbot: QtBot) -> HistoryPage:
    """The History page with an imported result, which names no drive."""
    rig.tell(demo_inventory())
    with qtbot.waitSignal(rig.window.importer.imported, timeout=20_000):
        rig.window.importer.start([str(DATA / "crystaldiskmark-8.txt")])
    return rig.history_page()


def dialog_of(qtbot: QtBot, page: HistoryPage) -> AssignDialog:
    qtbot.waitUntil(lambda: any(map(AssignDialog.isVisible, page.findChildren(AssignDialog))))
    return next(one for one in page.findChildren(AssignDialog) if one.isVisible())


def accept(dialog: AssignDialog) -> None:
    button = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def buttons_of(view: QWidget) -> list[QPushButton]:
    """The buttons of a page, without those of what it showed before."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return view.findChildren(QPushButton)


def menu_of(page: HistoryPage) -> dict[str, QAction]:
    """The entries by their object names."""
    menu = QMenu(page.list)
    page.list.fill_menu(menu)
    return {action.objectName(): action for action in menu.actions()}


def test_each_letter_leads_to_one_entry(page: HistoryPage, history: History) -> None:
    (head,) = history.heads()
    select(page, head.id)
    menu = QMenu(page.list)
    page.list.fill_menu(menu)
    letters = [QKeySequence.mnemonic(action.text()).toString() for action in menu.actions()]
    found = [letter for letter in letters if letter]
    assert len(found) > 5 and len(set(found)) == len(found)


def test_from_the_list_to_the_selected_drive(
    rig: Rig, page: HistoryPage, history: History, qtbot: QtBot
) -> None:
    (head,) = history.heads()
    select(page, head.id)
    menu_of(page)["assign"].trigger()
    dialog = dialog_of(qtbot, page)
    rows = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    assert rows[0].startswith("Samsung SSD 990 PRO 2TB, ") and len(rows) == 5
    accept(dialog)
    assert "Samsung SSD 990 PRO" in page.list.message.text.text()
    (head,) = history.heads()
    device = demo_inventory().get("nvme0n1")
    assert device is not None and head.identity == device.identity
    page.list.scope.choose(0)  # of this drive
    assert page.list.model.rowCount() == 1


def test_from_the_result_and_back_to_what_the_file_says(
    rig: Rig, page: HistoryPage, history: History, qtbot: QtBot
) -> None:
    (head,) = history.heads()
    for row, assigned in ((1, True), (-1, False)):
        page.open(head.id)
        result = page.result
        assert result is not None
        found = [one for one in buttons_of(result.view) if one.text().startswith("Assign")]
        assert len(found) == 1
        found[0].click()
        dialog = dialog_of(qtbot, page)
        dialog.list.setCurrentRow(row if row > 0 else dialog.list.count() - 1)
        accept(dialog)
        assert page.list.isVisible()
        page.open(head.id)
        assert page.result is not None
        buttons_of(page.result.view)
        facts = {
            name: value
            for rows in page.result.view.findChildren(FactRows)
            for name, value in rows.facts()
        }
        assert ("Assigned" in facts) == assigned
        assert (history.load(head.id).target.identity is not None) == assigned
        page.show_runs_list()


def test_what_driveproof_measured_is_not_offered(
    rig: Rig, page: HistoryPage, history: History
) -> None:
    device = demo_inventory().get("nvme0n1")
    assert device is not None
    run = recorded.finished_run()
    history.save(replace(run, target=replace(run.target, drive=device.identity)))
    page.refresh()
    select(page, run.id)
    page.open(run.id)
    assert page.result is not None
    assert not [one for one in buttons_of(page.result.view) if one.text().startswith("Assign")]
