# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The manufacturer's figures are entered below a result, which is then held against them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QPushButton
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.demo import demo_inventory
from tests.builders.pages.words import page_text
from tests.builders.rig import Rig

from driveproof.domain.drive.datasheet import Datasheet
from driveproof.history.datasheet import Datasheets
from driveproof.history.store import History
from driveproof.ui.results.dialogs import DatasheetDialog
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme

MODEL = "Samsung SSD 990 PRO 2TB"


@pytest.fixture
def view(rig: Rig, history: History, qtbot: QtBot) -> RunView:
    """The page of a kept result."""
    run = recorded.finished_run()
    history.save(replace(run, target=replace(run.target, model=MODEL, drive="wwn:x")))
    rig.tell(demo_inventory())
    page = rig.history_page()
    page.open(run.id)
    qtbot.waitUntil(lambda: page.result is not None and page.result.view.expected is not None)
    assert page.result is not None
    return page.result.view


def open_dialog(view: RunView, qtbot: QtBot) -> DatasheetDialog:
    assert view.expected is not None
    (button,) = view.expected.findChildren(QPushButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def dialogs() -> list[DatasheetDialog]:
        return [one for one in view.window().findChildren(DatasheetDialog) if one.isVisible()]

    qtbot.waitUntil(lambda: bool(dialogs()))
    return dialogs()[0]


def press(dialog: DatasheetDialog, which: QDialogButtonBox.StandardButton) -> None:
    QTest.mouseClick(dialog.buttons.button(which), Qt.MouseButton.LeftButton)


def said(view: RunView) -> str:
    assert view.expected is not None
    return page_text(view.expected)


def test_a_figure_is_entered_and_the_result_is_held_against_it(
    view: RunView, history: History, qtbot: QtBot
) -> None:
    dialog = open_dialog(view, qtbot)
    before = said(view)
    QTest.keyClicks(dialog.fields["read"], "90000")  # it has the focus, all of it selected
    press(dialog, QDialogButtonBox.StandardButton.Save)
    qtbot.waitUntil(lambda: "90" in said(view) and said(view) != before)
    assert Datasheets(history).of(MODEL) == Datasheet(read=90_000_000_000)

    dialog = open_dialog(view, qtbot)
    dialog.fields["read"].setValue(0)
    press(dialog, QDialogButtonBox.StandardButton.Save)
    qtbot.waitUntil(lambda: said(view) == before)
    assert not Datasheets(history).of(MODEL)


def test_cancelling_keeps_what_there_was(view: RunView, history: History, qtbot: QtBot) -> None:
    dialog = open_dialog(view, qtbot)
    dialog.fields["write"].setValue(6900)
    press(dialog, QDialogButtonBox.StandardButton.Cancel)
    qtbot.waitUntil(lambda: not view.window().findChildren(DatasheetDialog))
    assert not Datasheets(history).of(MODEL)


def test_a_figure_that_is_not_touched_is_not_rounded(qtbot: QtBot, qapp: QGuiApplication) -> None:
    dialog = DatasheetDialog(MODEL, Datasheet(read=7_450_499_999), Theme(qapp, "light"))
    qtbot.addWidget(dialog)
    dialog.fields["endurance"].setValue(1200)
    assert dialog.datasheet == Datasheet(read=7_450_499_999, endurance=1200 * 10**12)
